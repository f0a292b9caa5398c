import GRDB

/// The writer of a store while it is one's turn; of no use afterwards.
public struct StoreWriter {
    let store: CacheStore
    let database: Database
    let effects: StatementEffects
    let cancellation: CancellationFlag

    /// Runs `body` in a transaction, committed when it returns and rolled back when it throws or the
    /// task was cancelled.
    ///
    /// - Returns: what `body` returns, and whether anything in the store has changed.
    @discardableResult
    public func transaction<T>(
        _ body: (StoreConnection) throws -> T
    ) throws -> (value: T, hasChanged: Bool) {
        try cancellation.check()
        let work = WriteWork(effects)
        let connection = StoreConnection(database: database, plans: store.plans, work: work)
        let before = database.totalChangesCount
        try run("BEGIN IMMEDIATE")
        let value: T
        do {
            value = try body(connection)
            try cancellation.check()
            try run("COMMIT")
        } catch {
            // SQLite may have rolled back itself, after a full disk for one.
            if database.isInsideTransaction { try run("ROLLBACK") }
            throw error
        }
        let hasChanged = database.totalChangesCount != before
        if hasChanged { store.announcements.announce(work.tables, of: store) }
        return (value, hasChanged)
    }

    /// Prepared once, where GRDB's own would be prepared for each transaction.
    private func run(_ sql: String) throws {
        let owner = try database.cachedStatement(sql: sql)
        let statement = StoreStatement(statement: owner.sqliteStatement)
        defer { statement.reset() }
        while try statement.step() {}
    }
}
