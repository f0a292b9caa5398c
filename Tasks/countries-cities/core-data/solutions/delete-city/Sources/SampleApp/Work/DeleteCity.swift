import CoreData

/// Deletes the city with this id. Returns whether there was one.
func deleteCity(id: String) async throws -> Bool {
    let context = try openStore()
    return try await context.perform {
        guard let city = try find("City", id, in: context) else { return false }
        context.delete(city)
        try context.save()
        return true
    }
}
