import Foundation

/// Handlers for the signals that end this process: `SIGTERM`, `SIGHUP`, `SIGINT` and `SIGQUIT`.
/// The handlers end the commands that this process runs, remove its socket file, restore the
/// terminal, and write a message.
///
/// A handler may call only async-signal-safe functions (`kill`, `unlink`, `write`, `tcsetattr`,
/// `signal`, `raise`), and must not allocate memory.
package enum EndingSignals {
    /// A function that ends the commands of this process. The signal handlers call it.
    // This variable needs no lock: it is assigned only once, in a single machine instruction.
    package nonisolated(unsafe) static var endCommands: @convention(c) () -> Void = {}

    /// Path of the socket that the signal handlers remove; nil if there is none.
    // This variable needs no lock: each change is a single machine instruction. An earlier path is
    // never freed, because a handler may be reading it.
    private nonisolated(unsafe) static var socket: UnsafeMutablePointer<CChar>?

    /// Text that the signal handlers write to standard error; nil if there is none.
    // This variable needs no lock: each change is a single machine instruction. An earlier text is
    // never freed, because a handler may be reading it.
    private nonisolated(unsafe) static var message: UnsafeMutablePointer<CChar>?

    /// Installs the signal handlers. Sets the text that they write to standard error.
    ///
    /// - Parameter text: the text, which replaces any earlier text; nil for none.
    package static func write(message text: String?) {
        message = text.flatMap { strdup($0) }
        handle
    }

    /// Installs the signal handlers. Sets the path of the socket that they remove.
    ///
    /// - Parameter path: the path, which replaces any earlier path; nil if the socket has been
    ///   removed.
    package static func remove(socket path: String?) {
        socket = path.flatMap { strdup($0) }
        handle
    }

    /// Installs the signal handlers when the property is first read. Later reads have no effect.
    package static let handle: Void = {
        // Initializes the variables now, because a handler must not initialize them.
        _ = (endCommands, socket, message)
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            let before = signal(number) { number in
                endCommands()
                if let socket { unlink(socket) }
                TerminalGuard.giveBack()
                if let message { Foundation.write(STDERR_FILENO, message, strlen(message)) }
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
