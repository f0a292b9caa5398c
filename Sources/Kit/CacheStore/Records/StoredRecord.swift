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
        let table = quoted(entity.name)
        let identity = quoted(entity.identity)
        let columns = entity.columns.map(quoted)
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let others = columns.filter { $0 != identity }.map { "\($0) = excluded.\($0)" }
        let select = "SELECT \(columns.joined(separator: ", ")) FROM \(table)"
        list = "\(select) ORDER BY \(identity)"
        retrieve = "\(select) WHERE \(identity) = ?1"
        insert = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
        let update = others.isEmpty ? "NOTHING" : "UPDATE SET \(others.joined(separator: ", "))"
        save = "\(insert) ON CONFLICT (\(identity)) DO \(update)"
        delete = "DELETE FROM \(table) WHERE \(identity) = ?1"
        deleteAll = "DELETE FROM \(table)"
    }
}

/// `name` as an SQL identifier.
func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
}
