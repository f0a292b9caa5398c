/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    let manager = try SampleManager.shared
    guard let city = try await manager.cities.retrieve(City.Identity(id)) else { return false }
    for other in try await manager.cities.list() where other.name == city.name {
        if let identity = other.identity { try await manager.cities.delete(identity) }
    }
    return true
}
