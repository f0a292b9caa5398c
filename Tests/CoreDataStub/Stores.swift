public import Foundation

public let NSSQLiteStoreType = "SQLite"
public let NSInMemoryStoreType = "InMemory"
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
        let url = type == .inMemory ? URL(fileURLWithPath: "/dev/null") : storeURL
        let store = NSPersistentStore(try StoredRows.at(url))
        if url.path != "/dev/null", !FileManager.default.fileExists(atPath: url.path) {
            try Data().write(to: url)
        }
        persistentStores.append(store)
        return store
    }

    @discardableResult
    open func addPersistentStore(
        ofType storeType: String,
        configurationName configuration: String?,
        at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            type: .init(rawValue: storeType),
            configuration: configuration,
            at: storeURL ?? URL(fileURLWithPath: "/dev/null"),
            options: options
        )
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

/// https://developer.apple.com/documentation/coredata/nspersistentstoredescription
open class NSPersistentStoreDescription: NSObject {
    open var url: URL?
    open var type = NSSQLiteStoreType

    public init(url: URL) { self.url = url }
}

/// https://developer.apple.com/documentation/coredata/nspersistentcontainer
open class NSPersistentContainer: NSObject {
    public let name: String
    public let viewContext: NSManagedObjectContext
    public let managedObjectModel: NSManagedObjectModel
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] = []

    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(.mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    }

    open func loadPersistentStores(
        completionHandler block: (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            let result = Result {
                try persistentStoreCoordinator.addPersistentStore(
                    ofType: description.type,
                    configurationName: nil,
                    at: description.url
                )
            }
            if case .failure(let error) = result {
                block(description, error)
            } else {
                block(description, nil)
            }
        }
    }

    open func performBackgroundTask<T>(
        _ block: @escaping (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }

    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }
}

public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyObjectTrump
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
