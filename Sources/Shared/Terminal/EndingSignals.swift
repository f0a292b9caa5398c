import Foundation

/// Handles signals by which another process or the terminal ends this process. Before this process
/// ends, the commands that it runs are ended and the terminal is restored.
///
/// A handler may only call async-signal-safe functions (`kill`, `write`, `tcsetattr`, `signal`,
/// `raise`), and must not allocate memory.
package enum EndingSignals {
    /// A function that ends the commands that this process runs.
    // This variable needs no lock: it is set, by a single store, before a handler can read it.
    package nonisolated(unsafe) static var endCommands: @convention(c) () -> Void = {}

    /// Installs the signal handlers when this property is first read.
    package static let handle: Void = {
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            let before = signal(number) { number in
                endCommands()
                TerminalGuard.giveBack()
                signal(number, SIG_DFL)
                raise(number)
            }
            // The process was started with this signal ignored, for example by `nohup`. The signal
            // remains ignored.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }()
}
