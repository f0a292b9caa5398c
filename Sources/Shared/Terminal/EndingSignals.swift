import Foundation

/// Signals that end this process from outside: before they do, its running commands are ended and the
/// terminal is given back.
///
/// A handler may only call functions that are safe in it (`kill`, `write`, `tcsetattr`, `signal`,
/// `raise`), and allocates nothing.
package enum EndingSignals {
    /// Ends the commands that this process runs.
    // Unsafe: set before the handlers can need it, and written whole.
    package nonisolated(unsafe) static var endCommands: @convention(c) () -> Void = {}

    /// Installs the handlers, once for this process.
    package static let handle: Void = {
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            let before = signal(number) { number in
                endCommands()
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
