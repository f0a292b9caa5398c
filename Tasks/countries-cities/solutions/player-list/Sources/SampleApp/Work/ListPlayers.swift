/// Every player in the store.
func listPlayers() async throws -> [PlayerRow] {
    try await SampleManager.shared.players.list().map { player in
        PlayerRow(id: player.id ?? "", name: player.name ?? "", teamID: player.team?.value)
    }
}
