import DataAccess
import GRDB
import GRDBSQLite

/// The writer of a store while it is one's turn; of no use afterwards.
public struct StoreWriter {
    let store: CacheStore
    let database: Database
    let cancellation: CancellationFlag?

    /// Runs `body` in a transaction, committed when it returns and rolled back when it throws or the
    /// task was cancelled.
    ///
    /// - Returns: what `body` returns, and whether anything in the store has changed.
    @discardableResult
    public func transaction<T>(
        _ body: (StoreConnection) throws -> T
    ) throws -> (value: T, hasChanged: Bool) {
        try cancellation?.check()
        if let refusal = store.writing.refusal { throw refusal }
        let statements = store.writing.statements
        let work = store.writing.nextWork()
        defer { statements.removeDoubles() }
        let connection = StoreConnection(
            database: database,
            plans: store.plans,
            work: work,
            recent: statements
        )
        try begin()
        defer { store.turns?.leave() }
        let before = changeCount
        let value: T
        do {
            value = try body(connection)
            try cancellation?.check()
            try run("COMMIT")
        } catch {
            // SQLite may have rolled back itself, after a full disk for one.
            if database.isInsideTransaction { try database.rollback() }
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
        let waited = try store.turns?.enter()
        do {
            guard let waited else { return try run("BEGIN IMMEDIATE") }
            // A connection that does not queue may hold the file, and has been waited for already.
            let left = Duration.seconds(store.configuration.busyTimeout) - waited
            setBusyTimeout(max(.zero, left))
            defer { setBusyTimeout(.seconds(store.configuration.busyTimeout)) }
            // It throws where the store has been closed.
            try run("BEGIN IMMEDIATE")
        } catch {
            store.turns?.leave()
            throw error
        }
    }

    private func setBusyTimeout(_ timeout: Duration) {
        sqlite3_busy_timeout(database.sqliteConnection, Int32(timeout / .milliseconds(1)))
    }

    /// As GRDB's `totalChangesCount`, which looks first whether it is asked on the right queue.
    private var changeCount: Int32 { sqlite3_total_changes(database.sqliteConnection) }

    /// Later transactions throw, for this reason.
    func refuseFurther(because reason: String) {
        store.writing.refusal = .refused(reason: reason)
    }

    /// A statement that GRDB's own beginning and end would prepare for each transaction.
    private func run(_ sql: String) throws {
        let statement = try store.writing.control.statement(sql, nil, database)
        defer { statement.rewind() }
        while try statement.step() {}
    }
}

/// What the writer keeps from one transaction to the next.
///
/// Used only on the writer's queue, which runs one transaction at a time; hence unchecked.
final class WritingState: @unchecked Sendable {
    let statements = RecentStatements()
    /// Those that begin and end transactions.
    let control = RecentStatements()
    /// Why nothing more is written; nil for a store like any other.
    var refusal: StoreError?
    private let effects = StatementEffects()
    private var turn = 0

    func nextWork() -> WriteWork {
        turn += 1
        return WriteWork(effects, turn: turn)
    }

    func removeAll() {
        statements.removeAll()
        control.removeAll()
    }
}
