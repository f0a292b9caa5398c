import Foundation
import GRDB
import GRDBSQLite

/// Defines how all statements of one read see the same state of the database.
enum SnapshotState {
    /// None has been asked for, or a transaction provides it.
    case none
    /// The first read runs outside a transaction.
    case waiting
    /// One statement was asked for outside a transaction.
    case single
}

extension SQLiteConnection {
    /// Runs `body` in a transaction for reading.
    func reading<T>(_ body: () throws -> T) throws -> T {
        try perform("BEGIN DEFERRED")
        defer { endReading() }
        return try body()
    }

    /// Like `reading`, on the caller's thread: within the step budget, without waiting for other
    /// connections and, for a single statement, without a transaction.
    ///
    /// - Returns: nil if `body` must run again elsewhere; its result or error is dropped.
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

    /// To be called before a statement is used that a closure asks for.
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

    /// Makes work that began on the caller's thread run again elsewhere.
    func leaveCaller() throws {
        guard budget.isOn else { return }
        budget.spend()
        throw DatabaseError(resultCode: .SQLITE_INTERRUPT)
    }

    /// Begins a transaction on the state that the first statement has read; a commit of another
    /// connection since then makes the read run again.
    private func keepState() throws {
        let version = dataVersion
        try perform("BEGIN DEFERRED")
        try perform("SELECT 1 FROM sqlite_master LIMIT 1")
        if dataVersion != version { try leaveCaller() }
    }

    /// Changes when a read begins on a state that another connection has committed.
    private var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    private func endReading() {
        if isInTransaction { try? perform("COMMIT") }
        if isInTransaction { try? perform("ROLLBACK") }
    }
}

/// Whether another connection is in the way.
func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
}
