import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

private let study = "Tests/StudyDefinitionTests/Fixtures/greeting"

private func rows(_ results: String, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: results).read { db in
        try Row.fetchAll(db, sql: sql).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                .joined(separator: "|")
        }
    }
}

/// Consent, questions and the tutorial of the greeting study, line by line.
private let opening = ["", "y", "y", "n", "2", "", "4", "", "schön, مرحبا", ""]

private func session(
    _ results: String,
    _ lines: [String],
    study: String = study
) throws -> Tool.Result {
    try Tool("evalrun").run(
        ["session", "--participant", "P1", "--study", study, "--results", results],
        input: lines.map { $0 + "\n" }.joined()
    )
}

/// Where there is no terminal, pages come as lines and keys are read as lines.
@Suite(.blocking) struct LineTests {
    @Test func aWholeSessionInLines() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let lines =
            opening + [
                "", "m", "t", "types it twice", "p", "r", "the phone", "p", "d", "", "c", "g", "y",
                "k", "", "no time", "",
            ]
        let run = try session(results, lines)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("[d] done   [p] pause"))
        #expect(run.output.contains("The facilitator is typing; :view shows the text."))
        #expect(!run.output.contains("Tab shows"))
        #expect(run.output.contains("A reason is needed"))
        let end = """
            The session of P1 is complete.
            For the report: evalrun report --study \(study) --results \(results)

            """
        #expect(run.output.hasSuffix(end))
        #expect(!run.output.contains("\u{1b}"))
        #expect(try rows(results, "SELECT kind, text FROM marks") == ["mistake|types it twice"])
        #expect(
            try rows(results, "SELECT task, outcome FROM task_runs")
                == ["one|gave-up", "all|skipped"]
        )
        #expect(
            try rows(results, "SELECT kind, text FROM reasons")
                == ["pause|the phone", "skip|no time"]
        )
        #expect(
            try rows(results, "SELECT raw FROM answers WHERE item = 'remarks'") == ["schön, مرحبا"]
        )
    }

    /// SQLite cuts a text at a NUL.
    @Test func aNULInALineIsLeftOut() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let lines = opening.dropLast(2) + ["all\0 good", ":leave", "y"]
        #expect(try session(results, Array(lines)).status == 0)
        #expect(
            try rows(results, "SELECT raw FROM answers WHERE item = 'remarks'") == ["all good"]
        )
    }

    /// A program at the other end of a pipe may read a page before it answers.
    @Test func theFirstPageDoesNotWaitForALine() throws {
        let folder = try TemporaryFolder()
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c",
            """
            {
                for turn in $(seq 300); do
                    grep -q 'Ready to start' "$0" && touch "$1" && break
                    sleep 0.2
                done
                echo :leave
            } | "$2" session --participant P1 --study "$3" --results "$4" >"$0"
            """,
            folder.path("page"), folder.path("seen"), Tool("evalrun").executable.path, study,
            folder.path("x.sqlite"),
        ]
        shell.currentDirectoryURL = Tool.root
        try shell.run()
        shell.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: folder.path("seen")))
    }

    @Test func linesThatEndInTheMiddleLeaveASessionThatGoesOn() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let first = try session(results, Array(opening.prefix(6)))
        #expect(first.status == 75)
        #expect(first.errors.contains("everything confirmed until then is recorded"))
        let again = try session(results, ["", "4", "", "", "", ":leave", "y"])
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("Go on with P1?"))
        #expect(
            try rows(results, "SELECT item FROM answers ORDER BY event")
                == ["shell", "confidence", "years", "remarks"]
        )
    }

    @Test func aRepeatedTaskIsListedOnce() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let lines = ["", "g", "y", "r", "a fire alarm", "", "g", "y", ":leave", "y"]
        #expect(try session(results, opening + lines).status == 0)
        let ended = "SELECT outcome FROM task_runs WHERE outcome IS NOT NULL"
        #expect(try rows(results, ended) == ["gave-up", "gave-up"])
        let list = try Tool("evalrun").run(["participants", "--results", results]).output
        #expect(list.contains(/interrupted +1 +live/), "\(list)")
    }

    /// Where folders cannot be exchanged, an upload moves the workspace away before the new one
    /// takes its place. A process that was killed in between left a session without a workspace.
    @Test func aWorkspaceThatAKilledUploadMovedAwayIsBackWhenTheSessionGoesOn() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        #expect(try session(results, opening + [""]).status == 75)
        let root = try #require(workspaceFolder(of: "P1", in: "greeting", at: folder.url))
        let files = FileManager.default
        let before = try files.subpathsOfDirectory(atPath: root.path).sorted()
        let stage = root.deletingLastPathComponent()
            .appendingPathComponent(".parcel/\(root.lastPathComponent)")
        try files.createDirectory(
            at: stage.appendingPathComponent("new"),
            withIntermediateDirectories: true
        )
        try files.moveItem(at: root, to: stage.appendingPathComponent("old"))
        let again = try session(results, ["", ":leave", "y"])
        #expect(again.output.contains("Go on with P1?"), "\(again.errors)")
        #expect(try files.subpathsOfDirectory(atPath: root.path).sorted() == before)
        #expect(!files.fileExists(atPath: stage.path))
    }

    @Test func whatMeansNothingIsSaidAndDoesNothing() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let lines =
            ["zz", "?", ""] + opening.dropFirst().prefix(3)
            + ["9", "?", ":leave", "n", ":leave"]
        let run = try session(results, lines + ["y"])
        #expect(run.output.contains("“zz” does nothing here"))
        #expect(run.output.contains("[:leave] leave; nothing is recorded"))
        #expect(run.output.contains("[:leave] leave (asks for confirmation)"))
        #expect(run.output.contains("“9” does nothing here"))
        #expect(try rows(results, "SELECT state FROM sessions") == ["interrupted"])
        #expect(try rows(results, "SELECT count(*) FROM answers") == ["0"])
    }

    /// On a terminal that shows lines, both persons see what is typed.
    @Test func aNoteIsNotEchoedByATerminal() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let terminal = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results],
            environment: ["TERM": "dumb"]
        )
        for (text, line) in [
            ("Ready to start", ""), ("Taking part", "y"), ("I take part.", "y"),
            ("My words may be quoted.", "n"), ("Have you written shell", "2"), ("confirm", ""),
            ("How sure are you", "4"), ("For how many years", ""), ("Anything else?", "schön"),
            ("The shell, in one minute", "n"), ("[note]", "zimtzicke"), ("Recorded.", ""),
            ("start the clock", ""), ("[d] done", "n"), ("The facilitator is typing", "zimtzicke"),
            ("[d] done", ":leave"), ("Leave the session?", "y"),
        ] {
            try terminal.expect(text)
            try terminal.type(line + "\n")
        }
        let end = try terminal.finish()
        #expect(end.status == 0)
        #expect(!end.output.contains("zimtzicke"))
        #expect(end.output.contains("schön\r\n") && end.output.contains(":leave\r\n"))
        #expect(!end.output.contains("\u{1b}"))
        #expect(
            try rows(results, "SELECT kind, coalesce(run, '-'), text FROM marks")
                == ["note|-|zimtzicke", "note|1|zimtzicke"]
        )
    }

    /// As in a terminal with pages. The shell sends the signal of Ctrl-C.
    @Test func ctrlCAsksBeforeItLeaves() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let terminal = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results],
            environment: ["TERM": "dumb"]
        )
        for (text, line) in [
            ("Ready to start", ""), ("Taking part", "y"), ("I take part.", "y"),
            ("My words may be quoted.", "n"),
        ] {
            try terminal.expect(text)
            try terminal.type(line + "\n")
        }
        for answer in ["n", "y"] {
            try terminal.expect("Have you written shell")
            kill(terminal.processID, SIGINT)
            try terminal.expect("Leave the session?")
            try terminal.type(answer + "\n")
        }
        #expect(try terminal.finish().status == 0)
        #expect(try rows(results, "SELECT state FROM sessions") == ["interrupted"])
    }

    @Test func keysAreNotBrokenAndAnEmptyLineIsNamed() throws {
        let folder = try TemporaryFolder()
        let run = try session(folder.path("x.sqlite"), opening + ["", ":view", ""])
        // A path is not broken.
        let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("Workspace  ") }
        #expect(run.output.contains("[f] tool failure"))
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
        #expect(run.output.contains("An empty line does nothing here; type ? to see all keys"))
    }

    /// There is no key that opens a shell in it.
    @Test func theWorkspaceIsNamedBeforeATaskAndInTheListOfKeys() throws {
        let folder = try TemporaryFolder()
        let run = try session(folder.path("x.sqlite"), opening + ["", "?", ":leave", "y"])
        #expect(run.status == 0, "\(run.errors)")
        let pages = run.output.components(separatedBy: "start the clock")
        #expect(pages.count == 2)
        let root = try #require(workspaceFolder(of: "P1", in: "greeting", at: folder.url))
        for page in pages {
            #expect(page.components(separatedBy: "\nWorkspace  ").count == 2, "\(page)")
            #expect(page.contains("/\(root.lastPathComponent)\n"))
        }
    }

    /// After a task, the facilitator's page states how the task ended.
    @Test func theFacilitatorsPageStaysClosedAtAQuestion() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let run = try session(results, opening.prefix(4) + [":view", ":?", ":leave", "y"])
        #expect(run.output.contains("page stays closed while the participant answers"))
        #expect(run.output.components(separatedBy: "Have you written shell").count == 2)
        #expect(!run.output.contains("[:view]"))
    }

    /// A page answers a line within two seconds, unless a check is running.
    @Test func linesFromAPipeWaitForASlowCheck() throws {
        let folder = try TemporaryFolder()
        let (results, slow) = (folder.path("x.sqlite"), folder.path("greeting"))
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(study),
            to: URL(fileURLWithPath: slow)
        )
        let file = "\(slow)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let check = "run: [sh, -n, greet.sh]"
        #expect(text.contains(check))
        try text.replacing(check, with: "run: [sleep, \"3\"]")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = try session(
            results,
            opening + ["", "d", "", "c", "g", "y", ":leave", "y"],
            study: slow
        )
        #expect(run.status == 0, "\(run.output)")
        #expect(!run.output.contains("does nothing here"))
        let runs = try rows(results, "SELECT task, outcome FROM task_runs")
        #expect(runs.first == "one|gave-up", "\(runs)")
    }

    @Test func anAnswerThatBeginsWithAColonCanBeGiven() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let run = try session(results, opening.dropLast(2) + ["::b", ":leave", "y"])
        #expect(run.status == 0, "\(run.output)")
        #expect(try rows(results, "SELECT raw FROM answers WHERE item = 'remarks'") == [":b"])
    }

    /// A key or a mistyped command is not recorded as an answer at once.
    @Test(arguments: [("?", ""), ("?", "?"), (":leav", ""), (":leav", ":leav")])
    func whatMayBeAKeyIsAskedFor(text: String, again: String) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let asked = try session(results, opening.dropLast(2) + [text, "good", ":leave", "y"])
        #expect(asked.status == 0, "\(asked.output)")
        #expect(asked.output.contains("“\(text)” may be a key of another page."))
        let remarks = "SELECT raw FROM answers WHERE item = 'remarks'"
        #expect(try rows(results, remarks) == ["good"])
        let other = folder.path("y.sqlite")
        let run = try session(other, opening.dropLast(2) + [text, again, ":leave", "y"])
        #expect(run.status == 0, "\(run.output)")
        #expect(try rows(other, remarks) == [text])
    }
}

@Suite(.blocking) struct RateTests {
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
        let lines = [
            "", "m", "t", "types it twice", "a", "1", "d", "", "c", "g", "y", "k", "r", "",
        ]
        let run = try session(results, opening + lines)
        #expect(run.status == 0, "\(run.errors)")
    }

    private func rate(_ lines: [String], _ more: [String] = ["--blind"]) throws -> Tool.Result {
        try Tool("evalrun").run(
            ["rate", "--rater", "B", "--participant", "P1", "--results", results] + more,
            input: lines.map { $0 + "\n" }.joined()
        )
    }

    @Test func codesAreRecordedForMomentsAndFinished() throws {
        // The clock starts, the mistake, the assist.
        let run = try rate(["", "i", "2", "t", "lost", "", "u", "n", "u", "e", "y"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("a mark by the facilitator"))
        for word in ["types it twice", "hint", "gave up", "given up"] {
            #expect(!run.output.contains(word), "\(word)")
        }
        #expect(run.output.contains("B's rating of P1 is finished: 1 code."))
        #expect(
            try rows(
                results,
                """
                SELECT number, kind, severity, task, mark, text, blind, undone FROM ratings
                ORDER BY number
                """
            ) == ["1|problem|2|one|1|lost|1|0", "2|note|NULL|one|2||1|1"]
        )
        #expect(try rows(results, "SELECT rater, blind, finished FROM raters") == ["B|1|1"])
        // The session is as it was.
        #expect(
            try rows(results, "SELECT kind, text FROM marks ORDER BY number")
                == ["mistake|types it twice", "assist|"]
        )
        #expect(try rows(results, "SELECT state FROM sessions") == ["finished"])
    }

    @Test func aBlindRaterDoesNotSeeHowATaskEnded() throws {
        let run = try rate(Array(repeating: "", count: 9) + [":leave"])
        for words in ["the clock stops", "the task ends"] {
            #expect(run.output.contains(words), "\(words)")
        }
        #expect(!run.output.contains("the clock stops:"))
        #expect(!run.output.contains("the check:"))
        let seeing = try rate(Array(repeating: "", count: 9) + [":leave"], ["--rater", "C"])
        #expect(seeing.output.contains("the clock stops:"))
        #expect(seeing.output.contains("the check:"))
    }

    @Test func withoutBlindTheMarksAreShown() throws {
        let run = try rate(["", "", ":leave"], [])
        #expect(run.output.contains("mistake  types it twice"))
        #expect(run.output.contains("assist · hint"))
        #expect(!run.output.contains("a mark by the facilitator"))
    }

    @Test func whoHasSeenTheMarksIsNotBlindAfterwards() throws {
        _ = try rate(["", "m", ":leave"], [])
        let run = try rate([""])
        #expect(run.status == 64)
        #expect(run.errors.contains("has seen the facilitator's marks"))
    }

    @Test func aCodeCanStandAtAnotherTimeAndBelongsToNoMark() throws {
        // The run took less than an hour.
        let run = try rate(["", "w", "x", "1:00:00", "0:00", "q", ":leave"])
        #expect(run.output.contains("The task's clock stopped at 0:"), "\(run.output)")
        #expect(
            try rows(results, "SELECT kind, time_on_task_ns, mark FROM ratings")
                == ["question|0|NULL"]
        )
    }

    /// A codebook of ten or more codes has an input field.
    @Test func aNumberWithoutACodeIsRefusedInWords() throws {
        let copy = folder.path("greeting")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(study),
            to: URL(fileURLWithPath: copy)
        )
        let codes = (1...10).map { "  - {id: c\($0), title: C\($0), kind: mistake}\n" }
        let file = "\(copy)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try (text + "codebook:\n" + codes.joined())
            .write(toFile: file, atomically: true, encoding: .utf8)
        let other = folder.path("y.sqlite")
        let lines = opening + ["", "g", "y", "k", "r", ""]
        #expect(try session(other, lines, study: copy).status == 0)
        let run = try Tool("evalrun").run(
            ["rate", "--rater", "B", "--participant", "P1", "--results", other],
            input: "\nl\n11\n10\n:leave\n"
        )
        #expect(run.output.contains("Type a number from 1 to 10."), "\(run.output)")
        #expect(try rows(other, "SELECT code FROM ratings") == ["c10"])
    }

    @Test func aRatingGoesOnWhereItWasLeft() throws {
        _ = try rate(["", "", "m", ":leave"])
        let run = try rate([":leave"])
        #expect(run.output.contains("moment 3 of"))
    }

    @Test(arguments: [
        (["--rater", "B", "--participant", "P9"], "contains no session"),
        (["--rater", "a/b", "--participant", "P1"], "cannot be a rater's code"),
    ]) func whatCannotBeRatedIsRefused(_ arguments: [String], _ words: String) throws {
        let run = try Tool("evalrun").run(
            ["rate"] + arguments + ["--results", results],
            input: "\n"
        )
        #expect(run.status >= 64)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func aSessionThatGoesOnIsNotRated() throws {
        let other = folder.path("y.sqlite")
        _ = try session(other, Array(opening.prefix(6)))
        let run = try Tool("evalrun").run(
            ["rate", "--rater", "B", "--participant", "P1", "--results", other],
            input: "\n"
        )
        #expect(run.status == 75)
        #expect(run.errors.contains("is not finished"))
    }

    @Test func aCodeThatCannotBeWrittenIsNotSaidToBe() throws {
        let terminal = try PseudoTerminal(
            "evalrun",
            ["rate", "--rater", "B", "--participant", "P1", "--results", results]
        )
        try terminal.expect("the clock starts")
        let other = try HeldFile(results)
        try terminal.type("m")
        try terminal.expect("try to save again")
        try terminal.type("\u{3}")
        let end = try terminal.finish()
        #expect(end.status == 74)
        #expect(end.output.contains("Everything but the last key press is recorded"))
        try other.letGo()
        #expect(try rows(results, "SELECT count(*) FROM ratings") == ["0"])
    }

    @Test func inATerminalTheKeysAreThoseOfASession() throws {
        let terminal = try PseudoTerminal(
            "evalrun",
            ["rate", "--rater", "B", "--participant", "P1", "--results", results]
        )
        try terminal.expect("the clock starts")
        try terminal.type("\r")
        try terminal.expect("types it twice")
        try terminal.type("m")
        try terminal.expect("▸ 0:00  mistake")
        try terminal.type("\u{3}")
        #expect(try terminal.finish().output.contains("Run the same command again"))
    }
}
