import Schema

/// The one thing an application holds: the store of a model, and what can be done with it.
func renderManager(_ model: ModelContext) -> Code {
    """
    \(head(of: model.source))
    //
    \(usage(model, further: [withoutDatabase(model)]))

    import CacheStore

    /// The records of the model \(model.name).
    nonisolated struct \(model.managerName): Sendable {
    \(managerProperties(model))    private let keeping: RecordKeeping

        /// What generated queries run on; a copy where the records are kept without a database.
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

        /// Opens the file at `path`, making it where there is none.
        init(fileAt path: String) throws {
            self.init(store: try CacheStore(fileAt: path, model: \(modelName(model)).definition))
        }

        /// A store that lives in memory, as long as its manager: for tests and previews.
        static func inMemory() throws -> \(model.managerName) {
            \(model.managerName)(store: try CacheStore(inMemory: \(modelName(model)).definition))
        }

        /// Keeps its records in `store`, which may be opened with a configuration of its own.
        init(store: CacheStore) {
            keeping = RecordKeeping(store)\(assignments(model) { managerAssignment($0) })
        }

        /// Keeps its records in `store`, without a database.
        init(memory store: MemoryStore) {
            keeping = RecordKeeping(store)\(assignments(model) { managerAssignment($0, of: "MemoryDAO<\($0.type)>") })
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

// MARK: - What can be called

private func withoutDatabase(_ model: ModelContext) -> String {
    "Without a database: `\(model.managerName)(memory: MemoryStore(\(modelName(model)).definition))`."
}

/// - Parameter further: how else a manager is made.
func usage(_ model: ModelContext, further: [String] = []) -> Code {
    let calls = model.entities.flatMap { entity -> [(Code, Code)] in
        let (one, records) = (entity.singular, "manager." + entity.plural)
        return [
            ("\(records).list()", "[\(entity.type)], every one"),
            ("\(records).retrieve(identity)", "\(entity.type)?, the one"),
            ("\(records).save(\(one))", "inserts or updates; also [\(entity.type)]"),
            ("\(records).delete(identity)", "Bool, whether there was one"),
            ("\(records).deleteAll()", "Int, how many there were"),
            ("\(records).count()", "Int"),
        ]
            + entity.links.flatMap { usage(of: $0, one) }
    }
    let widths = calls.map(\.0.width)
    let widest = (widths.max() ?? 0) + 2
    let lines = zip(calls, widths).map { call, width -> Code in
        "//     \(call.0)\(spaces: widest - width)\(call.1)"
    }
    let example = model.entities.first.map { first -> Code in
        "// An identity is made from its value: \(first.type).Identity(\(first.identity.type == "String" ? "\"…\"" : "…"))."
    }
    let manager: [Code] = [
        "//",
        "// The manager: `let manager = try \(model.managerName).shared` for the application's file, or",
        "// `try \(model.managerName)(fileAt: path)`, or `try \(model.managerName).inMemory()`.",
    ]
    return .joined(
        ["// What you can call, each with `try await`:", "//"] + lines + manager
            + further.map { "// \($0)" } + (example.map { [$0] } ?? []),
        by: "\n"
    )
}

private func usage(of link: LinkContext, _ one: String) -> [(Code, Code)] {
    let name = link.name.trimmingBackticks
    let call: (Code, Code) = ("manager.\(name)(of: \(one))", "\(returned(link))")
    guard link.isSet else { return [call] }
    return [
        call,
        (
            "manager.set\(name.capitalizedFirst)([identity], of: \(one))",
            "in place of what was there"
        ),
    ]
}

func managerProperty(_ entity: EntityContext) -> String {
    "let \(entity.plural): any \(entity.type)DAO"
}

func managerAssignment(
    _ entity: EntityContext,
    _ holder: String = "store",
    of type: String? = nil
) -> String {
    let name = entity.plural.trimmingBackticks
    let property = name == entity.plural ? name : "self.\(name)"
    return "\(property) = \(type ?? "Stored\(entity.type)DAO")(\(holder): \(holder))"
}

/// A line for each entity, and one that is empty; nothing where there are none.
func managerProperties(_ model: ModelContext) -> String {
    model.entities.map { indented(managerProperty($0), 1) + "\n" }.joined()
        + (model.entities.isEmpty ? "" : "\n")
}

/// A line for each entity, each on a line of its own.
func assignments(_ model: ModelContext, _ line: (EntityContext) -> String) -> String {
    model.entities.map { "\n" + indented(line($0), 2) }.joined()
}
