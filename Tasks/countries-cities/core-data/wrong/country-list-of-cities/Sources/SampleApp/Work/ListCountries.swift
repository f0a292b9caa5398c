import CoreData

/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "City")
        return try context.fetch(request).map { object in
            CountryRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? ""
            )
        }
    }
}
