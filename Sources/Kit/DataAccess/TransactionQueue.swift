/// Runs operations one after the other, in the order in which they were added.
public final class TransactionQueue: Sendable {
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    /// An empty queue; it ends with the object.
    public init() {
        let (operations, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.continuation = continuation
        Task { for await operation in operations { await operation() } }
    }

    deinit { continuation.finish() }

    /// Returns at once; the operation runs when those before it have ended.
    public func add(_ operation: @escaping @Sendable () async -> Void) {
        continuation.yield(operation)
    }
}
