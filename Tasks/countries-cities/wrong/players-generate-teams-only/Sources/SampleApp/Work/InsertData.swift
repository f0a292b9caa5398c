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
}
