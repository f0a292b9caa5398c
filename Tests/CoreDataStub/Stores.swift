public import Foundation
import Synchronization

public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomatically"
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomatically"
public let NSDetailedErrorsKey = "NSDetailedErrors"
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
public var NSManagedObjectValidationError: Int { 1550 }
public var NSManagedObjectConstraintValidationError: Int { 1551 }
public var NSValidationMultipleErrorsError: Int { 1560 }
public var NSValidationMissingMandatoryPropertyError: Int { 1570 }
public var NSValidationRelationshipDeniedDeleteError: Int { 1600 }
public var NSManagedObjectConstraintMergeError: Int { 133021 }

/// https://developer.apple.com/documentation/coredata/nspersistentstore
open class NSPersistentStore: NSObject {
    public struct StoreType: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sqlite = StoreType(rawValue: "SQLite")
        public static let inMemory = StoreType(rawValue: "InMemory")
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String!
    let rows: StoredRows

    init(_ rows: StoredRows) {
        self.rows = rows
        identifier = rows.identifier
    }
}

/// What a file would hold; those of one path are one.
final class StoredRows: @unchecked Sendable {
    // Unchecked: used under the lock of the contexts, of which there is one for all.
    struct Row {
        var entity: String
        var attributes: [String: Any]
        var related: [String: [NSManagedObjectID]]
    }

    let identifier = UUID().uuidString
    /// By root entity and number.
    var tables: [String: [Int64: Row]] = [:]
    private var last: [String: Int64] = [:]

    func newNumber(in root: String) -> Int64 {
        last[root, default: 0] += 1
        return last[root] ?? 1
    }

    static func at(_ url: URL) -> StoredRows {
        if url.path == "/dev/null" { return StoredRows() }
        return files.withLock { files in
            if let known = files[url.path], FileManager.default.fileExists(atPath: url.path) {
                return known
            }
            let made = StoredRows()
            files[url.path] = made
            return made
        }
    }

    private static let files = Mutex<[String: StoredRows]>([:])
}

/// https://developer.apple.com/documentation/coredata/nspersistentstorecoordinator
open class NSPersistentStoreCoordinator: NSObject {
    public let managedObjectModel: NSManagedObjectModel
    open private(set) var persistentStores: [NSPersistentStore] = []

    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
    }

    @discardableResult
    open func addPersistentStore(
        type: NSPersistentStore.StoreType,
        configuration: String? = nil,
        at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        let store = NSPersistentStore(StoredRows.at(storeURL))
        if storeURL.path != "/dev/null", !FileManager.default.fileExists(atPath: storeURL.path) {
            try Data().write(to: storeURL)
        }
        persistentStores.append(store)
        return store
    }

    open func remove(_ store: NSPersistentStore) throws {
        persistentStores.removeAll { $0 === store }
    }

    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        let last = url.lastPathComponent
        guard let host = url.host, last.hasPrefix("p"), let number = Int64(last.dropFirst()),
            let entity = managedObjectModel.entitiesByName[url.pathComponents[1]]
        else { return nil }
        return NSManagedObjectID(
            entity: entity.name ?? "",
            root: entity.root.name ?? "",
            number: number,
            store: host
        )
    }
}

/// https://developer.apple.com/documentation/coredata/nspersistentcontainer
open class NSPersistentContainer: NSObject {
    public let name: String
    public let viewContext: NSManagedObjectContext
    public let managedObjectModel: NSManagedObjectModel
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator

    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(.mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    }

    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }
}

/// https://developer.apple.com/documentation/coredata/nsmergepolicy
open class NSMergePolicy: NSObject {
    private override init() {}

    // Made anew each time: nothing is shared.
    open class var error: NSMergePolicy { NSMergePolicy() }
    open class var mergeByPropertyObjectTrump: NSMergePolicy { ObjectTrump() }

    final class ObjectTrump: NSMergePolicy {
        override init() { super.init() }
    }
}
