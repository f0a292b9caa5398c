import Schema

/// How the manager follows relationships, from one record or from many at once.
func relationships(_ model: ModelContext) -> Code {
    let places = Dictionary(
        model.entities.enumerated().map { ($1.type, $0) },
        uniquingKeysWith: { first, _ in first }
    )
    let methods = model.entities.flatMap { entity in
        entity.links.flatMap { link in
            places[link.destination].map { follow(link, from: entity, to: model.entities[$0]) }
                ?? []
        } + countedRelationships(of: entity).map { "\($0)" }
    }
    if methods.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented: .joined(methods, by: "\n\n"), 1)
        }

        """
}

func returned(_ link: LinkContext) -> String {
    link.isToMany ? link.collection(of: link.destination) : "\(link.destination)?"
}

extension LinkContext {
    var isToMany: Bool {
        switch kind {
        case .inverse(_, let isToMany): isToMany
        case .joined: true
        case .held: false
        }
    }

    /// Whether the manager has a method that puts records in place of the related ones: the other
    /// relationships are a property of a record.
    var isSet: Bool {
        if case .joined = kind { return true }
        return positionColumn != nil
    }

    /// An array where the model gives an order, else a set.
    func collection(of element: String) -> String {
        isOrdered ? "[\(element)]" : "Set<\(element)>"
    }
}

private func follow(
    _ link: LinkContext,
    from entity: EntityContext,
    to destination: EntityContext
) -> [Code] {
    switch link.kind {
    case .held(let property):
        [
            "\(held(link, property, entity, destination))",
            heldByMany(link, property, entity, destination),
        ]
    case .inverse(let column, let isToMany):
        [
            related(
                link,
                entity,
                destination,
                isToMany: isToMany,
                sql: relatedSQL(link, column, destination)
            ),
            relatedToMany(
                link,
                entity,
                destination,
                isToMany: isToMany,
                sql: relatedSQL(link, column, destination, entity.identity)
            ),
        ] + (link.isSet ? ["\(setting(link, column, entity, destination))"] : [])
    case .joined(let join):
        [
            related(
                link,
                entity,
                destination,
                isToMany: true,
                sql: joinedSQL(link, join, destination)
            ),
            relatedToMany(
                link,
                entity,
                destination,
                isToMany: true,
                sql: joinedSQL(link, join, destination, entity.identity)
            ),
            "\(setting(link, join, entity, destination))",
        ]
    }
}

/// For either backend: what it calls is the same on both.
func held(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let one = entity.singular
    let held = "\(one).\(property.trimmingBackticks)"
    let isOptional = isHeldOptional(property, entity)
    let unwrap =
        isOptional ? "guard let identity = \(held) else { return nil }\n    " : ""
    let isHidden = destination.plural.trimmingBackticks == one.trimmingBackticks
    let records = isHidden ? "self.\(destination.plural)" : destination.plural
    let method: Code = """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks), or nil when it has none.
        \(callerSignature(link.name, ["of \(one): \(entity.type)"], "async throws -> \(link.destination)? {"))
            \(unwrap)return try await \(records).retrieve(\(isOptional ? "identity" : held))
        }
        """
    return method.text
}

func isHeldOptional(_ property: String, _ entity: EntityContext) -> Bool {
    entity.properties.first { $0.name == property }?.isOptional ?? true
}

private func related(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool,
    sql: Code
) -> Code {
    let one = entity.singular
    let isSet = isToMany && !link.isOrdered
    let sentence =
        !isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    return """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(sentence).
        \(callerSignature(link.name, ["of \(one): \(entity.type)"], "async throws -> \(returned(link)) {"))
            guard let identity = \(one).identity else { return \(isToMany ? "[]" : "nil") }
            \(isSet ? "let found =" : "return") try await store.read { connection in
                try connection.\(isToMany ? "rows" : "firstRow")(
        \(indented: sqlLiteral(sql), 3)
                ) {
                    try $0.bind(identity.value, at: 1)
                } read: {
                    try \(destination.type)Mapping.record(from: $0)
                }
            }\(isSet ? "\n    return Set(found)" : "")
        }
        """
}

/// For many records at once; the last column is the identity of the one that each row is for.
private func relatedToMany(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool,
    sql: Code
) -> Code {
    let many = entity.plural
    let column = destination.columns.count
    let key = "try row.required(row.\(entity.identity.reader)(\(column)), \(column))"
    let record = "\(destination.type)Mapping.record(from: row)"
    let value = isToMany ? link.collection(of: link.destination) : link.destination
    let add = link.isOrdered ? "append" : "insert"
    let keep =
        isToMany
        ? "found[owner, default: []].\(add)(try \(record))" : "found[owner] = try \(record)"
    let result = "async throws -> [\(entity.type).Identity: \(value)] {"
    return """
        /// The \(link.name.trimmingBackticks) of each of the \(many.trimmingBackticks) that has any, in one query.
        \(callerSignature(link.name, ["of \(many): [\(entity.type)]"], result))
            let identities = \(many).compactMap { $0.identity?.value }
            return try await store.read { connection in
                var found: [\(entity.type).Identity: \(value)] = [:]
                try connection.forEachRow(
        \(indented: sqlLiteral(sql), 3)
                ) {
                    try $0.bind(list: \(entity.identity.list(of: "identities")), at: 1)
                } _: { row in
                    let owner = \(entity.type).Identity(\(key))
                    \(keep)
                }
                return found
            }
        }
        """
}

private func heldByMany(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> Code {
    let many = entity.plural
    let isOptional = isHeldOptional(property, entity)
    let access = "$0.\(property.trimmingBackticks)\(isOptional ? "?" : "").value"
    let sql: Code = """
        SELECT \(selectedColumns(destination))
        FROM \(sqlName(destination.name))
        WHERE \(sqlName(destination.identity.column)) IN \(destination.identity.elements())
        """
    let result =
        "async throws -> [\(destination.type).Identity: \(link.destination)] {"
    return """
        /// What the \(link.name.trimmingBackticks) of any of the \(many.trimmingBackticks) is, by identity, in one query.
        \(callerSignature(link.name, ["of \(many): [\(entity.type)]"], result))
            let identities = Set(\(many).\(isOptional ? "compactMap" : "map") { \(access) })
            return try await store.read { connection in
                var found: [\(destination.type).Identity: \(link.destination)] = [:]
                try connection.forEachRow(
        \(indented: sqlLiteral(sql), 3)
                ) {
                    try $0.bind(list: \(destination.identity.list(of: "Array(identities)")), at: 1)
                } _: { row in
                    let related = try \(destination.type)Mapping.record(from: row)
                    if let identity = related.identity { found[identity] = related }
                }
                return found
            }
        }
        """
}
