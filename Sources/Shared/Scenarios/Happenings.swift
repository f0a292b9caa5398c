import Synchronization

/// Queue of a rehearsal's events. Each event stays in the queue until an expectation consumes it.
final class Happenings: Sendable {
    private struct State {
        var waiting: [Rehearsal.Happening] = []
        var taker: CheckedContinuation<Rehearsal.Happening, Never>?
        var endings: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// Adds an event, or passes it to the expectation that is waiting.
    ///
    /// - Parameter orEnd: called when the rehearsal ends, even if the event has been answered
    ///   before.
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

    /// Waits for the next event and returns it.
    func next() async -> Rehearsal.Happening {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Rehearsal.Happening? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.taker = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
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
