import DataAccess
import GRDB
import GRDBSQLite

/// A connection to the store, valid only while a `read` or `write` runs.
///
/// Prepared statements are cached by their SQL text. Therefore, use constant SQL and bind every
/// value.
public struct StoreConnection {
    let connection: SQLiteConnection
    let plans: QueryPlans
    /// The tables that the current transaction has written; nil in a read.
    let work: WriteWork?

    /// Returns the rows that `sql` yields, each converted to a value by `read`.
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

    /// Calls `body` with each row that `sql` yields. Only one row is in memory at a time.
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

    /// Returns the first row that `sql` yields, converted to a value by `read`; nil if `sql` yields
    /// no row.
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

    /// Runs `sql` and ignores the rows that it yields.
    ///
    /// - Returns: the number of rows inserted, updated or deleted, not counting changes by triggers
    ///   and deletion rules.
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

    /// Runs `sql` once for each element, with the parameter values that `bind` sets. `bind` must
    /// set every parameter, because a parameter keeps its value from the previous element.
    ///
    /// - Returns: the total number of rows inserted, updated or deleted.
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

    /// Runs `sql` without caching its prepared statement. Intended for SQL that is used only once.
    package func executeOnce(_ sql: String) throws {
        guard let work else { throw writeInReadError }
        try connection.admit()
        try connection.checkIsInTransaction()
        work.note(try work.effects.tables(of: sql, connection))
        try connection.run(sql)
    }

    /// Runs `body` and, if it throws, undoes its changes to the store. Calls can be nested.
    package func savepoint<T>(_ body: () throws -> T) throws -> T {
        try executeOnce("SAVEPOINT part")
        do {
            let result = try body()
            try executeOnce("RELEASE part")
            return result
        } catch {
            // The savepoint no longer exists if SQLite has rolled back the whole transaction.
            try? executeOnce("ROLLBACK TO part")
            try? executeOnce("RELEASE part")
            throw error
        }
    }

    /// Returns the first value that `sql` yields, as text. The prepared statement is not cached.
    package func firstTextOnce(_ sql: String) throws -> String? {
        try connection.admit()
        return try connection.text(sql)
    }

    /// SQLite's row ID of the row that this connection inserted last.
    public var lastInsertedNumber: Int64 { sqlite3_last_insert_rowid(connection.handle) }

    /// Whether the transaction is still in progress. After some errors, such as a full disk, SQLite
    /// rolls the whole transaction back.
    package var isInTransaction: Bool { connection.isInTransaction }

    /// Whether the current transaction violates a foreign key that SQLite checks only at the
    /// commit.
    package var hasBrokenReferences: Bool {
        var (count, highest): (Int32, Int32) = (0, 0)
        let status = SQLITE_DBSTATUS_DEFERRED_FKS
        let code = sqlite3_db_status(connection.handle, status, &count, &highest, 0)
        return code == SQLITE_OK && count > 0
    }

    @usableFromInline
    func statement(_ sql: String) throws -> StoreStatement {
        try connection.admit()
        // Without a transaction, SQLite would commit each statement separately.
        if work != nil { try connection.checkIsInTransaction() }
        return try connection.statements.statement(sql, connection, work)
    }
}
