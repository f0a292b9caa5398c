/// A unit of work that can be cancelled and that waits for others: an operation with a result.
///
/// It begins when `start` is called and those it depends on have ended, well or not. Cancelling it
/// before that keeps it from running.
public final class Command<Value: Sendable>: AnyCommand {
    /// For messages and logs.
    public let name: String
    private let gate: AsyncStream<Void>.Continuation
    private let task: Task<Value, any Error>

    /// A command that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - dependencies: what has to have ended first, well or not.
    ///   - work: done outside any actor; should look at cancellation where it takes long.
    public init(
        _ name: String,
        after dependencies: [any AnyCommand] = [],
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        self.name = name
        let (opened, gate) = AsyncStream<Void>.makeStream()
        self.gate = gate
        task = Task {
            for await _ in opened {}
            for dependency in dependencies { await dependency.ended() }
            try Task.checkCancellation()
            return try await work()
        }
    }

    deinit { gate.finish() }

    /// Lets it begin; of no effect where it has begun. May be called from any thread.
    @discardableResult
    public func start() -> Self {
        gate.finish()
        return self
    }

    /// Asks it to stop; what it has committed stays.
    public func cancel() { task.cancel() }

    /// Waits for the end; starts the command where nothing has.
    public var value: Value {
        get async throws {
            start()
            return try await task.value
        }
    }

    /// Returns when it has ended, well or not.
    public func ended() async { _ = await task.result }
}

/// A command, whatever its result.
public protocol AnyCommand: Sendable {
    var name: String { get }
    func cancel()
    func ended() async
}
