import Foundation
import ResultsStore
import SessionEngine
import Synchronization
import Terminal

/// Standard input as lines, used if single keys cannot be read.
final class LineInput: Sendable {
    struct Line: Sendable {
        var text: String
        /// Time at which the line was read.
        var at: Stamp
    }

    /// Whether standard input is a terminal, so that a person can type into it.
    let isTerminal: Bool
    /// Bytes that were read but not processed yet. Protected by a mutex because another thread
    /// reads the first bytes.
    private let bytes = Mutex<[UInt8]>([])

    init(isTerminal: Bool = isatty(0) == 1) { self.isTerminal = isTerminal }

    /// Returns whether there may be input to read. Returns false only if the input has ended
    /// without a single byte. Stops waiting after 0.2 seconds without new bytes, because the
    /// program that writes the input may first wait for a page.
    func isThere() -> Bool {
        while !bytes.withLock({ $0.contains(0x0a) }), Self.isReadable() {
            guard let more = Self.read() else { return bytes.withLock { !$0.isEmpty } }
            bytes.withLock { $0 += more }
        }
        return true
    }

    /// Waits at most 0.2 seconds for bytes or the end of the input. Returns whether `read` would
    /// return immediately.
    private static func isReadable() -> Bool {
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 200) != 0
    }

    /// Starts a thread that reads lines until the end of the input.
    ///
    /// - Parameter deliver: receives each line on that thread; nil at the end of the input.
    func readLines(clock: SessionClock, _ deliver: @escaping @Sendable (Line?) -> Void) {
        let thread = Thread {
            ThreadPriority.take()
            var at = clock.now()
            while true {
                // A time stamp identifies an input in the log, so no two lines have the same.
                for (offset, text) in self.takeLines().enumerated() {
                    deliver(Line(text: text, at: at.advanced(by: Int64(offset))))
                }
                guard let more = Self.read() else { break }
                at = clock.now()
                self.bytes.withLock { $0 += more }
            }
            let rest = self.bytes.withLock { $0 }
            if !rest.isEmpty {
                deliver(Line(text: String(decoding: rest, as: UTF8.self), at: clock.now()))
            }
            deliver(nil)
        }
        thread.start()
    }

    private func takeLines() -> [String] {
        bytes.withLock { bytes in
            guard let last = bytes.lastIndex(of: 0x0a) else { return [] }
            defer { bytes.removeFirst(last + 1) }
            return bytes[..<last].split(separator: 0x0a, omittingEmptySubsequences: false).map {
                String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self)
            }
        }
    }

    private static func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(0, &buffer, buffer.count)
            #else
                let count = Darwin.read(0, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            // SQLite would cut a text at the first NUL.
            return count > 0 ? buffer.prefix(count).filter { $0 != 0 } : nil
        }
    }
}
