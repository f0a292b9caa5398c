import Foundation
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// Parallel tasks, and what is asked after tasks.
@Suite struct TaskSetsTests {
    /// The small study with a second set, and one question after each task.
    private var folder: StudyFolder {
        var folder = smallStudy()
        var other = folder.study.tasks[1]
        (other.id, other.title) = ("third", "The third")
        folder.study.tasks.append(other)
        folder.study.taskSets = [
            .init(id: "x", tasks: ["first"]), .init(id: "y", tasks: ["third"]),
        ]
        folder.study.questionnaires.append(
            Questionnaire(
                id: "seq",
                title: "Ease",
                items: [
                    .init(
                        id: "ease",
                        text: "How easy?",
                        kind: .scale(min: 1, max: 7, minLabel: "hard", maxLabel: "easy")
                    ),
                    .init(id: "why", text: "Why?", kind: .text),
                ]
            )
        )
        folder.study.afterTask = "seq"
        return folder
    }

    private func ease(_ value: Int, after task: String) -> Answered {
        Answered(
            questionnaire: "seq",
            item: "ease",
            condition: "only",
            task: task,
            value: AnswerValue(raw: "\(value)", meaning: .number(Double(value)))
        )
    }

    private func report(_ sessions: [Played]) async throws -> Report {
        try await withStore { store in
            for session in sessions { try await session.record(in: store, study: folder) }
            return try Report(store: store, study: "small")
        }
    }

    private var sessions: [Played] {
        [
            Played(
                participant: "P1",
                answers: [ease(2, after: "first"), ease(6, after: "second")],
                runs: [.init(task: "first", seconds: 20), .init(task: "second", seconds: 30)]
            ),
            Played(
                participant: "P2",
                answers: [ease(4, after: "third"), ease(7, after: "second")],
                runs: [.init(task: "third", seconds: 40), .init(task: "second", seconds: 30)]
            ),
        ]
    }

    @Test func theRulesOfParallelTasksAreListed() async throws {
        let text = try await report(sessions).text("report.md")
        #expect(text.contains("| Task 1: The first | it is done | 1:00 |"))
        #expect(text.contains("| Task 1: The third | it is done | 1:00 |"))
        #expect(text.contains("| Task 2: The second | it is done | 1:00 |"))
    }

    /// The first task is outside of the conditions, whose tasks have numbers of their own.
    @Test func theRulesHaveTheNumbersOfTheOtherTables() async throws {
        var folder = smallStudy()
        folder.study.phases = [.tasks(["first"]), .eachCondition([.tasks(["second"])])]
        let study = folder
        let text = try await withStore { store in
            let runs = [
                Played.Run(task: "first", seconds: 20, condition: ""),
                Played.Run(task: "second", seconds: 30),
            ]
            try await Played(participant: "P1", runs: runs).record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("| Task 1: The second | 0:30 |"))
        #expect(text.contains("| Task 1: The second | it is done | 1:00 |"))
    }

    @Test func tasksOfBothSetsStandAtOnePlace() async throws {
        let report = try await report(sessions)
        let tasks = try JSONReport(report).tasks
        #expect(tasks.map(\.id) == ["first", "second"])
        #expect(tasks[0].n == 2)
        #expect(tasks[0].mean_seconds == 30)
        let csv = report.text("tables/times.csv")
        #expect(csv.contains("P1,1,only,first,The first,x,20.0,success,"))
        #expect(csv.contains("P2,1,only,third,The third,y,40.0,success,"))
        let text = report.text("report.md")
        #expect(text.contains("| Task 1: The first or The third | 0:20 | 0:40 |"))
    }

    @Test func eachSetHasItsOwnNumbersBeside() async throws {
        let text = try await report(sessions).text("report.md")
        #expect(text.contains("Parallel tasks, listed separately"))
        #expect(text.contains("| Task 1 | x | The first | 1 of 1 | 20.0 | - |"))
        #expect(text.contains("| Task 1 | y | The third | 1 of 1 | 40.0 | - |"))
        let one = try await report([sessions[0]]).text("report.md")
        #expect(!one.contains("Parallel tasks, listed separately"))
    }

    /// The 31 times of the first task have a median of 10 s and a geometric mean of 92.8 s.
    @Test func setsAreComparedByOneKindOfAverage() async throws {
        let first = (0..<31).map { ("first", $0 < 16 ? 10.0 : 1000) }
        let all = first + Array(repeating: ("third", 50.0), count: 30)
        let sessions = all.enumerated().map { index, time in
            Played(participant: "P\(index)", runs: [.init(task: time.0, seconds: time.1)])
        }
        let text = try await report(sessions).text("report.md")
        #expect(text.contains("| Task 1 | x | The first | 31 of 31 | 92.8 |"))
        #expect(text.contains("| Task 1 | y | The third | 30 of 30 | 50.0 |"))
    }

    /// After task 1: 2 and 4, mean 3, t interval 3 ± 12.706, cut at 1 and 7. After task 2: 6 and 7.
    @Test func whatIsAskedAfterATaskStandsByTask() async throws {
        let report = try await report(sessions)
        let text = report.text("report.md")
        #expect(text.contains("## After each task"))
        #expect(
            text.contains(
                "| Task 1: The first or The third | 2 | 3.00 | 1.00 to 7.00 | 3.0 | 2.0 | 4.0 |"
            )
        )
        #expect(text.contains("| Task 2: The second | 2 | 6.50 | 1.00 to 7.00 | 6.5 | 6.0 | 7.0 |"))
        let csv = report.text("tables/seq.csv")
        #expect(
            csv == """
                participant,study_version,condition,task,ease,why
                P1,1,only,first,2,
                P2,1,only,third,4,
                P1,1,only,second,6,
                P2,1,only,second,7,

                """
        )
        #expect(report.text("report.json").contains("\"after_tasks\""))
    }
}
