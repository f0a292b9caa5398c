import Foundation

/// Signals that end this process from outside: before they do, running commands are ended and the
/// terminal is given back.
///
/// A handler may only call functions that are safe in it (`kill`, `write`, `tcsetattr`, `signal`,
/// `raise`), and allocates nothing.
enum EndingSignals {
    /// Installs the handlers, once for this process.
    static let handle: Void = {
        RunningCommands.prepare()
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            let before = signal(number) { number in
                RunningCommands.end()
                TerminalGuard.giveBack()
                signal(number, SIG_DFL)
                raise(number)
            }
            // The state in which `nohup` started it.
            if isIgnored(before) { signal(number, SIG_IGN) }
        }
    }()

    #if os(Linux)
        private static func isIgnored(_ handler: __sighandler_t?) -> Bool {
            unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        }
    #else
        private static func isIgnored(_ handler: sig_t?) -> Bool {
            unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        }
    #endif
}

/// Process groups of the commands that run now, for the handlers of signals.
enum RunningCommands {
    private static let limit = 256

    // Unsafe: handlers must not wait for a lock; each slot is written whole.
    private nonisolated(unsafe) static let groups: UnsafeMutablePointer<pid_t> = {
        let pointer = UnsafeMutablePointer<pid_t>.allocate(capacity: limit)
        pointer.initialize(repeating: 0, count: limit)
        return pointer
    }()

    private static let lock = NSLock()

    static func prepare() { _ = groups }

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
        for slot in 0..<limit where groups[slot] > 0 { kill(-groups[slot], SIGKILL) }
    }
}
