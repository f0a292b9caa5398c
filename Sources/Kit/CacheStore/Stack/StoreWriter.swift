import GRDB

/// The writer of a store while it is one's turn; of no use afterwards.
public struct StoreWriter {
    let store: CacheStore
    let database: Database
    let effects: StatementEffects
    let cancellation: CancellationFlag
    // Prepared once, where GRDB's own would be prepared for each transaction.
    private let begin: Statement
    private let commit: Statement

    init(
        store: CacheStore,
        database: Database,
        effects: StatementEffects,
        cancellation: CancellationFlag
    ) throws {
        self.store = store
        self.database = database
        self.effects = effects
        self.cancellation = cancellation
        begin = try database.cachedStatement(sql: "BEGIN IMMEDIATE")
        commit = try database.cachedStatement(sql: "COMMIT")
    }

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
        try run(begin)
        let value: T
        do {
            value = try body(connection)
            try cancellation.check()
            try run(commit)
        } catch {
            // SQLite may have rolled back itself, after a full disk for one.
            if database.isInsideTransaction { try database.rollback() }
            throw error
        }
        let hasChanged = database.totalChangesCount != before
        if hasChanged {
            store.announcements.announce(store.plans.entities(in: work.tables), of: store)
        }
        return (value, hasChanged)
    }

    private func run(_ statement: Statement) throws {
        let statement = StoreStatement(statement: statement.sqliteStatement)
        defer { statement.rewind() }
        while try statement.step() {}
    }
}
