import DataAccess
import Foundation

extension CacheStore {
    /// Runs `body` in a transaction. The transaction is committed if `body` returns, and rolled
    /// back if `body` throws or the task is cancelled before the commit. `body` runs only once, and
    /// not on the caller's thread.
    @discardableResult
    nonisolated(nonsending) public func write<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await transaction(body).value
    }

    /// Runs `body` like `write`, and also returns whether anything in the store has changed.
    nonisolated(nonsending) public func transaction<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> (value: T, hasChanged: Bool) {
        try await withWriter { try $0.transaction(body) }
    }

    /// Runs `body` like `write`. Intended for a change of one or a few records.
    ///
    /// In a store with `durability: .normal`, and in every store in memory, `body` runs immediately
    /// on the caller's thread if the writer is free. A transaction that takes too long there, or
    /// would wait for another process or the disk, is rolled back and runs again on another thread.
    /// `body` must therefore be repeatable.
    @discardableResult
    nonisolated(nonsending) public func writeBriefly<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        try checkWritable()
        guard configuration.durability == .normal || path == nil,
            let connection = writer.takeIfFree()
        else { return try await write(body) }
        if let result = try writeWithinBudget(connection, body) { return result.value }
        return try await withWriter(connection) { try $0.transaction(body).value }
    }

    /// Runs `body` on the caller's thread and gives back the writer's connection.
    ///
    /// - Returns: nil if `body` must run on another thread, for example because the transaction
    ///   would wait, exceeds the step budget or violates a foreign key. In this case, the
    ///   connection is not given back.
    private func writeWithinBudget<T>(
        _ connection: SQLiteConnection,
        _ body: (StoreConnection) throws -> T
    ) throws -> (value: T, hasChanged: Bool)? {
        var isDone = true
        defer { if isDone { finish(connection) } }
        let result = try lending(at: path, plans.model) {
            try StoreWriter(store: self, connection: connection, cancellation: nil)
                .transactionWithinBudget(body)
        }
        isDone = result != nil
        return result
    }

    /// Runs `body` on the writer's queue, with exclusive write access to this store. Other writes
    /// wait until `body` returns, so `body` can run many transactions in succession. Each
    /// transaction is committed separately, and its changes are announced separately.
    nonisolated(nonsending) public func withWriter<T: Sendable>(
        _ body: @escaping @Sendable (StoreWriter) throws -> T
    ) async throws -> T {
        try checkWritable()
        return try await withWriter(nil, body)
    }

    /// Runs `body` on the writer's queue when the writer's connection is available.
    ///
    /// - Parameter taken: the writer's connection if the caller already has it; nil if not.
    nonisolated(nonsending) private func withWriter<T: Sendable>(
        _ taken: SQLiteConnection?,
        _ body: @escaping @Sendable (StoreWriter) throws -> T
    ) async throws -> T {
        let cancellation = CancellationFlag()
        return try await onWriter(taken, onCancel: cancellation.set) { [self] connection in
            try body(StoreWriter(store: self, connection: connection, cancellation: cancellation))
        }
    }

    /// Runs `body` like `write`, but blocks the calling thread until the transaction has committed.
    /// Use it for small changes in synchronous code. The method waits for earlier transactions and,
    /// with `durability: .full`, some milliseconds for the disk. Throws if it is called inside a
    /// closure that a store runs.
    @available(*, noasync, message: "use 'write' in asynchronous code")
    @discardableResult
    public func writeAndWait<T>(_ body: (StoreConnection) throws -> T) throws -> T {
        try checkWritable()
        try checkNotLending()
        return try lending(at: path, plans.model) {
            let connection = try writer.takeAndWait()
            defer { release(connection) }
            let writer = StoreWriter(store: self, connection: connection, cancellation: nil)
            return try writer.transaction(body).value
        }
    }

    private func checkWritable() throws {
        if configuration.isReadOnly { throw StoreError.readOnly(path: path ?? "in memory") }
    }

    /// Runs `body` on the writer's queue when the writer is available. Calls from the same actor
    /// are served in the order in which they are made.
    ///
    /// - Parameters:
    ///   - taken: the writer's connection if the caller already has it; nil if not.
    ///   - cancel: called if the task is cancelled.
    func onWriter<T: Sendable>(
        _ taken: SQLiteConnection? = nil,
        onCancel cancel: @Sendable () -> Void,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> T
    ) async throws -> T {
        try await withTaskCancellationHandler(
            operation: {
                // Capturing `isolation` makes this closure run on the caller's executor. On another
                // thread, the closure of a later call could run first.
                _ = isolation
                return try await withCheckedThrowingContinuation { continuation in
                    let run: ConnectionPool.Waiter = { [self] connection in
                        writing.queue.async { [self] in
                            let result = Result {
                                try lending(at: path, plans.model) {
                                    let connection = try connection.get()
                                    defer { release(connection) }
                                    return try body(connection)
                                }
                            }
                            continuation.resume(with: result)
                        }
                    }
                    if let taken { run(.success(taken)) } else { writer.take(run) }
                }
            },
            onCancel: cancel
        )
    }

    /// Gives the writer's connection back. If a checkpoint is due, runs the checkpoint first, on
    /// the writer's queue.
    private func finish(_ connection: SQLiteConnection) {
        guard connection.log.isCheckpointDue else { return writer.giveBack(connection) }
        writing.queue.async { [self] in release(connection) }
    }

    private func release(_ connection: SQLiteConnection) {
        if connection.log.isCheckpointDue { connection.log.checkpoint() }
        writer.giveBack(connection)
    }
}
