import DataAccess

/// Stores the relationships of imported records.
extension StoreImport {
    func setReference(
        _ column: String,
        of identity: StoredValue,
        _ mapping: ImportMapping,
        to target: StoredValue
    ) throws -> Bool {
        let entity = mapping.entity
        let key = quoted(entity.identity)
        let isThere = try reportingConstraints {
            try connection.execute(
                "UPDATE \(entity.table) SET \(entity.stored(column)) = ?2 WHERE \(key) = ?1\(entity.ofKind)"
            ) {
                try $0.bind(identity, at: 1)
                try $0.bind(target, at: 2)
            } > 0
        }
        if isThere { waiting?.note([column], of: identity, entity) }
        return isThere
    }

    func relate(
        _ related: [StoredValue],
        to identity: StoredValue,
        by children: ImportPlan.Children
    ) throws {
        switch children.relationship.place {
        case .pairs(let pairs): try pair(identity, with: related, in: pairs)
        case .column(let column):
            let entity = children.mapping.entity
            let places = PlacesOfRecords(
                table: entity.table,
                owner: entity.stored(column),
                record: quoted(entity.identity),
                position: quoted(positionColumn(of: entity.tableColumn(column)))
            )
            try order(related, of: identity, places)
        }
    }

    func clear(_ children: ImportPlan.Children, of identity: StoredValue) throws {
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

    /// Adds the records in `related` to a relationship of the record `identity`. The relationship
    /// is stored in a join table. In an ordered relationship, the records in `related` come first,
    /// in the given order; the other related records follow.
    private func pair(
        _ identity: StoredValue,
        with related: [StoredValue],
        in pairs: PairTable
    ) throws {
        let (own, other) = (quoted(pairs.own), quoted(pairs.other))
        let table = quoted(pairs.table)
        var directions = ["(\(own), \(other))"]
        if pairs.isSymmetric { directions.append("(\(other), \(own))") }
        for columns in directions {
            for related in related {
                try connection.execute(
                    "INSERT INTO \(table) \(columns) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
                ) {
                    try $0.bind(identity, at: 1)
                    try $0.bind(related, at: 2)
                }
            }
        }
        if !pairs.isOrdered { return }
        let position = quoted(pairs.positionColumn)
        let places = PlacesOfRecords(table: table, owner: own, record: other, position: position)
        try order(related, of: identity, places)
    }

    /// Moves the records in `related`, in the given order, to the beginning of an ordered
    /// relationship of the record `identity`. The other related records follow in their previous
    /// order.
    private func order(
        _ related: [StoredValue],
        of identity: StoredValue,
        _ places: PlacesOfRecords
    ) throws {
        let before = try connection.rows(places.select) {
            try $0.bind(identity, at: 1)
        } read: {
            ($0.value(0), $0.int64(1))
        }
        var seen: Set<StoredValue> = []
        let named = related.filter { seen.insert($0).inserted }
        let all = named + before.map(\.0).filter { !seen.contains($0) }
        let old = Dictionary(before) { first, _ in first }
        for (number, record) in all.enumerated() where old[record] != Int64(number) {
            try connection.execute(places.update) {
                try $0.bind(identity, at: 1)
                try $0.bind(record, at: 2)
                try $0.bind(Int64(number), at: 3)
            }
        }
    }
}

/// SQL that reads and writes the positions of related records in an ordered relationship.
private struct PlacesOfRecords {
    var table: String
    /// The column with the identity of the record that has the relationship.
    var owner: String
    /// The column with the identity of the related record.
    var record: String
    var position: String

    var select: String {
        "SELECT \(record), \(position) FROM \(table) WHERE \(owner) = ?1 ORDER BY \(position) NULLS LAST, \(record)"
    }

    var update: String {
        "UPDATE \(table) SET \(position) = ?3 WHERE \(owner) = ?1 AND \(record) = ?2"
    }
}
