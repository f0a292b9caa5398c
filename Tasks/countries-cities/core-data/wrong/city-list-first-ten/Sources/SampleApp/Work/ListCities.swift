import CoreData

/// Every city in the store.
func listCities() async throws -> [CityRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "City")
        request.fetchLimit = 10
        return try context.fetch(request).map { object in
            CityRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? "",
                countryID: object.value(forKeyPath: "country.id") as? String
            )
        }
    }
}
