/// Every team in the store.
func listTeams() async throws -> [TeamRow] {
    try await SampleManager.shared.players.list().map { player in
        TeamRow(id: player.id ?? "", name: player.name ?? "")
    }
}
