import DataAccess
import GRDB
import GRDBSQLite

/// A connection to the store while a `read` or `write` runs; of no use afterwards.
///
/// Statements are prepared once for each connection and text, so give constant SQL and bind every
/// value.
public struct StoreConnection {
    let database: Database
    let plans: QueryPlans
    /// nil while reading.
    let work: WriteWork?
    private let recent = RecentStatements()

    init(database: Database, plans: QueryPlans, work: WriteWork?) {
        self.database = database
        self.plans = plans
        self.work = work
    }

    /// The rows that `sql` yields, each turned into a value by `read`.
    @inlinable
    public func rows<T>(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in },
        read: (StoreRow) throws -> T
    ) throws -> [T] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement.bindings)
        var result: [T] = []
        while try statement.step() { result.append(try read(statement.row)) }
        return result
    }

    /// Hands the rows that `sql` yields to `body` one by one, without keeping them.
    @inlinable
    public func forEachRow(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in },
        _ body: (StoreRow) throws -> Void
    ) throws {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement.bindings)
        while try statement.step() { try body(statement.row) }
    }

    /// The first row that `sql` yields, or nil when it yields none.
    @inlinable
    public func firstRow<T>(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in },
        read: (StoreRow) throws -> T
    ) throws -> T? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement.bindings)
        return try statement.step() ? try read(statement.row) : nil
    }

    /// Runs `sql` to its end.
    ///
    /// - Returns: how many rows it inserted, updated or deleted itself.
    @inlinable
    @discardableResult
    public func execute(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in }
    ) throws -> Int {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement.bindings)
        while try statement.step() {}
        return statement.changes
    }

    /// Runs `sql` once for each element; `bind` binds every parameter.
    ///
    /// - Returns: how many rows that inserted, updated or deleted.
    @inlinable
    @discardableResult
    public func execute<T>(
        _ sql: String,
        forEach elements: [T],
        bind: (T, StoreBindings) throws -> Void
    ) throws -> Int {
        let statement = try statement(sql)
        defer { statement.reset() }
        var changes = 0
        for element in elements {
            try bind(element, statement.bindings)
            while try statement.step() {}
            changes += statement.changes
            statement.rewind()
        }
        return changes
    }

    /// The row number that the last insert of this connection was given.
    public var lastInsertedNumber: Int64 { database.lastInsertedRowID }

    @usableFromInline
    func statement(_ sql: String) throws -> StoreStatement {
        if let known = recent.statement(sql) { return known }
        let statement = try database.cachedStatement(sql: sql)
        if let work, sqlite3_stmt_readonly(statement.sqliteStatement) == 0 {
            try work.note(sql, database)
        }
        return recent.add(sql, statement)
    }
}

/// The statements that a connection has run last. The same text is mostly the same literal, which
/// is told at a glance, where a look-up would read all of it.
///
/// Used only while one `read` or `write` runs.
private final class RecentStatements {
    private var texts: [String] = []
    private var statements: [StoreStatement] = []
    /// What keeps the statements alive.
    private var owners: [Statement] = []

    func statement(_ sql: String) -> StoreStatement? {
        for index in texts.indices where texts[index] == sql { return statements[index] }
        return nil
    }

    func add(_ sql: String, _ owner: Statement) -> StoreStatement {
        let statement = StoreStatement(statement: owner.sqliteStatement)
        if texts.count == 6 {
            texts.removeFirst()
            statements.removeFirst()
            owners.removeFirst()
        }
        texts.append(sql)
        statements.append(statement)
        owners.append(owner)
        return statement
    }
}
