import CoreData

/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    let context = try openStore()
    return try await context.perform {
        guard let player = try find("Player", id, in: context) else { return false }
        context.delete(player)
        try context.save()
        return true
    }
}
