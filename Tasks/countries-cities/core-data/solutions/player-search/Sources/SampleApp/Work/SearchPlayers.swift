import CoreData

/// The players whose name begins with `text`, ignoring case, sorted by name.
func searchPlayers(_ text: String) async throws -> [PlayerRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
        request.predicate = NSPredicate(format: "name BEGINSWITH[c] %@", text)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request).map { object in
            PlayerRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? "",
                teamID: object.value(forKeyPath: "team.id") as? String
            )
        }
    }
}
