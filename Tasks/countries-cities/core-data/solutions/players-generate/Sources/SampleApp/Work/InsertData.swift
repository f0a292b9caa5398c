import CoreData

/// Stores every team and player of `data`, each player with its team. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let context = try openStore()
    try await context.perform {
        for team in data.teams {
            let object =
                try find("Team", team.id, in: context)
                ?? NSEntityDescription.insertNewObject(
                    forEntityName: "Team",
                    into: context
                )
            object.setValue(team.budget, forKey: "budget")
            object.setValue(team.code, forKey: "code")
            object.setValue(team.crest, forKey: "crest")
            object.setValue(team.id, forKey: "id")
            object.setValue(team.league, forKey: "league")
            object.setValue(team.members, forKey: "members")
            object.setValue(team.name, forKey: "name")
        }
        for player in data.players {
            let object =
                try find("Player", player.id, in: context)
                ?? NSEntityDescription.insertNewObject(
                    forEntityName: "Player",
                    into: context
                )
            object.setValue(player.goals, forKey: "goals")
            object.setValue(player.height, forKey: "height")
            object.setValue(player.id, forKey: "id")
            object.setValue(player.isCaptain, forKey: "isCaptain")
            object.setValue(player.name, forKey: "name")
            let team = try player.teamID.flatMap { try find("Team", $0, in: context) }
            object.setValue(team, forKey: "team")
        }
        try context.save()
    }
}
