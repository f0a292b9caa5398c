import Dispatch
import Synchronization

/// The error of work that has exceeded its time limit.
public struct TimedOut: Error, Hashable {
    public var limit: Duration

    public init(limit: Duration) { self.limit = limit }
}

/// An executor that runs work on its own thread. Blocking work would otherwise delay the time-outs:
/// Swift's thread pool has only as many threads as the machine has CPU cores.
package final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "scenarios.call")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Returns the result of `work`, or throws ``TimedOut`` after `limit`.
///
/// The function returns after the first of these events: the end of the work, the time limit, a
/// cancellation. It uses unstructured tasks, because a task group would wait for work that blocks.
///
/// Durable work is never cancelled: even after a cancellation, the function waits for the end of
/// the work or the time limit. If durable work succeeds after a cancellation, the function throws a
/// `CancellationError`.
///
/// - Parameter onBegin: Receives the task of the work. After a time-out or a cancellation, this
///   task may end later than the function.
func withTimeout<Value: Sendable>(
    _ limit: Duration,
    clock: any Clock<Duration>,
    isDurable: Bool = false,
    onBegin: (@Sendable (Task<Void, Never>) -> Void)? = nil,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try Task.checkCancellation()
    let race = Race<Value>()
    let value = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            race.begin(continuation)
            let worker = Task(executorPreference: OwnThread()) {
                do { race.finish(.success(try await work())) } catch {
                    race.finish(.failure(error))
                }
            }
            onBegin?(worker)
            let timer = Task {
                guard (try? await wait(limit, on: clock)) != nil else { return }
                race.finish(.failure(TimedOut(limit: limit)))
            }
            race.onEnd {
                if !isDurable { worker.cancel() }
                timer.cancel()
            }
        }
    } onCancel: {
        if !isDurable { race.finish(.failure(CancellationError())) }
    }
    if isDurable { try Task.checkCancellation() }
    return value
}

/// Waits in short sleeps instead of one long sleep. On Linux, a cancelled sleep keeps its timer
/// (about 1 KB) until the sleep would have ended. With long sleeps, the timers of a session with
/// many queries would need too much memory.
private func wait<C: Clock<Duration>>(_ limit: Duration, on clock: C) async throws {
    guard clock is ContinuousClock else { return try await clock.sleep(for: limit) }
    let deadline = clock.now.advanced(by: limit)
    while clock.now < deadline {
        try await clock.sleep(
            until: min(deadline, clock.now.advanced(by: .seconds(2))),
            tolerance: nil
        )
    }
}

/// A continuation for several competing tasks. It is resumed only once, with the first result.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var early: Result<Value, any Error>?
        var cleanUp: (@Sendable () -> Void)?
        var isOver = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state -> Result<Value, any Error>? in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(with: early) }
    }

    func finish(_ result: Result<Value, any Error>) {
        let (continuation, cleanUp) = state.withLock {
            state -> (CheckedContinuation<Value, any Error>?, (@Sendable () -> Void)?) in
            guard !state.isOver else { return (nil, nil) }
            state.isOver = true
            if state.continuation == nil { state.early = result }
            defer { state.continuation = nil }
            return (state.continuation, state.cleanUp)
        }
        continuation?.resume(with: result)
        cleanUp?()
    }

    func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state -> Bool in
            state.cleanUp = cleanUp
            return state.isOver
        }
        if isOver { cleanUp() }
    }
}
