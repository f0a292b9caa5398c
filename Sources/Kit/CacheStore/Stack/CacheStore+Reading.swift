import DataAccess
import Foundation

extension CacheStore {
    /// Runs `body` on a snapshot of the store; it must not write.
    ///
    /// If a connection is free, `body` runs at once, on the caller's thread. A read that exceeds
    /// the step budget is interrupted and runs again elsewhere from the start, so `body` must be
    /// repeatable. The result or error of the first run is dropped.
    nonisolated(nonsending) public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let result = try readIfFree(readers ?? writer, body) { return result }
        guard let readers else { return try await readInTurn(body) }
        return try await readElsewhere(readers, body)
    }

    /// Like `read`, and blocks the calling thread until it is done: for synchronous code that needs
    /// a few records at once. In a closure that a store runs it throws.
    @available(*, noasync, message: "use read in asynchronous code")
    public func readAndWait<T>(_ body: (StoreConnection) throws -> T) throws -> T {
        try StoreClosure.checkOutside()
        return try translatingErrors(at: path, plans.model) {
            try withReader { connection in try connection.reading { try run(body, connection) } }
        }
    }

    /// Like `read`, in turn with the writer.
    nonisolated(nonsending) func readInTurn<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let result = try readIfFree(writer, body) { return result }
        let interruption = ReadInterruption()
        return try await withTaskCancellationHandler {
            try await onWriter { [self] connection in
                try interruption.watch(connection) {
                    try connection.reading { try run(body, connection) }
                }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// Runs `body` on a connection for reading, waiting for one.
    func withReader<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let pool = readers ?? writer
        let connection = try pool.takeAndWait()
        defer { pool.giveBack(connection) }
        return try body(connection)
    }

    /// The committed state, for reading in several steps.
    @concurrent
    func snapshot() async throws -> StoreSnapshot {
        try openSnapshot()
    }

    private func openSnapshot() throws -> StoreSnapshot {
        try translatingErrors(at: path) { try StoreSnapshot(openReader(), plans, path: path) }
    }

    /// - Returns: nil if it must run elsewhere.
    private func readIfFree<T>(
        _ pool: ConnectionPool,
        _ body: (StoreConnection) throws -> T
    ) throws -> T? {
        guard let connection = pool.takeIfFree() else { return nil }
        defer { pool.giveBack(connection) }
        return try translatingErrors(at: path, plans.model) {
            try connection.readingWithinBudget { try run(body, connection) }
        }
    }

    /// On a thread of the task that is not the one of the caller's actor.
    @concurrent
    private func readElsewhere<T: Sendable>(
        _ readers: ConnectionPool,
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        let connection = try await translatingErrors(at: path) { try await readers.taken() }
        defer { readers.giveBack(connection) }
        let interruption = ReadInterruption()
        return try await withTaskCancellationHandler {
            try translatingErrors(at: path, plans.model) {
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
        try StoreClosure.run {
            try body(StoreConnection(connection: connection, plans: plans, work: nil))
        }
    }
}

extension ConnectionPool {
    /// Waits for a connection without blocking a thread; a task that is cancelled stops waiting.
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

/// A task that may be cancelled while it waits for a connection, even before it has its number.
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
