import Foundation

/// Restoration of the terminal when pages end or when a signal ends the process.
///
/// Signal handlers call `giveBack`, which therefore must not allocate memory. The data that
/// `giveBack` needs is allocated in advance.
///
/// This type also records whether the process was stopped and continued. The shell restores the
/// terminal of a stopped process, so the continued process must enter raw mode again.
enum TerminalGuard {
    // The attributes need no lock: only `arm` writes them, one call at a time, and a handler reads
    // them only if `isArmed` is set.
    private nonisolated(unsafe) static let attributes = UnsafeMutablePointer<termios>
        .allocate(capacity: 1)
    // This flag has no lock, because a handler must not wait for one. A `sig_atomic_t` is written
    // in a single machine instruction.
    private nonisolated(unsafe) static var isArmed: sig_atomic_t = 0

    // This flag has no lock, because a handler must not wait for one.
    private nonisolated(unsafe) static var isContinued: sig_atomic_t = 0

    /// Whether the terminal shows its alternate screen, which `giveBack` must then leave.
    // This flag has no lock, because a handler must not wait for one.
    private nonisolated(unsafe) static var isFullScreen: sig_atomic_t = 0

    /// Escape sequences that end bracketed paste, show the cursor and leave the alternate screen.
    // The buffer needs no lock: `arm` creates it before installing the handlers, and nothing
    // changes it afterwards.
    private nonisolated(unsafe) static let sequence: UnsafeMutableBufferPointer<UInt8> = {
        let bytes = Array("\u{1b}[?2004l\u{1b}[?25h\u{1b}[?1049l".utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        return buffer
    }()

    /// Prepares the restoration of the terminal, and installs the signal handlers.
    ///
    /// - Parameters:
    ///   - saved: the terminal's attributes before this process changed them.
    ///   - isFullScreen: whether the terminal shows pages on its alternate screen.
    static func arm(_ saved: termios, isFullScreen: Bool = true) {
        attributes.initialize(to: saved)
        _ = sequence
        self.isFullScreen = isFullScreen ? 1 : 0
        (isArmed, isContinued) = (1, 0)
        EndingSignals.handle
        signal(SIGCONT) { _ in TerminalGuard.isContinued = 1 }
    }

    /// Returns whether the process was stopped and continued since the previous call.
    static func takeContinued() -> Bool {
        defer { isContinued = 0 }
        return isContinued != 0
    }

    static func giveBack() {
        guard isArmed != 0 else { return }
        isArmed = 0
        var start = UnsafeRawPointer(sequence.baseAddress)
        var left = isFullScreen != 0 ? sequence.count : 0
        while left > 0, let place = start {
            let count = write(1, place, left)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            (start, left) = (place + count, left - count)
        }
        tcsetattr(0, TCSANOW, attributes)
    }
}
