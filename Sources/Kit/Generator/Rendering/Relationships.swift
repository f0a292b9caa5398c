import Schema

/// How the manager follows relationships, from one record or from many at once.
func relationships(_ model: ModelContext) -> String {
    let methods = model.entities.flatMap { entity in
        entity.links.flatMap { link in
            model.entities.first { $0.type == link.destination }
                .map { follow(link, from: entity, to: $0) } ?? []
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
) -> [String] {
    switch link.kind {
    case .held(let property):
        [
            held(link, property, entity, destination),
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
        ] + (link.isSet ? [setting(link, column, entity, destination)] : [])
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
            setting(link, join, entity, destination),
        ]
    }
}

private func held(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let one = entity.singular
    let held = "\(one).\(property.trimmingBackticks)"
    let isOptional = entity.properties.first { $0.name == property }?.isOptional ?? true
    let unwrap =
        isOptional ? "guard let identity = \(held) else { return nil }\n    " : ""
    return """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks), or nil when it has none.
        func \(link.name)(of \(one): \(entity.type)) async throws -> \(link.destination)? {
            \(unwrap)return try await \(destination.plural).retrieve(\(isOptional ? "identity" : held))
        }
        """
}

private func related(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool,
    sql: String
) -> String {
    let one = entity.singular
    let isSet = isToMany && !link.isOrdered
    let sentence =
        !isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    return """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(sentence).
        func \(link.name)(of \(one): \(entity.type)) async throws -> \(returned(link)) {
            guard let identity = \(one).identity else { return \(isToMany ? "[]" : "nil") }
            \(isSet ? "let found =" : "return") try await store.read { connection in
                try connection.\(isToMany ? "rows" : "firstRow")(
        \(indented(sqlLiteral(sql), 3))
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
    sql: String
) -> String {
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
        \(signature(link.name, ["of \(many): [\(entity.type)]"], result))
            let identities = \(many).compactMap { $0.identity?.value }
            return try await store.read { connection in
                var found: [\(entity.type).Identity: \(value)] = [:]
                try connection.forEachRow(
        \(indented(sqlLiteral(sql), 3))
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
) -> String {
    let many = entity.plural
    let isOptional = entity.properties.first { $0.name == property }?.isOptional ?? true
    let access = "$0.\(property.trimmingBackticks)\(isOptional ? "?" : "").value"
    let sql = """
        SELECT \(selectedColumns(destination))
        FROM \(sqlName(destination.name))
        WHERE \(sqlName(destination.identity.column)) IN \(destination.identity.elements())
        """
    let result =
        "async throws -> [\(destination.type).Identity: \(link.destination)] {"
    return """
        /// What the \(link.name.trimmingBackticks) of any of the \(many.trimmingBackticks) is, by identity, in one query.
        \(signature(link.name, ["of \(many): [\(entity.type)]"], result))
            let identities = Set(\(many).\(isOptional ? "compactMap" : "map") { \(access) })
            return try await store.read { connection in
                var found: [\(destination.type).Identity: \(link.destination)] = [:]
                try connection.forEachRow(
        \(indented(sqlLiteral(sql), 3))
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

extension IdentityContext {
    /// `values` as a list can bind them.
    fileprivate func list(of values: String) -> String {
        isNumber && type != "Int64" ? "\(values).map(Int64.init)" : values
    }

    /// The elements of the list that is bound at the position.
    fileprivate func elements(at position: Int = 1) -> String {
        let element = type == "String" ? "store_element(value)" : "value"
        return "(SELECT \(element) FROM json_each(?\(position)))"
    }
}

/// `?1` is one identity, or, with `owner`, a list of them, and the last column says whose each row is.
private func relatedSQL(
    _ link: LinkContext,
    _ column: String,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> String {
    let key = sqlName(column)
    let order = order(link, link.positionColumn.map(sqlName), sqlName(destination.identity.column))
    return """
        SELECT \(selectedColumns(destination))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(destination.name))
        WHERE \(key) \(owner.map { "IN \($0.elements())" } ?? "= ?1")\(order)
        """
}

private func joinedSQL(
    _ link: LinkContext,
    _ join: JoinContext,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> String {
    let identity = "t1.\(sqlName(destination.identity.column))"
    let order = order(link, join.positionColumn.map { "t0.\(sqlName($0))" }, identity)
    let key = "t0.\(sqlName(join.own))"
    return """
        SELECT \(selectedColumns(destination, alias: "t1"))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(join.table)) AS t0
        JOIN \(sqlName(destination.name)) AS t1 ON \(identity) = t0.\(sqlName(join.other))
        WHERE \(key) \(owner.map { "IN \($0.elements())" } ?? "= ?1")\(order)
        """
}

/// Nothing for a set. Records without a place come last.
private func order(_ link: LinkContext, _ position: String?, _ identity: String) -> String {
    if link.isToMany, !link.isOrdered { return "" }
    return "\nORDER BY \(position.map { "\($0) NULLS LAST, " } ?? "")\(identity)"
}

/// The method that puts records in place of those that a record has, around what it does.
private func setting(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    note: String = "",
    _ body: String
) -> String {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let order = link.isOrdered ? ", in this order" : ""
    let identities = link.collection(of: "\(destination.type).Identity")
    let parameters = ["_ identities: \(identities)", "of \(one): \(entity.type)"]
    let others = link.isOrdered ? "identities" : "Array(identities)"
    let memory =
        "return try await memory.setRelated(\(swiftLiteral(link.key)), of: \(one), to: \(others))"
    return """
        /// Makes these the \(name) of the \(one.trimmingBackticks)\(order), in place of those that it had.\(note)
        \(signature("set\(name.capitalizedFirst)", parameters, "async throws {"))
            guard let identity = \(one).identity else {
                throw StoreError.noRecord(entity: \(swiftLiteral(entity.name)))
            }
            if let memory = keeping.memory {
        \(indented(memory, 2))
            }
            try await store.write { connection in
        \(indented(body, 2))
            }
        }
        """
}

/// Through pairs: those that stay keep their places in the order of the other side.
private func setting(
    _ link: LinkContext,
    _ join: JoinContext,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let table = sqlName(join.table)
    let (own, other) = (sqlName(join.own), sqlName(join.other))
    let kept = destination.identity.elements(at: 2)
    let reverse =
        join.isSymmetric ? "\n    OR \(other) = ?1 AND \(own) NOT IN \(kept)" : ""
    let clear = """
        DELETE FROM \(table)
        WHERE \(own) = ?1 AND \(other) NOT IN \(kept)\(reverse)
        """
    func insert(_ own: String, _ other: String, _ position: String?) -> String {
        let columns = [own, other] + (position.map { [sqlName($0)] } ?? [])
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let update =
            position.map { "DO UPDATE SET \(sqlName($0)) = excluded.\(sqlName($0))" }
            ?? "DO NOTHING"
        return """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))
            ON CONFLICT \(position == nil ? "" : "(\"source\", \"target\") ")\(update)
            """
    }
    let both =
        executing(insert(own, other, join.positionColumn), isPlaced: link.isOrdered)
        + (join.isSymmetric ? "\n" + executing(insert(other, own, nil)) : "")
    return setting(
        link,
        entity,
        destination,
        """
        try connection.execute(
        \(indented(sqlLiteral(clear), 1))
        ) {
            try $0.bind(identity.value, at: 1)
            try $0.bind(list: \(destination.identity.list(of: "identities.map(\\.value)")), at: 2)
        }
        \(loop(link)) {
        \(indented(both, 1))
        }
        """
    )
}

/// Through the to-one relationships that lead back.
private func setting(
    _ link: LinkContext,
    _ column: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let table = destination.table
    let key = destination.stored(column)
    let position = destination.stored(position: link.positionColumn ?? "", of: column)
    let identity = sqlName(destination.identity.column)
    func owned(_ sql: String) -> String {
        """
        try connection.execute(
        \(indented(sqlLiteral(sql), 1))
        ) {
            try $0.bind(identity.value, at: 1)
        }
        """
    }
    // The place in two steps: a record that comes from elsewhere loses the one that it had.
    let take =
        "UPDATE \(table) SET \(key) = ?1 WHERE \(identity) = ?2"
        + destination.kindCondition("AND")
    let place = "UPDATE \(table) SET \(position) = ?2 WHERE \(identity) = ?1"
    return setting(
        link,
        entity,
        destination,
        """
        \(owned("UPDATE \(table) SET \(position) = NULL WHERE \(key) = ?1"))
        \(loop(link)) {
            let count = \(indented(executing(take), 1).dropFirst(4))
            if count == 0 { throw StoreError.brokenRelationship }
            try connection.execute(
        \(indented(sqlLiteral(place), 2))
            ) {
                try $0.bind(related.value, at: 1)
                try $0.bind(Int64(position), at: 2)
            }
        }
        \(owned("UPDATE \(table) SET \(key) = NULL WHERE \(key) = ?1 AND \(position) IS NULL"))
        """
    )
}

private func loop(_ link: LinkContext) -> String {
    link.isOrdered
        ? "for (position, related) in identities.enumerated()" : "for related in identities"
}

/// `?1` is the record, `?2` the related one, `?3` its place.
private func executing(_ sql: String, isPlaced: Bool = false) -> String {
    """
    try connection.execute(
    \(indented(sqlLiteral(sql), 1))
    ) {
        try $0.bind(identity.value, at: 1)
        try $0.bind(related.value, at: 2)\(isPlaced ? "\n    try $0.bind(Int64(position), at: 3)" : "")
    }
    """
}
