import Synchronization

/// A unit of work that can be cancelled and that waits for others: an operation with a result.
///
/// It begins when `start` is called and those it depends on have ended, well or not. Starting it
/// starts those too. Cancelling it before it begins keeps it from running, and so does dropping it
/// before it was started.
public final class Command<Value: Sendable>: AnyCommand {
    /// For messages and logs.
    public let name: String
    private let dependencies: [any AnyCommand]
    private let work: @Sendable () async throws -> Value
    private let state = Mutex(State())

    private struct State {
        var task: Task<Value, any Error>?
        var isCancelled = false
        /// The tasks that wait for a command that nobody has started.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// A command that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - name: Name for messages and logs.
    ///   - dependencies: Commands that must end first, well or not.
    ///   - work: Runs outside any actor; should check for cancellation where it takes long.
    public init(
        _ name: String,
        after dependencies: [any AnyCommand] = [],
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        self.name = name
        self.dependencies = dependencies
        self.work = work
    }

    /// Lets it begin, and those that it depends on; of no effect where it has begun. May be called
    /// from any thread.
    @discardableResult
    public func start() -> Self {
        _ = task
        return self
    }

    /// The work, started now if it was not.
    private var task: Task<Value, any Error> {
        for dependency in dependencies { dependency.start() }
        let (task, waiting) = state.withLock { state in
            let task = state.task ?? begun()
            if state.isCancelled { task.cancel() }
            state.task = task
            defer { state.waiting = [] }
            return (task, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return task
    }

    /// It holds no reference to the command: a started one runs on without an owner.
    private func begun() -> Task<Value, any Error> {
        Task { [dependencies, work] in
            for dependency in dependencies { await dependency.ended() }
            try Task.checkCancellation()
            return try await work()
        }
    }

    /// Requests cancellation; committed work stays. A command that was not started ends at once.
    public func cancel() {
        let isStarted = state.withLock { state in
            state.isCancelled = true
            state.task?.cancel()
            return state.task != nil
        }
        // Its dependencies are left alone.
        if !isStarted { end() }
    }

    private func end() {
        let waiting = state.withLock { state in
            if state.task == nil { state.task = Task { throw CancellationError() } }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the end; starts the command where nothing has.
    public var value: Value {
        get async throws {
            try await task.value
        }
    }

    /// Returns when it has ended, well or not; waits for its start, too.
    public func ended() async {
        await withCheckedContinuation { continuation in
            let isStarted = state.withLock { state in
                if state.task == nil { state.waiting.append(continuation) }
                return state.task != nil
            }
            if isStarted { continuation.resume() }
        }
        _ = await state.withLock { $0.task }?.result
    }
}

/// A command, whatever its result.
public protocol AnyCommand: Sendable {
    var name: String { get }
    @discardableResult func start() -> Self
    func cancel()
    func ended() async
}
