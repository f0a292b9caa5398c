/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    let manager = try SampleManager.shared
    guard let first = try await manager.cities.list().first?.identity else { return false }
    return try await manager.cities.delete(first)
}
