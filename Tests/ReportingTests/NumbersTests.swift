import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// What counts into a number, and what is said where there is none.
@Suite struct NumbersTests {
    @Test func oneParticipantHasAMeanAndNoInterval() async throws {
        let json = try JSONReport(
            await report(
                Played(participant: "P1", runs: [.init(task: "first", seconds: 31.4)])
            )
        )
        let task = json.tasks[0]
        #expect(task.n == 1)
        #expect(task.mean_seconds == 31.4)
        #expect(task.median_seconds == 31.4)
        #expect(task.sd_seconds == nil)
        #expect(task.sd_seconds_why == "there is only one value")
        #expect(task.geometric_mean_low_seconds_why == "there is only one value")
    }

    @Test func aTaskThatNobodyFinishedHasReasonsAndNoNumbers() async throws {
        let report = try await report(
            Played(
                participant: "P1",
                runs: [.init(task: "first", seconds: 40, ending: .gaveUp)]
            )
        )
        let task = try JSONReport(report).tasks[0]
        #expect(task.n == 0)
        #expect(task.attempts == 1)
        #expect(task.mean_seconds == nil)
        #expect(task.mean_seconds_why == "nobody succeeded")
        #expect(task.times.map(\.seconds) == [40])
        #expect(report.text("report.md").contains("| 0:40† | - | - |"))
    }

    @Test func onlySuccessesEnterTheMeanAndAttemptsTheDenominator() async throws {
        let endings: [(Ending, Double)] = [
            (.checkPassed, 10), (.checkPassed, 20), (.failureAccepted, 500), (.failureEnded, 500),
            (.timedOut, 500), (.skipped, 500), (.checkerFault, 500),
        ]
        let task = try await withStore { store in
            for (index, (ending, seconds)) in endings.enumerated() {
                try await Played(
                    participant: "P\(index)",
                    runs: [.init(task: "first", seconds: seconds, ending: ending)]
                ).record(in: store)
            }
            return try JSONReport(Report(store: store, study: "small")).tasks[0]
        }
        #expect(task.mean_seconds == 15)
        #expect(task.n == 2)
        #expect(task.completed == 2)
        #expect(task.attempts == 5)
    }

    @Test func assistedSuccessIsMarkedAndUndoneAssistsAreNot() async throws {
        let report = try await report(
            Played(
                participant: "P1",
                runs: [.init(task: "first", seconds: 20, marks: [(.assist, "look there")])]
            ),
            Played(
                participant: "P2",
                runs: [
                    .init(task: "first", seconds: 40, marks: [(.assist, "slip")], undoes: [1])
                ]
            )
        )
        let task = try JSONReport(report).tasks[0]
        #expect(task.times.map(\.outcome) == ["assisted-success", "success"])
        #expect(task.times.map(\.assisted) == [true, false])
        #expect(task.mean_seconds == 30)
        let text = report.text("report.md")
        #expect(text.contains("| P1 | The first | 0:01 | assist | look there |"))
        #expect(!text.contains("slip"))
        #expect(
            text.contains(
                "| Task | Assists | Mistakes | Tool failures | Notes | Problems | Questions | Undone |"
            )
        )
        #expect(text.contains("| Task 1: The first | 1 | 0 | 0 | 0 | 0 | 0 | 1 |"))
        #expect(
            report.text("tables/marks.csv").contains("P2,only,first,1,1,assist,,,,1.0,yes,,")
        )
    }

    @Test func practiceIsNotAnalysed() async throws {
        let report = try await report(
            Played(
                participant: "P1",
                runs: [
                    .init(task: "warm-up", seconds: 5, practice: true),
                    .init(task: "first", seconds: 20),
                ]
            )
        )
        #expect(try JSONReport(report).tasks.map(\.id) == ["first", "second"])
        #expect(!report.text("report.md").contains("warm-up"))
    }

    @Test func equalTimesHaveAPointAndNoInterval() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 20)]),
            Played(participant: "P2", runs: [.init(task: "first", seconds: 20)])
        )
        let task = try JSONReport(report).tasks[0]
        #expect(task.sd_seconds == 0)
        #expect(task.geometric_mean_seconds == 20)
        #expect(task.geometric_mean_low_seconds_why == "all values are equal")
        let csv = report.text("tables/descriptions.csv")
        #expect(csv.contains(",first,mean,20.0,,,all values are equal\n"))
        // Dots of equal times are moved apart, so that both are seen.
        let dots = report.text("report.html").split(separator: "\n")
            .filter { $0.hasPrefix("<circle") }
        #expect(dots.count == 2)
        #expect(Set(dots.compactMap { $0.split(separator: "cy=").last?.prefix(6) }).count == 2)
    }

    @Test func everyTimeNamesItsEvent() async throws {
        try await withStore { store in
            try await Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
                .record(in: store)
            let event = try JSONReport(Report(store: store, study: "small"))
                .tasks[0].times[0].event
            let session = try #require(try store.sessions().first)
            let ended = try store.events(session: session.id).first {
                $0.event.kind == .taskEnded
            }
            #expect(event == ended?.id)
        }
    }

    @Test func failedChecksAreListedWithTheirReasons() async throws {
        let text = try await report(
            Played(
                participant: "P1",
                runs: [
                    .init(
                        task: "first",
                        seconds: 20,
                        ending: .failureEnded,
                        failedChecks: ["the list is empty"]
                    )
                ]
            )
        ).text("report.md")
        #expect(
            text.contains("| P1 | The first | 1 | 0:20 | failed | the list is empty | 2.0 |")
        )
    }

    @Test func missingAnswersAreDashesAndRequiredOnesAreListed() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
        )
        let text = report.text("report.md")
        #expect(text.contains("| P1 | - | - |"))
        #expect(text.contains("- P1: “Used it?”"))
        #expect(
            report.text("tables/after.csv") == """
                participant,study_version,condition,words,ease
                P1,1,only,,

                """
        )
    }

    /// An imported label, an imported answer to a reversed scale, and a decimal comma.
    @Test(arguments: [
        ("Agree", 3.0, "3"), ("1", 3.0, "3"), ("-1,5", -1.5, "-1.5"), ("2", 2.0, "2"),
    ])
    func aNumberInTheTablesIsTheOneInTheResults(
        raw: String,
        number: Double,
        cell: String
    ) async throws {
        let answer = Answered(
            questionnaire: "after",
            item: "ease",
            condition: "only",
            value: AnswerValue(raw: raw, meaning: .number(number))
        )
        let report = try await report(Played(participant: "P1", answers: [answer]))
        #expect(report.text("tables/after.csv").hasSuffix("P1,1,only,,\(cell)\n"))
        let json = report.text("report.json")
        #expect(json.contains("\"value\": \"\(cell)\""))
        #expect(json.contains("\"raw\": \"\(raw)\""))
    }
}
