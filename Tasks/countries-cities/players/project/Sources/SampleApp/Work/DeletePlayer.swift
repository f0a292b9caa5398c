/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    // TODO: delete player
    return false
}
