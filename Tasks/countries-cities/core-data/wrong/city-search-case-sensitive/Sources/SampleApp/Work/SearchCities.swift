import CoreData

/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "City")
        request.predicate = NSPredicate(format: "name BEGINSWITH %@", text)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request).map { object in
            CityRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? "",
                countryID: object.value(forKeyPath: "country.id") as? String
            )
        }
    }
}
