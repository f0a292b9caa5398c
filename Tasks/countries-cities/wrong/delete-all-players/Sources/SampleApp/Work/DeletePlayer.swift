/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    try await SampleManager.shared.players.deleteAll() > 0
}
