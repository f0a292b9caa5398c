import DataAccess

/// What an object says of the records on the other side of a relationship.
extension ImportRun {
    func store(_ children: ImportPlan.Children, of identity: StoredValue) throws {
        if children.isCleared { try clear(children, of: identity) }
        var related: [StoredValue] = []
        for (path, element) in children.elements {
            do {
                related.append(try store(element, of: identity, children))
            } catch let flaw as ImportFlaw {
                report.nested.skipped += 1
                problem(flaw.under(path))
            }
        }
        if case .pairs(let pairs) = children.relationship.place, !related.isEmpty {
            try pair(identity, with: related, in: pairs, children.mapping)
        }
    }

    private func clear(_ children: ImportPlan.Children, of identity: StoredValue) throws {
        let entity = children.mapping.entity
        let sql: String
        switch children.relationship.place {
        case .column(let column):
            let stored = entity.stored(column)
            sql = "UPDATE \(entity.table) SET \(stored) = NULL WHERE \(stored) = ?1\(entity.ofKind)"
        case .pairs(let pairs):
            let other = pairs.isSymmetric ? " OR \(quoted(pairs.other)) = ?1" : ""
            sql = "DELETE FROM \(quoted(pairs.table)) WHERE \(quoted(pairs.own)) = ?1\(other)"
        }
        try reportingConstraints {
            try connection.execute(sql) { try $0.bind(identity, at: 1) }
        }
    }

    /// - Returns: the identity of the related record.
    private func store(
        _ element: ImportPlan.Element,
        of identity: StoredValue,
        _ children: ImportPlan.Children
    ) throws -> StoredValue {
        let (mapping, column) = (children.mapping, children.relationship.column)
        switch element {
        case .object(var plan):
            if let position = mapping.columns.firstIndex(where: { $0.name == column }) {
                plan.values[position] = identity
            }
            let stored = try store(plan)
            count(stored.outcome, in: &report.nested)
            return stored.identity
        case .identity(let child):
            let entity = mapping.entity
            let isThere: Bool
            if let column {
                let key = quoted(entity.identity)
                isThere =
                    try connection.execute(
                        "UPDATE \(entity.table) SET \(entity.stored(column)) = ?2 WHERE \(key) = ?1\(entity.ofKind)"
                    ) {
                        try $0.bind(child, at: 1)
                        try $0.bind(identity, at: 2)
                    } > 0
            } else {
                isThere = try exists(child, mapping)
            }
            if isThere { return child }
            throw ImportFlaw(reason: "there is no \(entity.name) of that identity")
        }
    }

    /// Adds pairs. Where the relationship has an order, these come first, in theirs, and those that
    /// were there and are not named follow in the one that they had.
    private func pair(
        _ identity: StoredValue,
        with related: [StoredValue],
        in pairs: PairTable,
        _ mapping: ImportMapping
    ) throws {
        var seen: Set<StoredValue> = []
        var all = related.filter { seen.insert($0).inserted }
        let named = all.count
        if pairs.isOrdered {
            let before = try others(of: identity, in: pairs)
            if Array(before.prefix(named)) == all { return }
            all += before.filter { !seen.contains($0) }
        }
        let directions =
            [(pairs.own, pairs.other)] + (pairs.isSymmetric ? [(pairs.other, pairs.own)] : [])
        for (own, other) in directions {
            let position = pairs.isOrdered ? (", \"position\"", ", ?3") : ("", "")
            let action =
                pairs.isOrdered ? "UPDATE SET \"position\" = excluded.\"position\"" : "NOTHING"
            let sql = """
                INSERT INTO \(quoted(pairs.table)) (\(quoted(own)), \(quoted(other))\(position.0))
                VALUES (?1, ?2\(position.1))
                ON CONFLICT (\(quoted(own)), \(quoted(other))) DO \(action)
                """
            for (number, related) in all.enumerated() {
                try connection.execute(sql) {
                    try $0.bind(identity, at: 1)
                    try $0.bind(related, at: 2)
                    if pairs.isOrdered { try $0.bind(Int64(number), at: 3) }
                }
            }
        }
    }

    private func others(of identity: StoredValue, in pairs: PairTable) throws -> [StoredValue] {
        let other = quoted(pairs.other)
        return try connection.rows(
            """
            SELECT \(other) FROM \(quoted(pairs.table)) WHERE \(quoted(pairs.own)) = ?1
            ORDER BY "position", \(other)
            """
        ) {
            try $0.bind(identity, at: 1)
        } read: {
            $0.value(0)
        }
    }
}
