/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    try await SampleManager.shared.players.delete(Player.Identity(id))
}
