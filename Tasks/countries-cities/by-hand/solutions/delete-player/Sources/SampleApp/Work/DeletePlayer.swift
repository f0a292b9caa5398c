/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    try openStore().execute("DELETE FROM Player WHERE id = ?", [.text(id)]) > 0
}
