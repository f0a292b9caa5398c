import Foundation

/// Ctrl-C in a terminal that is not in raw mode, where it sends the signal `SIGINT`. The signal does
/// not end the process until ``end()`` is called.
package struct CaughtInterrupt {
    // This flag has no lock, because a handler must not wait for one.
    private nonisolated(unsafe) static var isPressed: sig_atomic_t = 0

    /// The handler that `SIGINT` had before.
    private let before: (@convention(c) (Int32) -> Void)?

    package init() {
        // Installs the handlers of `EndingSignals` first. If they were installed later, they would
        // replace this handler of `SIGINT`.
        EndingSignals.handle
        // Also initializes the variable, because a handler must not initialize it.
        Self.isPressed = 0
        before = signal(SIGINT) { _ in CaughtInterrupt.isPressed = 1 }
    }

    /// Returns whether Ctrl-C was pressed since the previous call.
    package func take() -> Bool {
        defer { Self.isPressed = 0 }
        return Self.isPressed != 0
    }

    /// Restores the earlier handler.
    package func end() { signal(SIGINT, before) }
}
