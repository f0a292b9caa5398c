public import CoreData
public import DataAccess
public import Foundation

/// The store of a model in Core Data: a container with its contexts. Managed objects must not be
/// used outside the closures of `read` and `write`. Records can be used anywhere, because they are
/// values.
public final class ManagedStack: @unchecked Sendable {
    // Marked `@unchecked Sendable` because nothing is modified after `init`, and each context is
    // used only in its own `perform`.
    private let container: NSPersistentContainer
    private let writer: NSManagedObjectContext
    let model: ManagedModel
    let listeners = ChangeListeners()
    private var observation: (any NSObjectProtocol)?

    /// Serial queue for the transactions that methods with completion handlers start.
    public let queue = TransactionQueue()
    /// Path of the file; nil for a store in memory.
    public let path: String?

    /// Creates a stack and opens its file. Creates the file if it does not exist.
    ///
    /// - Parameters:
    ///   - path: Path of the SQLite file; nil for a store in memory.
    ///   - model: Entities of the records.
    ///   - compiled: The same model in Core Data's representation. The stack uses a copy of it.
    public init(fileAt path: String?, model: StoreModel, _ compiled: NSManagedObjectModel) throws {
        // Core Data raises an exception if a model that another stack uses is changed.
        let compiled = compiled.copy() as? NSManagedObjectModel ?? compiled
        // Objects are read by property name, so the entities need no classes of their own.
        for entity in compiled.entities { entity.managedObjectClassName = "NSManagedObject" }
        self.path = path
        self.model = ManagedModel(model, compiled)
        container = NSPersistentContainer(name: model.name, managedObjectModel: compiled)
        let url = URL(fileURLWithPath: path ?? "/dev/null")
        do {
            if path != nil {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
            }
            _ = try container.persistentStoreCoordinator.addPersistentStore(
                type: .sqlite,
                configuration: nil,
                at: url,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: true,
                    NSInferMappingModelAutomaticallyOption: true,
                ]
            )
        } catch {
            throw StoreError.cannotOpen(path: url.path, reason: error.localizedDescription)
        }
        writer = container.newBackgroundContext()
        // In a conflict of unique values, the objects being saved replace the stored objects.
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        observation = announceSaves(of: container.persistentStoreCoordinator, to: listeners)
    }

    deinit { observation.map(NotificationCenter.default.removeObserver) }

    /// Creates a stack with a compiled model from a bundle, and opens the stack's file.
    ///
    /// - Parameters:
    ///   - path: Path of the SQLite file; nil for a store in memory.
    ///   - model: Entities of the records.
    ///   - name: Name of the compiled model, without its extension.
    ///   - bundle: Bundle that contains the compiled model. If nil, the application's bundle is
    ///     searched first, and then the bundle that contains `code`.
    ///   - code: A class in the module of the records.
    /// - Throws: `StoreError.unknownModel` if there is no such compiled model.
    public convenience init(
        fileAt path: String?,
        model: StoreModel,
        compiledAs name: String,
        in bundle: Bundle?,
        orThatOf code: AnyClass
    ) throws {
        let bundles = bundle.map { [$0] } ?? [.main, Bundle(for: code)]
        let found = bundles.lazy.compactMap {
            $0.url(forResource: name, withExtension: "momd")
                ?? $0.url(forResource: name, withExtension: "mom")
        }.first
        guard let found, let compiled = NSManagedObjectModel(contentsOf: found) else {
            throw StoreError.unknownModel(name: name, module: bundles[0].bundlePath)
        }
        try self.init(fileAt: path, model: model, compiled)
    }

    /// Context for views, for reading on the main thread. It shows the saved data.
    @MainActor public var viewContext: NSManagedObjectContext {
        let context = container.viewContext
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    /// Runs `body` with a new context, which reads the latest saved data.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (NSManagedObjectContext) throws -> T
    ) async throws -> T {
        try checkOpen()
        let context = container.newBackgroundContext()
        return try await context.perform { try body(context) }
    }

    /// Runs `body` and saves all its changes. Saves nothing if `body` throws, or if the task is
    /// cancelled before the save. Calls run one at a time.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (NSManagedObjectContext) throws -> T
    ) async throws -> T {
        try checkOpen()
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            let context = writer
            return try await context.perform {
                defer { context.reset() }
                do {
                    try cancellation.check()
                    let result = try body(context)
                    try cancellation.check()
                    if context.hasChanges { try translatingErrors { try context.save() } }
                    return result
                } catch {
                    context.rollback()
                    throw error
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    /// Closes the file. Later reads and writes throw an error.
    public func close() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        listeners.finish()
    }

    /// Removes the file at `path` and the additional files that Core Data creates for it.
    public static func removeFile(at path: String) throws {
        let url = URL(fileURLWithPath: path)
        let support = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT"
        let folder = url.deletingLastPathComponent().appendingPathComponent(support).path
        for file in [path, path + "-wal", path + "-shm", folder]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }

    private func checkOpen() throws {
        let isCancelled = withUnsafeCurrentTask { $0?.isCancelled ?? false }
        if isCancelled { throw CancellationError() }
        if container.persistentStoreCoordinator.persistentStores.isEmpty {
            throw StoreError.refused(reason: "the store is closed")
        }
    }

    /// Runs `body` like `read`, but passes it the records of the context.
    func reading<T: Sendable>(
        _ body: @escaping @Sendable (ManagedRecords) throws -> T
    ) async throws -> T {
        try await read { [model] in try body(ManagedRecords(context: $0, model: model)) }
    }

    /// Runs `body` like `write`, but passes it the records of the context.
    func writing<T: Sendable>(
        _ body: @escaping @Sendable (ManagedRecords) throws -> T
    ) async throws -> T {
        try await write { [model] in try body(ManagedRecords(context: $0, model: model)) }
    }
}
