import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// A database connection and its prepared statements.
///
/// Marked `@unchecked Sendable` because only the caller that has taken the connection from its pool
/// may use it.
final class SQLiteConnection: @unchecked Sendable {
    let handle: OpaquePointer
    let path: String?
    let statements = RecentStatements()
    /// Statements that begin and end transactions.
    let control = RecentStatements(areOwn: true)
    let budget = StepBudget()
    let log: LogWatch
    /// Stage of the current read on the caller's thread; `admit` updates it.
    var snapshot = SnapshotState.none
    /// Maximum time to wait for the locks of other connections, in milliseconds.
    private let timeout: Int32

    /// Opens the file at `path`; if `path` is nil, opens a database in memory.
    ///
    /// - Throws: `DatabaseError` if SQLite cannot open the file, or if the file is not a database.
    init(path: String?, isReadOnly: Bool, timeout: Double) throws {
        var opened: OpaquePointer?
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // SQLite's own mutexes are switched off, because only one thread at a time uses the
        // connection.
        let code = sqlite3_open_v2(
            path ?? ":memory:",
            &opened,
            access | SQLITE_OPEN_NOMUTEX,
            nil
        )
        guard code == SQLITE_OK, let opened else {
            let reason = opened.flatMap(sqlite3_errmsg).map { String(cString: $0) }
            sqlite3_close_v2(opened)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: reason)
        }
        handle = opened
        self.path = path
        self.timeout = milliseconds(.seconds(timeout))
        log = LogWatch(opened)
        sqlite3_extended_result_codes(handle, 1)
        _disableDoubleQuotedStringLiterals(handle)
        waitAsConfigured()
        budget.watch(handle)
        addQueryFunctions(to: handle)
        try run("PRAGMA foreign_keys = ON")
        // With this setting, a deletion that cascades within one entity runs the entity's trigger
        // for each record.
        try run("PRAGMA recursive_triggers = ON")
        // Fails if the file is not a database.
        try run("SELECT 1 FROM sqlite_master LIMIT 1")
    }

    deinit { close() }

    /// Closes the connection if it is open. Must not be called while the connection is in use.
    func close() {
        if statements.isClosed { return }
        statements.close()
        control.close()
        // If prepared statements still exist, SQLite closes the connection when they are finalized.
        sqlite3_close_v2(handle)
    }

    /// Makes statements wait for the locks of other connections, up to the configured time-out.
    func waitAsConfigured() { sqlite3_busy_timeout(handle, timeout) }

    func wait(atMost duration: Duration) {
        sqlite3_busy_timeout(handle, duration == .zero ? 0 : milliseconds(duration))
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Checks that the transaction has not ended. After some errors, such as a full disk, SQLite
    /// rolls the whole transaction back. A closure may catch such an error and continue.
    ///
    /// - Throws: `StoreError.refused` if no transaction is in progress.
    func checkIsInTransaction() throws {
        if !isInTransaction { throw rolledBackError }
    }

    /// Checks that the file is still at its path. With a write-ahead log, SQLite does not check
    /// this itself: it would commit to a file that has been removed, and the changes would be lost.
    ///
    /// - Throws: `StoreError.inputOutput` if there is no file or another file at the path. The
    ///   error does not advise to open the store again: SQLite would delete the log of the missing
    ///   file, or add this log to the other file.
    func checkIsInPlace() throws {
        // Remains 0 for a database in memory.
        var hasMoved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved != 0, let path else { return }
        throw StoreError.inputOutput(
            reason: """
                \(path) was removed, renamed or replaced while the store was open; move the \
                original file back to this path
                """
        )
    }

    /// Whether a statement that writes is still running, because its rows are being read.
    var hasRunningWrite: Bool {
        var next = sqlite3_next_stmt(handle, nil)
        while let statement = next {
            if sqlite3_stmt_busy(statement) != 0, sqlite3_stmt_readonly(statement) == 0 {
                return true
            }
            next = sqlite3_next_stmt(handle, statement)
        }
        return false
    }

    // MARK: - Statements that are run once

    /// Runs each statement of `sql`.
    func run(_ sql: String) throws {
        if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw lastError }
    }

    /// Returns the first column of the first row that `sql` yields, as text. Returns nil if the
    /// column is NULL or if there is no row.
    func text(_ sql: String) throws -> String? {
        let statement = StoreStatement(try PreparedStatement(sql, self))
        return try statement.step() ? statement.row.string(0) : nil
    }

    func hasTable(_ name: String) throws -> Bool {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = '\(name)'"
        return try text(sql) != nil
    }

    /// Runs one of a few fixed statements, such as `COMMIT`, and caches the prepared statement.
    func perform(_ sql: String) throws {
        let statement = try control.statement(sql, self, nil)
        defer { statement.rewind() }
        while try statement.step() {}
    }

    var lastError: DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(handle)),
            message: String(cString: sqlite3_errmsg(handle))
        )
    }
}

private let rolledBackError = StoreError.refused(
    reason: """
        an earlier error, such as a full disk, has rolled back the whole transaction: a closure that \
        catches such an error must throw it again; nothing was changed
        """
)

private func milliseconds(_ duration: Duration) -> Int32 { Int32(duration / .milliseconds(1)) }

/// A prepared statement, which is finalized when this object is released.
final class PreparedStatement {
    let pointer: OpaquePointer
    let bindings: StoreBindings

    /// Prepares `sql`.
    ///
    /// - Parameter isKept: whether the statement will be cached and run many times. SQLite uses
    ///   this information as a hint.
    /// - Throws: `DatabaseError` if `sql` is invalid or does not contain exactly one statement.
    init(_ sql: String, _ connection: SQLiteConnection, isKept: Bool = false) throws {
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var (statement, isSingle): (OpaquePointer?, Bool) = (nil, true)
        let code = sql.withCString { start in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection.handle, start, -1, flags, &statement, &rest)
            if code == SQLITE_OK, let rest, rest.pointee != 0 {
                var next: OpaquePointer?
                isSingle =
                    sqlite3_prepare_v2(connection.handle, rest, -1, &next, nil) == SQLITE_OK
                    && next == nil
                sqlite3_finalize(next)
            }
            return code
        }
        guard code == SQLITE_OK else { throw connection.lastError }
        guard let statement, isSingle else {
            sqlite3_finalize(statement)
            throw DatabaseError(
                resultCode: .SQLITE_MISUSE,
                message: "the SQL text must contain exactly one statement"
            )
        }
        pointer = statement
        bindings = StoreBindings(statement: statement)
    }

    deinit { sqlite3_finalize(pointer) }
}
