// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// The records of the model Bench, in a file, in memory, or without a database.
nonisolated struct BenchManager: Sendable {
    var places: any PlaceDAO { keeping.records() }

    private let keeping: RecordBackend

    /// The store that generated queries run on; a copy where records are kept without a database.
    nonisolated(nonsending) var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: BenchManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try BenchManager(fileAt: DefaultStoreFile.path(forModel: "Bench"))
    }

    /// Opens the file at `path`, and creates it if it does not exist.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: BenchModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> BenchManager {
        BenchManager(store: try CacheStore(inMemory: BenchModel.definition))
    }

    /// Stores the records in `store`, which may have another configuration.
    init(store: CacheStore) {
        keeping = RecordBackend(store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordBackend(store)
    }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try keeping.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}
