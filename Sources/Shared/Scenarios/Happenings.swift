import Synchronization

/// Queue of the events in a rehearsal. An event stays in the queue until a step of the test removes
/// it.
final class Happenings: Sendable {
    private struct State {
        var waiting: [Rehearsal.Happening] = []
        var taker: CheckedContinuation<Rehearsal.Happening, any Error>?
        var endings: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// Adds an event to the queue. If a step of the test is waiting for an event, passes the event
    /// to that step instead.
    ///
    /// - Parameter orEnd: called when the rehearsal ends, whether or not the event was answered.
    func add(_ happening: Rehearsal.Happening, orEnd: (@Sendable () -> Void)? = nil) {
        let (taker, isOver) = state.withLock { state in
            if let orEnd { state.endings.append(orEnd) }
            defer { state.taker = nil }
            if state.taker == nil { state.waiting.append(happening) }
            return (state.taker, state.isOver)
        }
        taker?.resume(returning: happening)
        if isOver { orEnd?() }
    }

    /// Waits for the next event, and returns it. If the task is cancelled, throws a
    /// ``Rehearsal/Mismatch`` that names the expected event. The task is cancelled, for example, at
    /// the time limit of the test.
    func next(_ expected: String) async throws -> Rehearsal.Happening {
        do { return try await next() } catch {
            throw Rehearsal.Mismatch(
                description: "expected \(expected), but nothing happened until the test was "
                    + "cancelled. Send a message with react(to:) before this step"
            )
        }
    }

    private func next() async throws -> Rehearsal.Happening {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> Result<Rehearsal.Happening, any Error>? in
                    guard state.waiting.isEmpty else {
                        return .success(state.waiting.removeFirst())
                    }
                    // If the task is cancelled after this check, `onCancel` resumes the
                    // continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.taker = continuation
                    return nil
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            let taker = state.withLock { state in
                defer { state.taker = nil }
                return state.taker
            }
            taker?.resume(throwing: CancellationError())
        }
    }

    func end() {
        let endings = state.withLock { state in
            state.isOver = true
            return state.endings
        }
        for end in endings { end() }
    }

    func rest() -> [Rehearsal.Happening] { state.withLock { $0.waiting } }
}
