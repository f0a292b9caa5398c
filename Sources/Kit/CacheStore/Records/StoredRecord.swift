public import DataAccess

/// A record that a store can contain. Record types are generated or written by hand.
///
/// A record type implements only ``statements``. It gets `init(stored:)` from a default
/// implementation, which is compiled in the module of the record type. Reading a row therefore
/// calls no generic code.
///
/// Loops over rows are compiled once for all record types. Compiling them for each type would
/// double the compile time without making them faster.
public protocol StoredRecord: DescribedRecord {
    static var statements: RecordStatements { get }

    init(stored row: StoreRow) throws
}

extension StoredRecord {
    @inlinable
    public init(stored row: StoreRow) throws { try self.init(row: row) }

    @inlinable
    public static var entity: EntityDescription { statements.entity }

    /// List of the entity's columns for the SQL of a query, each qualified with the alias `t0`.
    public static var columns: String { statements.columns }
}
