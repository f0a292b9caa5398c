import Foundation
import GRDB
import TestSupport

/// Live sessions on pseudo-terminals: from a key to its event on the disk, beside a bare fdatasync
/// of a page on the same file system; and how far recorded intervals are from those of the keys as
/// they came to the terminal, beside those from its other end, and those that a thread sees which
/// does nothing but read another pseudo-terminal.
///
/// Alone; while compilers run that evalrun has started, as it starts a check; while compilers run
/// that somebody else has started; and two sessions on one results file.
final class SessionTimes {
    private let home: URL
    private let tools: URL
    private var sessions: [Session] = []
    private var page: Int32 = -1
    private var syncs: [Double] = []
    private var builds: Builds?
    private var bare: BareReader?
    private var awake: Awake?
    private static let turns = 400

    /// One facilitator's terminal, and what was measured there.
    private final class Session {
        let terminal: PseudoTerminal
        let number: Int
        /// Says when the terminal had a key.
        let witness: TerminalWitness
        var keys: [Double] = []
        var pressed: [Press] = []
        var arrived: [Press] = []

        init(_ terminal: PseudoTerminal, number: Int) throws {
            (self.terminal, self.number) = (terminal, number)
            witness = try TerminalWitness(terminal.device)
        }

        /// A key that was seen late came to the terminal late.
        func noteArrival() {
            guard let press = pressed.last else { return }
            arrived.append((press.from, max(press.to, witness.seen(since: press.from) ?? 0)))
        }
    }

    init(tools: URL, home: URL) throws {
        (self.tools, self.home) = (tools, home.appendingPathComponent("session"))
        try FileManager.default.createDirectory(at: self.home, withIntermediateDirectories: true)
    }

    var benchmarks: [Benchmark] {
        [
            benchmark("session-key", "a mark's key until its event is on the disk"),
            benchmark(
                "session-key-check",
                "the same, during builds on every core that evalrun runs as it runs a check"
            ) { self.builds = try Builds(in: self.home, of: .evalrun) },
            benchmark(
                "session-key-build",
                "the same, during builds on every core that somebody else runs (told, no bar)",
                bar: nil
            ) { self.builds = try Builds(in: self.home, of: .somebodyElse) },
            benchmark(
                "session-pair",
                "the same, for two facilitators on one results file (bar: p99.9 of the waiting)",
                sessions: 2,
                turns: 600,
                bar: nil
            ),
        ]
    }

    private func benchmark(
        _ name: String,
        _ subject: String,
        sessions count: Int = 1,
        turns: Int = turns,
        bar: Benchmark.Bar? = .beyondYardstick(0.005),
        prepare: @escaping () throws -> Void = {}
    ) -> Benchmark {
        Benchmark(
            name: name,
            subject: subject,
            yardstick: "a bare fdatasync of 4 KiB",
            turns: turns,
            bar: bar,
            prepare: {
                try self.start(count, name: name)
                try prepare()
            },
            turn: { number in
                let turn = try self.turn(number, in: name)
                if number == turns { try self.finish(name) }
                return turn
            }
        )
    }

    // MARK: Starting

    private func start(_ count: Int, name: String) throws {
        let awake = Awake()
        print("\(name): \(awake.words)")
        self.awake = awake
        (sessions, syncs, bare) = ([], [], try BareReader())
        for number in 1...count {
            sessions.append(try Session(open(number, name: name), number: number))
        }
        page = Foundation.open(home.appendingPathComponent("page").path, O_RDWR | O_CREAT, 0o644)
    }

    private func file(_ name: String) -> String {
        home.appendingPathComponent("\(name).sqlite").path
    }

    private func open(_ number: Int, name: String) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            "evalrun",
            [
                "session", "--participant", "P\(number)", "--study",
                "Tests/StudyDefinitionTests/Fixtures/greeting", "--results", file(name),
            ],
            tools: tools
        )
        let keys = [
            ("Ready to start", "\r"), ("Taking part", "y"), ("I take part.", "y"),
            ("My words may be quoted.", "n"), ("Have you written shell", "2"),
            ("Enter confirm", "\r"), ("How sure are you", "4"), ("For how many years", "\r"),
            ("Anything else?", "\r"), ("Enter go on", "\r"), ("start the clock", "\r"),
        ]
        for (text, key) in keys {
            try terminal.expect(text)
            try terminal.type(key)
        }
        try terminal.expect("d done")
        return terminal
    }

    // MARK: Turns

    private func turn(_ number: Int, in name: String) throws -> Benchmark.Turn {
        var configuration = Configuration()
        configuration.readonly = true
        let results = try DatabaseQueue(path: file(name), configuration: configuration)
        let count = { (session: Session) in
            try results.read { db in
                try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM marks JOIN sessions ON sessions.id = session "
                        + "WHERE participant = ?",
                    arguments: ["P\(session.number)"]
                ) ?? 0
            }
        }
        let before = try sessions.map(count)
        let watch = try CommitWatch(file: file(name))
        var known = watch.commits
        var waiting = sessions.indices.map { $0 }
        for session in sessions {
            session.pressed.append(try Foremost.press { try session.terminal.type("m") })
        }
        while !waiting.isEmpty {
            guard let seen = watch.next(after: known) else {
                throw Measured.Failed(
                    description: "nothing was committed in ten seconds after a key"
                )
            }
            known = watch.commits
            let there = try waiting.filter { try count(sessions[$0]) != before[$0] }
            // What was counted may have come after the commit that was seen.
            let at = watch.commits == known ? seen : now()
            for index in there {
                let session = sessions[index]
                session.keys.append(at - (session.pressed.last?.from ?? 0))
            }
            waiting.removeAll(where: there.contains)
        }
        for session in sessions { session.noteArrival() }
        try bare?.press()
        for session in sessions { session.terminal.drain() }
        let sync = try bareSync()
        syncs.append(sync)
        usleep(5000)
        return .init(
            subject: sessions.compactMap(\.keys.last).max() ?? 0,
            yardstick: sync,
            memory: sessions.map { memory(of: $0.terminal.processID) }.max() ?? 0
        )
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

    private func finish(_ name: String) throws {
        builds?.stop()
        (builds, awake) = (nil, nil)
        let keys = sessions.flatMap(\.keys)
        print("\(name), key → durable: \(spread(keys))")
        print("\(name), bare fdatasync: \(spread(syncs))")
        let beyond = percentile(keys, 0.99) - percentile(syncs, 0.99)
        print(String(format: "%@, p99 beyond p99: %.2f ms (bar 5 ms)", name, beyond * 1000))
        if sessions.count > 1 {
            let worst = percentile(keys, 0.999) * 1000
            print(String(format: "%@, waiting p99.9: %.2f ms (bar 100 ms)", name, worst))
        }
        for session in sessions { try tell(session, name) }
        if let bare { tell(bare.pressed, bare.seen, name, "a bare reader's error of intervals") }
        let presses = sessions.flatMap(\.pressed).map { $0.to - $0.from }
        print("\(name), pressing a key: \(spread(presses))")
        for session in sessions {
            try session.terminal.type("\u{3}")
            try session.terminal.expect("Leave the session?")
            try session.terminal.type("y")
            _ = try session.terminal.finish()
        }
    }

    /// How far the recorded intervals between keys are from the real ones. A key comes to the terminal
    /// at some instant after its writing began and before the terminal was seen to have it, so the real
    /// interval is known up to that; only what lies beyond is the session's error.
    private func tell(_ session: Session, _ name: String) throws {
        let stamps = try DatabaseQueue(path: file(name)).read { db in
            try Double.fetchAll(
                db,
                sql: """
                    SELECT monotonic_ns / 1e9 FROM events
                    JOIN sessions ON sessions.id = session
                    WHERE kind = 'marked' AND participant = ? ORDER BY number
                    """,
                arguments: ["P\(session.number)"]
            )
        }
        tell(session.arrived, stamps, name, "error of intervals (bar 1 ms at p99)")
        tell(session.pressed, stamps, name, "error with that of the terminal's keys (told, no bar)")
        let late = zip(session.arrived, session.pressed).map { $0.to - $1.to }
        print("\(name), the terminal had a key late by: \(spread(late))")
    }

    private func tell(_ keys: [Press], _ stamps: [Double], _ name: String, _ words: String) {
        guard stamps.count == keys.count else {
            return print("\(name): \(keys.count) keys, \(stamps.count) events: LOST")
        }
        let errors = stamps.indices.dropFirst().map { index -> Double in
            let (before, after) = (keys[index - 1], keys[index])
            let recorded = stamps[index] - stamps[index - 1]
            let (least, most) = (after.from - before.to, after.to - before.from)
            return max(0, least - recorded, recorded - most)
        }
        print("\(name), \(words): \(spread(errors))")
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

    /// Resident, in MB; 0 where /proc does not say.
    private func memory(of process: Int32) -> Double {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? (Double(words[1]) ?? 0) / 1000 : 0
    }
}
