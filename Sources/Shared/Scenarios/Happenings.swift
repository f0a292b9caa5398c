import Synchronization

/// Events of a rehearsal that were not expected yet.
final class Happenings: Sendable {
    private struct State {
        var waiting: [Rehearsal.Happening] = []
        var taker: CheckedContinuation<Rehearsal.Happening, Never>?
        var endings: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// - Parameter orEnd: called where the rehearsal ends and nobody has answered.
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

    /// The next one, waited for.
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
