public import DataAccess

/// A record of a store. Record types are generated or written by hand.
///
/// A record type implements only ``statements``. The default implementation of `init(stored:)` is
/// compiled in the module of the record type, where `init(row:)` is known, so that reading a row
/// calls no generic code.
///
/// Loops over rows are compiled once for all record types. Compiling the loops for each type would
/// double the compile time and would not make them faster.
public protocol StoredRecord: DescribedRecord {
    static var statements: RecordStatements { get }

    init(stored row: StoreRow) throws
}

extension StoredRecord {
    @inlinable
    public init(stored row: StoreRow) throws { try self.init(row: row) }

    @inlinable
    public static var entity: EntityDescription { statements.entity }

    /// The columns of the table, qualified with the alias `t0`, for the SQL of a query.
    public static var columns: String { statements.columns }
}
