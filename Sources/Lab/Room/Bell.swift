import Foundation

/// A condition variable for threads that wait for a change of state.
final class Bell: Sendable {
    private let condition = NSCondition()

    func ring() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    /// Waits while `isWaiting` returns true, but at most `seconds`.
    ///
    /// - Returns: false if `isWaiting` is still true after `seconds`.
    func wait(_ seconds: Double, while isWaiting: () -> Bool) -> Bool {
        let deadline = ProcessInfo.processInfo.systemUptime + seconds
        condition.lock()
        defer { condition.unlock() }
        while isWaiting() {
            let rest = deadline - ProcessInfo.processInfo.systemUptime
            if rest <= 0 { return false }
            // Waits in short steps, because the condition's deadline uses the wall clock, which may
            // be reset during the wait.
            _ = condition.wait(until: Date(timeIntervalSinceNow: min(rest, 1)))
        }
        return true
    }
}
