import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

private let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"
private let script = "Tests/CommandTests/Fixtures/greeting-session.yaml"

private func evalrun(_ arguments: String...) throws -> Tool.Result {
    try Tool("evalrun").run(arguments)
}

private func rows(_ results: String, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: results).read { db in
        try Row.fetchAll(db, sql: sql).map { row in
            row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }
                .joined(separator: "|")
        }
    }
}

private func execute(_ sql: String, _ results: String) throws {
    let queue = try DatabaseQueue(path: results)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
}

/// A results file with finished sessions of `participants`.
private func played(
    _ results: String,
    _ participants: String...,
    study: String = greeting,
    script: String = script
) throws {
    for participant in participants {
        let run = try evalrun(
            "session",
            "--participant",
            participant,
            "--study",
            study,
            "--results",
            results,
            "--script",
            script,
            "--clock",
            "simulated"
        )
        #expect(run.status == 0, "\(run.errors)")
    }
}

/// The path of a copy of the small study in `folder`, for a test that changes it.
private func copiedStudy(in folder: TemporaryFolder) throws -> String {
    let study = folder.path("greeting")
    try FileManager.default.copyItem(
        at: Tool.root.appendingPathComponent(greeting),
        to: URL(fileURLWithPath: study)
    )
    return study
}

@Suite(.blocking) struct AfterwardsTests {
    @Test func participantsAreListedWithWhatIsDoneWithTheirData() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        _ = try evalrun("exclude", "P2", "--results", results, "--reason", "the phone rang")
        let list = try evalrun("participants", "--results", results).output
        #expect(list.contains("P1   greeting  finished  2      script  analysed"))
        #expect(list.contains("excluded: the phone rang"))
        let words = "the hash chain of every session is intact\n"
        #expect(!list.contains(words))
        let verified = try evalrun("participants", "--verify", "--results", results)
        #expect(verified.status == 0 && verified.output == list + words, "\(verified.errors)")
    }

    @Test func aFileWithoutSessionsIsSaidToBeEmpty() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        #expect(try evalrun("lab", "oslo", "--results", results).status == 0)
        let list = try evalrun("participants", "--verify", "--results", results)
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.output == "no participants yet: \(results) contains no session\n")
    }

    /// Foundation pads to UTF-16 units, and cuts what is longer.
    @Test func aReasonIsListedWholeWhateverCharactersItHas() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let reason = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦 the phone rang, 電話"
        _ = try evalrun("exclude", "P1", "--results", results, "--reason", reason)
        let list = try evalrun("participants", "--results", results).output
        #expect(list.contains("excluded: \(reason)\n"), "\(list)")
    }

    @Test func anErasureSaysThatTheHubStillHasTheData() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        let alone = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(alone.output.contains("erased P3") && !alone.output.contains("hub"))
        #expect(alone.output.contains("another results file, also run, with the code that they"))
        #expect(alone.output.contains(": evalrun erase P3 --results FILE\n"))
        #expect(alone.output.contains("folder ~/.cache/evalrun/checks of other accounts"))
        try synchronise(results)
        let own = try evalrun("erase", "P1", "--yes", "--results", results)
        #expect(own.output.contains("until you run: evalrun sync URL --results \(results)"))
        #expect(own.output.contains("stays as it is until it is synchronised too"))
        #expect(own.output.contains("the hub runs: evalrun hub erasures URL\n"))
        let other = try evalrun("erase", "uppsala/P2", "--yes", "--results", results)
        #expect(other.status == 0, "\(other.errors)")
        #expect(other.output.contains("only the lab uppsala can erase them there, with: evalrun"))
    }

    @Test func aWithdrawalSaysWhereTheDataAreStillUsed() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        let alone = try evalrun("withdraw", "P3", "--yes", "--results", results)
        #expect(alone.output.contains(": evalrun withdraw P3 --results FILE\n"))
        #expect(!alone.output.contains("hub"))
        try synchronise(results)
        let own = try evalrun("withdraw", "P1", "--yes", "--results", results)
        #expect(own.output.contains("until you run: evalrun sync URL --results \(results)"))
        #expect(own.output.contains("stays as it is until it is synchronised too"))
        let other = try evalrun("withdraw", "uppsala/P2", "--yes", "--results", results)
        #expect(other.status == 0, "\(other.errors)")
        let words = "only the lab uppsala can record the withdrawal there, with: evalrun withdraw"
        #expect(other.output.contains(words), "\(other.output)")
    }

    /// Changes the file as a synchronisation of a file of oslo with a session of uppsala does.
    private func synchronise(_ results: String) throws {
        try DatabaseQueue(path: results).write {
            try $0.execute(
                sql: """
                    INSERT INTO hub_pushes (hub, study, last_event) VALUES ('h', 'greeting', 1);
                    UPDATE file_copy SET lab = 'oslo';
                    UPDATE sessions SET lab = 'oslo' WHERE participant = 'P1';
                    UPDATE sessions SET lab = 'uppsala' WHERE participant = 'P2'
                    """
            )
        }
    }

    /// The template's own advice: work in the study's folder.
    @Test func resultsInTheFolderOfTheStudyAreNoPartOfTheStudy() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool("evalrun").run(["init", "demo"], in: folder.url).status == 0)
        let demo = folder.url.appendingPathComponent("demo")
        for participant in ["L1", "L2"] {
            let run = try Tool("evalrun").run(
                [
                    "session", "--participant", participant, "--study", ".", "--script",
                    "session.yaml", "--clock", "simulated",
                ],
                in: demo
            )
            #expect(run.status == 0, "\(run.errors)")
        }
        let results = demo.appendingPathComponent("Results/evalrun.sqlite").path
        #expect(try rows(results, "SELECT count(*) FROM studies") == ["1"])
        let paths = try rows(results, "SELECT path FROM study_files")
        #expect(paths.contains("study.yaml") && !paths.contains { $0.hasPrefix("Results") })
    }

    /// A person is lab and code, also where a session is erased.
    @Test func anErasedSessionIsListedWithItsLab() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        for lab in ["P1": "oslo", "P2": "uppsala"] {
            try DatabaseQueue(path: results).write {
                try $0.execute(
                    sql: "UPDATE sessions SET lab = ? WHERE participant = ?",
                    arguments: [lab.value, lab.key]
                )
            }
        }
        _ = try evalrun("erase", "P2", "--yes", "--results", results)
        #expect(try rows(results, "SELECT participant, lab FROM erased") == ["P2|uppsala"])
        let list = try evalrun("participants", "--results", results).output
        #expect(list.contains("\noslo/P1     greeting  finished"))
        #expect(list.contains("\nuppsala/P2  greeting  erased"))
    }

    @Test func aWithdrawalIsRecordedInAllSessionsOrInNone() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        try DatabaseQueue(path: results).write {
            try $0.execute(
                sql: """
                    UPDATE sessions SET participant = 'P1';
                    ALTER TABLE events ADD COLUMN stops INTEGER
                    CHECK (kind <> 'withdrawn' OR session <> 2)
                    """
            )
        }
        let stopped = try evalrun("withdraw", "P1", "--yes", "--results", results)
        #expect(stopped.errors.contains("the file cannot store a row"), "\(stopped.errors)")
        #expect(try rows(results, "SELECT 1 FROM events WHERE kind = 'withdrawn'") == [])
    }

    @Test func anExclusionIsTakenBackAndMovesNoTimes() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let before = try rows(results, "SELECT started_wall_us, last_wall_us FROM sessions")
        _ = try evalrun("exclude", "P1", "--results", results, "--reason", "ill")
        #expect(try rows(results, "SELECT excluded FROM sessions") == ["ill"])
        let again = try evalrun("exclude", "P1", "--results", results, "--reason", "ill")
        #expect(again.output.contains("nothing changed"))
        _ = try evalrun("exclude", "P1", "--results", results, "--reason", "well", "--undo")
        #expect(try rows(results, "SELECT excluded IS NULL FROM sessions") == ["1"])
        #expect(
            try rows(results, "SELECT kind FROM events ORDER BY id DESC LIMIT 2")
                == ["included", "excluded"]
        )
        #expect(try rows(results, "SELECT started_wall_us, last_wall_us FROM sessions") == before)
    }

    @Test func theDataOfWhoWithdrewAreNotChanged() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        for participant in ["P1", "P2"] {
            _ = try evalrun("exclude", participant, "--results", results, "--reason", "ill")
        }
        for participant in ["P1", "P3"] {
            _ = try evalrun("withdraw", participant, "--yes", "--results", results)
        }
        let count = try rows(results, "SELECT count(*) FROM events")
        for command in [
            ["exclude", "P1", "--reason", "r", "--undo"], ["exclude", "P3", "--reason", "r"],
            [
                "amend", "P3", "--questionnaire", "about-you", "--item", "confidence", "--answer",
                "2", "--reason", "r",
            ],
        ] {
            let refused = try Tool("evalrun").run(command + ["--results", results])
            #expect(refused.status == 64)
            let words = "\(command[1]) has withdrawn; their data are no longer used"
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        #expect(try rows(results, "SELECT count(*) FROM events") == count)
        let undone = try evalrun(
            "exclude",
            "P2",
            "--results",
            results,
            "--reason",
            "r",
            "--undo"
        )
        #expect(
            undone.output == "P2 is included in the analysis of greeting (1 session) again\n"
        )
    }

    @Test func anExclusionThatIsTakenBackDoesNotPutAPilotIntoTheAnalysis() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let pilot = try Tool("evalrun").run([
            "session", "--participant", "T1", "--study", greeting, "--results", results,
            "--script", script, "--clock", "simulated", "--pilot",
        ])
        #expect(pilot.status == 0, "\(pilot.errors)")
        _ = try evalrun("exclude", "T1", "--results", results, "--reason", "r")
        let undone = try evalrun("exclude", "T1", "--results", results, "--reason", "r", "--undo")
        #expect(undone.output.contains("the data are still left out of the analysis of greeting"))
        #expect(undone.output.contains("not analysed: pilot"))
    }

    @Test func aParticipantOfTwoStudiesIsExcludedAndAmendedInOne() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let other = folder.path("other")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(greeting),
            to: URL(fileURLWithPath: other)
        )
        let text = try String(contentsOfFile: "\(other)/study.yaml", encoding: .utf8)
        try text.replacing("id: greeting\n", with: "id: other\n")
            .write(toFile: "\(other)/study.yaml", atomically: true, encoding: .utf8)
        let session = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", other, "--results", results, "--script",
            script, "--clock", "simulated",
        ])
        #expect(session.status == 0, "\(session.errors)")
        let amend = [
            "amend", "P1", "--results", results, "--questionnaire", "about-you", "--item",
            "confidence", "--answer", "2", "--reason", "r",
        ]
        let exclude = ["exclude", "P1", "--results", results, "--reason", "ill"]
        for command in [amend, exclude] {
            let vague = try Tool("evalrun").run(command)
            #expect(vague.status == 64)
            #expect(vague.errors.contains("sessions of several studies: greeting, other"))
            let wrong = try Tool("evalrun").run(command + ["--study", "none"])
            #expect(wrong.status == 64 && wrong.errors.contains("no session of study \"none\""))
            let right = try Tool("evalrun").run(command + ["--study", "other"])
            #expect(right.status == 0, "\(right.errors)")
        }
        let answers = "SELECT raw FROM answers WHERE item = 'confidence' ORDER BY session"
        #expect(try rows(results, answers) == ["4", "2"])
        let excluded = "SELECT excluded IS NULL FROM sessions ORDER BY id"
        #expect(try rows(results, excluded) == ["1", "0"])
    }

    /// The answers of all questionnaires are more than a message lists.
    @Test func anUnknownItemGetsTheItemsOfItsQuestionnaire() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let study = folder.path("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent(greeting),
            to: URL(fileURLWithPath: study)
        )
        func write(_ text: String, _ path: String) throws {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let phases = "  - questionnaire: sus\n  - questionnaire: tlx\n  - thanks: thanks.md"
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
            .replacing("questionnaires: [about-you]", with: "questionnaires: [about-you, sus, tlx]")
            .replacing("  - thanks: thanks.md", with: phases)
        try write(text, "\(study)/study.yaml")
        try write("title: S\ninstrument: sus\n", "\(study)/questionnaires/sus.yaml")
        try write("title: T\ninstrument: nasa-tlx\n", "\(study)/questionnaires/tlx.yaml")
        let ease = (1...10).map { "sus-\($0): 3" }.joined(separator: ", ")
        let load = (1...6).map { "nasa-tlx-\($0): 50" }.joined(separator: ", ")
        let answers = "\nanswers:\n  sus: {\(ease)}\n  tlx: {\(load)}"
        let example = Tool.root.appendingPathComponent(script)
        let full = try String(contentsOf: example, encoding: .utf8)
            .replacing("\nanswers:", with: answers)
        try write(full, folder.path("script.yaml"))
        let session = try Tool("evalrun").run([
            "session", "--participant", "P1", "--study", study, "--results", results, "--script",
            folder.path("script.yaml"), "--clock", "simulated",
        ])
        #expect(session.status == 0, "\(session.errors)")
        let amended = try Tool("evalrun").run([
            "amend", "P1", "--results", results, "--questionnaire", "tlx", "--item", "1",
            "--answer", "35", "--reason", "r",
        ])
        #expect(amended.status == 64)
        #expect(amended.errors.contains("\"tlx nasa-tlx-6\""), "\(amended.errors)")
        #expect(!amended.errors.contains("sus sus-1"))
    }

    @Test func anAmendmentKeepsTheFirstAnswerInTheLog() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let amended = try evalrun(
            "amend",
            "P1",
            "--results",
            results,
            "--questionnaire",
            "about-you",
            "--item",
            "confidence",
            "--answer",
            "2",
            "--reason",
            "slipped"
        )
        #expect(amended.status == 0, "\(amended.errors)")
        #expect(amended.output.hasPrefix("amended: about-you → confidence of P1; the log also"))
        #expect(
            try rows(results, "SELECT raw, corrections FROM answers WHERE item = 'confidence'")
                == ["2|1"]
        )
        let log = try rows(
            results,
            """
            SELECT json_extract(payload, '$.value.raw'), json_extract(payload, '$.amendment')
            FROM events WHERE kind = 'answered' AND json_extract(payload, '$.item') = 'confidence'
            """
        )
        #expect(log == ["4|NULL", "2|slipped"])
    }

    /// A session takes such answers back itself when the participant goes back and answers anew.
    @Test func answersThatAnAmendmentHidesAreNamedAndCanBeRemoved() throws {
        let folder = try TemporaryFolder()
        let (study, results) = (try copiedStudy(in: folder), folder.path("x.sqlite"))
        let questions = "\(study)/questionnaires/about-you.yaml"
        let text = try String(contentsOfFile: questions, encoding: .utf8)
        try text.replacing("is: yes}", with: "is: no}\n    required: true")
            .write(toFile: questions, atomically: true, encoding: .utf8)
        try played(results, "P1", study: study)
        func amend(_ item: String, to answer: String) throws -> Tool.Result {
            try evalrun(
                "amend",
                "P1",
                "--results",
                results,
                "--questionnaire",
                "about-you",
                "--item",
                item,
                "--answer",
                answer,
                "--reason",
                "misheard"
            )
        }
        #expect(try amend("shells", to: "").status == 64)
        let changed = try amend("shell", to: "yes")
        #expect(changed.output.contains("not asked: about-you → shells; "), "\(changed.output)")
        let removed = try amend("shells", to: "")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(!removed.output.contains("note:"), "\(removed.output)")
        #expect(try rows(results, "SELECT raw FROM answers WHERE item = 'shells'") == [""])
    }

    /// A copy of the small study that asks after each task, played by a script.
    private func playedWithAfterTask(_ folder: TemporaryFolder, _ results: String) throws {
        let study = try copiedStudy(in: folder)
        var text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        text = text.replacing(
            "questionnaires: [about-you]\n",
            with: "questionnaires: [about-you, ease]\nafter_task: ease\n"
        )
        try text.write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        try """
        title: After the task
        items: [{id: ease, text: How easy?, type: scale, min: 1, max: 7, required: true}]

        """.write(toFile: "\(study)/questionnaires/ease.yaml", atomically: true, encoding: .utf8)
        try """
        format: 1
        checks: scripted
        answers: {about-you: {shell: no, confidence: 4}, ease: {ease: 3}}

        """.write(toFile: folder.path("s.yaml"), atomically: true, encoding: .utf8)
        try played(results, "P1", study: study, script: folder.path("s.yaml"))
    }

    @Test func anAnswerAfterATaskIsAmended() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try playedWithAfterTask(folder, results)
        let amend = [
            "amend", "P1", "--results", results, "--questionnaire", "ease", "--item", "ease",
            "--answer", "6", "--reason", "slipped",
        ]
        let vague = try Tool("evalrun").run(amend)
        #expect(vague.status == 64)
        #expect(vague.errors.contains("was answered after tasks all, one"), "\(vague.errors)")
        #expect(vague.errors.contains("select one answer with --task"))
        let wrong = try Tool("evalrun").run(amend + ["--task", "none"])
        #expect(wrong.errors.contains("after tasks all, one"), "\(wrong.errors)")
        let right = try Tool("evalrun").run(amend + ["--task", "all"])
        #expect(right.status == 0, "\(right.errors)")
        #expect(
            try rows(results, "SELECT task, raw, corrections FROM answers WHERE item = 'ease'")
                == ["one|3|0", "all|6|1"]
        )
    }

    @Test func whoIsNotAnalysedIsNotSaidToBeUsed() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let pilot = try evalrun(
            "session",
            "--participant",
            "T1",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            script,
            "--clock",
            "simulated",
            "--pilot"
        )
        #expect(pilot.status == 0, "\(pilot.errors)")
        let alone = try evalrun("participants", "--results", results).output
        #expect(
            alone.contains("T1   greeting  finished  2      script, pilot  not analysed: pilot")
        )
        #expect(alone.contains(/P1 .* analysed\n/))
        // One real session, and what scripts played is no longer analysed.
        try DatabaseQueue(path: results).write { database in
            let start = "(SELECT min(id) FROM events WHERE session = 1)"
            try database.execute(
                sql: """
                    UPDATE events SET payload = json_set(payload, '$.source', 'live')
                    WHERE id = \(start)
                    """
            )
        }
        try played(results, "P2")
        let mixed = try evalrun("participants", "--results", results).output
        #expect(mixed.contains(/P1 .* live .* analysed\n/), "\(mixed)")
        #expect(mixed.contains(/P2 .* not analysed: scripted or simulated\n/))
    }

    @Test(arguments: [
        ["--item", "confidence", "--answer", "9", "--reason", "r"],
        ["--item", "confidence", "--answer", "2", "--reason", "  "],
        ["--item", "nothing", "--answer", "2", "--reason", "r"],
        ["--item", "confidence", "--condition", "other", "--answer", "2", "--reason", "r"],
    ]) func anAmendmentThatCannotBeIsRefusedAndChangesNothing(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let count = try rows(results, "SELECT count(*) FROM events")
        let refused = try Tool("evalrun").run(
            ["amend", "P1", "--results", results, "--questionnaire", "about-you"] + arguments
        )
        #expect(refused.status == 64)
        #expect(!refused.errors.isEmpty)
        #expect(try rows(results, "SELECT count(*) FROM events") == count)
    }

    /// Expects that P1, who withdrew, can begin no session.
    private func expectRefusedSession(_ results: String) throws {
        let session = try evalrun(
            "session",
            "--participant",
            "P1",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            script
        )
        #expect(session.status == 64)
        #expect(session.errors.contains("withdrawn"))
    }

    @Test func whoWithdrewIsNotGoneOnWith() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        #expect(try evalrun("withdraw", "P1", "--yes", "--results", results).status == 0)
        try expectRefusedSession(results)
        let marks = try evalrun("marks", "P1", "--results", results)
        #expect(marks.status == 64)
        #expect(marks.errors.contains("P1 has withdrawn"), "\(marks.errors)")
    }

    /// A merge may add a session that was recorded elsewhere before the withdrawal.
    @Test func aWithdrawalCountsForSessionsThatComeLater() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        #expect(try evalrun("withdraw", "P1", "--yes", "--results", results).status == 0)
        try DatabaseQueue(path: results).write {
            try $0.execute(sql: "UPDATE sessions SET participant = 'P1' WHERE participant = 'P2'")
        }
        let list = try evalrun("participants", "--results", results).output
        #expect(list.split(separator: "\n").count { $0.hasSuffix("participant withdrew") } == 2)
        let target = folder.path("export")
        let export = try evalrun(
            "export",
            "--study",
            greeting,
            "--results",
            results,
            "--output",
            target
        )
        #expect(export.status == 0, "\(export.errors)")
        let sessions = try String(contentsOfFile: "\(target)/sessions.csv", encoding: .utf8)
        #expect(!sessions.contains("P1,") && sessions.contains("P3,"), "\(sessions)")
        try expectRefusedSession(results)
    }

    /// Such as that of a variable that is not set.
    @Test(arguments: [("export", "sessions.csv"), ("report", "report.md")])
    func anEmptyNameOfAnOutputFolderIsRefused(command: String, name: String) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let file = folder.path(name)
        try "mine".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try Tool("evalrun").run(
            [
                command, "--study", Tool.root.appendingPathComponent(greeting).path, "--results",
                results, "--output", "",
            ],
            in: folder.url
        )
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--output is empty"), "\(refused.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    /// A mistyped code would end the part of another person.
    @Test func aWithdrawalIsAskedFor() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let withdrawn = "SELECT count(*) FROM sessions WHERE withdrawn IS NOT NULL"
        let refused = try evalrun("withdraw", "P1", "--results", results)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("add --yes; nothing was changed"), "\(refused.errors)")
        for (typed, status) in [("P2", Int32(1)), ("P1", 0)] {
            #expect(try rows(results, withdrawn) == ["0"])
            let terminal = try PseudoTerminal("evalrun", ["withdraw", "P1", "--results", results])
            try terminal.expect("Type P1 to record the withdrawal:")
            try terminal.type("\(typed)\r")
            let (ending, output) = try terminal.finish()
            #expect(ending == status)
            #expect(output.contains("Exports that were made before") == (typed == "P1"))
        }
        #expect(try rows(results, withdrawn) == ["1"])
        let again = try evalrun("withdraw", "P1", "--results", results)
        #expect(again.status == 0 && again.output.contains("had already withdrawn"))
        #expect(!again.output.contains("Exports"), "\(again.output)")
    }

    @Test func unknownParticipantsAreNamedWithTheNearest() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        for command in ["exclude", "withdraw", "erase"] {
            var arguments = [command, "P9", "--results", results]
            if command == "exclude" { arguments += ["--reason", "r"] }
            let refused = try Tool("evalrun").run(arguments)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("did you mean \"P1\"?"), "\(refused.errors)")
            let missing = try Tool("evalrun").run(
                arguments.map { $0 == results ? folder.path("none.sqlite") : $0 }
            )
            #expect(missing.status == 66)
            #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
        }
    }
}

/// Takes the lock of a participant's log, as another evalrun process does. Closing the returned file
/// releases it.
private func takeLock(_ participant: String, of results: String) throws -> FileHandle {
    let file = URL(fileURLWithPath: results)
    let path = file.deletingLastPathComponent()
        .appendingPathComponent(".\(file.lastPathComponent).\(participant).lock").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
}

@Suite(.blocking) struct BusyParticipantTests {
    @Test func aCommandSaysThatAnotherOneUsesTheParticipantsData() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let lock = try takeLock("P1", of: results)
        let excluded = try evalrun("exclude", "P1", "--results", results, "--reason", "r")
        #expect(excluded.status == 75)
        #expect(excluded.errors.contains("another evalrun process is using the data of P1"))
        #expect(!excluded.errors.contains("use another participant code"))
        let session = try evalrun(
            "session",
            "--participant",
            "P1",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            script,
            "--clock",
            "simulated"
        )
        #expect(session.status == 75)
        #expect(session.errors.contains("use another participant code"))
        try lock.close()
        #expect(
            try evalrun("exclude", "P1", "--results", results, "--reason", "r").status == 0
        )
    }

    private static let strace = "/usr/bin/strace"

    /// The first command is held between reading the sessions and locking them.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func twoExclusionsAtTheSameTimeAreRecordedOnce() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let lock = folder.path(".x.sqlite.P1.lock")
        try? FileManager.default.removeItem(atPath: lock)
        let exclude = ["exclude", "P1", "--results", results, "--reason", "ill"]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.strace)
        process.currentDirectoryURL = Tool.root
        process.arguments =
            [
                "-f", "-o", "/dev/null", "-P", lock, "-e", "trace=openat", "-e",
                "inject=openat:delay_exit=10000000",
                Tool.root.appendingPathComponent(".build/debug/evalrun").path,
            ] + exclude
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let end = Date(timeIntervalSinceNow: 30)
        while !FileManager.default.fileExists(atPath: lock), Date() < end { usleep(10_000) }
        #expect(try Tool("evalrun").run(exclude).status == 0)
        process.waitUntilExit()
        let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(words.contains("nothing changed: P1 is already excluded"), "\(words)")
        #expect(try rows(results, "SELECT count(*) FROM events WHERE kind = 'excluded'") == ["1"])
    }
}

@Suite(.blocking) struct RecheckTests {
    @Test func aCorrectedCheckIsAppendedAndMovesNothing() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        // The check as changed: a missing name shall end with status 0, which only the first,
        // wrong attempt does.
        let study = try copiedStudy(in: folder)
        let text = try String(contentsOfFile: "\(study)/study.yaml", encoding: .utf8)
        try text.replacing("expect: {exit: 2}", with: "expect: {exit: 0}")
            .write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        let before = try rows(results, "SELECT * FROM task_runs")
        let run = try evalrun("recheck", "--study", study, "--results", results, "--task", "one")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("P1  attempt 1, check 1  failed → passed"))
        #expect(run.output.contains("2 checks of task \"one\" run again; 2 verdicts changed"))
        #expect(
            try rows(results, "SELECT run, attempt, verdict FROM rechecks ORDER BY event")
                == ["1|1|passed", "1|2|failed"]
        )
        #expect(try rows(results, "SELECT * FROM task_runs") == before)
        #expect(
            try evalrun("observe", "P1", "--results", results, "--once").output
                .contains("checked again: passed")
        )
    }

    /// A simulated session begins at midnight, UTC.
    @Test(arguments: [("UTC", "00:0"), ("America/New_York", "19:0")])
    func timesAreThoseOfTheTimeZone(zone: String, hour: String) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let run = try Tool("evalrun").run(
            ["observe", "P1", "--results", results, "--once"],
            environment: ["TZ": zone]
        )
        #expect(run.output.hasPrefix(hour), "\(run.output)")
    }
}

extension RecheckTests {
    /// A copy of the study whose check passes where the first one failed.
    private func corrected(_ folder: TemporaryFolder) throws -> String {
        let study = try copiedStudy(in: folder)
        try replace("expect: {exit: 2}", by: "expect: {exit: 0}", in: study)
        return study
    }

    /// Replaces a part of `study.yaml`.
    private func replace(_ old: String, by new: String, in study: String) throws {
        let file = "\(study)/study.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Attempt 1 failed and passes now: it is the end of the task, and its time the time.
    @Test func applyMakesTheNewVerdictsCount() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let study = try corrected(folder)
        let words = ["--study", study, "--results", results]
        let earlier = try Tool("evalrun").run(["report", "--output", folder.path("old")] + words)
        #expect(earlier.status == 0, "\(earlier.errors)")
        let plain = try Tool("evalrun").run(["recheck", "--task", "one"] + words)
        #expect(plain.output.contains("outcomes stay as recorded"))
        #expect(!plain.output.contains("stale"))
        let command = "evalrun recheck --task one --apply --study \(study) --results \(results)"
        #expect(plain.output.contains(command))
        let run = try Tool("evalrun").run(["recheck", "--task", "one", "--apply"] + words)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("marked as stale: \(folder.path("old")); write the report"))
        let time = try rows(
            results,
            "SELECT time_on_task_ns FROM attempts WHERE run = 1 AND number = 1"
        )
        #expect(
            try rows(results, "SELECT time_on_task_ns FROM task_runs WHERE run = 1") == time
        )
        #expect(try rows(results, "SELECT outcome FROM task_runs WHERE run = 1") == ["success"])
        let report = try Tool("evalrun").run(["report", "--output", folder.path("r")] + words)
        #expect(report.status == 0, "\(report.errors)")
        let text = try String(contentsOfFile: folder.path("r/report.md"), encoding: .utf8)
        #expect(text.contains("Checks whose verdict changed when they were run again"))
    }

    /// The verdicts that count are compared, and not those that were recorded.
    @Test func aVerdictThatChangesBackMarksTheReports() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let study = try corrected(folder)
        let words = ["--study", study, "--results", results]
        let recheck = ["recheck", "--task", "one"] + words
        _ = try Tool("evalrun").run(recheck + ["--apply"])
        #expect(try rows(results, "SELECT outcome FROM task_runs WHERE run = 1") == ["success"])
        let same = try Tool("evalrun").run(recheck)
        #expect(same.output.contains("run again; no verdict changed"), "\(same.output)")
        #expect(!same.output.contains("to apply the new verdicts"))
        let report = try Tool("evalrun").run(["report", "--output", folder.path("r")] + words)
        #expect(report.status == 0, "\(report.errors)")
        try replace("expect: {exit: 0}", by: "expect: {exit: 2}", in: study)
        let back = try Tool("evalrun").run(recheck + ["--apply"])
        #expect(back.output.contains("P1  attempt 1, check 1  passed → failed"), "\(back.output)")
        #expect(back.output.contains("marked as stale: \(folder.path("r"))"))
    }

    /// As on a machine that lacks a tool of the check.
    @Test func aFaultOfTheCheckerIsNotCalledApplied() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let study = try corrected(folder)
        try replace(
            "run: [sh, -n, greet.sh]\n        timeout",
            by: "run: [no-such]\n        timeout",
            in: study
        )
        let run = try evalrun(
            "recheck",
            "--study",
            study,
            "--results",
            results,
            "--task",
            "one",
            "--apply"
        )
        #expect(run.output.contains("→ fault"), "\(run.output)")
        #expect(run.output.contains("2 checks of task \"one\" run again; no verdict changed"))
        #expect(run.output.contains("not judged, so the earlier verdict counts: 2 checks"))
        #expect(!run.output.contains("the new verdicts are applied"))
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func aRecheckThatIsEndedAppliesNothing(_ signal: Int32) throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        let study = try corrected(folder)
        try replace("run: [sh, -n, greet.sh]", by: "run: [sleep, \"0.5\"]", in: study)
        let words = ["recheck", "--task", "one", "--apply", "--study", study, "--results", results]
        let before = try rows(results, "SELECT * FROM task_runs")
        let said = folder.path("said")
        let process = try Tool("evalrun").start(words, output: said)
        func output() throws -> String { try String(contentsOfFile: said, encoding: .utf8) }
        // One of four attempts is judged.
        while try !output().contains("P1  attempt 1, check 1"), process.isRunning { usleep(20_000) }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(try output().contains("no new verdict was recorded") == (signal == SIGTERM))
        #expect(try rows(results, "SELECT * FROM task_runs") == before)
        #expect(try rows(results, "SELECT count(*) FROM rechecks") == ["0"])
        for _ in 1...2 {
            let run = try Tool("evalrun").run(words)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try rows(results, "SELECT count(*) FROM rechecks") == ["4"])
        }
        #expect(
            try rows(results, "SELECT outcome FROM task_runs WHERE run = 1")
                == ["success", "success"]
        )
    }

    @Test func whoWithdrewIsPassedOver() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        _ = try evalrun("withdraw", "P1", "--yes", "--results", results)
        #expect(
            try rows(results, "SELECT count(*) FROM sessions WHERE withdrawn IS NOT NULL") == ["1"]
        )
        // As if a merge had added a session that was recorded elsewhere before the withdrawal.
        try execute("UPDATE sessions SET participant = 'P1' WHERE participant = 'P3'", results)
        let run = try evalrun(
            "recheck",
            "--study",
            try corrected(folder),
            "--results",
            results,
            "--task",
            "one"
        )
        #expect(run.output.contains("skipped participants who withdrew: P1"))
        #expect(!run.output.contains("P1  attempt"))
        #expect(run.output.contains("P2  attempt 1"))
        #expect(
            try rows(
                results,
                "SELECT DISTINCT participant FROM rechecks JOIN sessions ON id = session"
            )
                == ["P2"]
        )
    }

    /// A recheck may take hours.
    @Test func whoWithdrewAfterItsBeginningIsPassedOver() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        let study = try corrected(folder)
        let (begun, gate) = (folder.path("begun"), folder.path("gate"))
        try replace(
            "run: [sh, -n, greet.sh]\n        timeout: 10s\n",
            by: """
                run: [sh, -c, 'touch \(begun); until [ -e \(gate) ]; do sleep 0.1; done']
                        timeout: 5m

                """,
            in: study
        )
        let process = try Tool("evalrun").start(
            ["recheck", "--task", "one", "--study", study, "--results", results],
            output: folder.path("said")
        )
        while !FileManager.default.fileExists(atPath: begun), process.isRunning { usleep(20_000) }
        let withdrawal = try evalrun("withdraw", "P2", "--yes", "--results", results)
        try Data().write(to: URL(fileURLWithPath: gate))
        process.waitUntilExit()
        #expect(withdrawal.status == 0, "\(withdrawal.errors)")
        let said = try String(contentsOfFile: folder.path("said"), encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("skipped participants who withdrew: P2"), "\(said)")
        #expect(
            try rows(
                results,
                "SELECT DISTINCT participant FROM rechecks JOIN sessions ON id = session"
            ) == ["P1"]
        )
    }

    @Test func whoseDataAreInUseIsPassedOverAndNamed() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        _ = try evalrun("withdraw", "P1", "--yes", "--results", results)
        let lock = try takeLock("P2", of: results)
        let words = ["--study", try corrected(folder), "--results", results]
        let run = try Tool("evalrun").run(["recheck", "--task", "one"] + words)
        try lock.close()
        #expect(run.status == 75, "\(run.errors)")
        #expect(run.output.contains("P3  attempt 1"))
        #expect(!run.output.contains("P2  attempt 1"))
        #expect(run.output.contains("skipped participants who withdrew: P1"))
        #expect(
            run.output.contains(
                "skipped, because another evalrun process is using the data: P2; when that"
            )
        )
    }

    @Test func attemptsWhoseVerdictAScriptGaveAreCounted() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try """
        format: 1
        checks: scripted
        answers: {about-you: {shell: no, confidence: 4}}

        """.write(toFile: folder.path("s.yaml"), atomically: true, encoding: .utf8)
        let session = try evalrun(
            "session",
            "--participant",
            "P1",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            folder.path("s.yaml"),
            "--clock",
            "simulated"
        )
        #expect(session.status == 0, "\(session.errors)")
        let run = try evalrun("recheck", "--study", greeting, "--results", results, "--task", "one")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.contains("skipped, because a script set the verdict: 1 check"),
            "\(run.output)"
        )
        #expect(!run.output.contains("there is no check of task"))
    }

    @Test func aTaskWithoutACheckIsNotATaskThatIsUnknown() throws {
        let folder = try TemporaryFolder()
        let study = folder.path("survey")
        try FileManager.default.createDirectory(atPath: study, withIntermediateDirectories: true)
        try """
        format: 1
        id: survey
        title: Survey
        version: "1"
        product: {name: x, version: "1"}
        assistants: none
        method: method.md
        conditions: [{id: only, title: Only}]
        phases: [{tasks: [t]}]
        tasks: [{id: t, title: T}]

        """.write(toFile: "\(study)/study.yaml", atomically: true, encoding: .utf8)
        try "None.\n".write(toFile: "\(study)/method.md", atomically: true, encoding: .utf8)
        let results = folder.path("x.sqlite")
        let run = try evalrun("recheck", "--study", study, "--results", results, "--task", "t")
        #expect(run.status == 64)
        #expect(run.errors.contains("task \"t\" has no check that could run again"))
        #expect(!run.errors.contains("did you mean"))
    }

    @Test func otherTasksWithTheSameCheckAreNamed() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let study = try corrected(folder)
        try replace("check: all", by: "check: one", in: study)
        let run = try evalrun("recheck", "--study", study, "--results", results, "--task", "one")
        #expect(
            run.output.contains(
                "task \"all\" has the same check; to recheck that task too: evalrun recheck --task all --study \(study) --results \(results)"
            ),
            "\(run.output) \(run.errors)"
        )
    }
}

@Suite(.blocking) struct ErasureTests {
    /// Words that stand nowhere but in P3's session.
    private static let secret = "zimtzicke-quittengelee"

    private func file(_ folder: TemporaryFolder) throws -> String {
        let results = folder.path("x.sqlite")
        try played(results, "P1")
        let text = try String(
            contentsOf: Tool.root.appendingPathComponent(script),
            encoding: .utf8
        )
        let own = text.replacing("<b>none</b>", with: Self.secret)
            .replacing("looks around", with: "mark \(Self.secret)")
        try own.write(toFile: folder.path("own.yaml"), atomically: true, encoding: .utf8)
        // A wrong variant that the script lays over stands beside it.
        let wrong = Tool.root.appendingPathComponent("\(greeting)/wrong")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("wrong"),
            withDestinationURL: wrong
        )
        let run = try evalrun(
            "session",
            "--participant",
            "P3",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            folder.path("own.yaml"),
            "--clock",
            "simulated"
        )
        #expect(run.status == 0, "\(run.errors)")
        return results
    }

    private func writeReport(on results: String, to folder: String) throws {
        let words = ["--study", greeting, "--results", results, "--output", folder]
        let run = try Tool("evalrun").run(["report"] + words)
        #expect(run.status == 0, "\(run.errors)")
    }

    /// Whether the words stand anywhere below the folder, in any file.
    private func remains(of words: String, in folder: TemporaryFolder) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: folder.url.path)
        var found: [String] = []
        while let path = files?.nextObject() as? String {
            let url = folder.url.appendingPathComponent(path)
            guard path != "own.yaml", let bytes = try? Data(contentsOf: url) else { continue }
            if bytes.range(of: Data(words.utf8)) != nil { found.append(path) }
        }
        return found
    }

    @Test func noByteOfAnErasedParticipantRemains() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        #expect(try !remains(of: Self.secret, in: folder).isEmpty)
        let report = folder.path("report")
        try writeReport(on: results, to: report)
        let erased = try evalrun("erase", "P3", "--yes", "--results", results, "--report", report)
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(erased.output.contains("stale: \(report)"))
        #expect(FileManager.default.fileExists(atPath: "\(report)/STALE.md"))
        try FileManager.default.removeItem(atPath: report)
        #expect(try remains(of: Self.secret, in: folder) == [])
        for kind in ["-wal", "-shm", "-journal"] {
            #expect(!FileManager.default.fileExists(atPath: results + kind))
        }
        #expect(try rows(results, "PRAGMA freelist_count") == ["0"])
        #expect(try rows(results, "SELECT participant FROM sessions") == ["P1"])
        #expect(try rows(results, "SELECT session, participant FROM erased") == ["2|P3"])
        #expect(try rows(results, "PRAGMA integrity_check") == ["ok"])
        #expect(try rows(results, "PRAGMA foreign_key_check") == [])
    }

    @Test func aFolderWithoutAReportIsNamedBeforeAnythingIsErased() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let report = folder.path("report")
        try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
        func erase(marking report: String) throws -> Tool.Result {
            try evalrun("erase", "P3", "--yes", "--results", results, "--report", report)
        }
        for place in [report, folder.path("reprot")] {
            let refused = try erase(marking: place)
            #expect(refused.status == 66)
            #expect(refused.errors.hasPrefix("\(place): contains no report"), "\(refused.errors)")
        }
        #expect(try rows(results, "SELECT participant FROM sessions") == ["P1", "P3"])
        try Data("P3".utf8).write(to: URL(fileURLWithPath: "\(report)/report.html"))
        let erased = try erase(marking: report)
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(FileManager.default.fileExists(atPath: "\(report)/STALE.md"))
    }

    /// A report in `folder`, and a link in its place that leads nowhere: nobody can write to it,
    /// not even root.
    private func blockedReport(_ folder: TemporaryFolder, _ results: String) throws -> String {
        let report = folder.path("report")
        try writeReport(on: results, to: report)
        try FileManager.default.moveItem(atPath: report, toPath: folder.path("moved"))
        try FileManager.default.createSymbolicLink(
            atPath: report,
            withDestinationPath: "report"
        )
        return report
    }

    @Test func erasingThroughALinkErasesTheFilesNextToTheResults() throws {
        let folder = try TemporaryFolder()
        let (results, link) = (folder.path("data/x.sqlite"), folder.path("link.sqlite"))
        try played(results, "P1")
        let workspaces = folder.path("data/workspaces/greeting")
        func own() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: workspaces)
                .filter { $0.hasPrefix("P1") }
        }
        #expect(try own().count == 1)
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "data/x.sqlite"
        )
        #expect(try evalrun("erase", "P1", "--yes", "--results", link).status == 0)
        #expect(try own().isEmpty)
    }

    /// A process that is killed would leave the lock's file, whose name contains the code.
    @Test func anErasureIsFinishedWithoutTheLockOfTheParticipant() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("r.sqlite")
        try played(results, "P1", "P2")
        #expect(try evalrun("erase", "P1", "--yes", "--results", results).status == 0)
        try execute("UPDATE erased SET finished = 0", results)
        let lock = open(folder.path(".r.sqlite.P1.lock"), O_RDWR | O_CREAT, 0o644)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let again = try evalrun("erase", "P1", "--yes", "--results", results)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("deleted by an earlier erasure that this command finished"))
    }

    private func unblock(_ report: String, _ folder: TemporaryFolder) throws {
        #expect(unlink(report) == 0)
        try FileManager.default.moveItem(atPath: folder.path("moved"), toPath: report)
    }

    @Test func aReportThatCannotBeMarkedIsNamedUntilItIsMarked() throws {
        let folder = try TemporaryFolder()
        let (here, there) = (folder.path("here.sqlite"), folder.path("there.sqlite"))
        try played(here, "P1", "P2")
        try FileManager.default.copyItem(atPath: here, toPath: there)
        #expect(try evalrun("erase", "P1", "--yes", "--results", there).status == 0)
        let report = try blockedReport(folder, here)
        let warning = "\(report): warning: contains data of an erased participant, but could not be"
        let merged = try evalrun("merge", there, "--results", here)
        #expect(merged.status == 0)
        #expect(merged.output.contains("now erased in this file too: P1"))
        #expect(merged.errors.contains(warning), "\(merged.errors)")
        #expect(try evalrun("participants", "--results", here).errors.contains(warning))
        try unblock(report, folder)
        let listed = try evalrun("participants", "--results", here)
        #expect(listed.errors == "")
        #expect(FileManager.default.fileExists(atPath: "\(report)/STALE.md"))
    }

    @Test func anErasureWhoseReportCannotBeMarkedIsRepeated() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let report = try blockedReport(folder, results)
        let stopped = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(stopped.status == 74)
        let deleted = "the sessions of P3 were deleted for good, but the erasure is not finished"
        #expect(stopped.errors.contains(deleted), "\(stopped.errors)")
        #expect(stopped.errors.contains("\(report): warning: contains data"))
        #expect(stopped.errors.contains("run the same command again"))
        try unblock(report, folder)
        let again = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("erased P3: 1 session"))
        #expect(FileManager.default.fileExists(atPath: "\(report)/STALE.md"))
    }

    /// The folder of the workspaces is a link to another disk.
    @Test func anErasureIsNotFinishedWithoutTheDiskOfTheWorkspaces() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let (disk, away) = (folder.path("disk"), folder.path("away"))
        let workspaces = folder.path("workspaces")
        try FileManager.default.moveItem(atPath: workspaces, toPath: away)
        try FileManager.default.createSymbolicLink(
            atPath: workspaces,
            withDestinationPath: disk
        )
        let stopped = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(stopped.status == 74)
        #expect(stopped.errors.contains("could not be removed"), "\(stopped.errors)")
        try FileManager.default.moveItem(atPath: away, toPath: disk)
        #expect(workspaceFolder(of: "P3", in: "greeting", at: folder.url) != nil)
        let again = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(again.status == 0, "\(again.errors)")
        #expect(workspaceFolder(of: "P3", in: "greeting", at: folder.url) == nil)
    }

    /// Stopped after the transaction that deletes the rows, as on a full disk.
    @Test func anErasureThatIsNotFinishedIsNamedAndRepeated() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        try execute(
            "ALTER TABLE erased ADD COLUMN stops INTEGER CHECK (NOT finished)",
            results
        )
        let stopped = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(stopped.status != 0)
        #expect(
            stopped.errors.contains(
                "the sessions of P3 were deleted for good, but the erasure is not finished: "
            ),
            "\(stopped.errors)"
        )
        #expect(stopped.errors.contains("run the same command again"))
        let listed = try evalrun("participants", "--results", results)
        #expect(listed.output.contains(/P3 +greeting +erasure not finished/), "\(listed.output)")
        #expect(listed.errors.contains("\(results): warning: still contains data"))
        let doctor = try evalrun("doctor", "--study", greeting, "--results", results)
        #expect(doctor.output.contains("look erasure"), "\(doctor.output)")
        try execute("ALTER TABLE erased DROP COLUMN stops", results)
        let again = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("erased P3: 1 session"))
        #expect(try evalrun("participants", "--results", results).errors == "")
    }

    /// In a file of several labs, a participant is named by lab and code.
    @Test func anErasureByLabAndCodeIsRepeatedToo() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        try execute(
            """
            UPDATE sessions SET lab = 'oslo' WHERE participant = 'P3';
            ALTER TABLE erased ADD COLUMN stops INTEGER CHECK (NOT finished)
            """,
            results
        )
        let stopped = try evalrun("erase", "oslo/P3", "--yes", "--results", results)
        #expect(stopped.status != 0)
        #expect(stopped.errors.contains("run the same command again"), "\(stopped.errors)")
        try execute("ALTER TABLE erased DROP COLUMN stops", results)
        let again = try evalrun("erase", "oslo/P3", "--yes", "--results", results)
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("erased oslo/P3: 1 session"), "\(again.output)")
    }

    @Test func everyChangeMarksTheReportUntilItIsWrittenAgain() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        let report = folder.path("report")
        let note = "\(report)/STALE.md"
        let exclude = ["exclude", "P1", "--reason", "ill"]
        let amend = [
            "amend", "P2", "--questionnaire", "about-you", "--item", "confidence", "--answer", "2",
            "--reason", "slipped",
        ]
        for (command, reason) in [
            (exclude, "a participant was excluded"),
            (exclude + ["--undo"], "a participant was included again"),
            (amend, "an answer was amended"),
            (["withdraw", "P1", "--yes"], "a participant withdrew"),
            (["erase", "P2", "--yes"], "a participant's data were erased"),
        ] {
            try writeReport(on: results, to: report)
            #expect(!FileManager.default.fileExists(atPath: note))
            let run = try Tool("evalrun").run(command + ["--results", results])
            #expect(run.status == 0, "\(run.errors)")
            let words = "marked as stale: \(report); write the report again"
            #expect(run.output.contains(words), "\(run.output)")
            let text = try String(contentsOfFile: note, encoding: .utf8)
            #expect(text.hasPrefix("This report is stale: \(reason) after"), "\(text)")
        }
    }

    /// The commands record the change first, and mark the reports afterwards.
    @Test func aChangeThatWasKilledBeforeItMarkedTheReportMarksItWhenRepeated() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2", "P3")
        let report = folder.path("report")
        let note = "\(report)/STALE.md"
        let amend = [
            "amend", "P2", "--questionnaire", "about-you", "--item", "confidence", "--answer", "2",
            "--reason", "slipped",
        ]
        for command in [
            ["exclude", "P1", "--reason", "ill"], amend, ["withdraw", "P1", "--yes"],
        ] {
            try writeReport(on: results, to: report)
            _ = try Tool("evalrun").run(command + ["--results", results])
            try execute("UPDATE reports SET stale = NULL", results)
            try FileManager.default.removeItem(atPath: note)
            let again = try Tool("evalrun").run(command + ["--results", results])
            #expect(again.output.hasPrefix("nothing changed"), "\(again.output)")
            #expect(again.output.contains("marked as stale: \(report)"), "\(again.output)")
            #expect(FileManager.default.fileExists(atPath: note))
            let third = try Tool("evalrun").run(command + ["--results", results]).output
            #expect(third.hasSuffix("\nalready marked as stale before: 1 report\n"), "\(third)")
            #expect(!third.contains(report), "\(third)")
            try writeReport(on: results, to: report)
            let later = try Tool("evalrun").run(command + ["--results", results])
            #expect(!later.output.contains("stale"), "\(later.output)")
            #expect(!FileManager.default.fileExists(atPath: note))
        }
    }

    @Test func aReportThatCannotBeMarkedIsNamedAndMarkedLater() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        try played(results, "P1", "P2")
        let report = folder.path("report")
        try writeReport(on: results, to: report)
        // A folder in the place of the note; permissions would not stop root.
        let note = URL(fileURLWithPath: "\(report)/STALE.md")
        try FileManager.default.createDirectory(at: note, withIntermediateDirectories: true)
        let command = ["exclude", "P1", "--reason", "ill", "--results", results]
        let run = try Tool("evalrun").run(command)
        #expect(run.status == 0)
        #expect(!run.output.contains("marked as stale"), "\(run.output)")
        #expect(run.errors.contains("could not be marked"), "\(run.errors)")
        try FileManager.default.removeItem(at: note)
        let again = try Tool("evalrun").run(command)
        #expect(again.output.contains("marked as stale: \(report)"), "\(again.output)")
        #expect(FileManager.default.fileExists(atPath: note.path))
    }

    @Test func withoutATerminalNothingIsErasedUnlessTheFlagIsGiven() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: results))
        for input in [nil, "P3\n"] {
            let refused = try Tool("evalrun").run(
                ["erase", "P3", "--results", results],
                input: input
            )
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--yes"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: results)) == before)
        #expect(workspaceFolder(of: "P3", in: "greeting", at: folder.url) != nil)
    }

    @Test func anErasedCodeAndItsNumbersAreNotGivenAgain() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let last = Int(try rows(results, "SELECT max(id) FROM events")[0]) ?? 0
        let erased = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(erased.status == 0, "\(erased.errors)")
        let again = try evalrun(
            "session",
            "--participant",
            "P3",
            "--study",
            greeting,
            "--results",
            results,
            "--script",
            script
        )
        #expect(again.status == 64)
        #expect(again.errors.contains("erased"))
        try played(results, "P4")
        #expect(try rows(results, "SELECT id, participant FROM sessions") == ["1|P1", "3|P4"])
        let first = try rows(results, "SELECT min(id) FROM events WHERE session = 3")
        #expect((Int(first[0]) ?? 0) > last)
    }

    @Test func nothingIsErasedWhileAnotherProcessHasTheFile() throws {
        let folder = try TemporaryFolder()
        let results = try file(folder)
        let other = try DatabaseQueue(path: results)
        _ = try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM events") }
        let before = try rows(results, "SELECT count(*) FROM events")
        let refused = try evalrun("erase", "P3", "--yes", "--results", results)
        #expect(refused.status == 75)
        #expect(refused.errors.contains("another process has the file open"))
        #expect(try rows(results, "SELECT count(*) FROM events") == before)
        try other.close()
        #expect(try evalrun("erase", "P3", "--yes", "--results", results).status == 0)
    }
}

@Suite(.blocking) struct SimulationTests {
    @Test func simulatedSessionsAreFlaggedAndTheSameForTheSameSeed() throws {
        let folder = try TemporaryFolder()
        for (name, seed) in [("a", "1"), ("b", "1"), ("c", "2")] {
            let run = try evalrun(
                "simulate",
                "--study",
                greeting,
                "--participants",
                "12",
                "--seed",
                seed,
                "--results",
                folder.path(name)
            )
            #expect(run.status == 0)
            // The engine reports what its declarations do not allow.
            #expect(run.errors == "")
        }
        let sql = "SELECT session, kind, monotonic_ns, payload FROM events ORDER BY id"
        let first = try rows(folder.path("a"), sql)
        #expect(first.count > 200)
        #expect(try first == rows(folder.path("b"), sql))
        #expect(try first != rows(folder.path("c"), sql))
        #expect(
            try rows(folder.path("a"), "SELECT DISTINCT source, simulated_clock FROM sessions")
                == ["simulated|1"]
        )
    }

    @Test func aFileThatHasSuchParticipantsIsRefused() throws {
        let folder = try TemporaryFolder()
        let arguments = [
            "simulate", "--study", greeting, "--participants", "2", "--results", folder.path("a"),
        ]
        #expect(try Tool("evalrun").run(arguments).status == 0)
        let again = try Tool("evalrun").run(arguments)
        #expect(again.status == 65)
        #expect(try rows(folder.path("a"), "SELECT count(*) FROM sessions") == ["2"])
    }

    @Test func theAnalysisThatIsAdvisedRuns() throws {
        let folder = try TemporaryFolder()
        let run = try evalrun(
            "simulate",
            "--study",
            greeting,
            "--participants",
            "3",
            "--results",
            folder.path("a file")
        )
        let advice = try #require(run.output.split(separator: "\n").last)
        #expect(advice.hasPrefix("Try the analysis: evalrun report "))
        // As a shell reads it, but for the folder, which is to be ours.
        let command = advice.replacing("Try the analysis: ", with: "")
            .replacing("--output Reports/simulated", with: "--output '\(folder.path("report"))'")
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "PATH=.build/debug:$PATH; \(command)"]
        shell.currentDirectoryURL = Tool.root
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("report/report.html")))
    }
}
