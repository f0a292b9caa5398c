package import ResultsStore
import Synchronization

/// Presses from pages and other terminals, by their stamps, until the log has them. The engine knows
/// stamps alone.
package final class PressLedger: Sendable {
    private struct State {
        var presses: [Stamp: Press] = [:]
        /// The order in which they came.
        var order: [Stamp] = []
    }

    /// Presses that can wait for their event at the same time.
    private static let limit = 256
    /// Front ends and the recorder use it from their own threads.
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

    /// Stays after the first call: events that could not be written are written again.
    func press(at stamp: Stamp) -> Press? { state.withLock { $0.presses[stamp] } }
}
