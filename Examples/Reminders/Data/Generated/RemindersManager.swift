// Made by cdgen from Reminders.xcdatamodeld. Edits are lost when cdgen runs again.

package import CacheStore

/// The records of the model Reminders, in a file, in memory, or without a database.
package nonisolated struct RemindersManager: Sendable {
    package var reminders: any ReminderDAO { keeping.records() }

    private let keeping: RecordBackend

    /// The store that generated queries use. Without a database, it is a copy of the records.
    package nonisolated(nonsending) var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, which is opened at the first use. If opening
    /// fails, every use throws the same error.
    package static var shared: RemindersManager { get throws { try opened.get() } }

    private static let opened = Result {
        try RemindersManager(fileAt: DefaultStoreFile.path(forModel: "Reminders"))
    }

    /// Opens the file at `path`, and creates it if it does not exist.
    package init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: RemindersModel.definition))
    }

    /// Returns a manager whose records are in memory, for tests and previews.
    package static func inMemory() throws -> RemindersManager {
        RemindersManager(store: try CacheStore(inMemory: RemindersModel.definition))
    }

    /// Stores the records in `store`, which may have a configuration of its own.
    package init(store: CacheStore) { keeping = RecordBackend(store) }

    /// Keeps the records in memory, in `store`, without a database.
    package init(memory store: MemoryStore) { keeping = RecordBackend(store) }

    /// The path of the file; nil in memory.
    package var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    package func close() throws { try keeping.close() }

    /// Deletes the file at `path`, with all records. Close its manager first.
    package static func removeFile(at path: String) throws { try CacheStore.removeFiles(at: path) }
}
