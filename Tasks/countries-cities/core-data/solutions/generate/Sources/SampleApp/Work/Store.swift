import CoreData

/// A context on the app's file.
func openStore() throws -> NSManagedObjectContext {
    let container = NSPersistentContainer(name: "Sample", managedObjectModel: try DataModel.load())
    _ = try container.persistentStoreCoordinator.addPersistentStore(
        type: .sqlite,
        at: DataModel.file
    )
    return container.newBackgroundContext()
}

/// The object of an entity with this id; nil where there is none.
func find(
    _ entity: String,
    _ id: String,
    in context: NSManagedObjectContext
) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "id == %@", id)
    request.fetchLimit = 1
    return try context.fetch(request).first
}
