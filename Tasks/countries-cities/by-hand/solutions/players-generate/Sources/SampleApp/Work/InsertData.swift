/// Stores every team and player of `data`, each player with its team. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let database = try openStore()
    try database.execute("BEGIN")
    for team in data.teams {
        try database.execute(
            "INSERT OR REPLACE INTO Team VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .real(Double(team.budget)),
                .text(team.code),
                .text(team.crest),
                .text(team.id),
                .text(team.league),
                .integer(team.members),
                .text(team.name),
            ]
        )
    }
    for player in data.players {
        try database.execute(
            "INSERT OR REPLACE INTO Player VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(player.goals),
                .real(Double(player.height)),
                .text(player.id),
                .integer(player.isCaptain ? 1 : 0),
                .text(player.name),
                player.teamID.map { .text($0) } ?? .null,
            ]
        )
    }
    try database.execute("COMMIT")
}
