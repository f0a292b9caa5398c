import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

private let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
private let script = "Tests/CommandTests/Fixtures/greeting-session.yaml"

private func session(_ results: String, _ more: [String] = []) throws -> Tool.Result {
    try Tool("evalrun").run(
        [
            "session", "--participant", "P1", "--study", greeting, "--results", results,
            "--script", script, "--clock", "simulated",
        ] + more
    )
}

private func rows(_ results: String, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: results).read { db in
        try Row.fetchAll(db, sql: sql).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                .joined(separator: "|")
        }
    }
}

@Suite(.blocking) struct ScriptedSessionTests {
    /// A session without a script continues without an option.
    @Test(arguments: [
        (["--resume"], "without it, the same command continues the session."),
        (["--clock", "simulated"], "--clock simulated needs --script FILE."),
    ])
    func anOptionOfAScriptIsRefusedWithoutOne(options: [String], words: String) throws {
        let run = try Tool("evalrun").run(
            ["session", "--participant", "P1", "--study", greeting] + options
        )
        #expect(run.status == 64)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    /// The first refusal leaves a check folder behind.
    @Test func aStarterThatDoesNotBuildIsRefusedEachTime() throws {
        let folder = try TemporaryFolder()
        let study = folder.url.appendingPathComponent("greeting")
        try FileManager.default.copyItem(at: Tool.root.appendingPathComponent(greeting), to: study)
        let file = study.appendingPathComponent("study.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing("build: [sh, -n, greet.sh]", with: "build: [sh, -c, exit 1]")
            .write(to: file, atomically: true, encoding: .utf8)
        for more in [[], ["--resume"]] {
            let run = try Tool("evalrun").run(
                [
                    "session", "--participant", "P1", "--study", study.path, "--results",
                    folder.path("x.sqlite"), "--script", script, "--clock", "simulated",
                ] + more,
                environment: ["XDG_CACHE_HOME": folder.path("cache")]
            )
            #expect(run.status == 69, "\(run.errors)")
            #expect(run.errors.contains("the starter project does not build"), "\(run.errors)")
        }
    }

    /// The session continues with the stored study, in which a check runs a program. The folder of
    /// the stored study has the study's files only.
    @Test func aResumedSessionRunsTheProgramsOfItsStudy() throws {
        let folder = try TemporaryFolder()
        let (study, results) = (folder.path("study"), folder.path("x.sqlite"))
        let file = "\(study)/study.yaml"
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        try FileManager.default.createDirectory(
            atPath: "\(study)/data",
            withIntermediateDirectories: true
        )
        let program = "\(study)/data/check"
        try "#!/bin/sh\nsh greet.sh Ada\n"
            .write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .replacing("run: [sh, greet.sh, Ada]", with: "run: [\"{data}/check\"]")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let script = "\(study)/session.yaml"
        try """
        format: 1
        answers: {before: {experience: 2 years or more}}
        tasks:
          greet:
            - {at: 0:10, apply: solution}
            - leave
            - {at: 1:00, do: done}

        """.write(toFile: script, atomically: true, encoding: .utf8)
        let command = [
            "session", "--participant", "P1", "--study", study, "--results", results, "--script",
            script, "--clock", "simulated",
        ]
        let environment = ["XDG_CACHE_HOME": folder.path("cache")]
        let first = try Tool("evalrun").run(command, environment: environment)
        #expect(first.output.contains("You left."), "\(first.output) \(first.errors)")
        // A process that was killed while it restored the study has left a part of a file.
        let hash = try rows(results, "SELECT hash FROM studies")[0]
        let restored = folder.url.appending(path: "cache/evalrun/studies/\(hash.prefix(16))")
        try FileManager.default.createDirectory(
            at: restored.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: study, toPath: restored.path)
        try FileManager.default.removeItem(atPath: restored.path + "/data/check")
        let left = restored.appending(path: "project/.dat.nosync1.x")
        try Data("gre".utf8).write(to: left)
        let then = Date(timeIntervalSinceNow: -29 * 86400)
        try FileManager.default.setAttributes(
            [.modificationDate: then],
            ofItemAtPath: restored.path
        )
        try text.replacing("title: Greet somebody", with: "title: Greet a person")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let second = try Tool("evalrun").run(command + ["--resume"], environment: environment)
        #expect(second.status == 0, "\(second.output) \(second.errors)")
        #expect(try rows(results, "SELECT verdict FROM attempts") == ["passed"])
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(FileManager.default.isExecutableFile(atPath: restored.path + "/data/check"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.path("cache/evalrun/studies")
        )
        #expect(names == [restored.lastPathComponent])
        // The folder counts as used, so that it is not removed during the session.
        let found = try FileManager.default.attributesOfItem(atPath: restored.path)
        let used = try #require(found[.modificationDate] as? Date)
        #expect(used.timeIntervalSince(then) > 28 * 86400)
    }

    @Test func aScriptedAnswerAfterATaskIsAskedFor() throws {
        let folder = try TemporaryFolder()
        let (study, results) = (folder.path("study"), folder.path("x.sqlite"))
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        let files = [
            "study.yaml": text.replacing(
                "questionnaires: [before]\n",
                with: "questionnaires: [before, ease]\nafter_task: ease\n"
            ),
            "questionnaires/ease.yaml": """
            title: This task
            items:
              - {id: stuck, text: Were you stuck?, type: single, options: [yes, no]}
              - {id: where, text: Where?, type: text, show_if: {item: stuck, is: yes}}

            """,
            "session.yaml": """
            format: 1
            checks: scripted
            answers:
              before: {experience: 2 years or more}
              ease: {stuck: no, where: in line 2}

            """,
        ]
        for (path, text) in files {
            try text.write(toFile: "\(study)/\(path)", atomically: true, encoding: .utf8)
        }
        let run = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", study, "--results", results, "--script",
            "\(study)/session.yaml", "--clock", "simulated",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let answers = try rows(
            results,
            "SELECT task, raw, contradicts FROM answers WHERE questionnaire = 'ease' ORDER BY event"
        )
        #expect(answers == ["greet|no|0", "greet|in line 2|1"])
    }

    @Test func aSessionIsRecordedWithItsTimesAndMarks() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let run = try session(results)
        #expect(run.status == 0, "\(run.errors)")
        let runs = try rows(
            results,
            "SELECT task, outcome, time_on_task_ns / 1000000000, flagged FROM task_runs"
        )
        #expect(runs == ["one|success|70|0", "all|success|80|0"])
        let verdicts = try rows(results, "SELECT verdict FROM attempts ORDER BY run, number")
        #expect(verdicts == ["failed", "passed", "passed"])
        let marks = try rows(results, "SELECT kind, text, undone FROM marks ORDER BY number")
        #expect(marks == ["note|looks around|0", "assist|it is in greet.sh|1"])
        // The question about shells is for those who said yes: kept, and flagged.
        let flagged = try rows(results, "SELECT item FROM answers WHERE contradicts")
        #expect(flagged == ["shells"])
    }

    @Test func aCodeThatIsEasilyTakenForAnotherIsPointedOut() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        #expect(try session(results).errors.isEmpty)
        let run = try Tool("evalrun").run([
            "session", "--participant", "p1", "--study", greeting, "--results", results,
            "--script", script, "--clock", "simulated",
        ])
        #expect(run.status == 0)
        #expect(run.errors.contains("note: other participants have similar codes: P1"))
        let live = try PseudoTerminal(
            "evalrun",
            ["session", "--participant", "ｐ1", "--study", greeting, "--results", results]
        )
        try live.expectShown("other participants have similar codes: P1, p1")
        try live.type("\u{3}")
        _ = try live.finish()
    }

    @Test func theFirstScreenTellsOfANewFileAndOfUnfinishedSessions() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        func arguments(_ participant: String) -> [String] {
            ["session", "--participant", participant, "--study", greeting, "--results", results]
        }
        func left(_ participant: String) throws -> String {
            let run = try Tool("evalrun").run(arguments(participant), input: ":leave\n")
            #expect(run.status == 75, "\(run.errors)")
            return run.output.replacing("\n", with: " ")
        }
        #expect(try left("P6").contains("a new file"))
        // Nothing was recorded, so nothing is left.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!files.contains { $0.contains("x.sqlite") }, "\(files)")
        let scripted = ["--script", script, "--clock", "simulated"]
        _ = try Tool("evalrun").run(arguments("P6") + scripted + ["--kill-after-event", "5"])
        let run = try Tool("evalrun").run(arguments("P66") + scripted)
        #expect(run.status == 0)
        let words = "note: sessions of this study that are not finished: P6\n"
        #expect(run.errors.contains(words), "\(run.errors)")
        let screen = try left("P7")
        #expect(screen.contains("that are not finished: P6"), "\(screen)")
        #expect(!screen.contains("a new file"))
        #expect(FileManager.default.fileExists(atPath: results))
    }

    /// The link that the lab made stays, and the file that it names is as before.
    @Test func leavingTheFirstScreenRemovesNoLink() throws {
        let folder = try TemporaryFolder()
        let (link, file) = (folder.path("link.sqlite"), "disk/x.sqlite")
        try FileManager.default.createDirectory(
            atPath: folder.path("disk"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let run = try Tool("evalrun").run(
            ["session", "--participant", "P1", "--study", greeting, "--results", link],
            input: ":leave\n"
        )
        #expect(run.status == 75, "\(run.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("disk"))
        #expect(left == [], "\(left)")
    }

    /// The study has changed since, and the script does not answer its new question.
    @Test func aScriptContinuesASessionOfAnEarlierVersion() throws {
        let killed = try KilledSession()
        let file = "\(killed.study)/questionnaires/about-you.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try (text + "  - {id: new, text: A new question?, type: text, required: true}\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let again = try killed.run("--resume")
        #expect(again.status == 0, "\(again.errors)")
    }

    /// The results file contains the study with which the session began.
    @Test func aMistakeInTheStudyDoesNotPreventAnUnfinishedSession() throws {
        let killed = try KilledSession()
        try "format: 1\nid: greeting\nphases: [".write(
            toFile: "\(killed.study)/study.yaml",
            atomically: true,
            encoding: .utf8
        )
        let again = try killed.run("--resume")
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.errors.contains("note: the study's files have errors"), "\(again.errors)")
        // A new session needs a study without errors.
        #expect(try killed.run("--resume").status == 65)
    }

    /// The unfinished session goes on as it began.
    @Test func aTrialWithTheCodeOfAnUnfinishedSessionIsNoPilot() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        _ = try session(results, ["--kill-after-event", "5"])
        let run = try session(results, ["--resume", "--pilot"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("note: this session began without --pilot"), "\(run.errors)")
        let again = folder.path("y.sqlite")
        _ = try session(again, ["--pilot", "--kill-after-event", "5"])
        #expect(try !session(again, ["--resume", "--pilot"]).errors.contains("note:"))
        #expect(run.output.contains("For the report: "))
        let pilot = folder.path("z.sqlite")
        _ = try session(pilot, ["--pilot", "--kill-after-event", "5"])
        #expect(try !session(pilot, ["--resume"]).output.contains("For the report: "))
    }

    @Test func twoFacilitatorsOnOneFileLoseNothing() async throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let runs = try await withThrowingTaskGroup(of: Tool.Result.self) { group in
            for participant in ["P1", "P2"] {
                group.addTask {
                    try Tool("evalrun").run([
                        "session", "--participant", participant, "--study", greeting, "--results",
                        results, "--script", script, "--clock", "simulated",
                    ])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var confirmed = 0
        for run in runs {
            #expect(run.status == 0, "\(run.errors)")
            confirmed += run.output.split(separator: "\n").count { $0.hasPrefix("recorded") }
        }
        #expect(confirmed > 80)
        #expect(try rows(results, "SELECT count(*) FROM events") == ["\(confirmed)"])
        #expect(
            try rows(results, "SELECT participant, state FROM sessions ORDER BY participant")
                == ["P1|finished", "P2|finished"]
        )
    }

    @Test func killedAfterAnyEventNothingConfirmedIsLostAndResumingCompletes() throws {
        let folder = try TemporaryFolder()
        let whole = folder.path("whole/x.sqlite")
        _ = try session(whole)
        let count = Int(try rows(whole, "SELECT count(*) FROM events")[0]) ?? 0
        #expect(count > 40)
        for event in 1..<count {
            let results = folder.path("\(event)/x.sqlite")
            let killed = try session(results, ["--kill-after-event", "\(event)"])
            #expect(killed.isSignalled, "event \(event)")
            let confirmed = killed.output.split(separator: "\n").filter { $0.hasPrefix("recorded") }
            let stored = Int(try rows(results, "SELECT count(*) FROM events")[0]) ?? 0
            #expect(stored == confirmed.count, "event \(event)")
            let resumed = try session(results, ["--resume"])
            // A kill in the last transaction leaves a session that is already complete.
            if try rows(results, "SELECT state FROM sessions") == ["finished"],
                resumed.status == 64
            {
                continue
            }
            #expect(resumed.status == 0, "event \(event): \(resumed.errors)")
            let answers = try rows(results, "SELECT item, raw FROM answers ORDER BY item")
            let expected = try rows(whole, "SELECT item, raw FROM answers ORDER BY item")
            #expect(answers == expected, "event \(event)")
            for sql in [
                "SELECT task, outcome FROM task_runs ORDER BY run",
                "SELECT kind, text, undone FROM marks ORDER BY number",
            ] {
                let (found, wanted) = (try rows(results, sql), try rows(whole, sql))
                #expect(found == wanted, "event \(event)")
            }
        }
    }

    /// A step that comes after the time limit ends the play with its place.
    @Test(arguments: [
        ("{at: 6:00, mark: assist, text: x}", "mark"), ("{at: 6:00, mark: note}", "mark"),
        ("{at: 6:00, do: undo}", "undo"), ("{at: 6:00, do: pause}", "pause"),
        ("{at: 6:00, do: done}", "done"), ("{at: 6:00, do: check-again}", "check-again"),
    ]) func aStepBeyondTheLimitIsRefusedWithItsPlace(step: String, word: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("s.yaml")
        try """
        format: 1
        checks: scripted
        answers: {about-you: {shell: no, confidence: 4}}
        tasks:
          one:
            - \(step)

        """.write(toFile: file, atomically: true, encoding: .utf8)
        let process = try Tool("evalrun").start(
            [
                "session", "--participant", "P1", "--study", greeting, "--results",
                folder.path("x.sqlite"), "--script", file, "--clock", "simulated",
            ],
            output: folder.path("out")
        )
        let end = ContinuousClock.now + .seconds(20)
        while process.isRunning, ContinuousClock.now < end { usleep(20_000) }
        #expect(!process.isRunning, "it hangs")
        process.terminate()
        process.waitUntilExit()
        let words = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
        #expect(
            words.contains("s.yaml:6:7: \"\(word)\" is not possible at the time limit"),
            "\(words)"
        )
        #expect(words.contains("expected apply, end, extend, leave, wait"), "\(words)")
    }

    @Test(arguments: [
        ("{at: 0:20, do: give-up}", "after \"give-up\"", "apply, continue, end, leave, wait"),
        (
            "{at: 0:20, done: failed}", "after a failed check",
            "accept, apply, continue, end, leave, mark, undo, wait"
        ),
    ]) func aScriptThatEndsTooEarlyNamesThePossibleSteps(
        step: String,
        moment: String,
        possible: String
    ) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("s.yaml")
        try """
        format: 1
        checks: scripted
        answers: {about-you: {shell: no, confidence: 4}}
        tasks:
          one:
            - \(step)

        """.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", greeting, "--results",
            folder.path("x.sqlite"), "--script", file, "--clock", "simulated",
        ])
        #expect(run.status == 65)
        let words = "s.yaml: \(moment), the script has no more steps for task \"one\""
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.contains("expected \(possible)\n"), "\(run.errors)")
    }

    @Test func aFinishedParticipantIsRefusedAndNothingChanges() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        _ = try session(results)
        let before = try rows(results, "SELECT count(*) FROM events")
        let again = try session(results)
        #expect(again.status == 64)
        #expect(again.errors.contains("P1 has already finished the study “Greeting”"))
        #expect(try rows(results, "SELECT count(*) FROM events") == before)
    }
}

@Suite(.blocking) struct BadInputTests {
    private let tool = Tool("evalrun")

    @Test(arguments: ["a/b", "a\u{7}b", "-x", "../P1"])
    func participantCodesThatCannotNameAFileAreRefused(code: String) throws {
        let folder = try TemporaryFolder()
        let run = try tool.run([
            "session", "--participant=\(code)", "--study", greeting, "--script", script,
            "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 64)
        #expect(run.errors.contains("cannot be a participant's code"))
    }

    @Test func aPipeInsteadOfATerminal() throws {
        let folder = try TemporaryFolder()
        let run = try tool.run([
            "session", "--participant", "P1", "--study", greeting,
            "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 64)
        #expect(run.errors.contains("standard input is not a terminal, and is empty"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("x.sqlite")))
    }

    @Test func anUnknownStudyNamesTheNearest() throws {
        let run = try tool.run(["session", "--participant", "P1", "--study", "countries-citys"])
        #expect(run.status == 66)
        #expect(run.errors.contains("did you mean \"countries-cities\"?"))
    }

    @Test func anUnknownStudyNamesThoseInTheFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("greetings"),
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(fileURLWithPath: folder.path("greetings/study.yaml")))
        let run = try tool.run(
            ["session", "--participant", "P1", "--study", "quite-another"],
            in: folder.url
        )
        #expect(run.status == 66)
        #expect(run.errors.contains("give the study with --study FOLDER; known here: "))
        #expect(run.errors.contains("\"greetings\""))
    }

    /// The name of the shipped study, which nobody typed, would be a riddle.
    @Test func aFolderWithoutAStudyIsToldHowToGetOne() throws {
        let folder = try TemporaryFolder()
        _ = try tool.run(["init", "greetings"], in: folder.url)
        // In the checkout there is a shipped study.
        let alone = try Tool("evalrun", copiedTo: folder.url.appendingPathComponent("evalrun"))
        let run = try alone.run(["validate"], in: folder.url)
        #expect(run.status == 66)
        #expect(run.errors.contains("this folder has no study.yaml"), "\(run.errors)")
        #expect(run.errors.contains("evalrun init NAME"), "\(run.errors)")
        #expect(run.errors.contains("known here: \"greetings\""), "\(run.errors)")
        #expect(!run.errors.contains("countries-cities"), "\(run.errors)")
    }

    /// A plan for the shipped study, which nobody named, would be in the way of the own study.
    @Test func theShippedStudyIsNamedNextToOtherStudies() throws {
        let folder = try TemporaryFolder()
        _ = try tool.run(["init", "greetings"], in: folder.url)
        let plan = ["plan", "--participants", "4"]
        let refused = try tool.run(plan, in: folder.url)
        #expect(refused.status == 66)
        #expect(refused.errors.contains("known here: \"greetings\""), "\(refused.errors)")
        #expect(refused.errors.contains("--study countries-cities"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Results")))
        let named = try tool.run(plan + ["--study", "countries-cities"], in: folder.url)
        #expect(named.status == 0, "\(named.errors)")
    }

    @Test func aFolderWithAMisnamedStudyFileIsTold() throws {
        let folder = try TemporaryFolder()
        _ = try tool.run(["init", "greetings"], in: folder.url)
        let greetings = folder.url.appendingPathComponent("greetings")
        let file = try tool.run(["validate", "--study", "study.yaml"], in: greetings)
        #expect(file.errors.contains("this is a file"), "\(file.errors)")
        let empty = try tool.run(["validate", "--study", "."], in: folder.url)
        #expect(empty.errors.contains("this folder has no study.yaml"), "\(empty.errors)")
        #expect(!empty.errors.contains("Tasks"), "\(empty.errors)")
        try FileManager.default.moveItem(
            atPath: folder.path("greetings/study.yaml"),
            toPath: folder.path("greetings/study.yml")
        )
        let run = try tool.run(["validate", "--study", "greetings"], in: folder.url)
        #expect(run.status == 66)
        #expect(run.errors.contains("rename study.yml to study.yaml"), "\(run.errors)")
    }

    @Test func aFileThatIsNoDatabaseIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try Data("not a database, for certain".utf8).write(to: URL(fileURLWithPath: results))
        let run = try session(results)
        #expect(run.status == 65)
        #expect(run.errors.contains("is not a results file of evalrun"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: results)).count == 27)
    }

    @Test func aDatabaseOfAnotherProgramIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try DatabaseQueue(path: results).write { try $0.execute(sql: "CREATE TABLE mine (a)") }
        let before = try Data(contentsOf: URL(fileURLWithPath: results))
        let run = try session(results)
        #expect(run.status == 65)
        #expect(run.errors.contains("is a database of another program"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: results)) == before)
    }

    @Test func malformedYAMLOfAStudyIsNamedWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let study = folder.url.appendingPathComponent("study")
        try FileManager.default.copyItem(at: Tool.root.appendingPathComponent(greeting), to: study)
        try Data("format: 1\nid: [greeting\ntitle: x\n".utf8)
            .write(to: study.appendingPathComponent("study.yaml"))
        let results = folder.path("x.sqlite")
        let run = try tool.run([
            "session", "--participant", "P1", "--study", study.path, "--script", script,
            "--results", results,
        ])
        #expect(run.status == 65)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first?.hasPrefix("study.yaml:3:6: invalid YAML") == true)
        #expect(lines.dropFirst().map { $0.hasPrefix("  close each quote and bracket") } == [true])
        #expect(!FileManager.default.fileExists(atPath: results))
    }

    #if os(Linux)
        @Test func outputThatCannotBeWrittenIsAnErrorAndNoCrash() throws {
            let folder = try TemporaryFolder()
            let results = folder.path("x.sqlite")
            _ = try session(results)
            let run = try tool.run(
                [
                    "report", "--study", greeting, "--results", results, "--output",
                    folder.path("report"),
                ],
                output: "/dev/full"
            )
            #expect(!run.isSignalled)
            #expect(run.status == 74)
            #expect(run.errors.hasPrefix("standard output: the text cannot be written"))
        }
    #endif

    @Test func doctorEndsWithTheCommandOfTheSessionThatWasAskedAbout() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let run = try tool.run(["doctor", "--study", greeting, "--results", results])
        #expect(run.status == 0, "\(run.output)")
        #expect(
            run.output.hasSuffix(
                """
                A session can start: evalrun session --participant P1 --study \(greeting) \
                --results \(results)

                """
            )
        )
    }

    @Test func aLinkToAMissingFileIsNamed() throws {
        let folder = try TemporaryFolder()
        let link = folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "none/x.sqlite"
        )
        let listed = try tool.run(["participants", "--results", link])
        for run in [try session(link), listed] {
            #expect(run.status == 66)
            #expect(run.errors.hasPrefix("\(link): this is a symbolic link to "), "\(run.errors)")
            #expect(run.errors.contains("none/x.sqlite, which does not exist"))
        }
        // A file that can be made there is made.
        let place = folder.path("none")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let run = try session(link)
        #expect(run.status == 0, "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: "\(place)/x.sqlite"))
    }

    @Test func aReportNeedsAResultsFile() throws {
        let run = try tool.run(["report", "--study", greeting, "--results", "nowhere.sqlite"])
        #expect(run.status == 66)
        #expect(run.errors.contains("there is no such results file"))
    }
}

/// A scripted session of a copy of the study, killed after its eighth event.
private struct KilledSession {
    let folder: TemporaryFolder
    let study: String

    init() throws {
        folder = try TemporaryFolder()
        study = folder.path("greeting")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(greeting),
            to: URL(fileURLWithPath: study)
        )
        #expect(try run("--kill-after-event", "8").isSignalled)
    }

    func run(_ more: String...) throws -> Tool.Result {
        try Tool("evalrun").run(
            [
                "session", "--participant", "P1", "--study", study, "--results",
                folder.path("x.sqlite"), "--script", script, "--clock", "simulated",
            ] + more
        )
    }
}
