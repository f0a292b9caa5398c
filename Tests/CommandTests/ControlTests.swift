import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// The participant has the session's terminal, the facilitator another one.
@Suite(.blocking) struct ControlTests {
    private static let study = "Tests/StudyDefinitionTests/Fixtures/greeting"
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
    }

    private func session(_ more: String...) throws -> PseudoTerminal {
        try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", Self.study, "--results", results] + more
        )
    }

    private func control() throws -> PseudoTerminal {
        try PseudoTerminal("evalrun", ["control", "P1", "--results", results])
    }

    private func rows(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: results).read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                    .joined(separator: "|")
            }
        }
    }

    /// The participant consents, answers and reads, up to the first task.
    private func open(_ participant: PseudoTerminal, _ facilitator: PseudoTerminal) throws {
        try participant.expect("Welcome")
        try facilitator.expect("Ready to start")
        try facilitator.type("\r")
        for (text, keys) in [
            ("Taking part", "y"), ("I take part.", "y"), ("My words may be quoted.", "n"),
            ("Have you written shell", "2"), ("Enter confirm", "\r"), ("How sure are you", "4"),
            ("For how many years", "\r"),
            ("Anything else?", "keine Ahnung, مرحبا\r"), ("Tutorial", "\r"),
        ] {
            try participant.expect(text)
            try participant.type(keys)
        }
        try facilitator.expect("start the clock")
    }

    /// What only the facilitator may see.
    private func expectNothingOfTheFacilitator(in drawn: String) {
        for word in [
            "mistake", "d done", "p pause", "running", "limit 5:00", "Unsaved work?",
            "shell script has",
        ] {
            #expect(!drawn.contains(word), "\(word)")
        }
    }

    @Test func theParticipantSeesQuestionsInstructionAndPermittedFeedbackOnly() throws {
        let participant = try session("--control")
        let facilitator = try control()
        try open(participant, facilitator)
        // Only the session's terminal has the key for the shell.
        try participant.expectShown("the key \"s\" opens a shell")
        #expect(!facilitator.drawn.contains("opens a shell"))
        try participant.expectShown("Greet one person")
        // Nothing of the instruction before the clock runs.
        let place = folder.path("workspaces/greeting")
        let own = try FileManager.default.contentsOfDirectory(atPath: place)
            .first { !$0.hasPrefix(".") }
        let workspace = "\(place)/\(try #require(own))"
        for terminal in [participant, facilitator] {
            #expect(!terminal.drawn.contains("prints nothing yet"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(workspace)/TASK.md"))
        try facilitator.type("\r")
        try facilitator.expect("d done")
        try participant.expectShown("prints nothing yet")
        #expect(FileManager.default.fileExists(atPath: "\(workspace)/TASK.md"))
        try facilitator.type("m")
        try facilitator.expect("mistake")
        try facilitator.type("t")
        try facilitator.expect("words>")
        try facilitator.type("يكتب الاسم مرتين\r")
        try facilitator.expect("يكتب الاسم مرتين")
        try facilitator.type("d")
        try facilitator.expect("Unsaved work?")
        try participant.expect("Is everything saved?")
        try facilitator.type("\r")
        try facilitator.expect("The check failed:")
        // The study allows the verdict, and no reason.
        try participant.expect("The check failed.")
        try facilitator.type("c")
        try facilitator.expect("d done")
        try facilitator.type("g")
        try facilitator.expect("give up this task?")
        try facilitator.type("y")
        try facilitator.expect("k skip this task")
        try facilitator.type("k")
        try facilitator.expect("Why is this task skipped?")
        try facilitator.type("no time\r")
        try participant.expect("The end")
        try participant.type("\r")
        let (first, second) = (try participant.finish(), try facilitator.finish())
        #expect((first.status, second.status) == (0, 0))
        #expect(second.output.contains("The session of P1 is complete."))
        expectNothingOfTheFacilitator(in: first.output)
        #expect(try rows("SELECT kind, text FROM marks") == ["mistake|يكتب الاسم مرتين"])
        #expect(try rows("SELECT outcome FROM task_runs") == ["gave-up", "skipped"])
        #expect(
            try rows("SELECT raw FROM answers WHERE item = 'remarks'") == ["keine Ahnung, مرحبا"]
        )
        #expect(!FileManager.default.fileExists(atPath: folder.path(".x.sqlite.P1.control")))
    }

    /// The terminal belongs to the shell until the participant leaves it.
    @Test func aSessionThatEndsWhileTheParticipantIsInAShellWaitsForTheShell() throws {
        let participant = try session("--control")
        let facilitator = try control()
        try open(participant, facilitator)
        try facilitator.type("\r")
        try participant.expectShown("s shell")
        try participant.type("s")
        try participant.expect("The clock runs; ")
        try facilitator.type("\u{3}")
        try facilitator.expectShown("Leave the session?")
        try facilitator.type("y")
        #expect(try facilitator.finish().output.contains("You left."))
        try participant.expect("The session has ended.")
        try participant.type("echo $((6*7))\r")
        try participant.expect("42")
        #expect(!participant.drawn.contains("You left."))
        try participant.type("exit\r")
        #expect(try participant.finish().output.contains("You left."))
    }

    @Test func aFacilitatorsTerminalThatDiesIsReplacedAndTheClockRunsOn() throws {
        let participant = try session("--control")
        let first = try control()
        try open(participant, first)
        try first.type("\r")
        try first.expect("d done")
        kill(first.processID, SIGKILL)
        try participant.expect("The facilitator's screen was closed.")
        let second = try control()
        try second.expect("d done")
        try second.type("a")
        try second.expect("assist")
        let third = try control()
        try third.expect("d done")
        // Not while it is connected.
        try participant.type("\u{3}")
        try participant.expectShown("Only the facilitator can end the session.")
        #expect(!participant.drawn.contains("For the facilitator"))
        #expect(try second.finish().output.contains("Another terminal now has"))
        try third.type("\u{4}")
        #expect(try third.finish().output.contains("the session continues"))
        // The participant's terminal can take the facilitator's keys back.
        try participant.expect("The facilitator's screen was closed.")
        try participant.type("\u{3}")
        try participant.expect("For the facilitator")
        expectNothingOfTheFacilitator(in: participant.drawn)
        try participant.type("y")
        try participant.expect("d done")
        #expect(try rows("SELECT count(*) FROM events WHERE kind = 'taskPaused'") == ["0"])
        try participant.type("\u{3}")
        try participant.expect("Leave the session?")
        try participant.type("y")
        #expect(try participant.finish().status == 0)
        #expect(try rows("SELECT kind FROM marks") == ["assist"])
    }

    @Test func aFacilitatorsTerminalThatComesLateGetsTheKeysAndTheParticipantThePage() throws {
        let participant = try session()
        try participant.expect("Ready to start")
        try participant.type("\r")
        try participant.expect("Taking part")
        let facilitator = try control()
        // The facilitator answers for the participant only on request.
        try facilitator.expectShown("The participant answers on their own screen")
        try facilitator.type("y")
        try facilitator.expectShown("“y” does nothing here", pause: false)
        try facilitator.type("\t")
        try facilitator.expectShown("Answer for the participant?")
        try facilitator.type("y")
        try facilitator.expectShown("Tab stop answering")
        try facilitator.type("y")
        try participant.expectShown("I take part.")
        try facilitator.type("\u{3}")
        try facilitator.expect("Nothing was recorded")
        #expect(try facilitator.finish().status == 75)
        #expect(try participant.finish().status == 75)
    }

    @Test func whereTheSessionIsKilledTheFacilitatorsTerminalWaitsForItToComeBack() throws {
        let participant = try session("--control")
        let facilitator = try control()
        try open(participant, facilitator)
        kill(participant.processID, SIGKILL)
        try facilitator.expect("The session's terminal is closed")
        let again = try session("--control")
        try facilitator.expect("Go on with P1?")
        try facilitator.type("\r")
        try facilitator.expect("start the clock")
        try facilitator.type("\u{3}")
        try facilitator.expect("Leave the session?")
        try facilitator.type("y")
        #expect(try facilitator.finish().status == 0)
        #expect(try again.finish().status == 0)
    }

    /// The facilitator's terminal is on another machine, and the session is killed.
    @Test func aTerminalOnAnotherMachineSaysThatTheConnectionIsLost() throws {
        let arguments = ["session", "--participant", "P1", "--study", Self.study, "--room"]
        // The window is wide enough for the link.
        let participant = try PseudoTerminal(
            "evalrun",
            arguments + ["--results", results],
            columns: 150,
            rows: 45
        )
        try participant.expectShown("Your page")
        let found = participant.shown.text.firstMatch(of: /Your page\s+(http:\S+#\S+)/)
        let link = String(try #require(found).output.1)
        let facilitator = try PseudoTerminal("evalrun", ["control", link])
        try facilitator.expectShown("Ready to start")
        kill(participant.processID, SIGKILL)
        try facilitator.expectShown("No connection to the session")
        try facilitator.type("\u{3}")
        #expect(try facilitator.finish().status == 0)
    }

    /// The participant's terminal names the facilitator's command, and a terminal for another code
    /// the session that runs.
    @Test func whoeverLooksForTheFacilitatorsScreenIsToldItsCommand() throws {
        let participant = try session("--control")
        try participant.expectShown("run evalrun control P1 --results")
        let other = try PseudoTerminal("evalrun", ["control", "P6", "--results", results])
        try other.expectShown("The session of P1 is running.")
        try other.expectShown("    evalrun control P1 --results")
        try other.type("\u{3}")
        #expect(try other.finish().status == 0)
        let facilitator = try control()
        try facilitator.expectShown("Ready to start")
        #expect(!participant.shown.text.contains("evalrun control"))
        try facilitator.type("\u{3}")
        #expect(try facilitator.finish().status == 75)
        #expect(try participant.finish().status == 75)
    }

    @Test func ctrlCClosesATerminalWithoutASession() throws {
        let facilitator = try control()
        try facilitator.expect("Waiting for the session")
        try facilitator.type("?")
        try facilitator.expectShown("Ctrl-C  close this screen")
        #expect(!facilitator.drawn.contains("the session goes on"))
        try facilitator.type("q\u{3}")
        let (status, output) = try facilitator.finish()
        #expect(status == 0)
        #expect(output.contains("This screen is closed; no session was connected."))
        #expect(!output.contains("the session continues"))
    }

    /// Otherwise, the terminal would wait for ever.
    @Test func aTerminalForAParticipantWithoutAFurtherSessionIsRefused() throws {
        let run = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", Self.study, "--results", results,
            "--script", "Tests/CommandTests/Fixtures/greeting-session.yaml", "--clock", "simulated",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let finished = try control().finish()
        #expect(finished.status == 64)
        #expect(finished.output.contains("P1 has already finished the study “greeting”."))
        let withdrawal = try Tool("evalrun").run(["withdraw", "P1", "--yes", "--results", results])
        #expect(withdrawal.status == 0, "\(withdrawal.errors)")
        let withdrawn = try control().finish()
        #expect(withdrawn.status == 64)
        #expect(withdrawn.output.contains("P1 has withdrawn; no further sessions are possible."))
        #expect(!withdrawn.output.contains("another study"))
        let erasure = try Tool("evalrun").run(["erase", "P1", "--yes", "--results", results])
        #expect(erasure.status == 0, "\(erasure.errors)")
        let erased = try control().finish()
        #expect(erased.status == 64)
        #expect(erased.output.contains("The data of P1 were erased;"))
    }

    @Test func aTerminalThatComesBeforeTheSessionWaitsForIt() throws {
        let facilitator = try control()
        try facilitator.expect("Waiting for the session")
        let participant = try session("--control")
        try participant.expect("Welcome")
        try facilitator.expect("Ready to start")
        try facilitator.type("\u{3}")
        _ = try facilitator.finish()
        _ = try participant.finish()
    }

    @Test func aFolderWithAPathTooLongForASocketIsNoHindrance() throws {
        let long = String(repeating: "long-folder-name/", count: 8) + "x.sqlite"
        let file = folder.path(long)
        let participant = try PseudoTerminal(
            "evalrun",
            [
                "session", "--participant", "P1", "--study", Self.study, "--results", file,
                "--control",
            ]
        )
        let facilitator = try PseudoTerminal("evalrun", ["control", "P1", "--results", file])
        try participant.expect("Welcome")
        try facilitator.expect("Ready to start")
        try facilitator.type("\u{3}")
        _ = try facilitator.finish()
        _ = try participant.finish()
    }
}
