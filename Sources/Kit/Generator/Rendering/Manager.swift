/// Returns the code of a model's manager. An application uses the manager to open the store and to
/// access the records.
func renderManager(_ model: ModelContext) -> Code {
    let access = model.options.access.prefix
    let properties = managerProperties(model) { _ in "keeping.records()" }
    let store = "\(access)nonisolated(nonsending) var store: CacheStore"
    return """
        \(head(of: model.source))

        \(implementationImports(model.options, exposed: ["CacheStore"], records: recordNames(model)))

        /// The records of the model \(model.name), in a file, in memory, or without a database.
        \(access)nonisolated struct \(model.managerName): \(managerProtocol(model)) {
        \(properties)    private let keeping: RecordBackend

            /// The store that generated queries use. Without a database, it is a copy of the records.
        \(indented(braced(store, "get async throws { try await keeping.store }", depth: 1), 1))

        \(sharedManager(model))

            /// Opens the file at `path`, and creates it if it does not exist.
            \(access)init(fileAt path: String) throws {
                self.init(store: try CacheStore(fileAt: path, model: \(modelName(model)).definition))
            }

            /// Returns a manager whose records are in memory, for tests and previews.
            \(access)static func inMemory() throws -> \(model.managerName) {
                \(model.managerName)(store: try CacheStore(inMemory: \(modelName(model)).definition))
            }

            /// Stores the records in `store`, which may have a configuration of its own.
            \(access)init(store: CacheStore) { keeping = RecordBackend(store) }

            /// Keeps the records in memory, in `store`, without a database.
            \(access)init(memory store: MemoryStore) { keeping = RecordBackend(store) }

            /// The path of the file; nil in memory.
            \(access)var path: String? { keeping.path }

            /// Closes the file; later calls throw.
            \(access)func close() throws { try keeping.close() }

            /// Deletes the file at `path`, with all records. Close its manager first.
            \(access)static func removeFile(at path: String) throws { try CacheStore.removeFiles(at: path) }
        }
        \(relationships(model))
        """
}

/// Returns the declarations of the manager's static properties `shared` and `opened`.
func sharedManager(_ model: ModelContext) -> String {
    let (manager, access) = (model.managerName, model.options.access.prefix)
    let shared = braced(
        "\(access)static var shared: \(manager)",
        "get throws { try opened.get() }",
        depth: 1
    )
    let text = """
        /// The manager of the application's own file, which is opened at the first use. If opening
        /// fails, every use throws the same error.
        \(shared)

        private static let opened = Result {
            try \(manager)(fileAt: DefaultStoreFile.path(forModel: \(swiftLiteral(model.name))))
        }
        """
    return indented(text, 1)
}

/// Returns the name of the interface's protocol, or `Sendable` if there is no interface.
func managerProtocol(_ model: ModelContext) -> String {
    model.options.interface == nil ? "Sendable" : interfaceName(model.name)
}

func modelName(_ model: ModelContext) -> String { "\(model.name)Model" }

/// Returns the manager's properties, one line for each entity, and a trailing empty line. Returns
/// an empty string if the model has no entities.
///
/// - Parameter body: the expression for an entity's data access object.
func managerProperties(_ model: ModelContext, _ body: (EntityContext) -> String) -> String {
    let lines = model.entities.map { entity in
        let property = "\(model.options.access.prefix)var \(entity.plural): any \(entity.type)DAO"
        return indented(braced(property, body(entity), depth: 1), 1) + "\n"
    }
    return lines.joined() + (lines.isEmpty ? "" : "\n")
}
