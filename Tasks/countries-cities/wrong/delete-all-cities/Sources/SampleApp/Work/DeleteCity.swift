/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    try await SampleManager.shared.cities.deleteAll() > 0
}
