import DataAccess

/// The SQL statements that read and set one relationship of an entity. The owner is the record that
/// has the relationship.
final class LinkStatements: Sendable {
    /// SQL that selects the related records of the owner with the identity `?1`.
    let related: String
    /// SQL that selects the related records of several owners, whose identities are in the list
    /// `?1`. The last column is the owner's identity.
    let relatedToMany: String
    /// The statements that replace the related records; nil if the relationship can only be set
    /// through its inverse.
    let setting: Setting?

    /// Statements that replace the related records of an owner. `?1` is the owner's identity,
    /// except in `place`.
    enum Setting: Sendable {
        /// Statements for a join table.
        ///
        /// - `clear` deletes the owner's pairs whose related records are not in the list of
        ///   identities `?2`.
        /// - `insert` adds a pair of the owner and the record with the identity `?2`. If
        ///   `isOrdered` is true, the pair gets the position `?3`.
        /// - `reverse` adds the opposite pair of the same two records. It is nil unless the
        ///   relationship is its own inverse.
        case pairs(clear: String, insert: String, reverse: String?, isOrdered: Bool)
        /// Statements for a column of the related records, in the order of execution:
        ///
        /// - `unplace` clears the positions of the owner's related records.
        /// - `take` assigns the record with the identity `?2` to the owner.
        /// - `place` gives the record with the identity `?1` the position `?2`.
        /// - `release` detaches those records of the owner that still have no position.
        case column(unplace: String, take: String, place: String, release: String)
    }

    /// Composes the SQL. The result is nil if the relationship is not stored, or if it is stored in
    /// a column of the entity itself.
    init?(
        _ relationship: RelationshipDescription,
        of entity: EntityDescription,
        to destination: EntityDescription
    ) {
        let columns = destination.columns.map(quoted)
        let identity = quoted(destination.identity)
        let owners = elements(of: entity)
        func order(_ position: String?, _ identity: String) -> String {
            if relationship.isToMany, position == nil { return "" }
            return " ORDER BY \(position.map { "\($0) NULLS LAST, " } ?? "")\(identity)"
        }
        func select(_ alias: String, _ key: String, _ rest: String) -> (String, String) {
            let names = columns.map { alias + $0 }.joined(separator: ", ")
            let condition = "WHERE \(key)"
            return (
                "SELECT \(names) FROM \(rest.replacing("?where", with: "\(condition) = ?1"))",
                "SELECT \(names), \(key) FROM "
                    + rest.replacing("?where", with: "\(condition) IN \(owners)")
            )
        }
        switch relationship.storage {
        case .column: return nil
        case .inverse(let column):
            let position = relationship.isOrdered ? positionColumn(of: column) : nil
            (related, relatedToMany) = select(
                "",
                quoted(column),
                "\(quoted(destination.name)) ?where\(order(position.map(quoted), identity))"
            )
            setting = position.map { _ in Self.setting(column, destination) }
        case .none:
            guard let pairs = relationship.join else { return nil }
            let position = pairs.isOrdered ? "t0.\(quoted(pairs.positionColumn))" : nil
            (related, relatedToMany) = select(
                "t1.",
                "t0.\(quoted(pairs.own))",
                "\(quoted(pairs.table)) AS t0 JOIN \(quoted(destination.name)) AS t1"
                    + " ON t1.\(identity) = t0.\(quoted(pairs.other))"
                    + " ?where\(order(position, "t1.\(identity)"))"
            )
            setting = Self.setting(pairs, destination)
        }
    }

    /// Returns the statements that set the pairs of one record in a join table. They delete the
    /// pairs that are no longer wanted and add the new ones. The other pairs keep their positions
    /// in the inverse relationship.
    private static func setting(_ pairs: PairTable, _ destination: EntityDescription) -> Setting {
        let table = quoted(pairs.table)
        let (own, other) = (quoted(pairs.own), quoted(pairs.other))
        let kept = elements(of: destination, at: 2)
        let reverse = pairs.isSymmetric ? " OR \(other) = ?1 AND \(own) NOT IN \(kept)" : ""
        let start = "INSERT INTO \(table)"
        let position = quoted(pairs.positionColumn)
        let plain = "VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        return .pairs(
            clear: "DELETE FROM \(table) WHERE \(own) = ?1 AND \(other) NOT IN \(kept)\(reverse)",
            insert: pairs.isOrdered
                ? "\(start) (\(own), \(other), \(position)) VALUES (?1, ?2, ?3)"
                    + " ON CONFLICT (\"source\", \"target\")"
                    + " DO UPDATE SET \(position) = excluded.\(position)"
                : "\(start) (\(own), \(other)) \(plain)",
            reverse: pairs.isSymmetric ? "\(start) (\(other), \(own)) \(plain)" : nil,
            isOrdered: pairs.isOrdered
        )
    }

    /// Returns the statements for a column of the destination entity. They set the owner before the
    /// position, because a trigger clears the position when the owner changes.
    private static func setting(_ column: String, _ destination: EntityDescription) -> Setting {
        let table = destination.table
        let key = destination.stored(column)
        let position = quoted(positionColumn(of: destination.tableColumn(column)))
        let identity = quoted(destination.identity)
        return .column(
            unplace: "UPDATE \(table) SET \(position) = NULL WHERE \(key) = ?1",
            take: "UPDATE \(table) SET \(key) = ?1 WHERE \(identity) = ?2\(destination.ofKind)",
            place: "UPDATE \(table) SET \(position) = ?2 WHERE \(identity) = ?1",
            release:
                "UPDATE \(table) SET \(key) = NULL WHERE \(key) = ?1 AND \(position) IS NULL"
        )
    }
}

/// Returns SQL that selects the identities in the JSON array bound to parameter number `position`.
func elements(of entity: EntityDescription, at position: Int = 1) -> String {
    let element = entity.identityKind == .string ? "store_element(value)" : "value"
    return "(SELECT \(element) FROM json_each(?\(position)))"
}
