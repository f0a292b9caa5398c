import Synchronization

/// A cancellable unit of work that produces a result and can wait for other commands.
///
/// Starting a command also starts its dependencies, which are the commands that it waits for. The
/// command's own work begins when all dependencies have ended, successfully or not. A command never
/// runs if it is cancelled before its work begins, or released before it is started.
public final class Command<Value: Sendable>: AnyCommand {
    /// The name of the command in messages and logs.
    public let name: String
    private let dependencies: [any AnyCommand]
    private let work: @Sendable () async throws -> Value
    private let state = Mutex(State())

    private struct State {
        var task: Task<Value, any Error>?
        var isCancelled = false
        /// Continuations of the Swift tasks that called `ended()` before the command was started.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Creates a command that does nothing until it is started.
    ///
    /// - Parameters:
    ///   - name: Name for messages and logs.
    ///   - dependencies: Commands that must end first, successfully or not.
    ///   - work: The work, which runs outside any actor. Long work should check for cancellation.
    public init(
        _ name: String,
        after dependencies: [any AnyCommand] = [],
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        self.name = name
        self.dependencies = dependencies
        self.work = work
    }

    /// Starts the command and its dependencies. Has no effect if the command was started before.
    /// This method can be called from any thread.
    @discardableResult
    public func start() -> Self {
        _ = task
        return self
    }

    /// The Swift task that does the work. Reading this property starts the task if necessary.
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

    /// Starts a Swift task for the work. The task does not retain the command, and continues after
    /// the command is released.
    private func begun() -> Task<Value, any Error> {
        Task { [dependencies, work] in
            for dependency in dependencies { await dependency.ended() }
            try Task.checkCancellation()
            return try await work()
        }
    }

    /// Requests cancellation. Committed work is not undone. A command that was not started ends at
    /// once.
    public func cancel() {
        let isStarted = state.withLock { state in
            state.isCancelled = true
            state.task?.cancel()
            return state.task != nil
        }
        // The command's dependencies are not cancelled.
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

    /// The result of the work. Reading it starts the command if necessary and waits until the work
    /// ends.
    public var value: Value {
        get async throws {
            try await task.value
        }
    }

    /// Returns when the command has ended, successfully or not. Does not start the command. A
    /// command that is cancelled before it is started ends at once.
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

/// A command with any type of result.
public protocol AnyCommand: Sendable {
    var name: String { get }
    @discardableResult func start() -> Self
    func cancel()
    func ended() async
}
