/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    try openStore().execute("DELETE FROM City WHERE id = '\(id)'", []) > 0
}
