import Schema

/// The one thing an application holds: the store of a model, and what can be done with it.
func renderManager(_ model: ModelContext) -> String {
    """
    \(head(of: model.source))
    //
    \(usage(model))

    import CacheStore

    /// The store of the model \(model.name).
    struct \(model.managerName): Sendable {
    \(indented(model.entities.map(property).joined(separator: "\n"), 1))

        /// What generated queries run on.
        let store: CacheStore

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

        private init(store: CacheStore) {
            self.store = store
    \(indented(model.entities.map(assignment).joined(separator: "\n"), 2))
        }

        /// The path of the file; nil in memory.
        var path: String? { store.path }

        /// Closes the file; later calls throw.
        func close() throws {
            try store.close()
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

private func usage(_ model: ModelContext) -> String {
    let calls = model.entities.flatMap { entity in
        let one = entity.singular
        return [
            ("manager.\(entity.plural).list()", "[\(entity.type)], every one"),
            ("manager.\(entity.plural).retrieve(identity)", "\(entity.type)?, the one"),
            ("manager.\(entity.plural).save(\(one))", "inserts or updates; also [\(entity.type)]"),
            ("manager.\(entity.plural).delete(identity)", "Bool, whether there was one"),
            ("manager.\(entity.plural).deleteAll()", "Int, how many there were"),
            ("manager.\(entity.plural).count()", "Int"),
        ]
            + entity.links.map { link in
                ("manager.\(link.name.trimmingBackticks)(of: \(one))", returned(link))
            }
    }
    let width = (calls.map(\.0.count).max() ?? 0) + 2
    let lines = calls.map {
        "//     \($0.0)\(String(repeating: " ", count: width - $0.0.count))\($0.1)"
    }
    let example = model.entities.first.map {
        "// An identity is made from its value: \($0.type).Identity(\($0.identity.type == "String" ? "\"…\"" : "…"))."
    }
    return
        (["// What you can call, each with `try await`:", "//"] + lines + [
            "//",
            "// The manager: `let manager = try \(model.managerName).shared` for the application's file, or",
            "// `try \(model.managerName)(fileAt: path)`, or `try \(model.managerName).inMemory()`.",
        ] + (example.map { [$0] } ?? [])).joined(separator: "\n")
}

private func returned(_ link: LinkContext) -> String {
    if case .inverse(_, true) = link.kind {
        "[\(link.destination)]"
    } else {
        "\(link.destination)?"
    }
}

private func property(_ entity: EntityContext) -> String {
    "let \(entity.plural): any \(entity.type)DAO"
}

private func assignment(_ entity: EntityContext) -> String {
    "\(entity.plural.trimmingBackticks == entity.plural ? entity.plural : "self.\(entity.plural.trimmingBackticks)") = Stored\(entity.type)DAO(store: store)"
}

// MARK: - Relationships

private func relationships(_ model: ModelContext) -> String {
    let methods = model.entities.flatMap { entity in
        entity.links.compactMap { link in
            model.entities.first { $0.type == link.destination }
                .map { follow(link, from: entity, to: $0) }
        }
    }
    if methods.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented(methods.joined(separator: "\n\n"), 1))
        }

        """
}

private func follow(
    _ link: LinkContext,
    from entity: EntityContext,
    to destination: EntityContext
) -> String {
    let one = entity.singular
    switch link.kind {
    case .held(let property):
        let held = "\(one).\(property.trimmingBackticks)"
        let isOptional =
            entity.properties.first { $0.name == property }?.isOptional ?? true
        let unwrap = isOptional ? "guard let identity = \(held) else { return nil }\n    " : ""
        return """
            /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks), or nil when it has none.
            func \(link.name)(of \(one): \(entity.type)) async throws -> \(link.destination)? {
                \(unwrap)return try await \(destination.plural).retrieve(\(isOptional ? "identity" : held))
            }
            """
    case .inverse(let column, let isToMany):
        return """
            /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(isToMany ? ", in the order of their identities" : ", or nil when it has none").
            func \(link.name)(of \(one): \(entity.type)) async throws -> \(returned(link)) {
                guard let identity = \(one).identity else { return \(isToMany ? "[]" : "nil") }
                return try await store.read { connection in
                    try connection.\(isToMany ? "rows" : "firstRow")(
            \(indented(sqlLiteral(relatedSQL(column, destination)), 3))
                    ) {
                        try $0.bind(identity.value, at: 1)
                    } read: {
                        try \(destination.type)Mapping.record(from: $0)
                    }
                }
            }
            """
    }
}

private func relatedSQL(_ column: String, _ destination: EntityContext) -> String {
    """
    SELECT \(selectedColumns(destination))
    FROM \(sqlName(destination.name))
    WHERE \(sqlName(column)) = ?1
    ORDER BY \(sqlName(destination.identity.column))
    """
}
