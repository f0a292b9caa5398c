public import DataAccess

/// A record of a store: generated, or written by hand.
///
/// Of the requirements a record writes ``statements`` alone. The others are compiled for the record in its
/// own module, where `init(row:)` and `bind(to:)` are known, so that reading and binding a row call nothing
/// generic. Loops over rows are compiled once for all records: for each of them, they would take as
/// long to compile as all the rest, and run no faster.
public protocol StoredRecord: DescribedRecord {
    static var statements: RecordStatements { get }

    init(stored row: StoreRow) throws

    func bind(stored bindings: StoreBindings) throws
}

extension StoredRecord {
    @inlinable
    public init(stored row: StoreRow) throws { try self.init(row: row) }

    @inlinable
    public func bind(stored bindings: StoreBindings) throws { try bind(to: bindings) }

    @inlinable
    public static var entity: EntityDescription { statements.entity }

    /// The columns of the table, as `t0`, for the SQL of a query.
    public static var columns: String { statements.columns }
}
