import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// The writer of a store while it is one's turn; of no use afterwards.
public struct StoreWriter {
    let store: CacheStore
    let connection: SQLiteConnection
    let cancellation: CancellationFlag?

    /// Runs `body` in a transaction, committed when it returns and rolled back when it throws or the
    /// task was cancelled.
    ///
    /// - Returns: the result of `body`, and whether anything in the store has changed.
    @discardableResult
    public func transaction<T>(
        _ body: (StoreConnection) throws -> T
    ) throws -> (value: T, hasChanged: Bool) {
        try cancellation?.check()
        if let refusal = store.writing.refusal { throw refusal }
        try begin()
        let result = try finish(body, namesBroken: true) { try cancellation?.check() }
        if connection.log.isCheckpointDue { connection.log.checkpoint() }
        return result
    }

    /// Like `transaction`, on the caller's thread: within the step budget, and only if it waits
    /// neither for another connection nor for the disk.
    ///
    /// - Returns: nil if nothing has changed and `body` must run again elsewhere.
    func transactionWithinBudget<T>(
        _ body: (StoreConnection) throws -> T
    ) throws -> (value: T, hasChanged: Bool)? {
        if let refusal = store.writing.refusal { throw refusal }
        guard try beginIfFree() else { return nil }
        let budget = connection.budget
        budget.begin()
        defer { budget.end() }
        do {
            return try finish(body) {
                // A commit is not interrupted.
                budget.end()
                if budget.isSpent { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
                try Task.checkCancellation()
            }
        } catch {
            if budget.isCancelled { throw CancellationError() }
            if budget.isSpent || isBrokenReference(error) { return nil }
            throw error
        }
    }

    /// Runs `body` in the transaction that has begun, and ends it.
    ///
    /// - Parameters:
    ///   - namesBroken: whether to look for the record whose reference keeps it from being committed.
    ///   - check: throws if it is not to be committed.
    private func finish<T>(
        _ body: (StoreConnection) throws -> T,
        namesBroken: Bool = false,
        beforeCommit check: () throws -> Void
    ) throws -> (value: T, hasChanged: Bool) {
        let work = store.writing.nextWork()
        defer {
            store.turns?.leave()
            connection.statements.removeDoubles()
        }
        let before = changeCount
        let value: T
        do {
            value = try body(
                StoreConnection(connection: connection, plans: store.plans, work: work)
            )
            try check()
            try connection.perform("COMMIT")
        } catch {
            let isBroken = namesBroken && connection.isInTransaction && isBrokenReference(error)
            let broken =
                isBroken
                ? connection.brokenRelationship(in: store.plans.model, written: work.tables) : nil
            // SQLite may have rolled back itself, after a full disk for one.
            if connection.isInTransaction { try connection.perform("ROLLBACK") }
            if isBroken { throw StoreError.brokenRelationship(broken) }
            throw error
        }
        let hasChanged = changeCount != before
        if hasChanged {
            store.announcements.announce(store.plans.entities(in: work.tables), of: store)
        }
        return (value, hasChanged)
    }

    /// Waits for the other connections to the file, at most for the configuration's time-out.
    private func begin() throws {
        if store.turns?.isAlone == true, try beginAtOnce() { return }
        let waited = try store.turns?.enter()
        do {
            guard let waited else { return try connection.perform("BEGIN IMMEDIATE") }
            // A connection that does not queue may hold the file, and has been waited for already.
            let left = Duration.seconds(store.configuration.busyTimeout) - waited
            connection.wait(atMost: max(.zero, left))
            defer { connection.waitAsConfigured() }
            // It throws if the store has been closed.
            try connection.perform("BEGIN IMMEDIATE")
        } catch {
            store.turns?.leave()
            throw error
        }
    }

    /// Begins a transaction where no other connection is in the way and its commit does not wait for
    /// the disk.
    private func beginIfFree() throws -> Bool {
        if let turns = store.turns, !turns.enterIfFree() { return false }
        do {
            if try beginAtOnce() {
                if connection.path == nil || !connection.log.mayBeginAnew { return true }
                try connection.perform("ROLLBACK")
            }
        } catch {
            store.turns?.leave()
            throw error
        }
        store.turns?.leave()
        return false
    }

    /// - Returns: whether no other connection is in the way.
    private func beginAtOnce() throws -> Bool {
        connection.wait(atMost: .zero)
        defer { connection.waitAsConfigured() }
        do {
            try connection.perform("BEGIN IMMEDIATE")
            return true
        } catch {
            if isBusy(error) { return false }
            throw error
        }
    }

    /// A reference that the end of a transaction found to lead nowhere.
    private func isBrokenReference(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
    }

    private var changeCount: Int32 { sqlite3_total_changes(connection.handle) }

    /// Later transactions throw, for this reason.
    func refuseFurther(because reason: String) {
        store.writing.refusal = .refused(reason: reason)
    }
}

/// State of the writer between transactions.
///
/// Used only by whoever uses the writer's connection; hence unchecked.
final class WritingState: @unchecked Sendable {
    /// Serial queue for transactions that do not run on the caller's thread.
    let queue = DispatchQueue(label: "CacheStore.writer", qos: .userInitiated)
    /// Why nothing more is written; nil for a store like any other.
    var refusal: StoreError?
    private let effects = StatementEffects()
    private var turn = 0

    func nextWork() -> WriteWork {
        turn += 1
        return WriteWork(effects, turn: turn)
    }
}
