public import DataAccess
import Foundation

/// Reads records without holding all of them in memory.
extension StoreConnection {
    /// Calls `body` with each record that the query finds, in the query's order. `body` may change
    /// the store; the remaining calls still receive the records as they were at the beginning.
    /// Exception: a part of the filter that SQL cannot express is evaluated in memory before each
    /// batch. This evaluation reads the current state of related records.
    public func forEach<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all,
        _ body: (R) throws -> Void
    ) throws {
        try forEach(type, query, mayWrite: work != nil, body)
    }

    /// Calls `body` with each record that the query finds, in the query's order.
    ///
    /// - Parameter mayWrite: whether `body` may change the store.
    func forEach<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery,
        mayWrite: Bool,
        _ body: (R) throws -> Void
    ) throws {
        let cursor = try RecordCursor<R>(query, self, isCopied: mayWrite)
        while let batch = try cursor.next(500) {
            for record in batch { try body(record) }
        }
    }
}

/// A running query whose records are read in batches.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the connection uses this
/// object.
final class RecordCursor<R: StoredRecord>: @unchecked Sendable {
    private let connection: StoreConnection
    private let query: DataQuery
    private let plan: QueryPlan
    private let statement: StoreStatement
    /// Number of matching records still to be skipped. Used only if SQL cannot express the whole
    /// filter.
    private var skip: Int
    /// Maximum number of records still to be returned. Used only if SQL cannot express the whole
    /// filter.
    private var left: Int
    private var isAtEnd = false

    /// Starts the query.
    ///
    /// - Parameter isCopied: whether SQLite first copies all found rows to a temporary table.
    ///   Without the copy, changes that are made between two batches could affect later batches.
    init(_ query: DataQuery, _ connection: StoreConnection, isCopied: Bool = false) throws {
        self.connection = connection
        plan = try connection.plan(query, R.entity)
        self.query = plan.remainder == nil ? query : query.atOneTime
        try connection.connection.admit()
        // SQLite reads the temporary table in the order in which its rows were added.
        let sql =
            isCopied
            ? "WITH store_found AS MATERIALIZED (\(plan.select)) SELECT * FROM store_found"
            : plan.select
        statement = StoreStatement(try PreparedStatement(sql, connection.connection))
        try plan.bind(self.query, to: statement.bindings)
        let isFiltered = plan.remainder != nil
        skip = isFiltered ? max(0, query.skip) : 0
        left = isFiltered ? query.top.map { max(0, $0) } ?? .max : .max
    }

    /// Returns the next records, at most `size`; nil if there are no more.
    func next(_ size: Int) throws -> [R]? {
        while !isAtEnd, left > 0 {
            var batch = try read(size)
            if let remainder = plan.remainder {
                batch = try connection.records(batch, for: remainder, of: query.filter)
                let skipped = min(skip, batch.count)
                skip -= skipped
                batch = Array(batch.dropFirst(skipped).prefix(left))
                left -= batch.count
            }
            if !batch.isEmpty { return batch }
        }
        statement.rewind()
        return nil
    }

    private func read(_ size: Int) throws -> [R] {
        var batch: [R] = []
        while batch.count < size {
            guard try statement.step() else {
                isAtEnd = true
                return batch
            }
            batch.append(try R(stored: statement.row))
        }
        return batch
    }
}

extension StoreContext {
    /// Returns the records that the query finds, in the query's order, in batches of `size`. Only
    /// one batch is in memory at a time.
    ///
    /// A loop over the batches sees the store as it was when the loop began. Until the loop ends,
    /// SQLite cannot copy all of its log into the store's file. If the store is in memory, all
    /// records are read when the loop begins.
    public func batches<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all,
        of size: Int = 500
    ) -> RecordBatches<R> {
        guard store.path != nil else {
            return RecordBatches(of: size) { try await fetch(type, query) }
        }
        return RecordBatches {
            let snapshot = try await store.snapshot()
            let cursor = try await snapshot.read { try RecordCursor<R>(query, $0) }
            return { try await snapshot.read { _ in try cursor.next(max(1, size)) } }
        }
    }
}

/// A snapshot of a store. It has its own connection and can be read in several steps.
final class StoreSnapshot: Sendable {
    private let connection: SQLiteConnection
    private let plans: QueryPlans
    private let path: String?
    /// Lock that prevents simultaneous use of the connection.
    private let lock = NSLock()

    init(_ connection: SQLiteConnection, _ plans: QueryPlans, path: String?) throws {
        (self.connection, self.plans, self.path) = (connection, plans, path)
        try connection.perform("BEGIN DEFERRED")
        try connection.perform("SELECT 1 FROM sqlite_master LIMIT 1")
    }

    @concurrent
    func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try lending(at: path) {
            try lock.withLock {
                try body(StoreConnection(connection: connection, plans: plans, work: nil))
            }
        }
    }
}
