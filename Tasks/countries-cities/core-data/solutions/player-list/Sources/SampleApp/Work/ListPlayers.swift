import CoreData

/// Every player in the store.
func listPlayers() async throws -> [PlayerRow] {
    let context = try openStore()
    return try await context.perform {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
        return try context.fetch(request).map { object in
            PlayerRow(
                id: object.value(forKey: "id") as? String ?? "",
                name: object.value(forKey: "name") as? String ?? "",
                teamID: object.value(forKeyPath: "team.id") as? String
            )
        }
    }
}
