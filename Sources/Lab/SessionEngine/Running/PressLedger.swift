package import ResultsStore
import Synchronization

/// The latest key presses from web pages and from terminals that run `evalrun control`, keyed by
/// time stamp. The engine passes only a time stamp to the recorder. The recorder looks up the press
/// here.
package final class PressLedger: Sendable {
    /// State of the recorder's latest write.
    package enum Writing: Sendable {
        case done, begun
        /// The events are not in the log. They are lost if the facilitator leaves the session.
        case failed
    }

    private struct State {
        var presses: [Stamp: Press] = [:]
        /// Time stamps in the order in which the presses arrived.
        var order: [Stamp] = []
        var writing = Writing.done
    }

    /// Maximum number of presses that are kept. If there are more, the oldest press is removed.
    private static let limit = 256
    /// The stored presses. Protected by a mutex because front ends and the recorder use different
    /// threads.
    private let state = Mutex(State())

    package init() {}

    /// State of the recorder's latest write. Front ends may report a press as saved only if the
    /// state is `done`.
    package var writing: Writing {
        get { state.withLock { $0.writing } }
        set { state.withLock { $0.writing = newValue } }
    }

    package func note(_ press: Press, at stamp: Stamp) {
        state.withLock { state in
            if state.presses.updateValue(press, forKey: stamp) == nil { state.order.append(stamp) }
            if state.order.count > Self.limit {
                state.presses[state.order.removeFirst()] = nil
            }
        }
    }

    /// Returns the press with this time stamp; nil if there is none. The press is kept, because a
    /// failed write may be repeated.
    func press(at stamp: Stamp) -> Press? { state.withLock { $0.presses[stamp] } }
}
