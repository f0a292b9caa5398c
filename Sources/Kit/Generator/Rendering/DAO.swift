/// What can be done with the records of an entity: the protocol.
func renderDAO(_ entity: EntityContext, _ model: ModelContext) -> Code {
    """
    \(head(of: model.source))

    import DataAccess\(lookUpsNeedFoundation(entity) ? "\nimport Foundation" : "")

    \(accessProtocol(of: entity))
    """
}

/// The protocol of what can be done with the records, without the head of the file.
func accessProtocol(of entity: EntityContext) -> Code {
    let (type, one, many) = (entity.type, entity.singular, entity.plural.trimmingBackticks)
    return """
        /// What can be done with \(many).
        protocol \(type)DAO: DataAccessObject where Model == \(type) {
            /// Every \(one), in the order of their identities.
            nonisolated(nonsending) func list() async throws -> [\(type)]

            /// The \(many) that the query finds, in its order.
            nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [\(type)]

            /// The \(one) with this identity, or nil when there is none.
            \(callerSignature("retrieve", ["_ identity: \(type).Identity"], "async throws -> \(type)?"))

            \(saving(entity))
            @discardableResult
            \(callerSignature("save", ["_ \(one): \(type)"], "async throws -> \(type)"))

            /// Saves all of the \(many), or none when it throws.
            @discardableResult
            \(callerSignature("save", ["_ \(entity.plural): [\(type)]"], "async throws -> [\(type)]"))

            /// Deletes the \(one) with this identity. Returns whether there was one.
            @discardableResult
            nonisolated(nonsending) func delete(_ identity: \(type).Identity) async throws -> Bool

            /// Deletes every \(one). Returns how many there were.
            @discardableResult
            nonisolated(nonsending) func deleteAll() async throws -> Int

            nonisolated(nonsending) func count() async throws -> Int
        }
        \(lookUps(entity))
        /// \(many.capitalizedFirst) in memory.
        extension MemoryDAO: \(type)DAO where Model == \(type) {}

        """
}

/// What does it on the store, and the way between its rows and records.
func renderStoredDAO(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let (type, one, many) = (entity.type, entity.singular, entity.plural.trimmingBackticks)
    let read = "\(type)Mapping.record"
    return """
        \(head(of: model.source))

        import CacheStore\(entity.identity.needsUUID ? "\nimport Foundation" : "")

        /// \(many.capitalizedFirst) in the store.
        struct Stored\(type)DAO: \(type)DAO, StoredDataAccessObject {
            let store: CacheStore

            nonisolated(nonsending) func list() async throws -> [\(type)] {
                try await store.read { connection in
        \(indented: braced("try connection.rows(\(type)Mapping.list)", "try \(read)(from: $0)", depth: 3), 3)
                }
            }

            \(callerSignature("retrieve", ["_ identity: \(type).Identity"], "async throws -> \(type)? {"))
                try await store.read { connection in
                    try connection.firstRow(\(type)Mapping.retrieve) {
                        try $0.bind(identity.value, at: 1)
                    } read: {
                        try \(read)(from: $0)
                    }
                }
            }

            \(callerSignature("save", ["_ \(one): \(type)"], "async throws -> \(type) {"))
                try await store.writeBriefly { connection in
                    try Self.save(\(one), connection)
                }
            }

            \(callerSignature("save", ["_ \(entity.plural): [\(type)]"], "async throws -> [\(type)] {"))
                try await store.write { connection in
        \(indented: saveAll(entity), 3)
                }
            }

            nonisolated(nonsending) func delete(_ identity: \(type).Identity) async throws -> Bool {
                try await store.writeBriefly { connection in
                    let count = try connection.execute(\(type)Mapping.delete) {
                        try $0.bind(identity.value, at: 1)
                    }
                    return count > 0
                }
            }

            nonisolated(nonsending) func deleteAll() async throws -> Int {
                try await store.write { connection in
                    let count = try connection.firstRow(\(type)Mapping.count) {
                        try $0.required($0.int64(0), 0)
                    }
                    try connection.execute(\(type)Mapping.deleteAll)
                    return Int(count ?? 0)
                }
            }

            nonisolated(nonsending) func count() async throws -> Int {
                try await store.read { connection in
                    let count = try connection.firstRow(\(type)Mapping.count) {
                        try $0.required($0.int64(0), 0)
                    }
                    return Int(count ?? 0)
                }
            }

        \(indented: saveOne(entity), 1)
        }

        \(mapping(of: entity))

        """
}

/// Without a look-up of the statement for each record, unless each is asked for its new number.
private func saveAll(_ entity: EntityContext) -> String {
    let (many, identity) = (entity.plural, entity.identity)
    let each = "try \(many).map { try Self.save($0, connection) }"
    if !entity.isSavedInOneStep { return each }
    let validation = entity.validations.isEmpty ? "" : "try $0.validate()\n    "
    func run(_ records: String) -> String {
        """
        try connection.execute(\(entity.type)Mapping.save, forEach: \(records)) {
            \(validation)try \(entity.type)Mapping.bind($0, to: $1)
        }
        return \(records)
        """
    }
    guard let property = identity.property?.trimmingBackticks else { return each }
    if !identity.isPropertyOptional { return run(many) }
    guard let new = identity.newValue else { return each }
    return """
        var saved = \(many)
        for index in saved.indices where saved[index].\(property) == nil {
            saved[index].\(property) = \(new)
        }
        \(run("saved"))
        """
}

private func saveOne(_ entity: EntityContext) -> Code {
    let one = entity.singular
    let validation = entity.validations.isEmpty ? "" : "try \(one).validate()\n    "
    return """
        private nonisolated static func save(
            _ \(one): \(entity.type),
            _ connection: StoreConnection
        ) throws -> \(entity.type) {
            \(validation)\(indented(saveBody(entity), 1).dropFirst(4))
        }
        """
}

private func saveBody(_ entity: EntityContext) -> String {
    let (one, identity) = (entity.singular, entity.identity)
    let property = identity.property?.trimmingBackticks
    if entity.hierarchy?.isAbstract == true {
        return """
            let count = \(execute(entity, one))
            if count == 0 { throw StoreError.noRecord(entity: \(swiftLiteral(entity.name))) }
            return \(one)
            """
    }
    let isComplete = property != nil && !identity.isPropertyOptional
    if isComplete, !entity.returnsIdentity { return "\(execute(entity, one))\nreturn \(one)" }
    var lines = ["var saved = \(one)"]
    if let property, !isComplete, let new = identity.newValue {
        lines.append(
            braced("if saved.\(property) == nil", "saved.\(property) = \(new)", depth: 2)
        )
    }
    if entity.returnsIdentity {
        lines.append(returningIdentity(entity))
    } else {
        lines.append(execute(entity, "saved"))
        if identity.newValue == nil {
            let number = "connection.lastInsertedNumber"
            let value =
                property == nil
                ? "\(entity.type).Identity(\(number))"
                : identity.type == "Int64" ? number : "\(identity.type)(exactly: \(number))"
            lines.append(
                braced(
                    "if saved.identity == nil",
                    "saved.\(property ?? "identity") = \(value)",
                    depth: 2
                )
            )
        }
    }
    return (lines + ["return saved"]).joined(separator: "\n")
}

/// The record that was there with the same unique values keeps its identity.
private func returningIdentity(_ entity: EntityContext) -> String {
    let identity = entity.identity
    let value = identity.property == nil ? "\(entity.type).Identity(identity)" : "identity"
    let target = identity.property?.trimmingBackticks ?? "identity"
    return """
        let identity = try connection.firstRow(\(entity.type)Mapping.save) {
            try \(entity.type)Mapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.\(identity.reader)(0), 0)
        }
        if let identity { saved.\(target) = \(value) }
        """
}

private func execute(_ entity: EntityContext, _ record: String) -> String {
    """
    try connection.execute(\(entity.type)Mapping.save) {
        try \(entity.type)Mapping.bind(\(record), to: $0)
    }
    """
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension EntityContext {
    /// Whether saving needs nothing to be read back.
    fileprivate var isSavedInOneStep: Bool {
        !returnsIdentity && hierarchy?.isAbstract != true && identity.property != nil
            && (!identity.isPropertyOptional || identity.newValue != nil)
    }
}

extension IdentityContext {
    /// A new identity as Swift; nil where SQLite numbers the records.
    fileprivate var newValue: String? {
        if property == nil || isNumber { return nil }
        return type == "UUID" ? "UUID()" : "UUID().uuidString"
    }

    /// Whether the DAO makes identities itself, or names their type.
    fileprivate var needsUUID: Bool {
        property != nil && !isNumber && isPropertyOptional || type == "UUID"
    }
}
