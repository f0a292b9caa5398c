import Synchronization

/// A clock that advances only on request, for tests and simulations.
public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public init(offset: Duration = .zero) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var until: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: Sleeper] = [:]
        /// Calls of ``advanceWhenAwaited(by:)`` that wait until a task sleeps.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var keys = 0

        /// Returns whether an advance by `duration` would wake a task.
        func isAwaited(within duration: Duration) -> Bool {
            sleepers.values.contains { $0.until <= now.advanced(by: duration) }
        }

        /// Advances the time. Removes and returns the sleeping tasks whose time has come.
        mutating func advance(by duration: Duration) -> [Sleeper] {
            now = now.advanced(by: duration)
            let due = sleepers.filter { $0.value.until <= now }
            for key in due.keys { sleepers[key] = nil }
            return due.values.sorted { $0.until < $1.until }
        }

        mutating func nextKey() -> Int {
            keys += 1
            return keys
        }
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// Current number of sleeping tasks.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let key = state.withLock { $0.nextKey() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, `onCancel` resumes the sleeper.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[key] = Sleeper(until: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) } else { wakeWaiting() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock and wakes all tasks whose time has come.
    ///
    /// If a woken task sleeps again, its sleep begins at the new time. A loop that sleeps for 1 s
    /// therefore runs only once when the clock advances by 10 s. For ten runs, call
    /// ``advanceWhenAwaited(by:)`` ten times with 1 s.
    ///
    /// - Precondition: `duration` is not negative.
    public func advance(by duration: Duration) {
        requireForward(duration)
        wake(state.withLock { $0.advance(by: duration) })
    }

    /// Advances the clock by `duration` as soon as this wakes a sleeping task; until then, waits.
    /// Tasks that sleep longer, such as the time-out of a call, do not end the wait. Does not
    /// advance the clock if the current task is cancelled.
    ///
    /// - Precondition: `duration` is not negative.
    public func advanceWhenAwaited(by duration: Duration) async {
        requireForward(duration)
        while !Task.isCancelled {
            let due = state.withLock { state -> [Sleeper]? in
                state.isAwaited(within: duration) ? state.advance(by: duration) : nil
            }
            if let due { return wake(due) }
            await waitUntilAwaited(within: duration)
        }
    }

    /// Waits until a sleep begins, the clock advances, or the caller is cancelled. Returns at once
    /// if an advance by `duration` would already wake a task. The caller must call
    /// `isAwaited(within:)` again, because the new sleep may be longer than `duration`.
    private func waitUntilAwaited(within duration: Duration) async {
        let key = state.withLock { $0.nextKey() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isOver = state.withLock { state -> Bool in
                    if Task.isCancelled || state.isAwaited(within: duration) { return true }
                    state.waiting[key] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: key) }
            waiting?.resume()
        }
    }

    private func wake(_ sleepers: [Sleeper]) {
        for sleeper in sleepers { sleeper.continuation.resume() }
        wakeWaiting()
    }

    private func wakeWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    private func requireForward(_ duration: Duration) {
        precondition(
            duration >= .zero,
            "a ManualClock cannot advance by a negative duration: \(duration)"
        )
    }
}
