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
    switch link.kind {
    case .inverse(_, true), .joined: "[\(link.destination)]"
    case .held, .inverse(_, false): "\(link.destination)?"
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
                sql: relatedSQL(column, destination)
            ),
            relatedToMany(
                link,
                entity,
                destination,
                isToMany: isToMany,
                sql: relatedSQL(column, destination, entity.identity)
            ),
        ]
    case .joined(let join):
        [
            related(
                link,
                entity,
                destination,
                isToMany: true,
                isOrdered: join.isOrdered,
                sql: joinedSQL(join, destination)
            ),
            relatedToMany(
                link,
                entity,
                destination,
                isToMany: true,
                sql: joinedSQL(join, destination, entity.identity)
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
    isOrdered: Bool = false,
    sql: String
) -> String {
    let one = entity.singular
    let order = isOrdered ? ", in their order" : ", in the order of their identities"
    return """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(isToMany ? order : ", or nil when it has none").
        func \(link.name)(of \(one): \(entity.type)) async throws -> \(returned(link)) {
            guard let identity = \(one).identity else { return \(isToMany ? "[]" : "nil") }
            return try await store.read { connection in
                try connection.\(isToMany ? "rows" : "firstRow")(
        \(indented(sqlLiteral(sql), 3))
                ) {
                    try $0.bind(identity.value, at: 1)
                } read: {
                    try \(destination.type)Mapping.record(from: $0)
                }
            }
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
    let value = isToMany ? "[\(link.destination)]" : link.destination
    let keep =
        isToMany
        ? "found[owner, default: []].append(try \(record))" : "found[owner] = try \(record)"
    return """
        /// The \(link.name.trimmingBackticks) of each of the \(many.trimmingBackticks) that has any, in one query.
        func \(link.name)(
            of \(many): [\(entity.type)]
        ) async throws -> [\(entity.type).Identity: \(value)] {
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
        WHERE \(sqlName(destination.identity.column)) IN \(destination.identity.elements)
        """
    return """
        /// What the \(link.name.trimmingBackticks) of any of the \(many.trimmingBackticks) is, by identity, in one query.
        func \(link.name)(
            of \(many): [\(entity.type)]
        ) async throws -> [\(destination.type).Identity: \(link.destination)] {
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

    /// The elements of the list that is bound as `?1`.
    fileprivate var elements: String {
        let element = type == "String" ? "store_element(value)" : "value"
        return "(SELECT \(element) FROM json_each(?1))"
    }
}

/// `?1` is one identity, or, with `owner`, a list of them, and the last column says whose each row is.
private func relatedSQL(
    _ column: String,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> String {
    let key = sqlName(column)
    return """
        SELECT \(selectedColumns(destination))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(destination.name))
        WHERE \(key) \(owner.map { "IN \($0.elements)" } ?? "= ?1")
        ORDER BY \(sqlName(destination.identity.column))
        """
}

private func joinedSQL(
    _ join: JoinContext,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> String {
    let identity = "t1.\(sqlName(destination.identity.column))"
    let order = join.isOrdered ? "t0.\(sqlName(JoinTable.positionColumn)), " : ""
    let key = "t0.\(sqlName(join.own))"
    return """
        SELECT \(selectedColumns(destination, alias: "t1"))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(join.table)) AS t0
        JOIN \(sqlName(destination.name)) AS t1 ON \(identity) = t0.\(sqlName(join.other))
        WHERE \(key) \(owner.map { "IN \($0.elements)" } ?? "= ?1")
        ORDER BY \(order)\(identity)
        """
}

private func setting(
    _ link: LinkContext,
    _ join: JoinContext,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let table = sqlName(join.table)
    let (own, other) = (sqlName(join.own), sqlName(join.other))
    let columns =
        join.isOrdered
        ? "\(own), \(other), \(sqlName(JoinTable.positionColumn))" : "\(own), \(other)"
    let places = join.isOrdered ? "?1, ?2, ?3" : "?1, ?2"
    let clear =
        "DELETE FROM \(table) WHERE \(own) = ?1\(join.isSymmetric ? " OR \(other) = ?1" : "")"
    let insert = "INSERT INTO \(table) (\(columns)) VALUES (\(places)) ON CONFLICT DO NOTHING"
    let reverse =
        join.isSymmetric
        ? "\n"
            + pair(
                "INSERT INTO \(table) (\(other), \(own)) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                false
            )
        : ""
    let loop =
        join.isOrdered
        ? "for (position, related) in identities.enumerated()" : "for related in identities"
    let order = join.isOrdered ? ", in this order" : ""
    return """
        /// Makes these the \(name) of the \(one.trimmingBackticks)\(order), in place of those that it had.
        func set\(name.capitalizedFirst)(
            _ identities: [\(destination.type).Identity],
            of \(one): \(entity.type)
        ) async throws {
            guard let identity = \(one).identity else {
                throw StoreError.noRecord(entity: \(swiftLiteral(entity.name)))
            }
            if let memory = keeping.memory {
                return try await memory.setRelated(\(swiftLiteral(name)), of: \(one), to: identities)
            }
            try await store.write { connection in
                try connection.execute(
        \(indented(sqlLiteral(clear), 3))
                ) {
                    try $0.bind(identity.value, at: 1)
                }
                \(loop) {
        \(indented(pair(insert, join.isOrdered) + reverse, 3))
                }
            }
        }
        """
}

private func pair(_ sql: String, _ isOrdered: Bool) -> String {
    """
    try connection.execute(
    \(indented(sqlLiteral(sql), 1))
    ) {
        try $0.bind(identity.value, at: 1)
        try $0.bind(related.value, at: 2)\(isOrdered ? "\n    try $0.bind(Int64(position), at: 3)" : "")
    }
    """
}
