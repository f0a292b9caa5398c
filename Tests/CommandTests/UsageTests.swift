import Foundation
import TestSupport
import TestTraits
import Testing

/// Invalid command lines.
@Suite(.blocking) struct UsageTests {
    @Test(arguments: [
        ("report", ["report", "--report-date", "2026-13-31"]),
        ("merge", ["merge", "other.sqlite", "--rename", "P2"]),
        (
            "hub decide",
            ["hub", "decide", "x", "postgresql://a@b/c", "--keep", "y", "--reason", "r"]
        ),
    ])
    func aWrongValueIsAnsweredWithTheUsageOfItsCommand(
        _ command: String,
        _ arguments: [String]
    ) throws {
        let run = try Tool("evalrun").run(arguments)
        #expect(run.status == 64)
        #expect(run.errors.contains("Usage: evalrun \(command) "), "\(run.errors)")
        #expect(run.errors.contains("evalrun \(command) --help"), "\(run.errors)")
    }

    @Test(arguments: [
        ("evalrun", ["sesion", "--participant", "P1"], "evalrun", "session"),
        ("evalrun", ["power", "widht"], "evalrun power", "width"),
        ("evalrun", ["hub", "lab", "ad", "x"], "evalrun hub lab", "add"),
        ("cdgen", ["generat", "--check"], "cdgen", "generate"),
        ("cdgen", ["predicate", "pars", "x"], "cdgen predicate", "parse"),
    ])
    func aMisspelledCommandIsAnsweredWithTheNearestOne(
        _ tool: String,
        _ arguments: [String],
        _ path: String,
        _ command: String
    ) throws {
        let run = try Tool(tool).run(arguments)
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("\(path) has no command \""), "\(run.errors)")
        #expect(run.errors.contains("did you mean \"\(command)\"?"), "\(run.errors)")
    }

    @Test func aWordThatIsNoCommandIsRefusedWithTheWayToTheCommands() throws {
        let run = try Tool("evalrun").run(["hub", "zzzzzz", "x"])
        #expect(run.status == 64)
        #expect(run.errors.contains("evalrun hub --help lists the commands"), "\(run.errors)")
    }

    @Test(arguments: [
        ("evalrun", "plan"), ("evalrun", "amend"), ("cdgen", "watch"), ("cdgen", "scenarios"),
    ])
    func theHelpHasAtMost80Columns(_ tool: String, _ command: String) throws {
        let run = try Tool(tool).run([command, "--help"])
        #expect(run.status == 0)
        for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    /// The default takes minutes, so the guide also shows a smaller simulation.
    @Test func theGuideNamesTheSizeOfAPowerSimulation() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guides.docc/OwnStudy.md"),
            encoding: .utf8
        )
        #expect(guide.contains(/\nevalrun power --study word-count .* --sessions \d+\n/))
        #expect(guide.contains(/The default,\s+1000, can take minutes/))
        let run = try Tool("evalrun").run(["power", "study", "--help"])
        let help = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("--sessions <sessions> Number of data sets"), "\(help)")
        #expect(help.contains("(default: 1000)"), "\(help)")
    }

    @Test func theHelpShowsADefaultAsItIsTyped() throws {
        let run = try Tool("evalrun").run(["hub", "watch", "--help"])
        #expect(run.output.contains("(default: 10s)"), "\(run.output)")
    }

    @Test func theHelpListsTheCommandsByPurpose() throws {
        let run = try Tool("evalrun").run(["--help"])
        #expect(run.status == 0)
        var rest = Substring(run.output)
        for words in ["PLANNING SUBCOMMANDS:", "plan ", "SESSION SUBCOMMANDS:", "doctor "] {
            let place = try #require(rest.firstRange(of: words), "\(words): \(run.output)")
            rest = rest[place.upperBound...]
        }
    }
}
