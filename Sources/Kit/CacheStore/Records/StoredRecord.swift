public import DataAccess

/// A record of a store: generated, or written by hand.
///
/// Of the requirements a record writes ``statements`` alone. The others have default implementations
/// that are compiled for the record in its own module, where `init(row:)` and `bind(to:)` are known:
/// a loop over rows calls nothing generic.
public protocol StoredRecord: DescribedRecord {
    static var statements: RecordStatements { get }

    init(stored row: StoreRow) throws

    func bind(stored bindings: StoreBindings) throws

    /// Returns the records of the rows that `sql` yields.
    static func rows(
        _ sql: String,
        _ connection: StoreConnection,
        bind: (StoreBindings) throws -> Void
    ) throws -> [Self]

    /// Runs `sql` once for each record, with its columns from `?1`.
    static func execute(
        _ sql: String,
        forEach records: [Self],
        _ connection: StoreConnection
    ) throws
}

extension StoredRecord {
    @inlinable
    public init(stored row: StoreRow) throws { try self.init(row: row) }

    @inlinable
    public func bind(stored bindings: StoreBindings) throws { try bind(to: bindings) }

    @inlinable
    public static func rows(
        _ sql: String,
        _ connection: StoreConnection,
        bind: (StoreBindings) throws -> Void
    ) throws -> [Self] {
        try connection.rows(sql, bind: bind) { try Self(row: $0) }
    }

    @inlinable
    public static func execute(
        _ sql: String,
        forEach records: [Self],
        _ connection: StoreConnection
    ) throws {
        try connection.execute(sql, forEach: records) {
            try $0.validate()
            try $0.bind(to: $1)
        }
    }

    @inlinable
    public static var entity: EntityDescription { statements.entity }

    /// The columns of the table, as `t0`, for the SQL of a query.
    public static var columns: String { statements.columns }
}
