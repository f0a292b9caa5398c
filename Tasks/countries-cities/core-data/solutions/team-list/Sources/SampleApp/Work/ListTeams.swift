import CoreData

/// Every team in the store.
func listTeams() async throws -> [TeamRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
        return try context.fetch(request).map { object in
            TeamRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? ""
            )
        }
    }
}
