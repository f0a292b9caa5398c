// Made by cdgen from Reminders.xcdatamodeld. Edits are lost when cdgen runs again.

package import CacheStore

/// The records of the model Reminders, in a file, in memory, or without a database.
package nonisolated struct RemindersManager: Sendable {
    package var reminders: any ReminderDAO { keeping.records() }

    private let keeping: RecordBackend

    /// The store that generated queries run on; a copy where records are kept without a database.
    package nonisolated(nonsending) var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    package static var shared: RemindersManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try RemindersManager(fileAt: DefaultStoreFile.path(forModel: "Reminders"))
    }

    /// Opens the file at `path`, and creates it if it does not exist.
    package init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: RemindersModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    package static func inMemory() throws -> RemindersManager {
        RemindersManager(store: try CacheStore(inMemory: RemindersModel.definition))
    }

    /// Stores the records in `store`, which may have another configuration.
    package init(store: CacheStore) {
        keeping = RecordBackend(store)
    }

    /// Keeps its records in `store`, without a database.
    package init(memory store: MemoryStore) {
        keeping = RecordBackend(store)
    }

    /// The path of the file; nil in memory.
    package var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    package func close() throws {
        try keeping.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    package static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}
