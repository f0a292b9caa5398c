// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// The records of the model Bench, in a file, in memory, or without a database.
nonisolated struct BenchManager: Sendable {
    var places: any PlaceDAO { keeping.records() }

    private let keeping: RecordBackend

    /// The store that generated queries use. Without a database, it is a copy of the records.
    nonisolated(nonsending) var store: CacheStore { get async throws { try await keeping.store } }

    /// The manager of the application's own file, which is opened at the first use. If opening
    /// fails, every use throws the same error.
    static var shared: BenchManager { get throws { try opened.get() } }

    private static let opened = Result {
        try BenchManager(fileAt: DefaultStoreFile.path(forModel: "Bench"))
    }

    /// Opens the file at `path`, and creates it if it does not exist.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: BenchModel.definition))
    }

    /// Returns a manager whose records are in memory, for tests and previews.
    static func inMemory() throws -> BenchManager {
        BenchManager(store: try CacheStore(inMemory: BenchModel.definition))
    }

    /// Stores the records in `store`, which may have a configuration of its own.
    init(store: CacheStore) { keeping = RecordBackend(store) }

    /// Keeps the records in memory, in `store`, without a database.
    init(memory store: MemoryStore) { keeping = RecordBackend(store) }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws { try keeping.close() }

    /// Deletes the file at `path`, with all records. Close its manager first.
    static func removeFile(at path: String) throws { try CacheStore.removeFiles(at: path) }
}
