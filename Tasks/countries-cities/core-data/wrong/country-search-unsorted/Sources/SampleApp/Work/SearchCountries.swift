import CoreData

/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Country")
        request.predicate = NSPredicate(format: "name CONTAINS[c] %@", text)
        return try context.fetch(request).map { object in
            CountryRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? ""
            )
        }
    }
}
