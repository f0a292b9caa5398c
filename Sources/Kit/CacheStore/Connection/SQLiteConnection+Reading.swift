import Foundation
import GRDB
import GRDBSQLite

/// Progress of a read toward one state of the database that all its statements see.
enum SnapshotState {
    /// No snapshot has been requested, or a transaction provides it.
    case none
    /// The read has begun outside a transaction and has not requested a statement yet.
    case waiting
    /// One statement has been requested outside a transaction.
    case single
}

extension SQLiteConnection {
    /// Runs `body` in a read transaction.
    func reading<T>(_ body: () throws -> T) throws -> T {
        try perform("BEGIN DEFERRED")
        defer { endReading() }
        return try body()
    }

    /// Like `reading`, on the caller's thread: within the step budget, without waiting for other
    /// connections and, for a single statement, without a transaction.
    ///
    /// - Returns: nil if `body` must run again on another thread; its result or error is discarded.
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

    /// Must be called before each use of a statement that a closure requests.
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

    /// Makes work that began on the caller's thread run again on another thread.
    func leaveCaller() throws {
        guard budget.isOn else { return }
        budget.spend()
        throw DatabaseError(resultCode: .SQLITE_INTERRUPT)
    }

    /// Begins a transaction on the state that the first statement has read. If another connection
    /// has committed since then, the read runs again.
    private func keepState() throws {
        let version = dataVersion
        try perform("BEGIN DEFERRED")
        try perform("SELECT 1 FROM sqlite_master LIMIT 1")
        if dataVersion != version { try leaveCaller() }
    }

    /// A number that changes when a read begins on a state that another connection has committed.
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

/// Returns whether the error means that another connection holds a lock.
func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
}
