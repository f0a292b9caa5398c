import Foundation
import GRDB
import GRDBSQLite

/// Stage of a read that begins without a transaction. The read opens a transaction before its
/// second statement. If another connection has committed since the first statement, the read starts
/// again on another thread. All its statements therefore see the same state of the database.
enum SnapshotState {
    /// No transaction needs to be opened: no read is running, or the current read has already
    /// opened one.
    case none
    /// No statement has been requested yet.
    case waiting
    /// The read has requested one statement and has not opened a transaction.
    case single
}

extension SQLiteConnection {
    /// Runs `body` in a read transaction.
    func reading<T>(_ body: () throws -> T) throws -> T {
        try perform("BEGIN DEFERRED")
        defer { endReading() }
        return try body()
    }

    /// Runs `body` on the caller's thread, within the limits of `StepBudget` and without waiting
    /// for other connections. Opens no transaction if `body` requests only one statement.
    ///
    /// - Returns: nil if the step budget is spent or another connection holds a lock. In this case,
    ///   `body` must run again on another thread, and its first result or error is discarded.
    func readingWithinBudget<T>(_ body: () throws -> T) throws -> T? {
        budget.begin()
        budget.spendInsteadOfWaiting(handle)
        snapshot = .waiting
        defer {
            budget.end()
            if budget.isExceeded, snapshot == .single { statements.noteLong() }
            snapshot = .none
            if isInTransaction { endReading() }
            waitAsConfigured()
        }
        do {
            let value = try body()
            return budget.isSpent ? nil : value
        } catch {
            if budget.isCancelled { throw CancellationError() }
            if budget.isSpent || isBusy(error) { return nil }
            throw error
        }
    }

    /// Prepares the connection for the next statement of a `read` or `write` closure. If a read
    /// began without a transaction, opens a transaction before the second statement. Must be called
    /// before each statement.
    ///
    /// - Throws: an error if the work must run again on another thread, for example because the
    ///   step budget is spent.
    func admit() throws {
        guard budget.isOn else { return }
        if budget.isSpent { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
        switch snapshot {
        case .none: return
        case .waiting: snapshot = .single
        case .single:
            snapshot = .none
            try keepState()
        }
    }

    /// Throws an error that ends the work on the caller's thread. The work then runs again on
    /// another thread. Has no effect if the step budget does not apply.
    func leaveCaller() throws {
        guard budget.isOn else { return }
        budget.spend()
        throw DatabaseError(resultCode: .SQLITE_INTERRUPT)
    }

    /// Begins a transaction that sees the same state of the database as the read's first statement.
    /// Throws if another connection has committed since that statement ran. The read then runs
    /// again on another thread.
    private func keepState() throws {
        let version = dataVersion
        try perform("BEGIN DEFERRED")
        try perform("SELECT 1 FROM sqlite_master LIMIT 1")
        if dataVersion != version { try leaveCaller() }
    }

    /// SQLite's data version. It changes whenever this connection sees a new commit by another
    /// connection.
    private var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    private func endReading() {
        statements.removeDoubles()
        if isInTransaction { try? perform("COMMIT") }
        if isInTransaction { try? perform("ROLLBACK") }
    }
}

/// Returns whether the error is SQLite's `SQLITE_BUSY`: another connection holds a lock on the
/// file.
func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
}
