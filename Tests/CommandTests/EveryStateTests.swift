import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// In every state of a session: other window sizes, keys that mean nothing, pasted text, Arabic
/// letters, Ctrl-C. None of them changes what is recorded, and the page stays whole.
@Suite(.blocking) struct EveryStateTests {
    private struct Lost: Error, CustomStringConvertible {
        var description: String
    }

    private let folder: TemporaryFolder
    private let results: String
    private let study: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
        study = folder.path("study")
        try makeStudy()
    }

    /// The small study, with a codebook, a question after each task, a second questionnaire, a
    /// check that can be made slow, and little time for its second task.
    private func makeStudy() throws {
        let source = Tool.root.appendingPathComponent(
            "Tests/StudyDefinitionTests/Fixtures/greeting"
        )
        try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: study))
        var text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        let slow = "      - {name: pace, run: [sh, -c, 'test ! -e slow || sleep 12'], timeout: "
        for (old, new) in [
            (
                "questionnaires: [about-you]\n",
                """
                questionnaires: [about-you, ease, looking-back]
                after_task: ease
                codebook:
                  - {id: quoting, title: Quotes forgotten, kind: mistake}

                """
            ),
            (
                "      - tasks: [one, all]\n",
                "      - tasks: [one, all]\n      - questionnaire: looking-back\n"
            ),
            ("time_limit: 1m 30s", "time_limit: 3s"),
            ("  - id: one\n    steps:\n", "  - id: one\n    steps:\n\(slow)60s, reason: slow}\n"),
            ("  - id: all\n    steps:\n", "  - id: all\n    steps:\n\(slow)1s, reason: slow}\n"),
        ] {
            #expect(text.contains(old))
            text = text.replacing(old, with: new)
        }
        try text.write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        try """
        title: After the task
        items:
          - {id: ease, text: How easy was it?, type: single, options: [easy, hard], required: true}

        """.write(toFile: "\(study)/questionnaires/ease.yaml", atomically: true, encoding: .utf8)
        try """
        title: Looking back
        items:
          - {id: hardest, text: What was hardest?, type: text}

        """.write(
            toFile: "\(study)/questionnaires/looking-back.yaml",
            atomically: true,
            encoding: .utf8
        )
    }

    private func start() throws -> PseudoTerminal {
        try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results]
        )
    }

    private func rows(_ sql: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: results) else { return [] }
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: results, configuration: configuration).read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                    .joined(separator: "|")
            }
        }
    }

    // MARK: Disturbing

    /// All that a person can do at a stop without meaning anything by it.
    private func disturb(_ terminal: PseudoTerminal, at stop: Stop) throws {
        let before = try rows(Self.lastChange)
        for (columns, rows) in [(132, 40), (60, 16), (80, 24)] {
            try look(terminal, stop, columns: columns, rows: rows)
        }
        switch stop.kind {
        case .keys:
            for key in ["Z", "م"] {
                try terminal.type(key)
                try terminal.expectShown("“\(key)” does nothing here", pause: false)
            }
            try terminal.type("\u{1b}[200~yd\nم\u{1b}[201~")
            try terminal.expectShown("pasted text does nothing here", pause: false)
        case .line:
            try terminal.type("\u{15}Zم")
            try terminal.expectShown("> Zم", pause: false)
            try terminal.type("\u{15}\u{1b}[200~yd\nمرحبا\u{1b}[201~")
            try terminal.expectShown("> yd مرحبا", pause: false)
            try terminal.type("\u{15}")
        case .help:
            // Whatever is pressed in the help does nothing but close it.
            try terminal.type("\u{1b}[200~d\u{1b}[201~")
            try terminal.expectShown("d done")
            try terminal.type("?")
        }
        try interrupt(terminal, at: stop)
        try terminal.expectShown(stop.shows)
        #expect(try rows(Self.lastChange) == before, "\(stop.shows)")
    }

    /// The last event, without the pauses of the clock while Ctrl-C asks.
    private static let lastChange =
        "SELECT max(id) FROM events WHERE kind NOT IN ('taskPaused', 'taskResumed')"

    private func interrupt(_ terminal: PseudoTerminal, at stop: Stop) throws {
        switch stop.interrupt {
        case .asks:
            try terminal.type("\u{3}")
            try terminal.expectShown("Leave the session?")
            try terminal.type("n")
            if stop.kind == .help {
                try terminal.expectShown("d done")
                try terminal.type("?")
            }
        case .goesBack(let text):
            try terminal.type("\u{3}")
            try terminal.expectShown(text)
            try terminal.type(stop.again)
        case .nothing: try terminal.type("\u{3}")
        case .ends: break
        }
    }

    /// The page fits its window, and is what drawing all of it again would show.
    private func look(
        _ terminal: PseudoTerminal,
        _ stop: Stop,
        columns: Int,
        rows: Int
    ) throws {
        terminal.resize(columns: columns, rows: rows)
        let image = try settled(terminal) { image in
            image.lines[1].count { $0 == "─" } == columns - 2
                && (rows == 16 || image.text.contains(stop.shows))
        }
        #expect(!image.isOverflown, "\(stop.shows)\n\(image.text)")
        #expect(image.lines[0].contains("Greeting"), "\(stop.shows)\n\(image.text)")
        #expect(image.lines[1].contains("───"), "\(stop.shows)\n\(image.text)")
        guard stop.kind != .help else { return }
        try terminal.type("\u{c}")
        let again = try settled(terminal) { $0.lines[1].contains("───") }
        #expect(masked(again) == masked(image), "\(stop.shows)")
    }

    /// What is shown once `condition` holds and nothing but a clock changes any more.
    private func settled(
        _ terminal: PseudoTerminal,
        where condition: (TerminalImage) -> Bool
    ) throws -> TerminalImage {
        var (last, since) = (terminal.shown, ContinuousClock.now)
        let end = since + .seconds(60)
        while !condition(last) || ContinuousClock.now - since < .milliseconds(200) {
            guard ContinuousClock.now < end else { throw Lost(description: last.text) }
            usleep(10_000)
            let next = terminal.shown
            if masked(next) != masked(last) { since = ContinuousClock.now }
            last = next
        }
        return last
    }

    /// Without times, which go on.
    private func masked(_ image: TerminalImage) -> String {
        image.text.replacing(/\d+:\d\d(\.\d)?/, with: "0:00")
    }

    private func walk(_ stops: [Stop], on terminal: PseudoTerminal, quietly: Bool = false) throws {
        var seen: Set<String> = []
        for stop in stops {
            let isNew = seen.insert(stop.shows).inserted
            if let file = stop.file {
                let workspace = try #require(
                    workspaceFolder(of: "P1", in: "greeting", at: folder.url)
                )
                try Data().write(to: workspace.appendingPathComponent(file))
            }
            do {
                try terminal.expectShown(stop.shows)
                if isNew, !quietly { try disturb(terminal, at: stop) }
                try terminal.type(stop.keys)
            } catch {
                throw Lost(description: "at “\(stop.shows)”: \(error)")
            }
        }
    }

    @Test func nothingThatIsNotMeantChangesWhatIsRecordedInAnyState() throws {
        let terminal = try start()
        try walk(Self.opening, on: terminal)
        try walk(Self.questions, on: terminal)
        try walk(Self.firstTask, on: terminal)
        try walk(Self.secondTask, on: terminal)
        let end = try terminal.finish()
        #expect(end.status == 0)
        #expect(end.output.contains("The session of P1 is complete."))

        #expect(try rows("SELECT state FROM sessions") == ["finished"])
        #expect(
            try rows("SELECT questionnaire, item, task, raw FROM answers ORDER BY event") == [
                "about-you|shell||yes", "about-you|shells||Bash, Another",
                "about-you|confidence||4", "about-you|years||12",
                "about-you|remarks||\(Self.long)", "ease|ease|one|hard", "ease|ease|all|easy",
                "looking-back|hardest||لا شيء",
            ]
        )
        #expect(Self.long.count == 10_000)
        #expect(
            try rows("SELECT kind, coalesce(code, ''), text FROM marks ORDER BY number")
                == ["mistake||لا يجد القائمة", "mistake|quoting|"]
        )
        #expect(
            try rows("SELECT task, outcome FROM task_runs ORDER BY run")
                == ["one|claimed-done", "all|checker-error"]
        )
        #expect(
            try rows("SELECT kind, text FROM reasons ORDER BY event")
                == ["pause|مكالمة", "extend|انقطع التيار"]
        )
    }

    @Test func aSessionThatIsGoneOnWithIsAsHardToDisturb() throws {
        let first = try start()
        try answer(first)
        kill(first.processID, SIGKILL)
        let second = try start()
        try walk(
            [
                Stop(shows: "Go on with P1?", interrupt: .ends, keys: "\r"),
                Stop(shows: "The shell, in one minute", keys: "\r"),
                Stop(shows: "start the clock", keys: "\r"),
            ],
            on: second,
            quietly: true
        )
        try second.expectShown("d done")
        kill(second.processID, SIGKILL)
        let third = try start()
        try walk(
            [
                Stop(shows: "Go on with P1?", interrupt: .ends, keys: "\r"),
                Stop(shows: "resume the clock", keys: "\r"),
                Stop(shows: "d done", keys: "\u{3}"),
            ],
            on: third
        )
        try third.expectShown("Leave the session?")
        try third.type("y")
        #expect(try third.finish().status == 0)
        #expect(try rows("SELECT task, flagged FROM task_runs") == ["one|1"])
    }

    /// The consent and the answers, up to the tutorial.
    private func answer(_ terminal: PseudoTerminal) throws {
        let way = Self.opening.filter { $0.shows != "Not taking part" && $0.keys != "n" }
        try walk(way, on: terminal, quietly: true)
        let answers = Self.questions.filter {
            $0.keys != "b" && $0.shows != "Your replies to"
        }
        try walk(answers, on: terminal, quietly: true)
        try terminal.expectShown("The shell, in one minute")
    }

    private func leave(_ terminal: PseudoTerminal) throws {
        try terminal.type("\u{3}")
        try terminal.expectShown("Leave the session?")
        try terminal.type("y")
        #expect(try terminal.finish().status == 0)
    }

    @Test func aTaskThatCannotStartYetIsTriedAgain() throws {
        let terminal = try start()
        try answer(terminal)
        let workspace = folder.url.appendingPathComponent("workspaces/greeting")
        try FileManager.default.createDirectory(
            at: workspace.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("in the way".utf8).write(to: workspace)
        try walk(
            [
                Stop(shows: "The shell, in one minute", keys: "\r"),
                Stop(shows: "The task cannot start yet", keys: ""),
            ],
            on: terminal
        )
        try terminal.expectShown("check that the disk has room")
        try FileManager.default.removeItem(at: workspace)
        try terminal.type("\r")
        try terminal.expectShown("start the clock")
        try leave(terminal)
    }

    @Test func theEndOfTheTimeIsSaidInAShell() throws {
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("time_limit: 3s", with: "time_limit: 10s")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try start()
        try answer(terminal)
        for (shown, keys) in [
            ("The shell, in one minute", "\r"), ("start the clock", "\r"), ("d done", "g"),
            ("Give up this task?", "y"), ("How easy was it?", "2"), ("Enter confirm", "\r"),
            ("start the clock", "\r"), ("d done", "s"),
        ] {
            try terminal.expectShown(shown)
            try terminal.type(keys)
        }
        try terminal.expect("\"exit\" goes back to the session.")
        try terminal.expect("The time is up.")
        // The status of a missing command, with which the shell then ends, is no fault of the shell.
        try terminal.type("exit 127\r")
        try terminal.expectShown("The time for this task is over.")
        #expect(!terminal.drawn.contains("could not be started"))
        try leave(terminal)
    }

    /// The signals of Ctrl-C and Ctrl-\, which the terminal sends to the session if the program's
    /// process group does not have the terminal yet.
    @Test(arguments: [SIGINT, SIGQUIT])
    func aKeyThatEndsTheProgramInTheTerminalDoesNotEndTheSession(number: Int32) throws {
        let terminal = try start()
        try answer(terminal)
        for (shown, keys) in [
            ("The shell, in one minute", "\r"), ("start the clock", "\r"), ("d done", "s"),
        ] {
            try terminal.expectShown(shown)
            try terminal.type(keys)
        }
        try terminal.expect("\"exit\" goes back to the session.")
        kill(terminal.processID, number)
        try terminal.type("exit\r")
        // The screen before the shell also had this text.
        try terminal.expect("d done")
        try leave(terminal)
    }

    /// Ctrl-Z in an editor suspended the session too, while the task's clock ran. The signal stops
    /// the whole process group, as editors do at Ctrl-Z.
    @Test func aProgramThatStopsItselfDoesNotStopTheSession() throws {
        let terminal = try start()
        try answer(terminal)
        for (shown, keys) in [
            ("The shell, in one minute", "\r"), ("start the clock", "\r"), ("d done", "s"),
        ] {
            try terminal.expectShown(shown)
            try terminal.type(keys)
        }
        try terminal.expect("\"exit\" goes back to the session.")
        try terminal.type("kill -STOP 0\r")
        try terminal.type("echo $((600*700))\r")
        try terminal.expect("420000")
        try terminal.type("exit\r")
        try terminal.expect("d done")
        try leave(terminal)
    }

    /// An editor then keeps unsaved text.
    @Test func aProgramInTheTerminalIsToldThatTheSessionWasKilled() throws {
        let terminal = try start()
        try answer(terminal)
        for (shown, keys) in [
            ("The shell, in one minute", "\r"), ("start the clock", "\r"), ("d done", "s"),
        ] {
            try terminal.expectShown(shown)
            try terminal.type(keys)
        }
        try terminal.expect("\"exit\" goes back to the session.")
        let trap = "trap 'echo $((600*700)); exit' HUP"
        try terminal.type("\(trap); sleep 60 & echo $((500*500)); wait\r")
        try terminal.expect("250000")
        kill(terminal.processID, SIGTERM)
        try terminal.expect("420000")
        _ = try terminal.finish()
    }

    @Test func whatCannotBeWrittenIsKeptAndWrittenLater() throws {
        let terminal = try start()
        try answer(terminal)
        try terminal.type("\r")
        try terminal.expectShown("start the clock")
        try terminal.type("\r")
        try terminal.expectShown("d done")
        let other = try HeldFile(results)
        let pressed = Date().timeIntervalSince1970
        try terminal.type("m")
        try walk(
            [
                Stop(
                    shows: "try to save again",
                    interrupt: .goesBack(to: "Leave without saving the last key press?"),
                    again: "n",
                    keys: ""
                ),
                Stop(shows: "try to save again", keys: "\u{3}"),
                Stop(
                    shows: "Leave without saving the last key press?",
                    interrupt: .nothing,
                    keys: "n"
                ),
            ],
            on: terminal
        )
        try terminal.expectShown("try to save again")
        try other.letGo()
        try terminal.type("\r")
        try terminal.expectShown("d done")
        try terminal.type("\t")
        try terminal.expectShown("mistake")
        // As of the key, not of the writing ten seconds later at the earliest.
        let marked = try rows("SELECT wall_us FROM events WHERE kind = 'marked'")
            .compactMap(Double.init)
        #expect(marked.count == 1)
        #expect(marked.allSatisfy { abs($0 / 1_000_000 - pressed) < 5 })
        try leave(terminal)
    }

    @Test func whoLeavesWhatCannotBeWrittenIsToldWhatIsMissing() throws {
        let terminal = try start()
        try answer(terminal)
        let before = try rows("SELECT count(*) FROM events")
        let other = try HeldFile(results)
        try terminal.type("\r")
        try terminal.expectShown("try to save again")
        try terminal.type("\u{3}")
        try terminal.expectShown("Leave without saving the last key press?")
        try terminal.type("y")
        let end = try terminal.finish()
        #expect(end.status == 74)
        #expect(end.output.contains("Everything but the last key press is recorded"))
        #expect(!end.output.contains("Nothing was recorded"))
        try other.letGo()
        #expect(try rows("SELECT count(*) FROM events") == before)
        let again = try start()
        try again.expectShown("Go on with P1?")
        try again.type("\r")
        try again.expectShown("The shell, in one minute")
        try leave(again)
    }

    /// Before the first event there is nothing to go on with.
    @Test(arguments: 1...6)
    func ctrlCBeforeAnythingIsRecordedLeavesNothing(stops: Int) throws {
        let terminal = try start()
        try walk(Array(Self.opening.prefix(stops - 1)), on: terminal, quietly: true)
        try terminal.expectShown(Self.opening[stops - 1].shows)
        try terminal.type("\u{3}")
        let end = try terminal.finish()
        #expect(end.status == 75)
        #expect(end.output.contains("Nothing was recorded"))
        #expect(!FileManager.default.fileExists(atPath: results))
    }
}
