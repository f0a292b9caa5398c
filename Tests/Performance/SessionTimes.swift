import Foundation
import GRDB
import TestSupport

/// A live session on a pseudo-terminal: from a key to its event on the disk, beside a bare fdatasync
/// of a page on the same file system; and how far recorded intervals are from those of the keys.
final class SessionTimes {
    private let home: URL
    private let tools: URL
    private var terminal: PseudoTerminal?
    private var results: DatabaseQueue?
    private var page: Int32 = -1
    private var pressed: [Double] = []
    private var (keys, syncs): ([Double], [Double]) = ([], [])
    private static let turns = 400

    init(tools: URL, home: URL) throws {
        (self.tools, self.home) = (tools, home.appendingPathComponent("session"))
        try FileManager.default.createDirectory(at: self.home, withIntermediateDirectories: true)
    }

    var benchmarks: [Benchmark] {
        [
            Benchmark(
                name: "session-key",
                subject: "a mark's key until its event is on the disk",
                yardstick: "a bare fdatasync of 4 KiB",
                turns: Self.turns,
                bar: .beyondYardstick(0.005),
                prepare: { try self.start() },
                turn: { try self.turn($0) }
            )
        ]
    }

    private func start() throws {
        let file = home.appendingPathComponent("x.sqlite").path
        let terminal = try PseudoTerminal(
            "evalrun",
            [
                "session", "--participant", "P1", "--study",
                "Tests/StudyDefinitionTests/Fixtures/greeting", "--results", file,
            ],
            tools: tools
        )
        let keys = [
            ("Ready to start", "\r"), ("Taking part", "y"), ("I take part.", "y"),
            ("My words may be quoted.", "n"), ("Have you written shell", "2"),
            ("Enter confirm", "\r"), ("How sure are you", "4\r"), ("Enter confirm", "\r"),
            ("For how many years", "\r"), ("Anything else?", "\r"), ("Enter go on", "\r"),
            ("start the clock", "\r"),
        ]
        for (text, key) in keys {
            try terminal.expect(text)
            try terminal.type(key)
        }
        try terminal.expect("d done")
        self.terminal = terminal
        var configuration = Configuration()
        configuration.readonly = true
        results = try DatabaseQueue(path: file, configuration: configuration)
        page = open(home.appendingPathComponent("page").path, O_RDWR | O_CREAT, 0o644)
    }

    private func turn(_ number: Int) throws -> Benchmark.Turn {
        guard let terminal, let results else { return .init(subject: 0, yardstick: 0, memory: 0) }
        let count = {
            try results.read { try Int.fetchOne($0, sql: "SELECT max(id) FROM events") ?? 0 }
        }
        let before = try count()
        let start = now()
        try terminal.type("m")
        while try count() == before { usleep(50) }
        let key = now() - start
        terminal.drain()
        let sync = try bareSync()
        pressed.append(start)
        keys.append(key)
        syncs.append(sync)
        usleep(5000)
        if number == Self.turns { try tell() }
        return .init(subject: key, yardstick: sync, memory: memory(of: terminal.processID))
    }

    private func bareSync() throws -> Double {
        let bytes = [UInt8](repeating: 7, count: 4096)
        let start = now()
        _ = bytes.withUnsafeBytes { pwrite(page, $0.baseAddress, $0.count, 0) }
        #if canImport(Glibc)
            fdatasync(page)
        #else
            fsync(page)
        #endif
        return now() - start
    }

    private func tell() throws {
        print("session-key, key → durable: \(spread(keys))")
        print("session-key, bare fdatasync: \(spread(syncs))")
        let beyond = percentile(keys, 0.99) - percentile(syncs, 0.99)
        print(String(format: "session-key, p99 beyond p99: %.2f ms (bar 5 ms)", beyond * 1000))
        let stamps = try results?.read { db in
            try Double.fetchAll(
                db,
                sql: "SELECT monotonic_ns / 1e9 FROM events WHERE kind = 'marked' ORDER BY number"
            )
        }
        guard let stamps, stamps.count == pressed.count else { return }
        let errors = stamps.indices.dropFirst().map { index in
            abs((stamps[index] - stamps[index - 1]) - (pressed[index] - pressed[index - 1]))
        }
        print("session-key, error of intervals (bar 1 ms at p99): \(spread(errors))")
        try terminal?.type("\u{3}")
        try terminal?.expect("Leave the session?")
        try terminal?.type("y")
        _ = try terminal?.finish()
    }

    /// Percentiles, and how many lie below each power of two milliseconds.
    private func spread(_ seconds: [Double]) -> String {
        let marks = [0.5, 0.9, 0.99, 0.999].map {
            String(format: "p%g %.2f ms", $0 * 100, percentile(seconds, $0) * 1000)
        }
        let bounds = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]
        let counts = bounds.map { bound in seconds.count { $0 * 1000 <= bound } }
        let histogram = zip(bounds, counts).map { "≤\($0) \($1)" }.joined(separator: " ")
        return "\(marks.joined(separator: ", "))\n  ms: \(histogram) of \(seconds.count)"
    }

    private func percentile(_ seconds: [Double], _ share: Double) -> Double {
        let sorted = seconds.sorted()
        let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted.isEmpty ? 0 : sorted[max(0, min(place, sorted.count - 1))]
    }

    private func now() -> Double {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Resident, in MB; 0 where /proc does not say.
    private func memory(of process: Int32) -> Double {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? (Double(words[1]) ?? 0) / 1000 : 0
    }
}
