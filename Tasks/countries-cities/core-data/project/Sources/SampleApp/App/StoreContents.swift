import CoreData

/// Contents of the app's file, for the command `store`. They are read with a coordinator of their own,
/// whatever the code in `Work` does.
struct StoreContents {
    /// The records of an entity.
    struct Table {
        var name: String
        /// Values by the names of their properties, in alphabetical order.
        var rows: [[String?]]
    }

    let tables: [Table]

    /// Reads the file at `path`; a file that is not there has no tables.
    init(fileAt path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            tables = []
            return
        }
        let model = try DataModel.load()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let file = URL(fileURLWithPath: path)
        _ = try coordinator.addPersistentStore(type: .sqlite, at: file)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let names = model.entities.compactMap(\.name).sorted()
        tables = try context.performAndWait {
            try names.map { name in
                let request = NSFetchRequest<NSManagedObject>(entityName: name)
                return Table(name: name, rows: try context.fetch(request).map(values))
            }
        }
    }
}

/// Attributes, and the id of each related object of which there is one.
private func values(of object: NSManagedObject) -> [String?] {
    let attributes = object.entity.attributesByName
    let relationships = object.entity.relationshipsByName.filter { !$0.value.isToMany }
    return (Array(attributes.keys) + relationships.keys).sorted().map { name in
        let value = object.value(forKey: name)
        if let related = value as? NSManagedObject {
            return related.value(forKey: "id") as? String
        }
        return switch attributes[name]?.attributeType {
        case .booleanAttributeType: (value as? Bool).map { $0 ? "1" : "0" }
        case .floatAttributeType: (value as? Float).map { String(Double($0)) }
        case .integer64AttributeType: (value as? Int64).map(String.init)
        default: value as? String
        }
    }
}
