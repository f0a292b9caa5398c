import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// Write access to a store, valid only while the closure that receives it runs.
public struct StoreWriter {
    let store: CacheStore
    let connection: SQLiteConnection
    let cancellation: CancellationFlag?

    /// Runs `body` in a transaction. The transaction is committed if `body` returns, and rolled
    /// back if `body` throws or the task is cancelled before the commit.
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

    /// Runs `body` like `transaction`, but on the caller's thread and within the limits of
    /// `StepBudget`. The transaction runs only if it need not wait for another connection or the
    /// disk.
    ///
    /// - Returns: nil if `body` must run on another thread, for example because the transaction
    ///   would wait, exceeds the budget or violates a foreign key. In this case, nothing has
    ///   changed.
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
                // Ends the budget, because a commit must not be interrupted.
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

    /// Runs `body` in the transaction that has already begun, and commits or rolls back the
    /// transaction.
    ///
    /// - Parameters:
    ///   - namesBroken: whether to look for the record whose reference prevents the commit.
    ///   - check: throws if the transaction must not be committed.
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
            try connection.checkIsInTransaction()
            try connection.checkIsInPlace()
            try connection.perform("COMMIT")
        } catch {
            let isBroken = namesBroken && connection.isInTransaction && isBrokenReference(error)
            let broken =
                isBroken
                ? connection.brokenRelationship(in: store.plans.model, written: work.tables) : nil
            // SQLite may have rolled back already, for example because the disk is full.
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

    /// Begins a transaction. Waits for the locks of other connections, up to the configured
    /// time-out.
    private func begin() throws {
        if store.turns?.isAlone == true, try beginAtOnce() { return }
        let waited = try store.turns?.enter()
        do {
            guard let waited else { return try connection.perform("BEGIN IMMEDIATE") }
            // A connection that does not queue may have locked the file. The transaction waits for
            // this lock only during the rest of the time-out.
            let left = Duration.seconds(store.configuration.timeout) - waited
            connection.wait(atMost: max(.zero, left))
            defer { connection.waitAsConfigured() }
            // Throws if the store has been closed.
            try connection.perform("BEGIN IMMEDIATE")
        } catch {
            store.turns?.leave()
            throw error
        }
    }

    /// Begins a transaction if no other connection has locked the file and the commit need not wait
    /// for the disk.
    ///
    /// - Returns: whether the transaction has begun.
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

    /// Begins a transaction without waiting.
    ///
    /// - Returns: false if another connection has locked the file.
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

    /// Returns whether the error is a foreign-key violation: a record refers to a missing record,
    /// or a deletion violates the rule `deny`. SQLite reports such an error only at the commit.
    private func isBrokenReference(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
    }

    private var changeCount: Int32 { sqlite3_total_changes(connection.handle) }

    /// Makes all later transactions throw an error with this reason.
    func refuseFurther(because reason: String) {
        store.writing.refusal = .refused(reason: reason)
    }
}

/// State of a store's writer that is kept between transactions.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the writer's connection
/// uses this object.
final class WritingState: @unchecked Sendable {
    /// Serial queue for transactions that do not run on the caller's thread.
    let queue = DispatchQueue(label: "CacheStore.writer", qos: .userInitiated)
    /// The error that every further transaction throws; nil if transactions are accepted.
    var refusal: StoreError?
    private let effects = StatementEffects()
    private var turn = 0

    func nextWork() -> WriteWork {
        turn += 1
        return WriteWork(effects, turn: turn)
    }
}
