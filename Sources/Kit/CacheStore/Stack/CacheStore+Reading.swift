import Foundation

extension CacheStore {
    /// Runs `body`, which reads a snapshot of the store and must not write.
    ///
    /// If a connection is free, `body` runs immediately, on the caller's thread. If it takes too
    /// long there, it is interrupted and runs again on another thread; the result or error of the
    /// first run is discarded. `body` must therefore be repeatable.
    nonisolated(nonsending) public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let result = try readIfFree(readers ?? writer, body) { return result }
        guard let readers else { return try await readInTurn(body) }
        return try await readElsewhere(readers, body)
    }

    /// Runs `body` like `read`, but blocks the calling thread until `body` has returned. Use it in
    /// synchronous code that needs a few records immediately. Throws if it is called inside a
    /// closure that a store runs.
    @available(*, noasync, message: "use 'read' in asynchronous code")
    public func readAndWait<T>(_ body: (StoreConnection) throws -> T) throws -> T {
        try checkNotLending()
        return try lending(at: path, plans.model) {
            try withReader { connection in try connection.reading { try run(body, connection) } }
        }
    }

    /// Runs `body` like `read`, but on the writer's connection, after all writes that were
    /// requested before this call.
    nonisolated(nonsending) func readInTurn<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let result = try readIfFree(writer, body) { return result }
        let interruption = ReadInterruption()
        return try await onWriter(onCancel: interruption.interrupt) { [self] connection in
            try interruption.watch(connection) {
                try connection.reading { try run(body, connection) }
            }
        }
    }

    /// Waits for a free connection for reading, and runs `body` on it.
    func withReader<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let pool = readers ?? writer
        let connection = try pool.takeAndWait()
        defer { pool.giveBack(connection) }
        return try body(connection)
    }

    /// Returns a snapshot of the committed state. The snapshot can be read in several steps.
    @concurrent
    func snapshot() async throws -> StoreSnapshot {
        try openSnapshot()
    }

    private func openSnapshot() throws -> StoreSnapshot {
        try translatingErrors(at: path) {
            try writer.checkIsOpen()
            let timeout = configuration.timeout
            let reader = try SQLiteConnection(path: path, isReadOnly: true, timeout: timeout)
            return try StoreSnapshot(reader, plans, path: path)
        }
    }

    /// Runs `body` immediately on the caller's thread if a connection is free.
    ///
    /// - Returns: nil if no connection is free. Also nil if `body` must run again on another
    ///   thread, for example because it exceeded the step budget or another connection held a lock.
    private func readIfFree<T>(
        _ pool: ConnectionPool,
        _ body: (StoreConnection) throws -> T
    ) throws -> T? {
        guard let connection = pool.takeIfFree() else { return nil }
        defer { pool.giveBack(connection) }
        return try lending(at: path, plans.model) {
            try connection.readingWithinBudget { try run(body, connection) }
        }
    }

    /// Runs `body` in the caller's task on a background thread, so that the caller's actor is not
    /// blocked.
    @concurrent
    private func readElsewhere<T: Sendable>(
        _ readers: ConnectionPool,
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        let connection = try await translatingErrors(at: path) { try await readers.taken() }
        defer { readers.giveBack(connection) }
        let interruption = ReadInterruption()
        return try await withTaskCancellationHandler {
            try lending(at: path, plans.model) {
                try interruption.watch(connection) {
                    try connection.reading { try run(body, connection) }
                }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    private func run<T>(
        _ body: (StoreConnection) throws -> T,
        _ connection: SQLiteConnection
    ) throws -> T {
        try body(StoreConnection(connection: connection, plans: plans, work: nil))
    }
}

extension ConnectionPool {
    /// Waits for a connection without blocking a thread. Throws if the task is cancelled.
    func taken() async throws -> SQLiteConnection {
        let waiting = WaitingTask(self)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.began(take { continuation.resume(with: $0) })
            }
        } onCancel: {
            waiting.cancel()
        }
    }
}

/// State of a task that waits for a connection. The task can be cancelled even before its number in
/// the queue is known.
private final class WaitingTask: Sendable {
    private let pool: ConnectionPool
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var number: Int?
    // Read and written only under `lock`.
    nonisolated(unsafe) private var isCancelled = false

    init(_ pool: ConnectionPool) { self.pool = pool }

    func began(_ number: Int?) {
        let stops = lock.withLock {
            self.number = number
            return isCancelled
        }
        if stops { stop(number) }
    }

    func cancel() {
        let number = lock.withLock {
            isCancelled = true
            return self.number
        }
        stop(number)
    }

    private func stop(_ number: Int?) {
        if let number { pool.stopWaiting(number, CancellationError()) }
    }
}
