package import Foundation

/// A tool run on a pseudo-terminal: keys go in, what it draws comes out.
package final class PseudoTerminal {
    /// A text did not come in time.
    package struct Missing: Error, CustomStringConvertible {
        package var description: String
    }

    private let process = Process()
    package var processID: Int32 { process.processIdentifier }
    private let controller: FileHandle
    /// The path of the end that the tool has.
    package let device: String
    private var seen = ""
    private var mark = ""
    private var image: TerminalImage

    package init(
        _ tool: String,
        _ arguments: [String],
        columns: Int = 80,
        rows: Int = 24,
        tools: URL? = nil,
        environment: [String: String] = [:]
    ) throws {
        image = TerminalImage(columns: columns, rows: rows)
        var (controller, device): (Int32, Int32) = (-1, -1)
        var size = winsize(
            ws_row: UInt16(rows),
            ws_col: UInt16(columns),
            ws_xpixel: 0,
            ws_ypixel: 0
        )
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard openpty(&controller, &device, &path, nil, &size) == 0 else {
            throw Missing(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(controller, F_SETFL, fcntl(controller, F_GETFL) | O_NONBLOCK)
        _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
        self.controller = FileHandle(fileDescriptor: controller, closeOnDealloc: true)
        self.device = String(
            decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        let terminal = FileHandle(fileDescriptor: device, closeOnDealloc: true)
        process.executableURL =
            tools?.appendingPathComponent(tool)
            ?? Tool.root.appendingPathComponent(".build/debug/\(tool)")
        process.arguments = arguments
        process.currentDirectoryURL = Tool.root
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, other in other }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
    }

    /// Types `keys` as they are, as fast as they are taken.
    package func type(_ keys: String) throws {
        var left = Array(keys.utf8)[...]
        while !left.isEmpty {
            let count = left.prefix(512).withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.write(controller.fileDescriptor, $0.baseAddress, $0.count)
                #else
                    Darwin.write(controller.fileDescriptor, $0.baseAddress, $0.count)
                #endif
            }
            if count > 0 {
                left = left.dropFirst(count)
            } else if errno == EAGAIN || errno == EINTR {
                read()
                usleep(1000)
            } else {
                throw Missing(description: "cannot type: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Waits until `text` has been drawn since the last call.
    package func expect(_ text: String, within seconds: Double = 60) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while !mark.contains(text) {
            guard ContinuousClock.now < end else {
                throw Missing(description: "“\(text)” did not come; last: \(mark.suffix(1500))")
            }
            read()
            usleep(10_000)
        }
        mark = ""
        // A person reads first; keys that come with a screen are taken for the one before.
        usleep(350_000)
        read()
    }

    /// Waits until the terminal shows `text`, whenever it was drawn.
    ///
    /// - Parameter pause: wait as a person would who reads first.
    package func expectShown(
        _ text: String,
        within seconds: Double = 60,
        pause: Bool = true
    ) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while !shown.text.contains(text) {
            guard ContinuousClock.now < end else {
                throw Missing(description: "“\(text)” is not shown, but:\n\(shown.text)")
            }
            usleep(10_000)
        }
        mark = ""
        if pause { usleep(350_000) }
        read()
    }

    /// What the terminal shows now.
    package var shown: TerminalImage {
        read()
        return image
    }

    /// Makes the window another size, as a person does while the tool runs.
    package func resize(columns: Int, rows: Int) {
        read()
        image.resize(columns: columns, rows: rows)
        var size = winsize(
            ws_row: UInt16(rows),
            ws_col: UInt16(columns),
            ws_xpixel: 0,
            ws_ypixel: 0
        )
        _ = ioctl(controller.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Everything that was drawn up to now.
    package var drawn: String {
        read()
        return seen
    }

    /// Waits for the end; returns the exit status and everything drawn.
    package func finish(within seconds: Double = 60) throws -> (status: Int32, output: String) {
        let end = ContinuousClock.now + .seconds(seconds)
        while process.isRunning {
            guard ContinuousClock.now < end else {
                process.terminate()
                throw Missing(description: "it does not end; last: \(seen.suffix(1500))")
            }
            read()
            usleep(10_000)
        }
        read()
        return (process.terminationStatus, seen)
    }

    /// Takes what was drawn, so that the tool is never held up by a full terminal.
    package func drain() {
        read()
        mark = ""
        seen = String(seen.suffix(4000))
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                #if canImport(Glibc)
                    Glibc.read(controller.fileDescriptor, $0.baseAddress, $0.count)
                #else
                    Darwin.read(controller.fileDescriptor, $0.baseAddress, $0.count)
                #endif
            }
            guard count > 0 else { return }
            image.take(buffer.prefix(count))
            let text = String(decoding: buffer.prefix(count), as: UTF8.self)
            seen += text
            mark += text
        }
    }

    deinit { if process.isRunning { process.terminate() } }
}
