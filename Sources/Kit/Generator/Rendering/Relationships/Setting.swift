import Schema

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
        \(callerSignature("set\(name.capitalizedFirst)", parameters, "async throws {"))
            guard let identity = \(one).identity else {
                throw StoreError.noRecord(entity: \(swiftLiteral(entity.name)))
            }\(countGuard(link, entity))
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
func setting(
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
func setting(
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
