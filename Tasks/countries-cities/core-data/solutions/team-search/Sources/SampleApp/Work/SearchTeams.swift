import CoreData

/// The teams whose name contains `text`, ignoring case, sorted by name.
func searchTeams(_ text: String) async throws -> [TeamRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
        request.predicate = NSPredicate(format: "name CONTAINS[c] %@", text)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request).map { object in
            TeamRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? ""
            )
        }
    }
}
