import Foundation
import TestSupport
import TestTraits
import Testing

/// Nothing foreign does anything to a terminal, and a terminal is given back however evalrun ends.
@Suite(.blocking) struct TerminalGuardTests {
    private static let study = "Tests/StudyDefinitionTests/Fixtures/greeting"
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
    }

    private func attributes(_ device: String) throws -> [UInt32] {
        let descriptor = open(device, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        var attributes = termios()
        try #require(tcgetattr(descriptor, &attributes) == 0)
        return [
            attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag,
        ].map { UInt32($0) }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func aSignalThatEndsASessionGivesTheTerminalBack(number: Int32) throws {
        let terminal = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", Self.study, "--results", results]
        )
        let before = try attributes(terminal.device)
        try terminal.expectShown("Ready to start")
        #expect(try attributes(terminal.device) != before)
        kill(terminal.processID, number)
        let end = try terminal.finish()
        #expect(end.status == number)
        #expect(end.output.hasSuffix("\u{1b}[?2004l\u{1b}[?25h\u{1b}[?1049l"))
        #expect(try attributes(terminal.device) == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains { $0.hasSuffix(".control") }, "\(left)")
    }

    /// As `kill -TSTP` and then `fg`, where the shell sets its own mode meanwhile.
    @Test func aSessionThatWasStoppedDrawsItsPageAgainAndTakesKeys() throws {
        let terminal = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", Self.study, "--results", results]
        )
        try terminal.expect("Ready to start")
        let raw = try attributes(terminal.device)
        kill(terminal.processID, SIGSTOP)
        let descriptor = open(terminal.device, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        var lines = termios()
        try #require(tcgetattr(descriptor, &lines) == 0)
        lines.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
        lines.c_iflag |= tcflag_t(ICRNL)
        try #require(tcsetattr(descriptor, TCSANOW, &lines) == 0)
        kill(terminal.processID, SIGCONT)
        try terminal.expect("Ready to start")
        #expect(try attributes(terminal.device) == raw)
        try terminal.type("\r")
        try terminal.expect("Taking part")
        try terminal.type("\u{3}")
        _ = try terminal.finish()
    }

    private static let hostile = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{8}\rend"

    /// A study whose every text, and whose check's output, tries to command the terminal.
    private func hostileStudy() throws -> String {
        let study = folder.path("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(Self.study),
            to: URL(fileURLWithPath: study)
        )
        for file in ["consent.md", "tutorial.md", "tasks/one.md"] {
            let path = "\(study)/\(file)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try (text + Self.hostile + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        let yaml = #""Greeting \e[2J\e]0;owned\a""#
        try text.replacing("title: Greeting\n", with: "title: \(yaml)\n")
            .replacing("title: Greet one person", with: "title: \(yaml)")
            .replacing("feedback: verdict", with: "feedback: reason")
            .write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        let greeting = #"printf 'Hello\033[2J\033]0;owned\007'; exit 3"#
        try greeting.write(
            toFile: "\(study)/solutions/one/greet-one.sh",
            atomically: true,
            encoding: .utf8
        )
        try greeting.write(
            toFile: "\(study)/project/greet-one.sh",
            atomically: true,
            encoding: .utf8
        )
        return study
    }

    private func expectInert(_ text: String, _ command: String) {
        let found = text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && !["\n", "\t"].contains($0)
        }
        #expect(found.isEmpty, "\(command): \(text.debugDescription.prefix(2000))")
    }

    @Test func foreignTextIsShownInertByEveryCommand() throws {
        let study = try hostileStudy()
        let lines = [
            "", "y", "y", "n", "2", "", "4", "", Self.hostile, "", "", "n", Self.hostile, "d",
            "", "e", "k", Self.hostile, "", "",
        ]
        let session = try Tool("evalrun").run(
            ["session", "--participant", "P1", "--study", study, "--results", results],
            input: lines.map { $0 + "\n" }.joined()
        )
        expectInert(session.output + session.errors, "session")
        #expect(session.output.contains("␛]0;owned␇"))
        for arguments in [
            ["validate", "--study", study, "--rounds", "1"], ["observe", "P1", "--once"],
            ["participants"], ["withdraw", "P1", "--yes", "--reason", Self.hostile],
            ["participants"],
            ["exclude", Self.hostile, "--reason", "r"], ["marks", "P1"],
            ["report", "--study", study, "--output", folder.path("report")],
            ["session", "--participant", Self.hostile, "--study", study],
            ["session", "--participant", "P2", "--study", Self.hostile],
            ["session", "--participant", "P2", "--study", study, "--script", Self.hostile],
            ["nonsense\(Self.hostile)"], ["observe", "P1", "--\(Self.hostile)"],
        ] {
            let needsResults =
                !["validate"].contains(arguments[0]) && !arguments[0].hasPrefix("non")
            let run = try Tool("evalrun").run(
                arguments + (needsResults ? ["--results", results] : [])
            )
            expectInert(run.output + run.errors, arguments.joined(separator: " "))
        }
    }

    @Test(arguments: ["validate --rounds 1", "doctor"])
    func linesOfAReviewEndAtWholeWords(_ command: String) throws {
        let terminal = try PseudoTerminal(
            "evalrun",
            command.split(separator: " ").map(String.init) + ["--study", Self.study],
            columns: 40
        )
        _ = try terminal.finish()
        let lines = terminal.drawn.split(whereSeparator: \.isNewline)
            .filter { !$0.contains("evalrun ") }
        #expect(lines.contains { $0.contains("ok ") })
        #expect(lines.filter { $0.count >= 40 } == [])
    }

    @Test func aPageObeysNothingThatItShows() throws {
        let study = try hostileStudy()
        let terminal = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results]
        )
        try terminal.expectShown("Ready to start")
        try terminal.type("\r")
        try terminal.expectShown("Taking part")
        #expect(terminal.shown.text.contains("␛[2J␛]0;owned␇"))
        #expect(!terminal.drawn.contains("\u{1b}]0;"))
        #expect(!terminal.drawn.contains("\u{7}"))
        try terminal.type("\u{3}")
        _ = try terminal.finish()
    }
}
