import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct DoctorTests {
    private static let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func doctor(
        _ results: String,
        _ environment: [String: String] = [:]
    ) throws -> Tool.Result {
        try Tool("evalrun").run(
            ["doctor", "--study", Self.greeting, "--results", results],
            environment: environment
        )
    }

    #if os(Linux)
        /// Nobody may make a file there, not even root.
        @Test func aFolderThatCannotBeWrittenToIsNoPlaceForASession() throws {
            for results in ["/proc/x.sqlite", "/proc/self/deep/er/x.sqlite"] {
                let run = try doctor(results)
                #expect(run.status == 1, "\(run.output)")
                #expect(run.output.contains("NO   disk"), "\(run.output)")
                #expect(run.output.contains("NO   results "), "\(run.output)")
                #expect(!run.output.contains("A session can start"))
            }
        }
    #endif

    @Test func aMissingSwiftIsSaidInWords() throws {
        let run = try Tool("evalrun").run(
            ["doctor", "--results", folder.path("x.sqlite")],
            environment: ["PATH": "/nowhere"]
        )
        #expect(run.status == 1)
        #expect(run.output.contains("NO   swift         not on the PATH: install it"))
        #expect(!run.output.contains("notStarted"), "\(run.output)")
    }

    @Test func theNextParticipantIsThatOfThePlan() throws {
        let results = folder.path("x.sqlite")
        let study = ["--study", Self.greeting, "--results", results]
        let plan = try Tool("evalrun").run(["plan", "--participants", "2"] + study)
        #expect(plan.status == 0, "\(plan.errors)")
        func played(_ participant: String) throws {
            let session = try Tool("evalrun").run(
                [
                    "session", "--participant", participant, "--clock", "simulated", "--script",
                    "Tests/CommandTests/Fixtures/greeting-session.yaml",
                ] + study
            )
            #expect(session.status == 0, "\(session.errors)")
        }
        try played("P1")
        let second = try doctor(results).output
        #expect(second.contains("ok   plan          2 participants, 1 left"), "\(second)")
        #expect(second.contains("A session can start: evalrun session --participant P2 "))
        try played("P2")
        #expect(try doctor(results).output.contains("no participant of the plan is left"))
        try FileManager.default.removeItem(atPath: folder.path("plan.csv"))
        #expect(try doctor(results).output.contains("session --participant P3 "))
    }

    @Test func changesSinceTheLockAreNamed() throws {
        let (results, path) = (folder.path("x.sqlite"), folder.path("my-study"))
        let study = ["--study", path, "--results", results]
        func evalrun(_ command: String) throws -> String {
            try Tool("evalrun").run([command] + study).output
        }
        _ = try Tool("evalrun").run(["init", path])
        #expect(try evalrun("doctor").contains("ok   lock          not locked\n"))
        _ = try evalrun("lock")
        #expect(try evalrun("doctor").contains("ok   lock          nothing has changed since"))
        let file = "\(path)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("time_limit: 10m", with: "time_limit: 12m")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let changed = try evalrun("doctor")
        let words =
            "look lock          changed since the lock: tasks; list the changes: evalrun lock "
        #expect(changed.contains(words), "\(changed)")
        #expect(changed.contains("A session can start: "), "\(changed)")
    }

    /// No further session is possible with the code, in any study.
    @Test func whoWithdrewInAnotherStudyIsNotOffered() throws {
        let results = folder.path("x.sqlite")
        let other = folder.path("other")
        #expect(try Tool("evalrun").run(["init", other]).status == 0)
        let script = "Tests/CommandTests/Fixtures/greeting-session.yaml"
        func begin(_ participant: String, _ study: String, _ script: String) throws {
            _ = try Tool("evalrun").run([
                "session", "--participant", participant, "--study", study, "--results", results,
                "--script", script, "--clock", "simulated", "--kill-after-event", "3",
            ])
        }
        try begin("P1", other, "\(other)/session.yaml")
        try begin("P2", Self.greeting, script)
        let withdrawal = ["withdraw", "P1", "--yes", "--results", results]
        #expect(try Tool("evalrun").run(withdrawal).status == 0)
        let before = try doctor(results).output
        #expect(before.contains("ok   unfinished    P2: "), "\(before)")
        #expect(before.contains("A session can start: evalrun session --participant P3 "))
        // As if a merge had added a session that was recorded elsewhere before the withdrawal.
        try DatabaseQueue(path: results).write {
            try $0.execute(sql: "UPDATE sessions SET participant = 'P1' WHERE participant = 'P2'")
        }
        let after = try doctor(results).output
        #expect(after.contains("ok   unfinished    nobody"), "\(after)")
        #expect(after.contains("A session can start: evalrun session --participant P2 "))
    }

    @Test func everyUnfinishedSessionOfTheStudyIsNamed() throws {
        let results = folder.path("x.sqlite")
        let other = folder.path("other")
        #expect(try Tool("evalrun").run(["init", other]).status == 0)
        func begin(_ participant: String, _ study: String, _ script: String) throws {
            _ = try Tool("evalrun").run([
                "session", "--participant", participant, "--study", study, "--results", results,
                "--script", script, "--clock", "simulated", "--kill-after-event", "3",
            ])
        }
        try begin("Q1", other, "\(other)/session.yaml")
        for participant in ["P6", "P7"] {
            try begin(
                participant,
                Self.greeting,
                "Tests/CommandTests/Fixtures/greeting-session.yaml"
            )
        }
        let output = try doctor(results).output
        let words = "unfinished    P6, P7: continue with evalrun session --participant P6 "
        #expect(output.contains(words), "\(output)")
        #expect(!output.contains("Q1"), "\(output)")
    }

    @Test func aPlanThatIsNotBalancedIsNotOk() throws {
        let study = folder.path("two")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let condition = "  - {id: tool, title: With the tool}\n"
        #expect(text.contains(condition))
        try text.replacing(condition, with: condition + "  - {id: hand, title: By hand}\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let place = ["--study", study, "--results", folder.path("x.sqlite")]
        let plan = try Tool("evalrun").run(["plan", "--participants", "7"] + place)
        #expect(plan.status == 0, "\(plan.errors)")
        let run = try Tool("evalrun").run(["doctor"] + place)
        #expect(run.status == 0, "\(run.output)")
        let words = "7 participants, 7 left; not balanced: 7 is not a multiple of 2"
        #expect(run.output.contains("look plan          \(words)"), "\(run.output)")
    }

    @Test func aPlanWithLabsNeedsTheLabOfTheResultsFile() throws {
        let results = folder.path("x.sqlite")
        let plan = try Tool("evalrun").run([
            "plan", "--participants", "2", "--labs", "oslo,uppsala", "--study", Self.greeting,
            "--results", results,
        ])
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.output.contains("results file, and run there: evalrun lab NAME\n"))
        let unnamed = try doctor(results)
        #expect(unnamed.status == 1)
        #expect(
            unnamed.output.contains(
                "this results file has no lab; set one: evalrun lab NAME --results \(results)"
            ),
            "\(unnamed.output)"
        )
        #expect(!unnamed.output.contains("A session can start"), "\(unnamed.output)")
        func named(_ lab: String) throws -> Tool.Result {
            try Tool("evalrun").run(["lab", lab, "--results", results])
        }
        #expect(try named("Uppsala 1").status == 64)
        #expect(!FileManager.default.fileExists(atPath: results))
        let lab = try named("uppsala")
        #expect(lab.status == 0, "\(lab.errors)")
        let asked = try Tool("evalrun").run(["lab", "--results", results])
        #expect(asked.output == "\(results) belongs to the lab uppsala\n", "\(asked.errors)")
        let output = try doctor(results).output
        #expect(output.contains("\(results), 0 sessions, lab uppsala\n"), "\(output)")
        #expect(output.contains("2 participants, 1 left"), "\(output)")
        #expect(output.contains("session --participant P2 "), "\(output)")
    }

    /// Participants would be asked to consent to such a text.
    @Test func textsThatNobodyWroteAreListed() throws {
        let study = folder.path("new")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let command = ["doctor", "--study", study, "--results", folder.path("x.sqlite")]
        func doctor() throws -> String { try Tool("evalrun").run(command).output }
        #expect(try doctor().contains("evalrun init in: consent.md, method.md, tutorial.md"))
        for name in ["consent.md", "method.md"] {
            try "Ours.\n".write(toFile: "\(study)/\(name)", atomically: true, encoding: .utf8)
        }
        // A text with additions, and with other line breaks, still says what to write.
        let tutorial = try String(contentsOfFile: "\(study)/tutorial.md", encoding: .utf8)
        try "Hello.\r\n\r\n\(tutorial.replacing(" to know", with: "\r\nto know"))Ours.\n"
            .write(toFile: "\(study)/tutorial.md", atomically: true, encoding: .utf8)
        #expect(try doctor().contains("evalrun init in: tutorial.md"))
        let run = try Tool("evalrun").run(["validate", "--study", study, "--rounds", "1"])
        #expect(run.status == 0, "\(run.output)")
        let note = "tutorial.md: note: this text still contains the placeholder \"Say here\""
        #expect(run.errors.contains(note), "\(run.errors)")
    }

    @Test func laterRoundsOfAValidationPrintOnlyWhatIsNew() throws {
        let study = folder.path("new")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let run = try Tool("evalrun").run(["validate", "--study", study, "--rounds", "3"])
        #expect(run.status == 0, "\(run.output)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count { $0.contains("solution, greet") } == 1, "\(run.output)")
        let repeated = "  ok    4 results as in earlier rounds  "
        #expect(lines.count { $0.hasPrefix(repeated) } == 2, "\(run.output)")
        #expect(lines.contains("round 3 of 3"), "\(run.output)")
    }

    @Test func aToolWithALongNameIsNamedWhole() throws {
        let study = folder.path("format")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("tools: [sh]"))
        try text.replacing("tools: [sh]", with: "tools: [sh, nowhere-format-14]")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run(
            ["doctor", "--study", study, "--results", folder.path("x.sqlite")]
        )
        let words = "NO   nowhere-format-14 not on the PATH: install it"
        #expect(run.output.contains(words), "\(run.output)")
    }

    /// A session waits for such a build, too. The first build compiles everything.
    @Test(arguments: [("sleep 13", Int32(0)), ("exit 3", 1)])
    func aLongBuildIsAwaitedAndAFailedOneHasAFix(_ command: String, _ status: Int32) throws {
        let study = folder.path("slow")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let build = "build: [sh, -n, greet.sh]"
        #expect(text.contains(build))
        try text.replacing(build, with: "build: [sh, -c, \(command)]")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run(
            ["doctor", "--study", study, "--results", folder.path("x.sqlite")]
        )
        #expect(run.status == status, "\(run.output)")
        #expect(run.errors.hasPrefix("note: building the project"), "\(run.errors)")
        let fix = "to see why, run the study's build in this folder"
        #expect(run.output.contains(fix) == (status == 1), "\(run.output)")
    }

    /// The session builds it before the first task of the set.
    @Test func theProjectOfATaskSetIsBuiltToo() throws {
        let study = folder.path("study")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let file = "\(study)/study.yaml"
        try String(contentsOfFile: file, encoding: .utf8).replacing(
            "\nchecks:\n",
            with: """
                  - id: greet-b
                    title: Greet somebody else
                    instruction: tasks/greet.md
                    time_limit: 10m
                    success: The script greets the person whose name it gets.
                    check: greet

                task_sets:
                  - {id: a, tasks: [greet]}
                  - {id: b, tasks: [greet-b], project: other}

                checks:

                """
        )
        .write(toFile: file, atomically: true, encoding: .utf8)
        for (path, script) in [("solutions/greet-b", "echo\n"), ("other", "if\n")] {
            let place = "\(study)/\(path)"
            try FileManager.default.createDirectory(
                atPath: place,
                withIntermediateDirectories: true
            )
            try script.write(toFile: "\(place)/greet.sh", atomically: true, encoding: .utf8)
        }
        let run = try Tool("evalrun").run([
            "doctor", "--study", study, "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.contains("ok   warm build    the project builds in "), "\(run.output)")
        #expect(run.output.contains("NO   warm build    "), "\(run.output)")
    }

    @Test func aPlanThatCannotBeReadIsNotOk() throws {
        try "study,participant\ngreeting,P1\n"
            .write(toFile: folder.path("plan.csv"), atomically: true, encoding: .utf8)
        let run = try doctor(folder.path("x.sqlite"))
        #expect(run.status == 1)
        #expect(run.output.contains("NO   plan "), "\(run.output)")
        #expect(!run.output.contains("A session can start"))
    }

    @Test func noSessionCanStartInAStudyWithoutAProject() throws {
        let study = folder.path("survey")
        try FileManager.default.createDirectory(
            atPath: "\(study)/questionnaires",
            withIntermediateDirectories: true
        )
        let files = [
            "study.yaml": """
            format: 1
            id: survey
            title: A survey
            version: "1"
            product: {name: tool, version: "1"}
            method: method.md
            conditions: [{id: a, title: A}]
            questionnaires: [sus]

            """, "method.md": "Data of others.",
            "questionnaires/sus.yaml": "title: SUS\ninstrument: sus\n",
        ]
        for (path, text) in files {
            try text.write(toFile: "\(study)/\(path)", atomically: true, encoding: .utf8)
        }
        let run = try Tool("evalrun").run(
            ["doctor", "--study", study, "--results", folder.path("x.sqlite")]
        )
        #expect(run.status == 65)
        #expect(run.errors.contains("study \"survey\" has no project"), "\(run.errors)")
        #expect(!run.output.contains("A session can start"))
    }

    @Test func nothingIsLeftOfTheTrial() throws {
        let run = try doctor(folder.path("x.sqlite"))
        #expect(run.status == 0, "\(run.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func anEditorInAFolderWithASpaceIsFound() throws {
        let editor = folder.url.appendingPathComponent("My Editor")
        try Data("#!/bin/sh\n".utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        let escaped = editor.path.replacing(" ", with: "\\ ")
        for visual in ["'\(editor.path)' --wait", "\"\(editor.path)\"", "\(escaped) -w"] {
            let run = try doctor(folder.path("x.sqlite"), ["VISUAL": visual])
            #expect(run.output.contains("ok   editor        \(visual)"), "\(run.output)")
        }
    }

    @Test func anEditorThatIsNotThereIsNotOkAndNotReported() throws {
        let run = try doctor(folder.path("x.sqlite"), ["VISUAL": "no-such-editor --wait"])
        #expect(run.output.contains("look editor        no-such-editor --wait is not on the PATH"))
        #expect(run.output.contains("A session can start"))
        for (visual, editor) in [
            ("no-such-editor --wait", ""), ("sh -x", "sh -x"), ("  ", "ls"),
        ] {
            let results = folder.path("\(editor.isEmpty ? "none" : editor).sqlite")
            let session = try Tool("evalrun").run(
                [
                    "session", "--participant", "P1", "--study", Self.greeting, "--results",
                    results, "--script", "Tests/CommandTests/Fixtures/greeting-session.yaml",
                    "--clock", "simulated",
                ],
                environment: ["VISUAL": visual]
            )
            #expect(session.status == 0, "\(session.errors)")
            let found = try DatabaseQueue(path: results).read {
                try String.fetchOne(
                    $0,
                    sql: """
                        SELECT json_extract(payload, '$.environment.editor') FROM events
                        ORDER BY id LIMIT 1
                        """
                )
            }
            #expect(found == editor)
        }
    }
}

@Suite(.blocking) struct ValidateTests {
    private static let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"

    private func copy(_ folder: TemporaryFolder) throws -> String {
        let study = folder.path("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(Self.greeting),
            to: URL(fileURLWithPath: study)
        )
        return study
    }

    private func edit(_ study: String, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new)
            .write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
    }

    private func validate(_ study: String) throws -> Tool.Result {
        try Tool("evalrun").run(["validate", "--study", study, "--rounds", "1"])
    }

    @Test func aMissingToolIsRefusedWithAFix() throws {
        let folder = try TemporaryFolder()
        let study = try copy(folder)
        try edit(study, "tools: [sh", "tools: [nowhere-format-14, sh")
        let run = try validate(study)
        #expect(run.status == 69)
        #expect(run.errors.contains("the study needs \"nowhere-format-14\""), "\(run.errors)")
        #expect(run.errors.contains("install the tool, or correct \"tools\""), "\(run.errors)")
    }

    /// Every check of such a starter fails, and not for what it is about.
    @Test func aStarterThatDoesNotBuildIsWrong() throws {
        let folder = try TemporaryFolder()
        let study = try copy(folder)
        // Only one condition's own starter is broken.
        try edit(
            study,
            "  - {id: shell, title: Shell script}\n",
            "  - {id: shell, title: Shell script}\n  - {id: own, title: Own, folder: own}\n"
        )
        let files = FileManager.default
        try files.createDirectory(atPath: "\(study)/own/project", withIntermediateDirectories: true)
        try Data("if then\n".utf8)
            .write(to: URL(fileURLWithPath: "\(study)/own/project/greet.sh"))
        try files.copyItem(atPath: "\(study)/solutions", toPath: "\(study)/own/solutions")
        try files.copyItem(
            atPath: "\(study)/project/greet.sh",
            toPath: "\(study)/own/solutions/one/greet.sh"
        )
        let run = try validate(study)
        #expect(run.status == 1, "\(run.output)")
        #expect(
            run.output.contains(/ok +build of the starter, one  .*\n/),
            "\(run.output) \(run.errors)"
        )
        #expect(run.output.contains(/WRONG build of the starter, one \(own\)/), "\(run.output)")
    }

    /// A program that hangs would never be the participant's failure.
    @Test func stepsThatDoNotSayWhoseFaultATimeoutIsAreNamed() throws {
        let folder = try TemporaryFolder()
        let study = try copy(folder)
        let errors = try validate(study).errors
        let note = /study.yaml:\d+:\d+: note: step "unusual name" has no "on_timeout"/
        #expect(errors.contains(note), "\(errors)")
        #expect(errors.contains("add \"on_timeout: failure\""))
        #expect(!errors.contains("\"syntax\"") && !errors.contains("\"plain name\""))
    }

    @Test func aStudyNeedsNoSolutionsWhereEveryConditionHasItsOwn() throws {
        let folder = try TemporaryFolder()
        let study = try copy(folder)
        try edit(
            study,
            "  - {id: shell, title: Shell script}\n",
            "  - {id: shell, title: Shell script, folder: a}\n  - {id: b, title: B, folder: b}\n"
        )
        let files = FileManager.default
        for condition in ["a", "b"] {
            try files.createDirectory(
                atPath: "\(study)/\(condition)",
                withIntermediateDirectories: true
            )
            try files.copyItem(
                atPath: "\(study)/solutions",
                toPath: "\(study)/\(condition)/solutions"
            )
        }
        try files.removeItem(atPath: "\(study)/solutions")
        let run = try validate(study)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        // One of them has none: the study's are needed for it.
        try files.removeItem(atPath: "\(study)/b/solutions")
        #expect(try validate(study).errors.contains("has no solution"))
    }
}
