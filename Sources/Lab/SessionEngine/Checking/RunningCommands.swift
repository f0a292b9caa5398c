import Foundation
import Terminal

/// Process groups of the running commands, for signal handlers.
enum RunningCommands {
    private static let limit = 256

    // A signal handler must not wait for a lock, so this is `nonisolated(unsafe)`. Each slot is
    // written in one operation.
    private nonisolated(unsafe) static let groups: UnsafeMutablePointer<pid_t> = {
        let pointer = UnsafeMutablePointer<pid_t>.allocate(capacity: limit)
        pointer.initialize(repeating: 0, count: limit)
        return pointer
    }()

    /// Process group of the program that uses the terminal. 0 if there is none.
    // This variable has no lock, because a signal handler must not wait for one. Each change is a
    // single machine instruction.
    nonisolated(unsafe) static var lent: pid_t = 0

    private static let lock = NSLock()

    /// A constant whose first use installs the signal handlers.
    static let handleSignals: Void = {
        _ = (groups, lent)
        EndingSignals.endCommands = { end() }
        EndingSignals.handle
    }()

    static func add(_ group: pid_t) { replace(0, with: group) }

    static func remove(_ group: pid_t) { replace(group, with: 0) }

    private static func replace(_ old: pid_t, with new: pid_t) {
        lock.withLock {
            for slot in 0..<limit where groups[slot] == old {
                groups[slot] = new
                return
            }
        }
    }

    static func end() {
        // `SIGHUP`, because an editor then keeps unsaved text.
        if lent > 0 { kill(-lent, SIGHUP) }
        for slot in 0..<limit where groups[slot] > 0 { kill(-groups[slot], SIGKILL) }
    }
}
