import DataAccess

/// Table of awaited references: references to records that did not exist at the time of an import.
/// Each row has the referring record, the column of its relationship, the identity of the missing
/// record, and the value of the relationship at the time of the import.
package enum AwaitedReferences {
    package static let make = """
        CREATE TABLE IF NOT EXISTS store_awaited (
            owner TEXT NOT NULL, id NOT NULL, name TEXT NOT NULL, entity TEXT NOT NULL,
            target NOT NULL, former, PRIMARY KEY (owner, id, name)
        )
        """
    fileprivate static let any = "SELECT EXISTS (SELECT 1 FROM store_awaited)"
    static let relationships = "SELECT DISTINCT entity, name FROM store_awaited ORDER BY 1, 2"
    static let forget = "DELETE FROM store_awaited WHERE owner = ?1 AND id = ?2 AND name = ?3"
    static let forgetAll = "DELETE FROM store_awaited WHERE entity = ?1 AND name = ?2"
}

extension StoreConnection {
    /// Whether the table of awaited references has any rows. The table must exist.
    package var hasAwaitedReferences: Bool {
        get throws {
            try firstRow(AwaitedReferences.any) { $0.int64(0) == 1 } ?? false
        }
    }

    /// Deletes the awaited references in these columns of a row.
    package func forgetAwaited(of row: WaitingRows.Row, in columns: [String]) throws {
        for column in columns {
            try executeOnce(
                """
                DELETE FROM store_awaited WHERE owner = \(sqlText(row.table)) AND id = \(row.key)
                AND name = \(sqlText(column))
                """
            )
        }
    }
}

/// Handles references to records that may come with a later import.
extension StoreImport {
    /// Makes the import store references to nonexistent records in the table of awaited references.
    func beginAwaiting() throws {
        hasAwaited = try connection.hasAwaitedReferences
        isAwaiting = true
    }

    /// Deletes the record's awaited references in the relationships for which the imported object
    /// has a value.
    func forgetAwaited(_ plan: ImportPlan, of identity: StoredValue) throws {
        if !hasAwaited { return }
        let mapping = plan.mapping
        for position in plan.values.indices
        where plan.values[position] != nil && mapping.columns[position].destination != nil {
            try connection.execute(AwaitedReferences.forget) {
                try $0.bind([
                    .text(mapping.entity.tableName), identity,
                    .text(mapping.entity.tableColumn(mapping.columns[position].name)),
                ])
            }
        }
    }

    /// Stores this import's references to records that do not exist. Then sets all awaited
    /// references whose records exist now.
    ///
    /// - Returns: the number of references that were set.
    func settleAwaited(_ unresolved: [PendingLink]) throws -> Int {
        if !isAwaiting { return 0 }
        for link in unresolved { try keepAwaited(link) }
        if !hasAwaited { return 0 }
        let all = try connection.rows(AwaitedReferences.relationships) {
            (entity: $0.string(0) ?? "", column: $0.string(1) ?? "")
        }
        return try all.reduce(0) { try $0 + settleAwaited($1.entity, $1.column) }
    }

    private func keepAwaited(_ link: PendingLink) throws {
        let (entity, name) = (link.mapping.entity, link.mapping.columns[link.column].name)
        try connection.execute(
            """
            INSERT OR REPLACE INTO store_awaited (owner, id, name, entity, target, former)
            SELECT ?1, ?2, ?3, ?4, ?5, \(quoted(name)) FROM \(quoted(entity.name))
            WHERE \(quoted(entity.identity)) = ?2
            """
        ) {
            try $0.bind([
                .text(entity.tableName), link.identity, .text(entity.tableColumn(name)),
                .text(entity.name), link.target,
            ])
        }
        hasAwaited = true
    }

    /// For one relationship, sets the awaited references whose target records exist now, oldest
    /// first. Keeps a reference that would violate a uniqueness constraint. Deletes a reference if
    /// the relationship's value has changed since the reference was stored. In a one-to-one
    /// relationship, also deletes a reference if another record already refers to the target
    /// record.
    ///
    /// - Returns: the number of references that were set.
    private func settleAwaited(_ entityName: String, _ column: String) throws -> Int {
        let place = [StoredValue.text(entityName), .text(column)]
        guard let mapping = mappings.mapping(entityName),
            let relationship = mapping.entity.relationship(inColumn: column),
            let destination = mappings.mapping(relationship.destination)
        else {
            // The model no longer has this entity or relationship.
            try connection.execute(AwaitedReferences.forgetAll) { try $0.bind(place) }
            return 0
        }
        let (name, entity, other) = (relationship.name, mapping.entity, destination.entity)
        let isTaken = """
            OR EXISTS (
                SELECT 1 FROM \(entity.table) AS record
                WHERE record.\(entity.stored(name)) = store_awaited.target
            )
            """
        let forget = """
            DELETE FROM store_awaited WHERE entity = ?1 AND name = ?2 AND (NOT EXISTS (
                SELECT 1 FROM \(quoted(entity.name)) AS record
                WHERE record.\(quoted(entity.identity)) = store_awaited.id
                AND record.\(quoted(name)) IS store_awaited.former
            ) \(relationship.isOneToOne ? isTaken : ""))
            """
        try connection.execute(forget) { try $0.bind(place) }
        let found = try connection.rows(
            """
            SELECT id, target FROM store_awaited WHERE entity = ?1 AND name = ?2 AND EXISTS (
                SELECT 1 FROM \(quoted(other.name)) AS other
                WHERE other.\(quoted(other.identity)) = store_awaited.target
            ) ORDER BY rowid
            """
        ) {
            try $0.bind(place)
        } read: {
            (id: $0.value(0), target: $0.value(1))
        }
        var count = 0
        for reference in found {
            do {
                _ = try setReference(name, of: reference.id, mapping, to: reference.target)
                count += 1
            } catch is ImportFlaw {
                // The reference would violate a uniqueness constraint.
            }
        }
        if count > 0 { try connection.execute(forget) { try $0.bind(place) } }
        return count
    }
}
