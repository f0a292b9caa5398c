import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// A long session keeps its memory. `make soak` plays 20,000 events; a test run a short form.
@Suite(.blocking) struct SoakTests {
    private static let events =
        Int(
            ProcessInfo.processInfo.environment["SOAK_EVENTS"] ?? ""
        ) ?? 600

    #if os(Linux)
        @Test func memoryStaysFlatOverALongSession() throws {
            let folder = try TemporaryFolder()
            let results = folder.path("x.sqlite")
            let terminal = try PseudoTerminal(
                "evalrun",
                [
                    "session", "--participant", "P1", "--study",
                    "Tests/StudyDefinitionTests/Fixtures/greeting", "--results", results,
                ]
            )
            for (text, keys) in [
                ("Ready to start", "\r"), ("Taking part", "y"), ("I take part.", "y"),
                ("My words may be quoted.", "n"), ("Have you written shell", "2"),
                ("Enter confirm", "\r"), ("How sure are you", "4"),
                ("For how many years", "\r"), ("Anything else?", "\r"), ("Tutorial", "\r"),
                ("start the clock", "\r"),
            ] {
                try terminal.expect(text)
                try terminal.type(keys)
            }
            try terminal.expect("d done")
            // The clock would run into its limit.
            try terminal.type("p")
            try terminal.expect("p go on")
            let first = try count(results)
            var warm = 0
            for round in 1...(Self.events / 20) {
                // Ten marks, each taken back: twenty events.
                try terminal.type(String(repeating: "mu", count: 10))
                let wanted = first + 20 * round
                let end = ContinuousClock.now + .seconds(120)
                while try count(results) < wanted, ContinuousClock.now < end { usleep(2000) }
                terminal.drain()
                if round == max(1, Self.events / 100) { warm = try resident(terminal.processID) }
            }
            #expect(try count(results) == first + Self.events / 20 * 20)
            let grown = try resident(terminal.processID) - warm
            print("soak: \(Self.events) events, \(warm) kB after a fifth, then \(grown) kB more")
            // Marks stay in the record, for they can be taken back: about a hundred bytes an event.
            // Three hundred would not pass with 20,000 events.
            #expect(grown < 1500 + Self.events * 4 / 25)
            try terminal.type("\u{3}")
            try terminal.expect("Leave the session?")
            try terminal.type("y")
            #expect(try terminal.finish().status == 0)
        }
    #endif

    private func count(_ results: String) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: results, configuration: configuration).read {
            try Int.fetchOne($0, sql: "SELECT max(id) FROM events") ?? 0
        }
    }

    /// Kilobytes.
    private func resident(_ process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
    }
}
