import Synchronization

/// The listeners for events of one type.
package final class Listeners<Event: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastKey = 0
        var lastNumber = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Announces an event to all listeners, without waiting for them, and returns the event.
    /// Listeners receive events in the order of the calls.
    ///
    /// - Parameter event: A function that returns the event with the given number. Events are
    ///   numbered from 1.
    @discardableResult
    package func announce(numbered event: (_ number: Int) -> Event) -> Event {
        state.withLock { state in
            state.lastNumber += 1
            let event = event(state.lastNumber)
            for listener in state.listeners.values { listener.yield(event) }
            return event
        }
    }

    /// Returns a stream of all events from now on. The stream ends when the Swift task that
    /// iterates over it is cancelled, or when ``finish()`` is called. After ``finish()``, new
    /// streams end at once.
    package func stream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        let key: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.lastKey += 1
            state.listeners[state.lastKey] = continuation
            return state.lastKey
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[key] = nil }
        }
        return stream
    }

    /// Ends the streams of all listeners.
    package func finish() {
        // The streams are ended outside the lock: ending a stream removes its listener, and the
        // removal takes the lock.
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

package typealias ChangeListeners = Listeners<StoreChange>

extension Listeners<StoreChange> {
    /// Announces to all listeners that records of these entities may have changed. Returns the
    /// announced change.
    @discardableResult
    package func announce(_ entities: Set<String>) -> StoreChange {
        announce { StoreChange(number: $0, entities: entities) }
    }
}
