import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

@Suite(.blocking) struct PlanTests {
    /// A copy of the small study with two conditions and, if wanted, two task sets.
    private func study(_ folder: TemporaryFolder, sets: Bool = false) throws -> String {
        let path = folder.path("study")
        #expect(try Tool("evalrun").run(["init", path]).status == 0)
        let file = "\(path)/study.yaml"
        var text = try String(contentsOfFile: file, encoding: .utf8)
        text = text.replacing(
            "  - {id: tool, title: With the tool}\n",
            with: "  - {id: tool, title: With the tool}\n  - {id: hand, title: By hand}\n"
        )
        if sets {
            text = text.replacing(
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
                      - {id: b, tasks: [greet-b]}

                    checks:

                    """
            )
            try FileManager.default.createDirectory(
                atPath: "\(path)/solutions/greet-b",
                withIntermediateDirectories: true
            )
            try "echo \"Hello, $1!\"\n".write(
                toFile: "\(path)/solutions/greet-b/greet.sh",
                atomically: true,
                encoding: .utf8
            )
        }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return path
    }

    @Test func aNewStudyWithTwoConditionsIsValidAndPlanned() throws {
        let folder = try TemporaryFolder()
        let study = folder.path("words")
        let made = try Tool("evalrun").run(["init", study, "--conditions", "2"])
        let plan = "  evalrun plan --table randomised-blocks --participants 20 --study \(study)\n"
        #expect(made.output.hasSuffix(plan), "\(made.output)\(made.errors)")
        #expect(try Tool("evalrun").run(["init", study, "--conditions", "3"]).status == 64)
        let results = folder.path("x.sqlite")
        let remark = #"without a plan, each session has "tool" but not "without""#
        func tells(_ arguments: [String]) throws -> Bool {
            let run = try Tool("evalrun").run(arguments + ["--study", study])
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            return run.output.replacing(/\s+/, with: " ").contains(remark)
        }
        let planless = ["--results", folder.path("none/x.sqlite")]
        #expect(try tells(["doctor"] + planless))
        #expect(try tells(["simulate", "--participants", "2"] + planless))
        let output = ["--output", folder.path("planned")]
        #expect(try tells(["report", "--plan-only"] + planless + output))
        for arguments in [
            ["validate", "--rounds", "1"],
            ["plan", "--participants", "4", "--table", "randomised-blocks", "--results", results],
            [
                "session", "--participant", "TRY", "--script", "\(study)/session.yaml", "--clock",
                "simulated", "--results", folder.path("try/x.sqlite"),
            ],
            ["simulate", "--participants", "4", "--results", results],
        ] {
            let run = try Tool("evalrun").run(arguments + ["--study", study])
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(!run.errors.contains("without"), "\(run.errors)")
        }
        #expect(try !tells(["doctor", "--results", results]))
        #expect(try !tells(["report", "--plan-only", "--results", results] + output))
        let rows = try cells(folder.path("plan.csv"))
        #expect(rows.count == 4)
        for condition in ["tool", "without"] {
            #expect(rows.count { $0.contains(condition) } == 2, "\(rows)")
        }
    }

    private func cells(_ path: String) throws -> [[String]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    @Test(arguments: [false, true])
    func simulatedParticipantsFollowThePlan(_ separate: Bool) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder, sets: true)
        let results = folder.path("x.sqlite")
        let plan = try Tool("evalrun").run(
            ["plan", "--study", study, "--participants", "8", "--results", results]
                + (separate ? ["--separate-sessions"] : [])
        )
        #expect(plan.status == 0, "\(plan.errors)")
        let run = try Tool("evalrun").run(["simulate", "--study", study, "--results", results])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("8 simulated participants, P1 to P8"))
        let planned = try cells(folder.path("plan.csv"))
        try DatabaseQueue(path: results).read { db in
            let met = try Row.fetchAll(
                db,
                sql: """
                    SELECT participant, json_extract(conditions, '$[0]') AS first, plan
                    FROM sessions ORDER BY id
                    """
            )
            #expect(met.allSatisfy { $0["plan"] as String? != nil })
            #expect(Set(met.map { $0["participant"] as String }).count == 8)
            for name in Set(planned.map { $0[1] }) {
                let own = planned.filter { $0[1] == name }.map { $0[7] }
                let sessions = met.filter { $0["participant"] as String == name }
                let firsts = sessions.map { $0["first"] as String }
                #expect(firsts == Array(own.prefix(firsts.count)), "\(name)")
                #expect(separate || sessions.count == 1)
            }
        }
        let more = try Tool("evalrun").run([
            "simulate", "--study", study, "--results", folder.path("y.sqlite"), "--participants",
            "9",
        ])
        #expect(more.status == 64)
        #expect(more.errors.contains("the plan has 8 participants, not 9"))
    }

    /// The error came only after all data sets were simulated, which takes minutes.
    @Test func powerRefusesAStudyOfOneConditionAtOnce() throws {
        let folder = try TemporaryFolder()
        let study = folder.path("one")
        #expect(try Tool("evalrun").run(["init", study]).status == 0)
        let run = try Tool("evalrun").run([
            "power", "--study", study, "--effect", "tool:time=0.5", "--sessions", "10",
            "--participants", "2", "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 65)
        #expect(run.errors.contains("give the study two conditions"), "\(run.errors)")
        #expect(!run.errors.contains("data sets"), "\(run.errors)")
    }

    /// The study has two conditions, so the plan must change, not the study.
    @Test func powerAsksForAPlanWithTwoConditions() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let results = folder.path("x.sqlite")
        let plan = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "4", "--conditions", "tool", "--results",
            results,
        ])
        #expect(plan.status == 0, "\(plan.errors)")
        let run = try Tool("evalrun").run([
            "power", "--study", study, "--effect", "tool:time=0.5", "--sessions", "10",
            "--results", results,
        ])
        #expect(run.status == 65)
        #expect(run.errors.contains("draw a plan with two conditions"), "\(run.errors)")
    }

    /// An effect on a score cannot be given, so a difference in a score is never real.
    @Test func powerDoesNotCallAScoreAnEffect() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let file = "\(study)/study.yaml"
        let analysis = "\nanalysis:\n  primary: {measure: sus, margin: 10}\n"
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .replacing("questionnaires: [before]", with: "questionnaires: [before, sus]")
            .replacing(
                "      - tasks: [greet]\n",
                with: "      - tasks: [greet]\n      - questionnaire: sus\n"
            )
        try (text + analysis).write(toFile: file, atomically: true, encoding: .utf8)
        try "title: SUS\ninstrument: sus\n".write(
            toFile: "\(study)/questionnaires/sus.yaml",
            atomically: true,
            encoding: .utf8
        )
        let run = try Tool("evalrun").run([
            "power", "--study", study, "--effect", "tool:time=0.5", "--sessions", "10",
            "--participants", "4", "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("(false positives: no effect)"), "\(run.output)")
        #expect(!run.output.contains("with these effects"), "\(run.output)")
        #expect(run.output.contains("Scores: simulated without an effect"), "\(run.output)")
    }

    @Test func powerNamesTheRegisteredTestsThatItLeavesOut() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let file = "\(study)/study.yaml"
        let analysis = """

            analysis:
              primary: {measure: time}
              tests: [{measure: time, method: mixed-model}]

            """
        try (String(contentsOfFile: file, encoding: .utf8) + analysis)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run([
            "power", "--study", study, "--effect", "tool:time=0.5", "--sessions", "10",
            "--participants", "4", "--results", folder.path("x.sqlite"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        let words = "Not included: registered test 1 (time, mixed-model)"
        #expect(run.output.contains(words), "\(run.output)")
        // Only a line before the last one estimates the remaining time.
        #expect(run.errors.contains("20 of 20 data sets\n"), "\(run.errors)")
    }

    /// Data sets by the thousand would fill the terminal with lines.
    @Test func inATerminalTheProgressOfPowerIsOneLine() throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(
            "evalrun",
            [
                "power", "--study", try study(folder), "--effect", "tool:time=0.5", "--sessions",
                "10", "--participants", "4", "--results", folder.path("x.sqlite"),
            ]
        )
        let (status, output) = try terminal.finish()
        #expect(status == 0, "\(output)")
        #expect(output.contains("\r20 of 20 data sets  "), "\(output)")
        #expect(!output.contains("data sets\r\n"), "\(output)")
    }

    @Test(arguments: ["williams", "randomised-blocks"])
    func aPlanSaysThatParticipantsRepeatTheirTasks(table: String) throws {
        let folder = try TemporaryFolder()
        let run = try Tool("evalrun").run([
            "plan", "--study", try study(folder), "--participants", "8", "--table", table,
            "--output", folder.path("plan.csv"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        let isSaid = run.output.contains("everyone does the same tasks in each condition")
        #expect(isSaid == (table == "williams"), "\(run.output)")
    }

    @Test func aPlanCrossesConditionTaskSetAndOrderEvenly() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder, sets: true)
        let plan = folder.path("plan.csv")
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "24", "--seed", "7", "--output", plan,
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("\nbalanced: "))
        #expect(!run.output.contains("the same tasks"), "\(run.output)")
        let rows = try cells(plan)
        #expect(rows.count == 48)
        // Each condition with each set in each place: 2 × 2 × 2 cells of 6.
        let cells = Dictionary(grouping: rows) { "\($0[6]) \($0[7]) \($0[8])" }
        #expect(cells.count == 8)
        #expect(cells.values.allSatisfy { $0.count == 6 })
        for own in Dictionary(grouping: rows, by: { $0[1] }).values {
            #expect(Set(own.map { $0[7] }).count == 2)
            #expect(Set(own.map { $0[8] }).count == 2)
        }
    }

    @Test func aNumberThatCannotBeBalancedIsSaidToBeSo() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "7", "--output", folder.path("plan.csv"),
        ])
        #expect(run.status == 0)
        #expect(run.output.contains("7 is not a multiple of 2; use 6 or 8 participants"))
        #expect(run.output.contains("NOT balanced"))
    }

    @Test func theSameSeedDrawsTheSamePlanAndAPlanIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        func draw(_ name: String, _ seed: String) throws -> Int32 {
            try Tool("evalrun").run([
                "plan", "--study", study, "--participants", "20", "--seed", seed, "--output",
                folder.path(name),
            ]).status
        }
        #expect(try draw("a", "7") == 0)
        #expect(try draw("b", "7") == 0)
        #expect(try draw("c", "8") == 0)
        #expect(try cells(folder.path("a")) == cells(folder.path("b")))
        #expect(try cells(folder.path("a")) != cells(folder.path("c")))
        #expect(try draw("a", "9") == 73)
    }

    @Test(arguments: [("study", "study: this is a folder"), ("notes.txt", "a file exists already")])
    func whatIsNoPlanIsNotCalledOne(name: String, words: String) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        try Data("no plan\n".utf8).write(to: folder.url.appendingPathComponent("notes.txt"))
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "2", "--output", folder.path(name),
        ])
        #expect(run.status == 73)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(!run.errors.contains("a plan exists"))
    }

    @Test func aSessionFollowsItsRowAndADepartureNeedsAReason() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder, sets: true)
        let results = folder.path("x.sqlite")
        _ = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "4", "--results", results,
        ])
        // The script's task is played for whichever set the plan gives.
        let script = folder.path("script.yaml")
        try """
        format: 1
        answers: {before: {experience: 2 years or more}}
        tasks:
          greet: {time: 1:00}
          greet-b: {time: 1:00}

        """.write(toFile: script, atomically: true, encoding: .utf8)
        func session(_ participant: String, _ more: String...) throws -> Tool.Result {
            try Tool("evalrun").run(
                [
                    "session", "--participant", participant, "--study", study, "--results",
                    results, "--script", script, "--clock", "simulated",
                ] + more
            )
        }
        for participant in ["P1", "P2", "P3", "P4"] {
            let run = try session(participant)
            #expect(run.status == 0, "\(run.errors)")
        }
        let refused = try session("P9")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("P9 is not in the plan"))
        #expect(!refused.errors.contains("did you mean"))
        let small = try session("p1").errors
        #expect(small.contains("did you mean \"P1\"? Otherwise use a participant"), "\(small)")
        // What is no code is said to be none, plan or not.
        #expect(try session("P 9").errors.contains("P 9") == true)
        #expect(try !session("P 9").errors.contains("plan"))
        // A pilot is not analysed, so it departs from nothing.
        let pilot = try session("T1", "--pilot")
        #expect(pilot.status == 0, "\(pilot.errors)")
        let killed = try session("P9", "--reason", "came unannounced", "--kill-after-event", "9")
        #expect(killed.isSignalled)
        // The reason is recorded.
        #expect(try session("P9", "--resume").status == 0)
        let planned = try cells(folder.path("plan.csv")).map { "\($0[1]) \($0[7]) \($0[8])" }
        let queue = try DatabaseQueue(path: results)
        let met = try queue.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT participant || ' ' || task_runs.condition
                        || iif(task = 'greet', ' a', ' b')
                    FROM task_runs JOIN sessions ON sessions.id = session
                    WHERE participant NOT IN ('P9', 'T1') ORDER BY session, run
                    """
            )
        }
        #expect(met == planned)
        let departure = try queue.read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT json_extract(plan, '$.departure') FROM sessions
                    WHERE participant = 'P9'
                    """
            )
        }
        #expect(departure == "P9 is not in the plan: came unannounced")
    }

    @Test func theShippedStudyIsPlannedWithAndWithoutTheGenerator() throws {
        let folder = try TemporaryFolder()
        let plan = folder.path("plan.csv")
        let run = try Tool("evalrun").run([
            "plan", "--participants", "24", "--seed", "7", "--output", plan,
            "--conditions", "generator, by-hand",
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("4 sequences (williams), 24 participants"))
        #expect(run.output.contains("\nbalanced: "))
        let rows = try cells(plan)
        let cells = Dictionary(grouping: rows) { "\($0[6]) \($0[7]) \($0[8])" }
        #expect(
            cells.mapValues(\.count)
                == [
                    "1 generator cities": 6, "1 generator players": 6, "1 by-hand cities": 6,
                    "1 by-hand players": 6, "2 generator cities": 6, "2 generator players": 6,
                    "2 by-hand cities": 6, "2 by-hand players": 6,
                ]
        )
    }

    @Test(arguments: [
        ("generator,studoi", "did you mean \"studio\"?"),
        ("generator,generator", "a condition is named twice"),
        (",", "the list of conditions is empty"),
    ])
    func conditionsThatCannotBePlannedAreNamed(conditions: String, words: String) throws {
        let folder = try TemporaryFolder()
        let run = try Tool("evalrun").run([
            "plan", "--participants", "4", "--output", folder.path("plan.csv"),
            "--conditions", conditions,
        ])
        #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("plan.csv")))
    }

    @Test func twoOfTheConditionsArePlannedForTwoSetsOfTasks() throws {
        let folder = try TemporaryFolder()
        let plan = folder.path("plan.csv")
        func run(_ more: [String]) throws -> Tool.Result {
            try Tool("evalrun").run(["plan", "--participants", "8", "--output", plan] + more)
        }
        let first = try run([])
        #expect(
            first.output.hasPrefix("the plan leaves out studio, core-data: "),
            "\(first.output)"
        )
        #expect(first.output.contains("\nbalanced: "), "\(first.errors)")
        #expect(Set(try cells(plan).map { $0[7] }) == ["generator", "by-hand"])
        try FileManager.default.removeItem(atPath: plan)
        let planned = try run(["--conditions", "studio,generator"])
        #expect(planned.output.contains("\nbalanced: "), "\(planned.errors)")
        #expect(Set(try cells(plan).map { $0[7] }) == ["generator", "studio"])
        try FileManager.default.removeItem(atPath: plan)
        let all = try run(["--conditions", "generator,by-hand,studio"])
        #expect(all.status == 64)
        #expect(all.errors.contains("conditions need at least as many task sets"))
    }

    @Test func aParticipantIsFinishedWhenAllPlannedSessionsAre() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder, sets: true)
        let results = folder.path("x.sqlite")
        _ = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "2", "--results", results,
            "--separate-sessions",
        ])
        #expect(try cells(folder.path("plan.csv")).map { $0[9] } == ["1", "2", "1", "2"])
        let script = folder.path("script.yaml")
        try """
        format: 1
        answers: {before: {experience: 2 years or more}}
        tasks:
          greet: {time: 1:00}
          greet-b: {time: 1:00}

        """.write(toFile: script, atomically: true, encoding: .utf8)
        func session(_ more: String...) throws -> Tool.Result {
            try Tool("evalrun").run(
                [
                    "session", "--participant", "P1", "--study", study, "--results", results,
                    "--script", script, "--clock", "simulated",
                ] + more
            )
        }
        // A pilot uses up none of the planned sessions.
        #expect(try session("--pilot").status == 0)
        #expect(try session().status == 0)
        let doctor = try Tool("evalrun").run(["doctor", "--study", study, "--results", results])
        #expect(doctor.output.contains("2 participants, 2 left"), "\(doctor.output)")
        let second = try session()
        #expect(second.status == 0, "\(second.errors)")
        let third = try session()
        #expect(third.status == 64)
        #expect(third.errors.contains("P1 has already finished"))
        let list = try Tool("evalrun").run(["participants", "--results", results]).output
        #expect(list.contains("finished, 1 of 2"))
        #expect(list.contains("finished, 2 of 2"))
        let planned = try cells(folder.path("plan.csv")).prefix(2).map { $0[7] }
        try DatabaseQueue(path: results).read { db in
            let met = try String.fetchAll(
                db,
                sql: """
                    SELECT condition FROM task_runs JOIN sessions ON sessions.id = session
                    WHERE NOT pilot ORDER BY session
                    """
            )
            #expect(met == Array(planned))
            // What does not change is asked once.
            let asked = try Int.fetchAll(
                db,
                sql: "SELECT session FROM answers WHERE questionnaire = 'before'"
            )
            #expect(Set(asked) == [1, 2])
        }
    }

    /// The last session asks a question because of an answer from the first. A script without an
    /// answer to it is refused before it is played.
    @Test(arguments: [("2 years or more", 65), ("Less than 2 years", 0)])
    func aScriptAnswersWhatEarlierSessionsMakeNecessary(_ said: String, _ status: Int32) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let file = "\(study)/study.yaml"
        try String(contentsOfFile: file, encoding: .utf8)
            .replacing("  - thanks:", with: "  - questionnaire: closing\n  - thanks:")
            .replacing("questionnaires: [before]", with: "questionnaires: [before, closing]")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try """
        title: Closing
        items:
          - id: use
            text: Do you still write programs?
            type: single
            options: [yes, no]
            required: true
            show_if: {item: before/experience, is: 2-years-or-more}

        """.write(
            toFile: "\(study)/questionnaires/closing.yaml",
            atomically: true,
            encoding: .utf8
        )
        let results = folder.path("x.sqlite")
        _ = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "2", "--results", results,
            "--separate-sessions",
        ])
        let script = folder.path("script.yaml")
        func session(_ answers: String) throws -> Tool.Result {
            try "format: 1\n\(answers)tasks: {greet: {time: 1:00}}\n"
                .write(toFile: script, atomically: true, encoding: .utf8)
            return try Tool("evalrun").run([
                "session", "--participant", "P1", "--study", study, "--results", results,
                "--script", script, "--clock", "simulated",
            ])
        }
        let first = try session("answers: {before: {experience: \(said)}}\n")
        #expect(first.status == 0, "\(first.errors)")
        let second = try session("")
        #expect(second.status == status, "\(second.errors)")
        #expect(second.errors.contains("closing → use is a required question") == (status != 0))
        #expect(status == 0 || !second.output.contains("recorded"), "\(second.output)")
    }

    /// A second round in a condition would overwrite the answers of the first.
    @Test(arguments: [["tool", "tool"], ["tool,hand,tool"]])
    func aConditionIsNamedOnce(_ conditions: [String]) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let refused = try Tool("evalrun").run(
            [
                "session", "--participant", "P1", "--study", study, "--results",
                folder.path("x.sqlite"), "--condition",
            ] + conditions
        )
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--condition names \"tool\" twice"), "\(refused.errors)")
    }

    /// An unfinished session continues with the conditions with which it began.
    @Test func otherConditionsThanThoseOfAnUnfinishedSessionAreRefused() throws {
        let folder = try TemporaryFolder()
        let (study, script) = (try study(folder), folder.path("script.yaml"))
        try """
        format: 1
        answers: {before: {experience: 2 years or more}}
        tasks: {greet: {time: 1:00}}

        """.write(toFile: script, atomically: true, encoding: .utf8)
        func session(_ more: String...) throws -> Tool.Result {
            try Tool("evalrun").run(
                [
                    "session", "--participant", "P1", "--study", study, "--results",
                    folder.path("x.sqlite"), "--script", script, "--clock", "simulated",
                ] + more
            )
        }
        #expect(try session("--condition", "hand", "--kill-after-event", "5").isSignalled)
        let other = try session("--resume", "--condition", "tool")
        #expect(other.status == 64)
        #expect(other.errors.contains("the unfinished session of P1, which has: hand"))
        #expect(try session("--resume", "--condition", "hand").status == 0)
    }

    @Test func anAnswerOfSeveralSessionsIsAmendedWhereTheReportReadsIt() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let file = "\(study)/study.yaml"
        try String(contentsOfFile: file, encoding: .utf8).replacing(
            "  - questionnaire: before\n",
            with: "  - each_condition: [{tutorial: tutorial.md}]\n  - questionnaire: before\n"
        )
        .write(toFile: file, atomically: true, encoding: .utf8)
        let results = folder.path("x.sqlite")
        _ = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "2", "--results", results,
            "--separate-sessions",
        ])
        let script = folder.path("script.yaml")
        try """
        format: 1
        answers: {before: {experience: 2 years or more}}
        tasks: {greet: {time: 1:00}}

        """.write(toFile: script, atomically: true, encoding: .utf8)
        for _ in 1...2 {
            let session = try Tool("evalrun").run([
                "session", "--participant", "P1", "--study", study, "--results", results,
                "--script", script, "--clock", "simulated",
            ])
            #expect(session.status == 0, "\(session.errors)")
        }
        let amended = try Tool("evalrun").run([
            "amend", "P1", "--results", results, "--questionnaire", "before", "--item",
            "experience", "--answer", "Less than 2 years", "--reason", "slipped",
        ])
        #expect(amended.status == 0, "\(amended.errors)")
        let answers = try DatabaseQueue(path: results).read { db in
            try String.fetchAll(
                db,
                sql: "SELECT raw FROM answers WHERE item = 'experience' ORDER BY session"
            )
        }
        #expect(answers == ["Less than 2 years", "2 years or more"])
    }

    @Test func aPlanOfAnotherStudyInTheFolderIsNotIgnoredSilently() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let other = folder.path("other")
        #expect(try Tool("evalrun").run(["init", other]).status == 0)
        func run(_ arguments: String...) throws -> Tool.Result {
            try Tool("evalrun").run(arguments + ["--results", folder.path("x.sqlite")])
        }
        let first = try run("plan", "--study", other, "--participants", "2")
        #expect(first.status == 0 && !first.output.contains("--plan"), "\(first.output)")
        let refused = try run("plan", "--study", study, "--participants", "2")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("a plan for study \"other\" exists already"))
        #expect(refused.errors.contains("another folder, with --results"))
        let replaced = try run("plan", "--study", study, "--replace", "P1", "--by", "P3")
        #expect(replaced.status == 65)
        let advice = "name the plan's study with --study, or draw another plan"
        #expect(replaced.errors.contains(advice), "\(replaced.errors)")
        let same = folder.path("plan.csv")
        let named = try run("plan", "--study", study, "--participants", "2", "--output", same)
        #expect(named.errors.contains("write another file with --output"), "\(named.errors)")
        #expect(!named.errors.contains("with --results"), "\(named.errors)")
        let plan = folder.path("plan2.csv")
        let second = try run("plan", "--study", study, "--participants", "2", "--output", plan)
        #expect(second.output.contains("start sessions with --plan \(plan)"))
        let session = [
            "session", "--participant", "P1", "--study", study, "--results",
            folder.path("x.sqlite"), "--script", "\(study)/session.yaml", "--clock", "simulated",
        ]
        let ignored = try Tool("evalrun").run(session)
        #expect(ignored.status == 0, "\(ignored.errors)")
        let words = "is the plan of another study, \"other\", so it is ignored"
        #expect(ignored.errors.contains(words), "\(ignored.errors)")
    }

    @Test func aPlanOfBeforeHasNoColumnOfSessions() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let plan = folder.path("plan.csv")
        try """
        study,participant,table,seed,block,sequence,period,condition,task_set
        study,P1,williams,1,1,1,1,tool,
        study,P1,williams,1,1,1,2,hand,

        """.write(toFile: plan, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--replace", "P1", "--by", "P2", "--output", plan,
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try cells(plan).map(\.count) == [10, 10, 10, 10])
    }

    @Test func aSessionNeedsOnlyTheRowsOfItsParticipant() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        try """
        study,participant,table,seed,block,sequence,period,condition,task_set
        study,P1,randomised-blocks,1,1,1,1,gone,
        study,P2,randomised-blocks,1,1,2,1,tool,

        """.write(toFile: folder.path("plan.csv"), atomically: true, encoding: .utf8)
        func run(_ arguments: String...) throws -> Tool.Result {
            try Tool("evalrun").run(
                arguments + ["--study", study, "--results", folder.path("x.sqlite")]
            )
        }
        func session(_ participant: String) throws -> Tool.Result {
            try run(
                "session",
                "--participant",
                participant,
                "--script",
                "\(study)/session.yaml",
                "--clock",
                "simulated"
            )
        }
        let fits = try session("P2")
        #expect(fits.status == 0, "\(fits.errors)")
        for refused in [try session("P1"), try run("simulate")] {
            #expect(refused.status == 65)
            #expect(refused.errors.contains("no condition \"gone\""), "\(refused.errors)")
        }
    }

    @Test(arguments: [("study", "other"), ("elsewhere", "hand")])
    func aPlanThatDoesNotFitIsNotChanged(name: String, condition: String) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let plan = folder.path("plan.csv")
        let text = """
            study,participant,table,seed,block,sequence,period,condition,task_set
            \(name),P1,williams,1,1,1,1,tool,
            \(name),P1,williams,1,1,1,2,\(condition),

            """
        try text.write(toFile: plan, atomically: true, encoding: .utf8)
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--replace", "P1", "--by", "P2", "--output", plan,
        ])
        #expect(run.status == 65, "\(run.errors)")
        #expect(run.errors.contains("expected a plan for study \"study\""))
        #expect(try String(contentsOfFile: plan, encoding: .utf8) == text)
    }

    @Test(arguments: [["--seed", "3"], ["--table", "williams"], ["--separate-sessions"]])
    func aReplacementDrawsNothing(options: [String]) throws {
        let run = try Tool("evalrun").run(["plan", "--replace", "P1", "--by", "P2"] + options)
        #expect(run.status == 64)
        #expect(run.errors.contains("\(options[0]) needs --participants."), "\(run.errors)")
    }

    @Test func aNewcomerTakesTheOrderOfADropOut() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let plan = folder.path("plan.csv")
        _ = try Tool("evalrun").run([
            "plan", "--study", study, "--participants", "4", "--output", plan,
        ])
        let run = try Tool("evalrun").run([
            "plan", "--study", study, "--replace", "P3", "--by", "P5", "--output", plan,
        ])
        #expect(run.status == 0, "\(run.errors)")
        let rows = try cells(plan)
        let words = "4 participants (plus replaced drop-outs: 1): each sequence occurs 2 times"
        #expect(run.output.contains(words))
        #expect(run.output.contains("\nbalanced: "))
        let simulated = try Tool("evalrun").run([
            "simulate", "--study", study, "--results", folder.path("x.sqlite"), "--plan", plan,
        ])
        #expect(simulated.output.hasPrefix("4 simulated participants, P1 to P5"))
        let listed = try Tool("evalrun").run(["participants", "--results", folder.path("x.sqlite")])
        #expect(listed.output.contains(#/P5 .*replaces P3/#), "\(listed.output)")
        #expect(listed.output.matches(of: #/replace/#).count == 1)
        let alike = try Tool("evalrun").run([
            "plan", "--study", study, "--replace", "P4", "--by", "p5", "--output", plan,
        ])
        #expect(alike.status == 0 && alike.errors.contains("the plan already has P5"))
        let order = { (who: String) in rows.filter { $0[1] == who }.map { $0[5...8].joined() } }
        #expect(order("P5") == order("P3"))
        #expect(order("P5").count == 2)
    }

    /// Runs the commands at once and returns their statuses.
    private func atOnce(_ folder: TemporaryFolder, _ commands: [[String]]) throws -> [Int32] {
        let runs = try commands.enumerated().map { index, command in
            try Tool("evalrun").start(command, output: folder.path("said\(index)"))
        }
        return runs.map { run in
            run.waitUntilExit()
            return run.terminationStatus
        }
    }

    @Test func oneOfTwoPlansAtOnceIsWrittenAndEveryReplacementIsKept() throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let plan = folder.path("new/plan.csv")
        let words = ["plan", "--study", study, "--output", plan]
        let drawn = try atOnce(
            folder,
            (1...6).map { words + ["--participants", "8", "--seed", "\($0)"] }
        )
        #expect(drawn.sorted() == [0, 73, 73, 73, 73, 73])
        let seed = try #require(drawn.firstIndex(of: 0)) + 1
        #expect(try cells(plan).allSatisfy { $0[3] == "\(seed)" })
        let replaced = try atOnce(
            folder,
            (1...6).map { words + ["--replace", "P\($0)", "--by", "N\($0)"] }
        )
        #expect(replaced == [0, 0, 0, 0, 0, 0])
        let codes = Set(try cells(plan).map { $0[1] })
        #expect(codes.isSuperset(of: (1...6).map { "N\($0)" }), "\(codes)")
    }

    @Test func aPlanThatOnlyItsOwnerMayReadStaysSo() throws {
        let folder = try TemporaryFolder()
        let plan = folder.path("plan.csv")
        let words = ["plan", "--study", try study(folder), "--output", plan]
        #expect(try Tool("evalrun").run(words + ["--participants", "4"]).status == 0)
        #expect(chmod(plan, 0o600) == 0)
        let run = try Tool("evalrun").run(words + ["--replace", "P1", "--by", "N1"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try cells(plan).contains { $0[1] == "N1" })
        let mode = try FileManager.default.attributesOfItem(atPath: plan)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [true, false]) func aPlanThatIsALinkStaysOne(_ isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let study = try study(folder)
        let (link, target) = (folder.path("plan.csv"), folder.path("shared/plan.csv"))
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "shared/plan.csv"
        )
        let new = ["plan", "--study", study, "--participants", "4", "--output"]
        if isThere { #expect(try Tool("evalrun").run(new + [target]).status == 0) }
        let run = try Tool("evalrun").run(
            isThere
                ? ["plan", "--study", study, "--replace", "P1", "--by", "N1", "--output", link]
                : new + [link]
        )
        #expect(run.status == 0, "\(run.errors)")
        let kept = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        #expect(kept == "shared/plan.csv")
        #expect(try cells(target).contains { $0[1] == (isThere ? "N1" : "P1") })
    }
}

@Suite(.blocking) struct StudyMakingTests {
    /// As killed processes leave it; another process still writes to one of the folders.
    @Test func whatAKilledPlanLeftIsRemovedByTheNext() throws {
        let folder = try TemporaryFolder()
        let names = [".evalrun-draft-1", ".evalrun-draft-2"]
        for name in names {
            try FileManager.default.createDirectory(
                atPath: folder.path(name),
                withIntermediateDirectories: true
            )
            try Data("P1".utf8)
                .write(to: URL(fileURLWithPath: folder.path("\(name)/plan.csv")))
        }
        let lock = "\(names[1]).lock"
        let other = open(folder.path(lock), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(other) }
        try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
        let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
        let run = try Tool("evalrun").run([
            "plan", "--participants", "2", "--study", greeting, "--results",
            folder.path("x.sqlite"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(left == [names[1], lock, "plan.csv"])
    }

    /// A process that is killed after it has moved its files leaves only temporary files.
    @Test(arguments: ["init", "plan"])
    func whatAKilledCommandLeftIsRemovedAlsoByARefusedOne(_ command: String) throws {
        let folder = try TemporaryFolder()
        let greeting = "\(Tool.root.path)/Tests/StudyDefinitionTests/Fixtures/greeting"
        let arguments =
            command == "init"
            ? ["init", "made"]
            : ["plan", "--participants", "2", "--study", greeting, "--results", "x.sqlite"]
        #expect(try Tool("evalrun").run(arguments, in: folder.url).status == 0)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        try Data().write(to: URL(fileURLWithPath: folder.path(".evalrun-draft-1.lock")))
        let again = try Tool("evalrun").run(arguments, in: folder.url)
        #expect(again.status == 73, "\(again.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(left == before)
    }

    private static let strace = "/usr/bin/strace"

    /// The first command is held before it renames the complete folder.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func ofTwoStudiesWithTheSameNameTheSecondIsRefused() throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.strace)
        process.currentDirectoryURL = folder.url
        process.arguments = [
            "-f", "-o", "/dev/null", "-e", "trace=rename", "-e",
            "inject=rename:delay_enter=3000000",
            Tool.root.appendingPathComponent(".build/debug/evalrun").path, "init", "made",
        ]
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        func hasDraft() -> Bool {
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            return names?.contains {
                FileManager.default.fileExists(atPath: folder.path("\($0)/study.yaml"))
            } == true
        }
        let end = Date(timeIntervalSinceNow: 30)
        while !hasDraft(), Date() < end { usleep(10_000) }
        #expect(try Tool("evalrun").run(["init", "made"], in: folder.url).status == 0)
        process.waitUntilExit()
        #expect(process.terminationStatus == 73)
        let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(words.hasPrefix("made: already exists"), "\(words)")
    }

    /// `study.yaml` has more than 512 bytes.
    @Test func aStudyIsMadeWholeOrNotAtAll() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("my-study")
        #expect(try Tool("evalrun").run(["init", path], blocks: 1) != 0)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try Tool("evalrun").run(["init", path]).status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left == ["my-study"])
    }

    @Test func aStudyNeedsAName() throws {
        let run = try Tool("evalrun").run(["init", ""])
        #expect(run.status == 64)
        #expect(run.errors.contains("\"\" cannot be a study's id"), "\(run.errors)")
        #expect(!run.errors.contains("did you mean"), "\(run.errors)")
        let spaced = try Tool("evalrun").run(["init", "My  Tool"])
        #expect(spaced.status == 64)
        #expect(spaced.errors.contains("did you mean \"My-Tool\"?"), "\(spaced.errors)")
    }

    @Test func aNewStudyValidatesAndRuns() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("my-study")
        #expect(try Tool("evalrun").run(["init", path]).status == 0)
        let task = try String(contentsOfFile: "\(path)/tasks/greet.md", encoding: .utf8)
        #expect(task.contains("Hello,") && !task.contains("my-study"))
        let validated = try Tool("evalrun").run(["validate", "--study", path, "--rounds", "1"])
        #expect(validated.status == 0, "\(validated.output) \(validated.errors)")
        #expect(!validated.errors.contains("on_timeout"), "\(validated.errors)")
        let results = folder.path("x.sqlite")
        let session = try Tool("evalrun").run([
            "session", "--participant", "TRY", "--study", path, "--results", results, "--script",
            "\(path)/session.yaml", "--clock", "simulated",
        ])
        #expect(session.status == 0, "\(session.errors)")
        #expect(try Tool("evalrun").run(["init", path]).status == 73)
    }

    @Test func onlySessionsOfTheLockedStudyPrecedeItsLock() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        for id in ["one", "other"] {
            let path = folder.path(id)
            #expect(try Tool("evalrun").run(["init", path]).status == 0)
        }
        let one = folder.path("one")
        let session = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", one, "--results", results, "--script",
            "\(one)/session.yaml", "--clock", "simulated",
        ])
        #expect(session.status == 0, "\(session.errors)")
        func lock(_ id: String) throws -> String {
            try Tool("evalrun")
                .run(["lock", "--study", folder.path(id), "--results", results]).output
        }
        let other = try lock("other")
        #expect(!other.contains("recorded before the lock"))
        #expect(other.contains("note: this study is locked without a target"), "\(other)")
        #expect(try lock("one").contains("note: recorded before the lock: 1 session"))
        let arguments = ["lock", "--study", folder.path("other"), "--target", "4", "--results"]
        let texts = try Tool("evalrun").run(arguments + [folder.path("y.sqlite")])
        #expect(texts.status == 0)
        #expect(texts.errors.contains("consent.md: note: this text still"), "\(texts.errors)")
        #expect(texts.output.hasSuffix("with a new results file\n"), "\(texts.output)")
    }

    @Test(arguments: ["0", "-3"])
    func aTargetBelowOneIsNotLocked(target: String) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let run = try Tool("evalrun").run(["lock", "--results", results, "--target=\(target)"])
        #expect(run.status == 64)
        #expect(run.errors.contains("--target must be at least 1."))
        #expect(!FileManager.default.fileExists(atPath: results))
    }

    /// A value that its measure cannot reach is not locked, but a study that was locked with one by
    /// an earlier version stays readable.
    @Test func anImpossibleRegisteredValueIsNotLocked() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("one")
        let (results, other) = (folder.path("x.sqlite"), folder.path("y.sqlite"))
        #expect(try Tool("evalrun").run(["init", path]).status == 0)
        let file = "\(path)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try "title: Ease\ninstrument: seq\n"
            .write(toFile: "\(path)/questionnaires/ease.yaml", atomically: true, encoding: .utf8)
        func write(against value: Int) throws {
            let tasks = "      - tasks: [greet]\n"
            let analysis = """

                analysis:
                  primary: {measure: time}
                  tests: [{measure: ease, method: benchmark, against: \(value)}]

                """
            let edited =
                text.replacing("questionnaires: [before]", with: "questionnaires: [before, ease]")
                .replacing(tasks, with: "\(tasks)      - questionnaire: ease\n") + analysis
            try edited.write(toFile: file, atomically: true, encoding: .utf8)
        }
        func evalrun(_ command: String, _ results: String) throws -> Tool.Result {
            try Tool("evalrun").run([command, "--study", path, "--results", results])
        }
        try write(against: 5)
        #expect(try evalrun("lock", results).status == 0)
        try write(against: 68)
        let refused = try evalrun("lock", other)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("\"against\" is 68, which \"ease\" cannot reach"))
        #expect(refused.errors.contains("give a value from 1 to 7"))
        #expect(!FileManager.default.fileExists(atPath: other))
        let locked = try evalrun("lock", results)
        #expect(locked.status == 1)
        #expect(locked.errors.contains("cannot reach"), "\(locked.errors)")
        #expect(locked.output.contains("already locked"))
        let validated = try Tool("evalrun").run(["validate", "--study", path, "--rounds", "1"])
        #expect(validated.status == 0, "\(validated.errors)")
        #expect(validated.errors.contains("cannot reach"), "\(validated.errors)")
    }

    @Test func whatIsLockedIsComparedWithTheStudyAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("my-study")
        _ = try Tool("evalrun").run(["init", path])
        let arguments = [
            "lock", "--study", path, "--results", folder.path("x.sqlite"), "--target", "24",
        ]
        let locked = try Tool("evalrun").run(arguments).output
        #expect(locked.hasPrefix("locked my-study: "))
        #expect(locked.contains("\ntarget: 24 participants\n"), "\(locked)")
        let same = try Tool("evalrun").run(arguments)
        #expect(same.status == 0)
        #expect(same.output.contains("nothing has changed"))
        let file = "\(path)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("time_limit: 10m", with: "time_limit: 12m")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let changed = try Tool("evalrun").run(arguments)
        #expect(changed.status == 1)
        let deviation = "deviation: “tasks” changed after the study was locked: greet\n"
        #expect(changed.output.contains(deviation), "\(changed.output)")
        #expect(!changed.output.contains("deviation: “checks”"))
        for name in ["greet.sh", "new.txt"] {
            try Data("exit 0\n".utf8).write(to: URL(fileURLWithPath: "\(path)/project/\(name)"))
        }
        let files = try Tool("evalrun").run(arguments).output
        #expect(
            files.contains(
                "deviation: “materials” changed after the study was locked: project/greet.sh, "
                    + "project/new.txt (new)\n"
            ),
            "\(files)"
        )
    }
}
