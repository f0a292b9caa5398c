public import DataAccess

/// A record that knows its table: what generated mappings make of a record.
public protocol StoredRecord: DescribedRecord {
    /// From the columns of the entity, in their order.
    ///
    /// - Throws: `StoreError.unexpectedValue` where a required value is absent.
    init(row: StoreRow) throws

    /// Binds the columns of the entity, in their order, from `?1`.
    func bind(to bindings: StoreBindings) throws

    static var statements: RecordStatements { get }
}

/// The SQL for the records of an entity, with its columns in their order.
public struct RecordStatements: Sendable, Hashable {
    /// One row for the identity `?1`.
    public let retrieve: String
    /// All columns from `?1`; fails where the identity is taken.
    public let insert: String
    /// All columns from `?1`; replaces the row that has the identity.
    public let save: String
    /// Of the identity `?1`.
    public let delete: String
    /// Of every record.
    public let deleteAll: String
    /// Every row, by identity.
    public let list: String

    /// Made once for each entity; the texts are the same each time.
    public init(_ entity: EntityDescription) {
        let identity = quoted(entity.identity)
        let names = entity.columns.map(quoted).joined(separator: ", ")
        let select = "SELECT \(names) FROM \(quoted(entity.name))"
        list = "\(select) ORDER BY \(identity)"
        retrieve = "\(select) WHERE \(identity) = ?1"
        insert = entity.insert
        save = entity.save
        delete = "DELETE FROM \(entity.table) WHERE \(identity) = ?1\(entity.ofKind)"
        deleteAll =
            "DELETE FROM \(entity.table)"
            + (entity.kindList.map { " WHERE \(kindColumn) IN (\($0))" } ?? "")
    }
}

let kindColumn = quoted(EntityHierarchy.kindColumn)

extension EntityDescription {
    /// The table that holds the records, as an SQL identifier.
    var table: String { quoted(tableName) }

    /// The column of the table that holds `column`, as an SQL identifier.
    func stored(_ column: String) -> String { quoted(hierarchy?.columns[column] ?? column) }

    /// What follows the condition of a statement that changes records of this entity only.
    var ofKind: String { kindList.map { " AND \(kindColumn) IN (\($0))" } ?? "" }

    /// nil where every row of the table is a record of this entity.
    var kindList: String? {
        guard let hierarchy, hierarchy.root != name else { return nil }
        return hierarchy.kinds.map(literal).joined(separator: ", ")
    }

    /// What an insert says besides the columns of the record.
    var kind: (column: String, value: String)? {
        hierarchy.map { _ in ("\(kindColumn), ", "\(literal(name)), ") }
    }

    fileprivate var insert: String {
        let names = columns.map(stored).joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return
            "INSERT INTO \(table) (\(kind?.column ?? "")\(names)) VALUES (\(kind?.value ?? "")\(places))"
    }

    /// Of an abstract entity only records that are there can be saved.
    fileprivate var save: String {
        let others = columns.enumerated().filter { $1 != identity }
        if hierarchy?.isAbstract == true {
            let place = identityPosition + 1
            let changes =
                others.map { "\(stored($1)) = ?\($0 + 1)" } + ["\(quoted(identity)) = ?\(place)"]
            return
                "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE \(quoted(identity)) = ?\(place)\(ofKind)"
        }
        let kept = hierarchy.map { hierarchy in
            let list = hierarchy.kinds.map(literal).joined(separator: ", ")
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

/// `text` as an SQL literal.
private func literal(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
}

/// `name` as an SQL identifier.
func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
}
