/// Every player in the store.
func listPlayers() async throws -> [PlayerRow] {
    // TODO: player list
    return []
}
