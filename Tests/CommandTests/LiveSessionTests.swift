import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// A session as a facilitator plays it, key by key, on a terminal.
@Suite(.blocking) struct LiveSessionTests {
    private static let study = "Tests/StudyDefinitionTests/Fixtures/greeting"
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
    }

    private func start(columns: Int = 80) throws -> PseudoTerminal {
        try PseudoTerminal(
            "evalrun",
            [
                "session", "--participant", "P1", "--study", Self.study, "--results", results,
            ],
            columns: columns
        )
    }

    private var workspace: String {
        workspaceFolder(of: "P1", in: "greeting", at: folder.url)?.path ?? "/nowhere"
    }

    private func solveTheFirstTask() throws {
        let source = Tool.root.appendingPathComponent("\(Self.study)/solutions/one/greet-one.sh")
        let target = URL(fileURLWithPath: workspace).appendingPathComponent("greet-one.sh")
        try Data(contentsOf: source).write(to: target)
    }

    private func rows(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: results).read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                    .joined(separator: "|")
            }
        }
    }

    /// Consent and questions, with one answer corrected, up to the first task.
    private func open(_ terminal: PseudoTerminal) throws {
        try terminal.expect("Ready to start")
        try terminal.type("\r")
        try terminal.expect("Taking part")
        try terminal.type("\r")
        try terminal.expect("Enter does nothing here; press ? to see all keys")
        try terminal.type("y")
        try terminal.expect("I take part.")
        try terminal.type("y")
        try terminal.expect("My words may be quoted.")
        try terminal.type("n")
        try terminal.expect("Have you written shell scripts")
        try terminal.type("2")
        try terminal.expect("Enter confirm")
        try terminal.type("\r")
        try terminal.expect("How sure are you")
        try terminal.type("b")
        try terminal.expect("Answered before: no")
        try terminal.type("1")
        try terminal.expect("Enter confirm")
        try terminal.type("\r")
        try terminal.expect("Which shells")
        try terminal.type("1,2\r")
        try terminal.expect("Enter confirm")
        try terminal.type("\r")
        try terminal.expect("How sure are you")
        try terminal.type("4")
        try terminal.expect("The previous answer, 4, is recorded.")
        try terminal.type("\r")
        try terminal.expect("Anything else?")
        try terminal.type("Žluťoučký kůň\r")
        try terminal.expect("Tutorial")
        try terminal.type("\r")
        try terminal.expect("start the clock")
    }

    /// A key's time is taken when a thread runs: beside a build each has to run at once. The system
    /// tells on Linux from 6.12 on.
    @Test func everyThreadOfASessionHasShortTurns() throws {
        func slice(_ file: String) -> String? {
            let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n")
            return lines?.first { $0.hasPrefix("se.slice") }?
                .split(separator: " ").last.map(String.init)
        }
        guard let usual = slice("/proc/self/sched"), usual != "0" else {
            print("skipped: the system does not tell how long turns are")
            return
        }
        let terminal = try start()
        try open(terminal)
        let threads = "/proc/\(terminal.processID)/task"
        let slices = try FileManager.default.contentsOfDirectory(atPath: threads)
            .compactMap { slice("\(threads)/\($0)/sched") }
        #expect(slices.count > 1)
        // Nanoseconds; a thread of real-time priority has the usual slice, which it does not need.
        #expect(slices.count { $0 != "100000" } <= 1, "\(slices), usually \(usual)")
        try terminal.type("\u{3}")
        try terminal.expect("Leave the session?")
        try terminal.type("y")
        #expect(try terminal.finish().status == 0)
    }

    @Test func aWholeSessionByHand() throws {
        let first = try start()
        try open(first)
        try first.type("o")
        try first.expect("“o” works only while the clock runs; press Enter first")
        try first.type("\r")
        try first.expect("d done")
        try first.type("a")
        try first.expect("Recorded.")
        try first.type("\t")
        try first.expect("a assist")
        try first.type("m")
        try first.expect("mistake")
        try first.type("u")
        try first.expect("(undone)")
        try first.type("\t")
        // All keys of a task are in one line.
        try first.expect(
            "d done  p pause  g give up  h tutorial  o open  s shell  Tab notes  ? all keys"
        )
        try first.type("p")
        try first.expect("p go on")
        // The participant says "done" during the pause.
        try first.type("d")
        try first.expect("“d” works only while the clock runs; press p first")
        try first.type("p")
        try first.expect("d done")
        // Nothing was changed: evalrun asks; the check then fails, and the clock goes on.
        try first.type("d")
        try first.expect("Is everything saved?")
        try first.type("\r")
        try first.expect("The check failed")
        try first.type("s")
        try first.expect("“s” works only while the clock runs; press c first")
        try first.type("c")
        try first.expect("d done")
        // Ctrl-C asks before leaving.
        try first.type("\u{3}")
        try first.expect("Leave the session?")
        try first.type("y")
        let left = try first.finish()
        #expect(left.status == 0)
        #expect(left.output.contains("Run the same command again"))

        let second = try start()
        try second.expect("Go on with P1?")
        try second.type("\r")
        try second.expect("The session was interrupted here")
        try solveTheFirstTask()
        try second.type("\r")
        try second.expect("d done")
        try second.type("d")
        try second.expect("k skip this task")
        try second.type("k")
        try second.expect("Why is this task skipped?")
        try second.type("\r")
        try second.expect("A reason is needed")
        try second.type("no time left\r")
        try second.expect("The end")
        try second.type("\r")
        let end = try second.finish()
        #expect(end.status == 0)
        #expect(end.output.contains("The session of P1 is complete."))

        #expect(try rows("SELECT state FROM sessions") == ["finished"])
        #expect(
            try rows("SELECT task, outcome FROM task_runs ORDER BY run")
                == ["one|assisted-success", "all|skipped"]
        )
        #expect(
            try rows("SELECT kind, undone FROM marks ORDER BY number") == ["assist|0", "mistake|1"]
        )
        #expect(
            try rows("SELECT item, raw FROM answers ORDER BY item") == [
                "confidence|4", "remarks|Žluťoučký kůň", "shell|yes", "shells|Bash, Z shell",
                "years|",
            ]
        )
        #expect(
            try rows("SELECT verdict FROM attempts ORDER BY run, number") == ["failed", "passed"]
        )
    }

    /// The session could not begin with what its files were.
    @Test func aStudyThatChangesBeforeTheFirstKeyIsReadAgain() throws {
        let study = folder.path("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(Self.study),
            to: URL(fileURLWithPath: study)
        )
        let arguments = ["session", "--participant", "P1", "--study", study, "--results", results]
        let terminal = try PseudoTerminal("evalrun", arguments)
        try terminal.expectShown("Ready to start")
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try (text + "# corrected\n").write(toFile: file, atomically: true, encoding: .utf8)
        try terminal.type("\r")
        try terminal.expectShown("The session cannot start")
        try terminal.type("\u{3}")
        let end = try terminal.finish()
        #expect(end.status == 75)
        #expect(end.output.contains("Nothing was recorded."))
        let again = try PseudoTerminal("evalrun", arguments)
        try again.expectShown("Ready to start")
        try again.type("\r")
        try again.expectShown("Taking part")
        try again.type("\u{3}")
        _ = try again.finish()
    }

    /// From the end of the process to the key that goes on, in a state without a clock as well.
    @Test func anInterruptionIsAsLongAsItWas() throws {
        let first = try start()
        try first.expect("Ready to start")
        for (key, text) in [
            ("\r", "Taking part"), ("y", "I take part."), ("y", "My words may be quoted."),
            ("n", "Have you written shell scripts"),
        ] {
            try first.type(key)
            try first.expect(text)
        }
        usleep(3_000_000)
        kill(first.processID, SIGKILL)
        _ = try first.finish()
        let beats = try rows("SELECT wall_us FROM heartbeats")
        let alive = try #require(beats.first)
        #expect(
            try rows(
                "SELECT max(events.wall_us) + 1000000 < heartbeats.wall_us FROM events, heartbeats"
            ) == ["1"]
        )
        let second = try start()
        try second.expect("Go on with P1?")
        usleep(3_000_000)
        #expect(try rows("SELECT wall_us FROM heartbeats") == beats)
        try second.type("\r")
        try second.expect("Have you written shell scripts")
        #expect(
            try rows(
                """
                SELECT abs(payload ->> '$.gap' - (events.wall_us - \(alive)) / 1e6) < 0.1
                FROM events WHERE kind = 'sessionResumed'
                """
            ) == ["1"]
        )
        try second.type("\u{3}")
        try second.expect("Leave the session?")
        try second.type("y")
        #expect(try second.finish().status == 0)
    }

    @Test func whatPeopleDoByMistakeDoesNoHarm() throws {
        let terminal = try start()
        try terminal.expect("Ready to start")
        try terminal.type("\r")
        for _ in 1...2 {
            try terminal.expect("y ")
            try terminal.type("y")
        }
        try terminal.expect("My words may be quoted.")
        try terminal.type("y")
        try terminal.expect("Have you written shell scripts")
        try terminal.type("1")
        try terminal.expect("Enter confirm")
        try terminal.type("\r")
        // Several options, and then others.
        try terminal.expect("Which shells")
        try terminal.type("1,2\r")
        try terminal.expect("Bash, Z shell")
        try terminal.type("3\r")
        try terminal.expect("Another")
        try terminal.type("\r")
        // Back to the question that this one depends on.
        try terminal.expect("How sure are you")
        try terminal.type("b")
        try terminal.expect("Answered before: Another")
        try terminal.type("\u{1b}")
        try terminal.expect("Answered before: yes")
        try terminal.type("2")
        try terminal.expect("Enter confirm")
        try terminal.type("\r")
        try terminal.expect("How sure are you")
        try terminal.type("2")
        try terminal.expect("how many years")
        try terminal.type("\r")
        try terminal.expect("Anything else?")
        let words = String(repeating: "مرحبا ", count: 1700)
        try terminal.type("\u{1b}[200~\(words)\u{1b}[201~")
        try terminal.expect("Enter submit")
        try terminal.type("\r")
        try terminal.expect("Tutorial")
        try terminal.type("?")
        try terminal.expect("for the facilitator: write a note")
        // The folder does not exist before the first task.
        #expect(!terminal.shown.text.contains("Workspace"))
        try terminal.type("x")
        try terminal.expectShown("Enter")
        try terminal.type("\r")
        try terminal.expect("start the clock")
        try terminal.type("\r")
        try terminal.expect("d done")
        // The key that closes the help does nothing else; what is below its end is scrolled to.
        terminal.resize(columns: 80, rows: 18)
        try terminal.type("?")
        try terminal.expect("Any key that does not scroll closes this page.")
        #expect(terminal.shown.text.contains("↓ more"))
        try terminal.type("\u{1b}[F\u{1b}[F\u{1b}[B")
        try terminal.expect(". ./env")
        try terminal.type("\u{1b}[H")
        try terminal.expectShown("↓ more")
        try terminal.type("\u{1b}[6~ ")
        try terminal.expect(". ./env")
        #expect(!terminal.shown.text.contains("↓ more"))
        try terminal.type("m")
        try terminal.expect("p pause")
        terminal.resize(columns: 80, rows: 24)
        try terminal.type("\u{3}")
        try terminal.expect("Leave the session?")
        try terminal.type("e")
        try terminal.expect("End the session for good?")
        try terminal.type("n")
        try terminal.expect("d done")
        try terminal.type("\u{3}")
        try terminal.expect("Leave the session?")
        try terminal.type("y")
        #expect(try terminal.finish().status == 0)
        #expect(try rows("SELECT count(*) FROM marks") == ["0"])
        #expect(try rows("SELECT state FROM sessions") == ["interrupted"])
        #expect(
            try rows(
                "SELECT item, raw FROM answers WHERE item IN ('shell', 'shells') ORDER BY item"
            )
                == ["shell|no", "shells|"]
        )
        let remarks = try rows("SELECT raw FROM answers WHERE item = 'remarks'")
        #expect(remarks.map(\.count) == [words.count])
        #expect(remarks == [words], "\(remarks.map { $0.suffix(40) })")
    }

    @Test func marksAreGradedPausesExplainedAndATaskIsRunAgain() throws {
        let terminal = try start()
        try open(terminal)
        try terminal.type("v")
        try terminal.expect("start of the recording has been noted")
        try terminal.type("\r")
        try terminal.expect("d done")
        try terminal.type("z")
        try terminal.expect("“z” does nothing here")
        try terminal.type("\t")
        try terminal.expect("i problem")
        try terminal.type("i")
        try terminal.expect("3 major")
        try terminal.type("3")
        try terminal.expect("problem · major")
        try terminal.type("t")
        try terminal.expect("words>")
        try terminal.type("لا يجد القائمة\r")
        try terminal.expect("d done")
        try terminal.type("p")
        try terminal.expect("p go on")
        try terminal.type("r")
        try terminal.expect("Why is there a pause?")
        try terminal.type("the phone rang\r")
        try terminal.expect("p go on")
        try terminal.type("p")
        try terminal.expect("d done")
        try solveTheFirstTask()
        try terminal.type("d")
        try terminal.expect("k skip this task")
        try terminal.type("r")
        try terminal.expect("task repeated?")
        try terminal.type("the fire alarm\r")
        try terminal.expect("start the clock")
        try terminal.type("\r")
        try terminal.expect("d done")
        try terminal.type("d")
        try terminal.expect("Unsaved work?")
        try terminal.type("\r")
        try terminal.expect("k skip this task")
        try terminal.type("\u{3}")
        try terminal.expect("Leave the session?")
        try terminal.type("y")
        #expect(try terminal.finish().status == 0)

        #expect(
            try rows("SELECT kind, severity, text FROM marks") == ["problem|3|لا يجد القائمة"]
        )
        #expect(
            try rows("SELECT run, task, outcome FROM task_runs WHERE outcome IS NOT NULL")
                == ["1|one|success", "2|one|success"]
        )
        let reasons = try rows(
            """
            SELECT kind, coalesce(json_extract(payload, '$.text'), json_extract(payload, '$.reason'))
            FROM events WHERE kind IN ('explained', 'taskRepeated') ORDER BY id
            """
        )
        #expect(reasons == ["explained|the phone rang", "taskRepeated|the fire alarm"])
        let track = try Tool("evalrun").run(["marks", "P1", "--results", results]).output
        #expect(track.hasPrefix("WEBVTT\n\nNOTE The participant may not be quoted"), "\(track)")
        #expect(track.contains("\n\n00:00:"))
        #expect(track.contains("problem · major\n"))
        #expect(!track.contains("لا يجد القائمة"))
    }

    @Test func theConsentCanBeLookedAtAgainAndItsFreeStatementsChanged() throws {
        let terminal = try start()
        try terminal.expect("Ready to start")
        try terminal.type("\r")
        for (text, key) in [
            ("Taking part", "y"), ("I take part.", "y"), ("My words may be quoted.", "n"),
            ("Have you written shell scripts", "b"), ("Your replies to", "1"),
            ("This statement is required", "2"), ("agreed      My words may be quoted", "\r"),
            ("Have you written shell scripts", "2"), ("Enter confirm", "\r"),
            ("How sure are you", "\u{3}"), ("Leave the session?", "y"),
        ] {
            try terminal.expect(text)
            try terminal.type(key)
        }
        #expect(try terminal.finish().status == 0)
        #expect(
            try rows("SELECT json_extract(consent, '$.options.quote') FROM sessions") == ["1"]
        )
        // What was said first stays in the log.
        #expect(
            try rows(
                """
                SELECT json_extract(payload, '$.options.quote') FROM events
                WHERE kind = 'consentGiven' ORDER BY id
                """
            ) == ["0", "1"]
        )
    }

    @Test func endingForGoodNeedsAReason() throws {
        let terminal = try start()
        try open(terminal)
        for (key, text) in [
            ("\r", "d done"), ("\u{3}", "Leave the session?"), ("e", "End the session for good?"),
            ("y", "Why does the session end here?"), ("\r", "A reason is needed"),
            ("\u{1b}", "End the session for good?"), ("y", "Why does the session end here?"),
        ] {
            try terminal.type(key)
            try terminal.expectShown(text)
        }
        try terminal.type("the power went\r")
        let end = try terminal.finish()
        #expect(end.output.contains("was ended early"))
        #expect(try rows("SELECT state FROM sessions") == ["ended"])
        #expect(try rows("SELECT outcome FROM task_runs") == ["ended-by-facilitator"])
        #expect(try rows("SELECT kind, text FROM reasons") == ["endSession|the power went"])
        let again = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", Self.study, "--results", results,
            "--script", "Tests/CommandTests/Fixtures/greeting-session.yaml",
        ])
        #expect(again.status == 64)
        #expect(again.errors.contains("was ended early, and cannot be continued"))
        #expect(again.errors.contains("a person with two codes counts as two people"))
    }

    @Test func aTerminalOfFortyColumnsIsRefusedBeforeAnythingIsRecorded() throws {
        let end = try start(columns: 40).finish()
        #expect(end.status == 64)
        #expect(end.output.contains("the terminal has 40 columns"))
        #expect(!FileManager.default.fileExists(atPath: results))
    }

    @Test func aSecondEvalrunOnTheSameParticipantIsRefused() throws {
        let first = try start()
        try first.expect("Ready to start")
        try first.type("\r")
        try first.expect("Taking part")
        let end = try start().finish()
        #expect(end.status >= 64)
        #expect(end.output.contains("P1"))
        try first.type("\u{3}")
        #expect(try first.finish().output.contains("Nothing was recorded"))
    }
}
