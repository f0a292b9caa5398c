import Foundation

/// Wakes threads that wait for a change of state.
final class Bell: Sendable {
    private let condition = NSCondition()

    func ring() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    /// Waits while `isWaiting` holds, `seconds` at most.
    ///
    /// - Returns: whether it has ended to hold.
    func wait(_ seconds: Double, while isWaiting: () -> Bool) -> Bool {
        let deadline = ProcessInfo.processInfo.systemUptime + seconds
        condition.lock()
        defer { condition.unlock() }
        while isWaiting() {
            let rest = deadline - ProcessInfo.processInfo.systemUptime
            if rest <= 0 { return false }
            // In short turns: the condition's deadline is on the wall clock, which may be set.
            _ = condition.wait(until: Date(timeIntervalSinceNow: min(rest, 1)))
        }
        return true
    }
}
