import Foundation
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// Questions that ask for a number, such as the age.
@Suite struct NumberAnswersTests {
    private func report(
        _ answers: [(age: Double?, years: Double?)],
        spelled: @escaping @Sendable (Double) -> String = { "\($0)" }
    ) async throws -> Report {
        var folder = smallStudy()
        folder.study.questionnaires[0].items += [
            .init(id: "age", text: "Your age?", kind: .number(min: 18, max: 99, unit: "years")),
            .init(id: "years", text: "Experience?", kind: .number(min: nil, max: nil, unit: nil)),
        ]
        let study = folder
        return try await withStore { store in
            for (person, own) in answers.enumerated() {
                let given = [("age", own.age), ("years", own.years)].map { item, number in
                    Answered(
                        questionnaire: "before",
                        item: item,
                        value: AnswerValue(
                            raw: number.map(spelled) ?? "",
                            meaning: number.map { .number($0) } ?? .missing
                        )
                    )
                }
                let session = Played(
                    participant: "P\(person + 1)",
                    answers: given,
                    runs: [.init(task: "first", seconds: 20)]
                )
                try await session.record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
    }

    /// Mean, standard deviation (n − 1) and median computed by hand.
    @Test func numbersAreDescribed() async throws {
        let text = try await report([(21, 1.5), (24, 2), (39, nil), (28, 4)]).text("report.md")
        #expect(text.contains("Before: numbers"))
        #expect(
            text.contains(
                #/\| Your age\? \(years\) +\| +4 \| +28\.0 \| +7\.9 \| +26\.0 \| +21 \| +39 \|/#
            )
        )
        #expect(
            text.contains(
                #/\| Experience\? +\| +3 \| +2\.5 \| +1\.3 \| +2\.0 \| +1\.5 \| +4\.0 \|/#
            )
        )
    }

    /// The t interval of 0 and 90 would be from -526.8 to 616.8.
    @Test func anIntervalAfterTasksEndsWithTheRangeOfTheNumber() async throws {
        var folder = smallStudy()
        folder.study.questionnaires[1].items = [
            .init(id: "effort", text: "Effort?", kind: .number(min: 0, max: 100, unit: nil))
        ]
        folder.study.afterTask = "after"
        folder.study.phases = [.eachCondition([.tasks(["first"])])]
        let study = folder
        let text = try await withStore { store in
            for (person, number) in [0.0, 90].enumerated() {
                let answer = Answered(
                    questionnaire: "after",
                    item: "effort",
                    condition: "only",
                    task: "first",
                    value: AnswerValue(raw: "\(Int(number))", meaning: .number(number))
                )
                try await Played(
                    participant: "P\(person)",
                    answers: [answer],
                    runs: [.init(task: "first", seconds: 30)]
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }.text("report.md")
        #expect(text.contains("| Task 1: The first | 2 | 45.00 | 0.00 to 100.00 |"))
    }

    /// The table next to it has the number 1234.0.
    @Test func aNumberIsPrintedAsItWasRead() async throws {
        let spelled = { @Sendable (number: Double) in number == 1234 ? "1.234" : "21,0" }
        let text = try await report([(21, 1234)], spelled: spelled).text("report.md")
        #expect(text.contains(#/\| P1 .*\| +21 \| +1234 \|/#))
        #expect(!text.contains("1.234") && !text.contains("21,0"))
    }

    @Test func smallNumbersKeepTheirDecimals() async throws {
        let text = try await report([(21, 0.05), (24, 0.25)]).text("report.md")
        #expect(
            text.contains(
                #/\| Experience\? +\| +2 \| +0\.15 \| +0\.14 \| +0\.15 \| +0\.05 \| +0\.25 \|/#
            )
        )
    }

    @Test func oneAnswerNeedsNoDescription() async throws {
        let text = try await report([(21, nil), (nil, nil)]).text("report.md")
        #expect(!text.contains("Before: numbers"))
    }
}
