import Synchronization

/// The listeners for a store's changes.
package final class ChangeListeners: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<StoreChange>.Continuation] = [:]
        var lastKey = 0
        var lastNumber = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Announces a change of these entities to all listeners, without waiting for them, and returns
    /// the change. Listeners receive changes in the order of the calls.
    @discardableResult
    package func announce(_ entities: Set<String>) -> StoreChange {
        state.withLock { state in
            state.lastNumber += 1
            let change = StoreChange(number: state.lastNumber, entities: entities)
            for listener in state.listeners.values { listener.yield(change) }
            return change
        }
    }

    /// Returns a stream of all changes from now on. The stream ends when the task that reads it
    /// ends.
    package func stream() -> AsyncStream<StoreChange> {
        let (stream, continuation) = AsyncStream<StoreChange>.makeStream()
        let key = state.withLock { state in
            state.lastKey += 1
            state.listeners[state.lastKey] = continuation
            return state.lastKey
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[key] = nil }
        }
        return stream
    }

    /// Ends the streams of all listeners.
    package func finish() {
        // Outside the lock, because ending a stream removes its listener, which takes the lock.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }
}
