import Foundation
import TestSupport
import TestTraits
import Testing

/// Command lines that evalrun prints are run as they are, from the folder that they were printed in.
@Suite(.blocking) struct AdvisedCommandTests {
    private static let greeting = Tool.root
        .appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting").path
    private static let script = Tool.root
        .appendingPathComponent("Tests/CommandTests/Fixtures/greeting-session.yaml").path
    private let folder: TemporaryFolder
    private let study: String
    private let results: String

    /// Paths that a shell takes apart, where they are not quoted.
    init() throws {
        folder = try TemporaryFolder()
        study = folder.path("a study; it's $HOME")
        results = folder.path("the results/x & y.sqlite")
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: Self.greeting),
            to: URL(fileURLWithPath: study)
        )
    }

    private func evalrun(_ arguments: [String]) throws -> Tool.Result {
        try Tool("evalrun").run(arguments, in: folder.url)
    }

    @discardableResult
    private func played(_ code: String) throws -> String {
        let run = try evalrun([
            "session", "--participant", code, "--study", study, "--results", results, "--script",
            Self.script, "--clock", "simulated",
        ])
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    /// The command lines in a text.
    private func commands(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            line.firstRange(of: /evalrun (?=[a-z])/).map { String(line[$0.lowerBound...]) }
        }
    }

    private func run(_ command: String, input: String = "") throws -> (Int32, String) {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let tools = Tool.root.appendingPathComponent(".build/debug").path
        shell.arguments = ["-c", "PATH='\(tools)':$PATH; \(command) 2>&1"]
        shell.currentDirectoryURL = folder.url
        return try finish(shell, input: input)
    }

    /// Through files: a process that another test starts meanwhile would inherit a pipe's ends.
    private func finish(_ process: Process, input: String) throws -> (Int32, String) {
        let (typed, output) = (folder.path("\(UUID()).in"), folder.path("\(UUID()).out"))
        try Data(input.utf8).write(to: URL(fileURLWithPath: typed))
        try Data().write(to: URL(fileURLWithPath: output))
        process.standardInput = FileHandle(forReadingAtPath: typed)
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8))
    }

    private func only(_ commands: [String]) throws -> String {
        #expect(commands.count == 1, "\(commands)")
        return try #require(commands.first)
    }

    @Test func theSessionsRuns() throws {
        let advice = try only(commands(in: try played("P1")))
        let (status, text) = try run(advice)
        #expect(status == 0, "\(text)")
        #expect(text.contains("Every session in this report was run by a script."), "\(text)")
    }

    @Test func theDoctorsRuns() throws {
        try played("P1")
        let advice = try only(
            commands(in: try evalrun(["doctor", "--study", study, "--results", results]).output)
        )
        let (status, text) = try run(advice.replacing("P1", with: "P2"), input: "\n:leave\n")
        #expect(status == 75, "\(text)")
        #expect(text.contains("Study        Greeting, version 1.0"), "\(text)")
        #expect(FileManager.default.fileExists(atPath: results))
    }

    @Test func theOneAfterAWithdrawalErases() throws {
        try played("P1")
        let advice = try only(
            commands(in: try evalrun(["withdraw", "P1", "--yes", "--results", results]).output)
                .filter { $0.hasPrefix("evalrun erase") }
        )
        let (status, text) = try run("\(advice) --yes")
        #expect(status == 0, "\(text)")
        #expect(text.contains("erased P1"), "\(text)")
    }

    @Test(arguments: ["", "//"])
    func thoseAfterInitRun(end: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder.path("it's here"),
            withIntermediateDirectories: true
        )
        let lines = commands(in: try evalrun(["init", "it's here/words\(end)"]).output)
        #expect(lines.count == 3, "\(lines)")
        for line in lines {
            let (status, text) = try run(
                line.replacing("evalrun validate", with: "evalrun validate --rounds 1")
            )
            #expect(status == 0, "\(line): \(text)")
        }
        // The trial is not recorded among the sessions of the study.
        #expect(files.fileExists(atPath: folder.path("it's here/words-try/report/report.html")))
        #expect(!files.fileExists(atPath: folder.path("Results/evalrun.sqlite")))
    }

    /// In a study's folder, commands use that study without an option; a shipped study is named.
    @Test(arguments: [nil, "countries-cities"])
    func thoseInTheFolderOfAStudyUseIt(named: String?) throws {
        let place = URL(fileURLWithPath: study)
        let simulated = try Tool("evalrun").run(
            ["simulate", "--participants", "1", "--results", results]
                + (named.map { ["--study", $0] } ?? []),
            in: place
        )
        #expect(simulated.status == 0, "\(simulated.errors)")
        let advice = try only(commands(in: simulated.output))
        #expect(advice.contains("--study") == (named != nil), "\(advice)")
        let (status, text) = try run("cd '\(study.replacing("'", with: "'\\''"))' && \(advice)")
        #expect(status == 0, "\(text)")
        let listed = try evalrun(["participants", "--results", results]).output
        #expect(listed.contains(named ?? "greeting"), "\(listed)")
    }

    @Test func theOneAfterASimulationReports() throws {
        let advice = try only(
            commands(
                in: try evalrun([
                    "simulate", "--participants", "3", "--study", study, "--results", results,
                ]).output
            )
        )
        let (status, text) = try run(advice)
        #expect(status == 0, "\(text)")
        #expect(FileManager.default.fileExists(atPath: folder.path("Reports/simulated/report.md")))
    }

    @Test func theOneForAMissingToolLooks() throws {
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        try text.replacing("tools: [sh]", with: "tools: [no-such-tool]")
            .write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        let refused = try evalrun([
            "session", "--participant", "P1", "--study", study, "--results", results, "--script",
            Self.script,
        ])
        let (status, words) = try run(try only(commands(in: refused.errors)))
        #expect(status == 1)
        #expect(words.contains("NO   no-such-tool"), "\(words)")
    }

    @Test func theOneForAPlanThatIsNoneHelps() throws {
        let plan = folder.path("plan.csv")
        try Data("nothing\n".utf8).write(to: URL(fileURLWithPath: plan))
        for file in [plan, folder.path("none.csv")] {
            let refused = try evalrun([
                "session", "--participant", "P1", "--study", study, "--results", results, "--plan",
                file, "--script", Self.script,
            ])
            let (status, words) = try run(try only(commands(in: refused.errors)))
            #expect(status == 0)
            #expect(words.contains("--participants"), "\(words)")
        }
    }

    @Test func theOnesForAMissingMappingDraftOne() throws {
        let data = folder.path("the data; all.csv")
        try Data("participant,one\nP1,1:00\n".utf8).write(to: URL(fileURLWithPath: data))
        let broken = folder.path("broken.yaml")
        try Data("format: [1]\n".utf8).write(to: URL(fileURLWithPath: broken))
        for mapping in [[], ["--mapping", "none.yaml"], ["--mapping", broken]] {
            let refused = try evalrun(["import", "--study", study, "--data", data] + mapping)
            #expect(refused.status != 0)
            if mapping.last == "none.yaml" {
                #expect(refused.errors.hasPrefix("none.yaml: there is no such mapping\n"))
            }
            let (status, text) = try run(
                try only(
                    commands(in: refused.errors).filter {
                        $0.contains("--guess --")
                    }
                )
            )
            #expect(status == 0, "\(text)")
            #expect(text.contains("format: 1"), "\(text)")
        }
    }

    @Test func theOneForAPlanThatIsTooSmallHelps() throws {
        let plan = folder.path("plan.csv")
        let made = try evalrun([
            "plan", "--participants", "2", "--study", study, "--output", plan,
        ])
        #expect(made.status == 0, "\(made.errors)")
        let refused = try evalrun([
            "simulate", "--participants", "5", "--study", study, "--results", results, "--plan",
            plan,
        ])
        let (status, words) = try run(try only(commands(in: refused.errors)))
        #expect(status == 0)
        #expect(words.contains("--participants"), "\(words)")
    }

    /// Its reader may have neither the study's folder nor the results file.
    @Test func theNoteOfAStaleReportMakesUpNoCommand() throws {
        try played("P1")
        let report = folder.path("report")
        #expect(
            try evalrun(["report", "--study", study, "--results", results, "--output", report])
                .status == 0
        )
        #expect(try evalrun(["erase", "P1", "--yes", "--results", results]).status == 0)
        let note = try String(contentsOfFile: "\(report)/STALE.md", encoding: .utf8)
        #expect(commands(in: note) == [])
        #expect(note.contains("same study and results file"))
    }

    /// The page of `control`, as one line.
    private func advice(_ terminal: PseudoTerminal) throws -> String {
        let lines = terminal.shown.lines.map {
            $0.hasPrefix("     ") ? String($0.dropFirst(5)) : $0
        }
        let start = try #require(lines.firstIndex { $0.hasPrefix("evalrun session") })
        let end = lines[start...].firstIndex { $0.isEmpty } ?? lines.endIndex
        return lines[start..<end].joined(separator: " ")
    }

    /// The command starts the session that the facilitator's terminal waits for.
    private func expectSession(by command: String, _ control: PseudoTerminal) throws {
        let path = Tool.root.appendingPathComponent(".build/debug").path
        let session = try PseudoTerminal(
            "sh",
            ["-c", "PATH='\(path)':$PATH; \(command)"],
            tools: URL(fileURLWithPath: "/bin")
        )
        try session.expectShown("Welcome")
        try control.expectShown("Study        Greeting, version 1.0")
        try control.type("\u{3}")
        _ = try control.finish()
        _ = try session.finish()
    }

    @Test func theOneOfAWaitingControlStartsTheSession() throws {
        let control = try PseudoTerminal(
            "evalrun",
            ["control", "P1", "--results", results, "--study", study],
            columns: 300
        )
        try control.expectShown("Waiting for the session")
        try expectSession(by: try advice(control), control)
    }

    @Test func aControlWhoseSessionIsGoneSaysHowItWasStarted() throws {
        let control = try PseudoTerminal(
            "evalrun",
            ["control", "P1", "--results", results],
            columns: 300
        )
        try control.expectShown("Waiting for the session")
        let session = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "P1", "--study", study, "--results", results, "--control"]
        )
        try control.expectShown("Ready to start")
        kill(session.processID, SIGKILL)
        try control.expectShown("The session's terminal is closed")
        try expectSession(by: try advice(control), control)
    }

    /// Where the results file is of a study whose folder is not known, no command is made up.
    @Test func aControlThatDoesNotKnowTheStudyNamesNoCommand() throws {
        try played("P1")
        let control = try PseudoTerminal(
            "evalrun",
            ["control", "P2", "--results", results],
            columns: 200
        )
        try control.expectShown("Waiting for the session")
        #expect(!control.shown.text.contains("evalrun session"))
        try control.type("\u{4}")
        _ = try control.finish()
    }

    #if os(Linux)
        /// Only root can be somebody else for a test.
        @Test(.enabled(if: getuid() == 0)) func aControlOfAnotherUserIsRefused() throws {
            chmod(folder.url.path, 0o755)
            let session = try PseudoTerminal(
                "evalrun",
                [
                    "session", "--participant", "P1", "--study", study, "--results", results,
                    "--control",
                ]
            )
            try session.expectShown("Welcome")
            let tool = Tool.root.appendingPathComponent(".build/debug/evalrun").path
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
            process.arguments = [
                "20", "setpriv", "--reuid=65534", "--clear-groups", tool, "control", "P1",
                "--results", results,
            ]
            let (status, text) = try finish(process, input: "\n")
            #expect(status == 77)
            #expect(text.contains("is run by the user root"), "\(text)")
            kill(session.processID, SIGTERM)
            _ = try session.finish()
        }
    #endif
}
