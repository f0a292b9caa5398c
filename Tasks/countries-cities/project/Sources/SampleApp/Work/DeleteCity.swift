/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    // TODO: delete city
    return false
}
