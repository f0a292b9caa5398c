/// Stores every team and player of `data`, each player with its team. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let manager = try SampleManager.shared
    try await manager.teams.save(
        data.teams.map { team in
            Team(
                budget: team.budget,
                code: team.code,
                crest: team.crest,
                id: team.id,
                league: team.league,
                members: team.members,
                name: team.name
            )
        }
    )
    try await manager.players.save(
        data.players.map { player in
            Player(
                goals: player.goals,
                height: player.height,
                id: player.id,
                isCaptain: player.isCaptain,
                name: player.name,
                team: player.teamID.map(Team.Identity.init)
            )
        }
    )
}
