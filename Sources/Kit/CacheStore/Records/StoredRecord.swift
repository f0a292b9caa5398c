public import DataAccess

/// A record of a store: generated, or written by hand.
///
/// Of the requirements a record writes ``statements`` alone. The other is compiled for the record in its own
/// module, where `init(row:)` is known, so that reading a row calls nothing generic. Loops over rows are compiled once for all records: for each of them, they would take as
/// long to compile as all the rest, and run no faster.
public protocol StoredRecord: DescribedRecord {
    static var statements: RecordStatements { get }

    init(stored row: StoreRow) throws
}

extension StoredRecord {
    @inlinable
    public init(stored row: StoreRow) throws { try self.init(row: row) }

    @inlinable
    public static var entity: EntityDescription { statements.entity }

    /// The columns of the table, as `t0`, for the SQL of a query.
    public static var columns: String { statements.columns }
}
