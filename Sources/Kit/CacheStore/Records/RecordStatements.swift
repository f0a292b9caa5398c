public import DataAccess
import Synchronization

/// The SQL for the records of an entity. Columns are in the order of `EntityDescription.columns`.
/// Each record type creates its statements only once and stores them.
public final class RecordStatements: Sendable {
    /// SQL that selects the row with the identity `?1`.
    public let retrieve: String
    /// SQL that inserts a record; fails if the identity exists. The values of the columns are bound
    /// to `?1` and the following parameters.
    public let insert: String
    /// SQL that inserts a record, or updates the row with the same identity or unique values. The
    /// columns are bound to `?1` and the following parameters. An existing row keeps its derived
    /// attributes, which the store computes.
    public let save: String
    /// SQL that deletes the row with the identity `?1`.
    public let delete: String
    /// SQL that deletes every record of the entity.
    public let deleteAll: String
    /// SQL that selects every record of the entity, ordered by identity.
    public let list: String
    /// SQL that counts the records of the entity.
    public let count: String
    /// List of the entity's columns for SQL, each qualified with the alias `t0`.
    public let columns: String

    /// The entity of the records.
    public let entity: EntityDescription
    let isAbstract: Bool
    /// Whether the SQL `save` returns the identity of the saved record. This may be the identity of
    /// an existing record with the same unique values.
    let returnsIdentity: Bool
    private let links = Mutex<[String: LinkStatements]>([:])

    public init(_ entity: EntityDescription) {
        self.entity = entity
        isAbstract = entity.hierarchy?.isAbstract == true
        returnsIdentity = !entity.uniqueness.isEmpty && !isAbstract
        let identity = quoted(entity.identity)
        let names = entity.columns.map(quoted)
        let select = "SELECT \(names.joined(separator: ", ")) FROM \(quoted(entity.name))"
        columns = names.map { "t0.\($0)" }.joined(separator: ", ")
        list = "\(select) ORDER BY \(identity)"
        retrieve = "\(select) WHERE \(identity) = ?1"
        insert = entity.insert
        save = entity.save
        delete = "DELETE FROM \(entity.table) WHERE \(identity) = ?1\(entity.ofKind)"
        deleteAll =
            "DELETE FROM \(entity.table)"
            + (entity.kindList.map { " WHERE \(kindColumn) IN (\($0))" } ?? "")
        count = "SELECT count(*) FROM \(quoted(entity.name))"
    }

    /// Returns the SQL for a relationship. The SQL is composed at the first request.
    ///
    /// - Throws: `StoreError.badQuery` if the entity has no such relationship, or stores it in its
    ///   own table.
    func link(_ relationship: String, to destination: RecordStatements) throws -> LinkStatements {
        if let known = links.withLock({ $0[relationship] }) { return known }
        let found = entity.relationships.first { $0.name == relationship }
        let made = found.flatMap { LinkStatements($0, of: entity, to: destination.entity) }
        guard let made else {
            throw StoreError.badQuery(
                found == nil
                    ? "\"\(entity.name)\" has no relationship \"\(relationship)\""
                    : "the relationship \"\(relationship)\" is stored in the table of \"\(entity.name)\": use the record's own property for this relationship"
            )
        }
        links.withLock { $0[relationship] = made }
        return made
    }
}

let kindColumn = quoted(EntityHierarchy.kindColumn)

extension EntityDescription {
    /// The table that holds the records, as an SQL identifier.
    var table: String { quoted(tableName) }

    /// Returns the name of the entity's column `column` in the table, as an SQL identifier. The
    /// name can differ from `column` if several entities share the table.
    func stored(_ column: String) -> String { quoted(tableColumn(column)) }

    /// Additional SQL condition, beginning with `AND`, for the rows of this entity; empty if all
    /// rows of the table belong to this entity.
    var ofKind: String { kindList.map { " AND \(kindColumn) IN (\($0))" } ?? "" }

    /// Names of this entity and its descendants, as an SQL list; nil if all rows of the table
    /// belong to this entity.
    var kindList: String? {
        guard let hierarchy, hierarchy.root != name else { return nil }
        return hierarchy.kinds.map(quotedText).joined(separator: ", ")
    }

    /// SQL for the column that contains the name of a record's entity, and for this column's value
    /// in an `INSERT` statement. nil if the table is not shared.
    var kind: (column: String, value: String)? {
        hierarchy.map { _ in ("\(kindColumn), ", "\(quotedText(name)), ") }
    }

    fileprivate var insert: String {
        let names = columns.map(stored).joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return
            "INSERT INTO \(table) (\(kind?.column ?? "")\(names)) VALUES (\(kind?.value ?? "")\(places))"
    }

    /// SQL that inserts or updates a record. For an abstract entity, it only updates existing
    /// records.
    fileprivate var save: String {
        // Leaves out derived attributes, which triggers compute. The record's values may be
        // outdated, and no trigger would replace them if the entity has no other column.
        let derived = Set(attributes.filter { $0.derivation != nil }.map(\.name))
        let others = columns.enumerated().filter { $1 != identity && !derived.contains($1) }
        if hierarchy?.isAbstract == true {
            let place = identityPosition + 1
            let changes =
                others.map { "\(stored($1)) = ?\($0 + 1)" } + ["\(quoted(identity)) = ?\(place)"]
            return
                "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(quoted(identity)) = ?\(place)\(ofKind)"
        }
        let kept = hierarchy.map { hierarchy in
            let list = hierarchy.kinds.map(quotedText).joined(separator: ", ")
            return "\(kindColumn) = CASE WHEN \(kindColumn) IN (\(list)) THEN \(kindColumn) END"
        }
        let updates =
            (kept.map { [$0] } ?? []) + others.map { "\(stored($1)) = excluded.\(stored($1))" }
        let action = updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates.joined(separator: ", "))"
        let conflicts = ([[identity]] + uniqueness).map {
            " ON CONFLICT (\($0.map(stored).joined(separator: ", "))) DO \(action)"
        }
        let returned = uniqueness.isEmpty ? "" : " RETURNING \(quoted(identity))"
        return insert + conflicts.joined() + returned
    }
}

/// Returns `text` as an SQL literal.
package func quotedText(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
}

/// Returns `name` as an SQL identifier.
package func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
}

extension EntityDescription {
    /// The SQL statements for records of this entity. Every access creates them again, so a record
    /// type must store the result.
    public var statements: RecordStatements { RecordStatements(self) }
}
