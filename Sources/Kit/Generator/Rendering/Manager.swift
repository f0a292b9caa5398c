/// The application's entry point to a model: its store, and the operations on it.
func renderManager(_ model: ModelContext) -> Code {
    """
    \(head(of: model.source))

    import CacheStore

    /// The records of the model \(model.name), in a file, in memory, or without a database.
    nonisolated struct \(model.managerName): Sendable {
    \(managerProperties(model))    private let keeping: RecordBackend

        /// The store that generated queries run on; a copy where records are kept without a database.
        nonisolated(nonsending) var store: CacheStore {
            get async throws { try await keeping.store }
        }

        /// The manager of the application's own file, opened when it is first asked for. Throws, each
        /// time, when the file could not be opened.
        static var shared: \(model.managerName) {
            get throws { try opened.get() }
        }

        private static let opened = Result {
            try \(model.managerName)(fileAt: DefaultStoreFile.path(forModel: \(swiftLiteral(model.name))))
        }

        /// Opens the file at `path`, and creates it if it does not exist.
        init(fileAt path: String) throws {
            self.init(store: try CacheStore(fileAt: path, model: \(modelName(model)).definition))
        }

        /// A store that lives in memory, as long as its manager: for tests and previews.
        static func inMemory() throws -> \(model.managerName) {
            \(model.managerName)(store: try CacheStore(inMemory: \(modelName(model)).definition))
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
    \(relationships(model))
    """
}

func modelName(_ model: ModelContext) -> String { "\(model.name)Model" }

/// One line per entity and a trailing empty line; empty without entities.
private func managerProperties(_ model: ModelContext) -> String {
    let lines = model.entities.map {
        "    var \($0.plural): any \($0.type)DAO { keeping.records() }\n"
    }
    return lines.joined() + (lines.isEmpty ? "" : "\n")
}
