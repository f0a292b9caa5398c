package import ResultsStore
import Synchronization

/// Key presses from pages and other terminals, by their stamps, until the log contains them. The
/// engine knows a press only by its stamp.
package final class PressLedger: Sendable {
    private struct State {
        var presses: [Stamp: Press] = [:]
        /// Stamps in order of arrival.
        var order: [Stamp] = []
    }

    /// Maximum number of presses that can wait for their events.
    private static let limit = 256
    /// Guarded because front ends and the recorder use different threads.
    private let state = Mutex(State())

    package init() {}

    package func note(_ press: Press, at stamp: Stamp) {
        state.withLock { state in
            if state.presses.updateValue(press, forKey: stamp) == nil { state.order.append(stamp) }
            if state.order.count > Self.limit {
                state.presses[state.order.removeFirst()] = nil
            }
        }
    }

    /// Returns the press with this stamp. The press remains in the ledger, because events that
    /// could not be written are written again.
    func press(at stamp: Stamp) -> Press? { state.withLock { $0.presses[stamp] } }
}
