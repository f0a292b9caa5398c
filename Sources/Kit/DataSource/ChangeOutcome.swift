import Synchronization

/// Outcome of a change that was submitted for the remote.
public struct ChangeOutcome: Sendable {
    /// The change; its key tells it from others.
    public let change: PendingChange
    public let state: State

    public enum State: Sendable {
        /// It is kept until it can be sent. The error is that of the last attempt; nil before the
        /// first.
        case waiting(after: (any Error)?)
        /// The remote has taken it.
        case sent
        /// The remote will never take it, and it waits no longer.
        ///
        /// `isUndone`: the changed records have their former values again, except for later
        /// changes. If it is false, undoing was not possible: refresh the list.
        case refused(RemoteError, isUndone: Bool)
        /// The remote has something newer: `remote`, if it said what. `keepLocal`: the change is sent
        /// again, to overwrite that. `takeRemote`: it was given up and undone. `hold`: it waits for
        /// `settle(_:by:)`.
        case conflict(ConflictPolicy, remote: RemoteRecord?)
        /// The remote has something newer, and this change, merged from both, waits in its place.
        case merged(PendingChange)
        /// The program gave it up.
        case discarded
    }
}

/// A change that the remote has refused for good, kept until the program has taken note of it.
public struct RefusedChange: Sendable, Hashable {
    public let change: PendingChange
    public let reason: RemoteError

    public init(change: PendingChange, reason: RemoteError) {
        self.change = change
        self.reason = reason
    }
}

/// Tells everyone who listens of each outcome.
final class ChangeOutcomes: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<ChangeOutcome>.Continuation]>([:])

    func tell(_ change: PendingChange, _ state: ChangeOutcome.State) {
        let all = listeners.withLock { Array($0.values) }
        for listener in all { listener.yield(ChangeOutcome(change: change, state: state)) }
    }

    func stream() -> AsyncStream<ChangeOutcome> {
        let (stream, continuation) = AsyncStream<ChangeOutcome>.makeStream()
        let key = listeners.withLock { listeners in
            let key = (listeners.keys.max() ?? 0) + 1
            listeners[key] = continuation
            return key
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0[key] = nil }
        }
        return stream
    }

    deinit {
        for listener in listeners.withLock({ Array($0.values) }) { listener.finish() }
    }
}
