package import Diagnostics
import Foundation
import Synchronization

/// The controlling terminal in raw mode. It reads keys and draws frames.
package final class RawTerminal: Sendable {
    private let saved: termios
    private let isRaw = Mutex(false)
    private let shown = Mutex<TerminalFrame?>(nil)

    /// Minimum size of the terminal. All pages fit into a terminal of this size.
    package static let minimum = (columns: 60, rows: 16)

    /// Reads the attributes and the size of the terminal.
    ///
    /// - Parameter fix: the suggested fix if the terminal is too small.
    /// - Throws: `DiagnosticError` if there is no terminal, or if the terminal is too small.
    package init(
        fix: String = "make the window larger and start again"
    ) throws(DiagnosticError) {
        var attributes = termios()
        guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &attributes) == 0 else {
            throw DiagnosticError(
                "no-terminal",
                "this command needs a terminal to show its pages and read keystrokes",
                fix: "run the command in a terminal",
                status: .usage
            )
        }
        saved = attributes
        let size = Self.size()
        guard size.columns >= Self.minimum.columns, size.rows >= Self.minimum.rows else {
            throw DiagnosticError(
                "small-terminal",
                "the terminal has \(size.columns) columns and \(size.rows) rows",
                expected: "at least \(Self.minimum.columns) × \(Self.minimum.rows)",
                fix: fix,
                status: .usage
            )
        }
    }

    /// Returns the size of the terminal to which a file descriptor refers. The default is standard
    /// output.
    package static func size(of descriptor: Int32 = 1) -> (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Returns the size of a frame for the terminal. It has at least 20 columns and 6 rows, even in
    /// a smaller terminal.
    package static func frameSize(
        _ size: (columns: Int, rows: Int) = size()
    ) -> (columns: Int, rows: Int) {
        (max(size.columns, 20), max(size.rows, 6))
    }

    /// Switches to the alternate screen and to raw mode. In raw mode, there is no echo, keys are
    /// not buffered, and bracketed paste is on.
    package func enter() {
        var raw = saved
        cfmakeraw(&raw)
        raw.c_oflag |= tcflag_t(OPOST)
        tcsetattr(0, TCSANOW, &raw)
        isRaw.withLock { $0 = true }
        shown.withLock { $0 = nil }
        TerminalGuard.arm(saved)
        write("\u{1b}[?1049h\u{1b}[?2004h\u{1b}[2J")
    }

    /// Restores the terminal to its former state.
    package func leave() {
        let wasRaw = isRaw.withLock { isRaw in
            defer { isRaw = false }
            return isRaw
        }
        if wasRaw { TerminalGuard.giveBack() }
    }

    /// Draws the lines that differ from the previous frame. Draws all lines if `all` is true or
    /// there is no previous frame. If the process was stopped since the previous call, enters raw
    /// mode again.
    package func draw(_ frame: TerminalFrame, all: Bool = false) {
        if TerminalGuard.takeContinued() { enter() }
        let old = shown.withLock { shown in
            defer { shown = frame }
            return all ? nil : shown
        }
        guard frame != old else { return }
        var text = "\u{1b}[?25l"
        if old == nil { text += "\u{1b}[2J" }
        for (row, line) in frame.lines.enumerated() {
            if let old, old.lines.indices.contains(row), old.lines[row] == line { continue }
            text += "\u{1b}[\(row + 1);1H\(line.escaped)\u{1b}[K"
        }
        if let row = frame.cursorRow {
            text += "\u{1b}[\(row + 1);\(frame.cursorColumn + 1)H\u{1b}[?25h"
        }
        write(text)
    }

    /// Rings the bell and prints a line. Called while another program uses the terminal.
    package func alert(_ line: String) {
        Self.fromBackground { write("\u{7}\r\n\(line)\r\n") }
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.write(1, $0.baseAddress, $0.count)
                #else
                    Darwin.write(1, $0.baseAddress, $0.count)
                #endif
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Starts a thread that reads keys until the terminal closes.
    ///
    /// - Parameters:
    ///   - now: returns the time at which keys were read.
    ///   - deliver: receives groups of keys as they arrive, on the new thread; receives nil when
    ///     the terminal closes.
    package func readKeys<Instant: Sendable>(
        now: @escaping @Sendable () -> Instant,
        _ deliver: @escaping @Sendable ([KeyPress<Instant>]?) -> Void
    ) {
        let thread = Thread { [self] in
            ThreadPriority.take()
            var decoder = KeyDecoder()
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                if pause.withLock({ $0 }) {
                    usleep(20_000)
                    continue
                }
                var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, 50) > 0 else { continue }
                if pause.withLock({ $0 }) { continue }
                let count = read(0, &buffer, buffer.count)
                let at = now()
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    break
                }
                let keys = decoder.decode(buffer.prefix(count))
                deliver(keys.map { KeyPress(key: $0, at: at) })
            }
            deliver(nil)
        }
        thread.start()
    }

    /// Whether the reading of keys is paused because another program uses the terminal.
    private let pause = Mutex(false)

    /// Lets another program use the terminal until `body` returns. `body` starts the program, and
    /// gives the terminal to its process group (see ``setForeground(_:)``) until the program ends.
    package func lend(_ body: () async -> Void) async {
        pause.withLock { $0 = true }
        // For keys that are pressed before the program's group has the terminal. Empty handlers: if
        // the signals were ignored, the other program would ignore them too.
        let numbers = [SIGINT, SIGQUIT, SIGTSTP]
        let before = numbers.map { signal($0) { _ in } }
        leave()
        await body()
        enter()
        for (number, handler) in zip(numbers, before) { signal(number, handler) }
        pause.withLock { $0 = false }
    }

    /// Gives the terminal to a process group. The processes of that group can then read keys, and
    /// receive the signals of Ctrl-C, Ctrl-\ and Ctrl-Z. Has no effect if the terminal is not this
    /// process's controlling terminal.
    package static func setForeground(_ group: Int32) {
        fromBackground { _ = tcsetpgrp(0, group) }
    }

    /// Calls `body` with the signal `SIGTTOU` blocked. Otherwise, the signal could stop this process
    /// if it uses the terminal while another process group has it.
    private static func fromBackground(_ body: () -> Void) {
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
