/// Serial queue for asynchronous operations. Operations run in the order in which they were added.
public final class TransactionQueue: Sendable {
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    /// Creates an empty queue. Operations that have been added still run after this object is
    /// released.
    public init() {
        let (operations, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.continuation = continuation
        Task { for await operation in operations { await operation() } }
    }

    deinit { continuation.finish() }

    /// Adds an operation and returns immediately. The operation runs after the operations added
    /// before it.
    public func add(_ operation: @escaping @Sendable () async -> Void) {
        continuation.yield(operation)
    }
}
