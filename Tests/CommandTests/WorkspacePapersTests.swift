import Foundation
import TestSupport
import TestTraits
import Testing

/// What evalrun writes into a workspace for the participant, and when.
@Suite(.blocking) struct WorkspacePapersTests {
    private static let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
    private let folder: TemporaryFolder
    private let results: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("x.sqlite")
    }

    /// The only workspace there is.
    private func workspace() throws -> String {
        let base = folder.path("workspaces/greeting")
        let names = try FileManager.default.contentsOfDirectory(atPath: base)
        let name = try #require(names.first { !$0.hasPrefix(".") })
        return "\(base)/\(name)"
    }

    private func isThere(_ name: String) throws -> Bool {
        FileManager.default.fileExists(atPath: "\(try workspace())/\(name)")
    }

    private func start(
        _ study: String = greeting,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results],
            environment: environment
        )
    }

    /// Up to the first task, before its clock.
    private func open(_ terminal: PseudoTerminal) throws {
        for (text, keys) in [
            ("Ready to start", "\r"), ("Taking part", "y"), ("I take part.", "y"),
            ("My words may be quoted.", "n"), ("Have you written shell", "2"),
            ("Enter confirm", "\r"), ("How sure are you", "4"), ("For how many years", "\r"),
            ("Anything else?", "\r"), ("Tutorial", "\r"),
        ] {
            try terminal.expectShown(text)
            try terminal.type(keys)
        }
        try terminal.expectShown("start the clock")
    }

    @Test func theTaskIsShownAndWrittenWhenTheClockRunsAndNotBefore() throws {
        let terminal = try start()
        try open(terminal)
        #expect(!terminal.drawn.contains("prints nothing yet"))
        #expect(try !isThere("TASK.md"))
        for key in ["o", "s"] {
            try terminal.type(key)
            try terminal.expectShown("“\(key)” works only while the clock runs", pause: false)
        }
        try terminal.type("\r")
        try terminal.expectShown("prints nothing yet")
        #expect(try isThere("TASK.md"))
        // A pause is no time to read on.
        try terminal.type("p")
        try terminal.expectShown("p go on")
        #expect(!terminal.shown.text.contains("prints nothing yet"))
        // Killed, and its file gone: it is back once the clock runs on.
        kill(terminal.processID, SIGKILL)
        try FileManager.default.removeItem(atPath: "\(try workspace())/TASK.md")
        let again = try start()
        try again.expectShown("Go on with P1?")
        try again.type("\r")
        try again.expectShown("resume the clock")
        #expect(!again.shown.text.contains("prints nothing yet"))
        try again.type("\r")
        try again.expectShown("prints nothing yet")
        #expect(try isThere("TASK.md"))
        // The next task's is not there either before its clock runs.
        try again.type("g")
        try again.expectShown("Give up this task?")
        try again.type("y")
        try again.expectShown("task 2 of 2")
        try again.expectShown("start the clock")
        #expect(try !isThere("TASK.md"))
        try again.type("\u{3}")
        try again.expectShown("Leave the session?")
        try again.type("y")
        _ = try again.finish()
    }

    @Test func aShellOfOnesOwnFindsTheToolsAndTheTutorial() throws {
        let terminal = try start()
        try open(terminal)
        #expect(terminal.shown.text.contains(". ./env"))
        let place = try workspace()
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", ". ./env && command -v cdgen evalrun && cdgen --version"]
        shell.environment = ["PATH": "/usr/bin:/bin"]
        shell.currentDirectoryURL = URL(fileURLWithPath: place)
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        let tutorial = try String(contentsOfFile: "\(place)/TUTORIAL.md", encoding: .utf8)
        #expect(tutorial.hasPrefix("# The shell, in one minute"))
        try terminal.type("\r")
        try terminal.expectShown("d done")
        try terminal.type("h")
        try terminal.expectShown("reads line by line")
        try terminal.type("d")
        try terminal.expectShown("d done")
        // What evalrun wrote is no change of the participant's.
        try terminal.type("d")
        try terminal.expectShown("Is everything saved?")
        try terminal.type("\t")
        try terminal.expectShown("Nothing has changed on the disk")
        try terminal.type("\u{3}")
        try terminal.expectShown("Leave the session?")
        try terminal.type("y")
        _ = try terminal.finish()
        let erased = try Tool("evalrun").run(["erase", "P1", "--results", results, "--yes"])
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(!FileManager.default.fileExists(atPath: place))
    }

    /// Otherwise, the next participant could read the commands of this one.
    @Test func theHistoryOfTheShellIsInTheWorkspaceAlone() throws {
        let home = folder.path("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let terminal = try start(
            environment: ["HOME": home, "SHELL": "/bin/bash", "HISTFILE": "\(home)/history"]
        )
        try open(terminal)
        try terminal.type("\r")
        try terminal.expectShown("d done")
        try terminal.type("s")
        try terminal.expect("The clock runs; ")
        try terminal.type("echo $((6*7))\r")
        try terminal.expect("42")
        try terminal.type("exit\r")
        try terminal.expect("d done")
        let history = try String(
            contentsOfFile: "\(try workspace())/.evalrun-history",
            encoding: .utf8
        )
        #expect(history.contains("echo $((6*7))\n"), "\(history)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home)
        #expect(!names.contains { $0.contains("history") }, "\(names)")
        try terminal.type("\u{3}")
        try terminal.expectShown("Leave the session?")
        try terminal.type("y")
        _ = try terminal.finish()
    }

    /// A project's own files of these names are the participant's.
    @Test func aStartersOwnFilesAreLeftAlone() throws {
        let study = folder.path("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(Self.greeting),
            to: URL(fileURLWithPath: study)
        )
        for name in ["env", "TUTORIAL.md", "TASK.md"] {
            try Data("own \(name)".utf8).write(to: URL(fileURLWithPath: "\(study)/project/\(name)"))
        }
        let terminal = try start(study)
        try open(terminal)
        try terminal.type("\r")
        try terminal.expectShown("d done")
        for name in ["env", "TUTORIAL.md", "TASK.md"] {
            let text = try String(contentsOfFile: "\(try workspace())/\(name)", encoding: .utf8)
            #expect(text == "own \(name)")
        }
        try terminal.type("\u{3}")
        try terminal.expectShown("Leave the session?")
        try terminal.type("y")
        _ = try terminal.finish()
    }
}
