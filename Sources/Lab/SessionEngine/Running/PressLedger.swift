package import ResultsStore
import Synchronization

/// The latest key presses from web pages and from terminals that run `evalrun control`, keyed by
/// time stamp. The recorder looks presses up here, because the engine passes on only the stamp of a
/// press.
package final class PressLedger: Sendable {
    private struct State {
        var presses: [Stamp: Press] = [:]
        /// Stamps in order of arrival.
        var order: [Stamp] = []
    }

    /// Maximum number of presses in the ledger. The oldest press is dropped first.
    private static let limit = 256
    /// Protected by a mutex because front ends and the recorder use different threads.
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

    /// Returns the press with this stamp. The press remains in the ledger, because a failed write is
    /// repeated and then needs the press again.
    func press(at stamp: Stamp) -> Press? { state.withLock { $0.presses[stamp] } }
}
