import GRDB
public import GRDBSQLite

/// A prepared statement that can be run. A class, because it is passed on with each run.
@usableFromInline
final class StoreStatement {
    @usableFromInline let statement: OpaquePointer
    private let connection: OpaquePointer?
    /// The owner of the SQLite statement. Retained here, because releasing the owner would finalize
    /// the statement.
    private let owner: PreparedStatement
    @usableFromInline let bindings: StoreBindings
    @usableFromInline let row: StoreRow

    init(_ owner: PreparedStatement) {
        self.owner = owner
        statement = owner.pointer
        connection = sqlite3_db_handle(statement)
        bindings = owner.bindings
        row = StoreRow(statement: statement)
    }

    @usableFromInline var changes: Int { Int(sqlite3_changes(connection)) }

    /// Whether the statement has been started and has neither finished nor been reset.
    var isRunning: Bool { sqlite3_stmt_busy(statement) != 0 }

    /// Advances to the next row and returns whether there is one.
    @inlinable
    func step() throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw lastError
    }

    @usableFromInline var lastError: any Error {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: sqlite3_errmsg(connection).map { String(cString: $0) }
        )
    }

    /// Resets the statement for another run and keeps its bound values.
    @inlinable
    func rewind() { sqlite3_reset(statement) }

    /// Resets the statement and clears its bound values. Without a reset, the statement would keep
    /// its read snapshot and reject new values.
    @inlinable
    func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }
}
