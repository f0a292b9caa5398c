import Diagnostics
import Exchange
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// The paper's tables, as typed from it, beside those of a results file.
@Suite struct ReplicationTests {
    private let data = repository.appending(path: "Results/published/radwani-zein-2020")

    /// A copy of the paper's folder, changed by `edit`, compared with the published data.
    private func replication(
        _ edit: (URL) throws -> Void = { _ in }
    ) async throws -> (text: String, isExplained: Bool) {
        let paper = FileManager.default.temporaryDirectory.appending(path: "paper-\(UUID())")
        try FileManager.default.copyItem(at: data.appending(path: "paper"), to: paper)
        defer { try? FileManager.default.removeItem(at: paper) }
        try edit(paper)
        let published = try PublishedTables(folder: paper, name: "paper")
        return try await withStore { store in
            let folder = try shippedStudy()
            _ = try await Importer(study: folder)
                .importFiles(
                    answers: .init(
                        url: data.appending(path: "Questionnaire Answers.csv"),
                        name: "answers"
                    ),
                    times: .init(url: data.appending(path: "task-times.csv"), name: "times"),
                    into: store
                )
            let replication = try Replication(of: published, store: store, study: folder.study.id)
            return (replication.text, replication.isExplained)
        }
    }

    private func replace(_ file: String, _ old: String, _ new: String) -> (URL) throws -> Void {
        { folder in
            let url = folder.appending(path: file)
            let text = try String(contentsOf: url, encoding: .utf8)
            #expect(text.contains(old))
            try text.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
        }
    }

    @Test func everyCellOfThePaperIsTheSame() async throws {
        let (text, isExplained) = try await replication()
        #expect(text.contains("Table 2: the same value in 48 of 48 cells."))
        #expect(text.contains("Table 3: the same value in 54 of 54 cells."))
        #expect(text.contains("Table 4: the same value in 42 of 42 cells."))
        #expect(text.contains("Text: the same value in 14 of 23 statements."))
        #expect(isExplained)
        let average = text.split(separator: "\n").filter { $0.contains("3:57") }
        #expect(
            average.map { $0.split(separator: " ").suffix(3) } == [["3:57", "3:57", "same"]]
        )
    }

    @Test func factsSayWhyTheyDiffer() async throws {
        let text = try await replication().text
        let line = try #require(text.split(separator: "\n").first { $0.contains("3 females") })
        #expect(line.contains("nothing recorded  differs because no question of the published"))
    }

    @Test func aCellThatDiffersNeedsAReason() async throws {
        let (text, isExplained) = try await replication(replace("table-4.csv", "2:58", "2:59"))
        #expect(text.contains("2:59       2:58  differs, and no reason is given"))
        #expect(text.contains("Table 4: the same value in 41 of 42 cells."))
        #expect(!isExplained)
        let explained = try await replication { folder in
            try replace("table-4.csv", "2:58", "2:59")(folder)
            try replace("tables.csv", "times,", "times,other people took part")(folder)
        }
        #expect(explained.text.contains("differs because other people took part"))
        #expect(explained.isExplained)
    }

    @Test func anUnknownColumnHasNothingBesideIt() async throws {
        let (text, isExplained) = try await replication(replace("table-4.csv", "P6", "P7"))
        #expect(text.contains("nothing recorded  differs, and no reason is given"))
        #expect(!isExplained)
    }

    /// P1 did the first task in 20 seconds in condition a, and in 40 seconds in condition b, and
    /// gave up the second task in condition a. P2 completed both tasks in both conditions, or was
    /// ended before condition b. P1 had used it before, P2 had not.
    private func replication(
        ofTwoConditions tables: String,
        facts: String? = nil,
        isEndedBefore second: Bool = false
    ) async throws -> String {
        let paper = FileManager.default.temporaryDirectory.appending(path: "paper-\(UUID())")
        try FileManager.default.createDirectory(at: paper, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: paper) }
        var files = ["tables": tables, "table-1": "Task,P1\nTask 1: The first,0:40\n"]
        files["facts"] = facts
        for (file, text) in files {
            let url = paper.appending(path: "\(file).csv")
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        let published = try PublishedTables(folder: paper, name: "paper")
        return try await withStore { store in
            let study = smallStudy(conditions: ["a", "b"])
            for (participant, used) in [("P1", "yes"), ("P2", "no")] {
                var played = Played(participant: participant, conditions: ["a", "b"])
                let value = AnswerValue(raw: used, meaning: .options([used]))
                played.answers = [Answered(questionnaire: "before", item: "used", value: value)]
                let isEnded = second && participant == "P2"
                if isEnded { played.complete = false }
                for (condition, seconds) in [("a", 20.0), ("b", 40.0)]
                where condition == "a" || !isEnded {
                    let failed = participant == "P1" && condition == "a"
                    played.runs += [
                        Played.Run(task: "first", seconds: seconds, condition: condition),
                        Played.Run(
                            task: "second",
                            seconds: 10,
                            ending: failed ? .gaveUp : .checkPassed,
                            condition: condition
                        ),
                    ]
                }
                try await played.record(in: store, study: study)
            }
            return try Replication(of: published, store: store, study: "small").text
        }
    }

    @Test(arguments: ["times", "answers after"])
    func valuesOfSeveralConditionsNeedOne(measure: String) async throws {
        let error = await #expect(throws: DiagnosticError.self) {
            try await replication(
                ofTwoConditions: "table,title,measure,reason\n1,Values,\(measure),\n"
            )
        }
        let text = render(error?.diagnostics ?? [])
        let words = "paper/tables.csv:2:10: \"\(measure)\" was recorded in several conditions: a, b"
        #expect(text.contains(words), "\(text)")
    }

    @Test func aTableNamesTheConditionOfItsValues() async throws {
        func text(_ condition: String) async throws -> String {
            try await replication(
                ofTwoConditions: """
                    table,title,measure,reason,condition
                    1,Times,times,,\(condition)

                    """
            )
        }
        #expect(try await text("b").contains("Table 1: the same value in 1 of 1 cell."))
        #expect(try await text("a").contains("Table 1: the same value in 0 of 1 cell."))
        await #expect(throws: DiagnosticError.self) { try await text("c") }
    }

    @Test(arguments: [("a", "0 of 1"), ("b", "1 of 1")])
    func aChoiceOutsideTheConditionsSelectsWhoCompleted(
        condition: String,
        completed: String
    ) async throws {
        let text = try await replication(
            ofTwoConditions: "table,title,measure,reason,condition\n1,Times,times,,b\n",
            facts: """
                section,fact,published,measure,reason,condition
                1,Completed,\(completed),completed before/used Yes,,\(condition)

                """
        )
        #expect(text.contains("Text: the same value in 1 of 1 statement."), "\(text)")
    }

    /// As in the report's own tables, a participant of a condition is one who reached it.
    @Test(arguments: [("a", 2), ("b", 1), ("", 2)])
    func participantsAreThoseWhoReachedTheCondition(condition: String, count: Int) async throws {
        let text = try await replication(
            ofTwoConditions: "table,title,measure,reason,condition\n1,Times,times,,b\n",
            facts: """
                section,fact,published,measure,reason,condition
                1,People,\(count),participants,,\(condition)

                """,
            isEndedBefore: true
        )
        #expect(text.contains("Text: the same value in 1 of 1 statement."), "\(text)")
    }

    /// P1 chose both options, P2 the second one.
    @Test(arguments: [("Yes", "1 of 2"), ("No", "2 of 2")])
    func anOptionAmongSeveralIsChosen(label: String, count: String) async throws {
        let paper = FileManager.default.temporaryDirectory.appending(path: "paper-\(UUID())")
        try FileManager.default.createDirectory(at: paper, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: paper) }
        let facts = "1,Chose,\(count),answers before/used \(label),"
        let files = [
            ("tables.csv", "table,title,measure,reason\n1,Answers,answers before,\n"),
            ("table-1.csv", "Participant,Used it?\nP2,No\n"),
            ("facts.csv", "section,fact,published,measure,reason\n\(facts)\n"),
        ]
        for (file, text) in files {
            try text.write(to: paper.appending(path: file), atomically: true, encoding: .utf8)
        }
        let published = try PublishedTables(folder: paper, name: "paper")
        var folder = smallStudy()
        if case .single(let options) = folder.study.questionnaires[0].items[0].kind {
            folder.study.questionnaires[0].items[0].kind = .multiple(options)
        }
        let study = folder
        let text = try await withStore { store in
            for (participant, chosen) in [("P1", ["yes", "no"]), ("P2", ["no"])] {
                let value = AnswerValue(raw: "", meaning: .options(chosen))
                let answer = Answered(questionnaire: "before", item: "used", value: value)
                try await Played(participant: participant, answers: [answer])
                    .record(in: store, study: study)
            }
            return try Replication(of: published, store: store, study: "small").text
        }
        #expect(text.contains("Text: the same value in 1 of 1 statement."), "\(text)")
    }

    @Test(arguments: [
        ("tables.csv", "times,", "tims,", "paper/tables.csv:4:42"),
        ("tables.csv", "answers background", "answers backgrund", "\"backgrund\""),
        ("tables.csv", "reason", "cause", "paper/tables.csv"),
        (
            "facts.csv", "completed,", "completd,",
            "\"completd\" is not a valid measure in facts.csv"
        ),
        ("facts.csv", "evaluation/quality Good", "evaluation/qualty Good", "evaluation/qualty"),
    ])
    func mistakesAreNamed(file: String, old: String, new: String, said: String) async throws {
        do {
            _ = try await replication(replace(file, old, new))
            Issue.record("nothing was said")
        } catch let error as DiagnosticError {
            #expect(render(error.diagnostics).contains(said), "\(render(error.diagnostics))")
        }
    }
}
