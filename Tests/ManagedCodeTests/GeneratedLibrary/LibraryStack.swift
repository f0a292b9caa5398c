// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess
import Foundation

/// The file of the model Library and the contexts on it. Managed objects stay inside the closures
/// of `read` and `write`; records, which are values, leave them.
nonisolated final class LibraryStack: @unchecked Sendable {
    // Unchecked: nothing here changes once it is made, and a context is used in its own `perform`
    // alone.
    private let container: NSPersistentContainer
    private let writer: NSManagedObjectContext

    /// Where the forms with handlers wait for their turn.
    let queue = TransactionQueue()
    /// nil in memory.
    let path: String?

    /// Opens the file at `path`, making it where there is none; without a path, a store in memory.
    init(fileAt path: String?, bundle: Foundation.Bundle?) throws {
        self.path = path
        container = NSPersistentContainer(
            name: "Library",
            managedObjectModel: try LibraryModel.managedObjectModel(in: bundle)
        )
        let url = URL(fileURLWithPath: path ?? "/dev/null")
        do {
            if path != nil {
                try Foundation.FileManager.default.createDirectory(
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
        // What is saved replaces what has the same unique values.
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    }

    /// For views, on the main thread, to read from: what is saved appears in it.
    @MainActor var viewContext: NSManagedObjectContext {
        let context = container.viewContext
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    /// What `body` makes of the records, in a context of its own that sees what was saved last.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> T
    ) async throws -> T {
        try checkOpen()
        let context = container.newBackgroundContext()
        return try await context.perform { try body(Records(context: context)) }
    }

    /// Saves what `body` changes, all of it or, when it throws, nothing. One at a time.
    func write<T: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> T
    ) async throws -> T {
        try checkOpen()
        let context = writer
        return try await context.perform {
            defer { context.reset() }
            do {
                let result = try body(Records(context: context))
                if context.hasChanges { try translatingErrors { try context.save() } }
                return result
            } catch {
                context.rollback()
                throw error
            }
        }
    }

    /// Closes the file; later calls throw.
    func close() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Removes the file at `path` and what Core Data keeps beside it.
    static func removeFile(at path: String) throws {
        let url = URL(fileURLWithPath: path)
        let support = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT"
        let folder = url.deletingLastPathComponent().appendingPathComponent(support).path
        for file in [path, path + "-wal", path + "-shm", folder]
        where Foundation.FileManager.default.fileExists(atPath: file) {
            try Foundation.FileManager.default.removeItem(atPath: file)
        }
    }

    private func checkOpen() throws {
        let isCancelled = withUnsafeCurrentTask { $0?.isCancelled ?? false }
        if isCancelled { throw Swift.CancellationError() }
        if container.persistentStoreCoordinator.persistentStores.isEmpty {
            throw StoreError.refused(reason: "the store is closed")
        }
    }
}

/// What Core Data refuses, in the words of the other backend.
private nonisolated func translatingErrors<T>(_ body: () throws -> T) throws -> T {
    do {
        return try body()
    } catch {
        throw storeError(error as NSError)
    }
}

private nonisolated func storeError(_ error: NSError) -> StoreError {
    switch error.code {
    case NSValidationMultipleErrorsError:
        let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError]
        return errors?.first.map(storeError) ?? .refused(reason: "Cocoa error \(error.code)")
    case NSValidationRelationshipDeniedDeleteError: return .brokenRelationship
    case NSValidationMissingMandatoryPropertyError:
        let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
        let key = error.userInfo[NSValidationKeyErrorKey] as? String
        let entity = object?.entity.name ?? "record"
        return .invalid(
            entity: entity,
            violations: [Violation(key ?? "a value", "set: every \(entity) needs one")]
        )
    case NSManagedObjectConstraintMergeError, NSManagedObjectConstraintValidationError,
        NSManagedObjectValidationError:
        let key = error.userInfo[NSValidationKeyErrorKey] as? String
        return .constraint(reason: "\(key ?? "a value") (Cocoa error \(error.code))")
    case CocoaError.fileWriteOutOfSpace.rawValue: return .diskFull
    default: return .refused(reason: error.localizedDescription)
    }
}
