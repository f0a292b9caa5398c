import Foundation
import Instruments
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// A published instrument in a study, from answers to grades.
@Suite struct SatisfactionTests {
    /// The small study with the System Usability Scale after the tasks.
    private func study(conditions: [String] = ["only"]) throws -> StudyFolder {
        var folder = smallStudy(conditions: conditions)
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "After",
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument("sus")),
            instrument: InstrumentUse(id: "sus")
        )
        return folder
    }

    /// In b, only the four items of perspicuity were asked, which is not the main score in a.
    @Test func conditionsSideBySideHaveTheSameScore() async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "After",
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument("ueq")),
            instrument: InstrumentUse(id: "ueq")
        )
        let text = try await withStore { store in
            for person in 1...2 {
                let answers = (1...26).flatMap { item in
                    ([2, 4, 13, 21].contains(item) ? ["a", "b"] : ["a"]).map { condition in
                        Answered(
                            questionnaire: "after",
                            item: "ueq-\(item)",
                            condition: condition,
                            value: AnswerValue(raw: "5", meaning: .number(5))
                        )
                    }
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: ["a", "b"],
                    answers: answers,
                    runs: ["a", "b"].map {
                        Played.Run(task: "first", seconds: Double(10 * person), condition: $0)
                    }
                ).record(in: store, study: folder)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        let table = try #require(
            text.components(separatedBy: "Conditions side by side").dropFirst().first
        )
        #expect(table.contains("| Attractiveness, mean |"))
        let row = table.split(separator: "\n").first { $0.hasPrefix("| Condition b |") }
        #expect(row?.hasSuffix("| - | - |") == true, "\(row ?? "")")
    }

    private func report(_ answers: [[Int?]]) async throws -> Report {
        let folder = try study()
        return try await withStore { store in
            for (index, row) in answers.enumerated() {
                let given = row.enumerated().compactMap { item, answer in
                    answer.map {
                        Answered(
                            questionnaire: "after",
                            item: "sus-\(item + 1)",
                            condition: "only",
                            value: AnswerValue(raw: "\($0)", meaning: .number(Double($0)))
                        )
                    }
                }
                try await Played(
                    participant: "P\(index + 1)",
                    answers: given,
                    runs: [.init(task: "first", seconds: 20)]
                ).record(in: store, study: folder)
            }
            return try Report(store: store, study: "small")
        }
    }

    /// Brooke's rule by hand. 4 2 4 2 4 2 4 2 4 2: ten times 3 steps, 30 × 2.5 = 75.
    /// 5 1 5 1 5 1 5 1 5 1: 100. 3 3 3 …: 50. Their mean is 75, SD 25; t(0.975, 2) = 4.302653 gives
    /// 75 ± 62.1, cut at 100: 12.9 to 100.
    private let three: [[Int?]] = [
        [4, 2, 4, 2, 4, 2, 4, 2, 4, 2], [5, 1, 5, 1, 5, 1, 5, 1, 5, 1],
        [3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
    ]

    @Test func scoresAreBrookesAndTheIntervalIsCutAtTheScale() async throws {
        let report = try await report(three)
        let text = report.text("report.md")
        #expect(text.contains("| SUS score | 3 | 75.0 | 12.9 to 100.0 | 25.0 | 50.0 | 100.0 |"))
        #expect(text.contains("| P1 | 75.0 |"))
        #expect(text.contains("| P2 | 100.0 |"))
        #expect(text.contains("| P3 | 50.0 |"))
        #expect(report.text("tables/scores.csv").contains("P1,1,only,after,sus,score,75.0,\n"))
    }

    /// Nine answers of three steps: 30 of 40 steps, as with ten.
    @Test func aScoreOfFewerAnswersIsNamed() async throws {
        var answers = three
        answers[0][8] = nil
        let text = try await report(answers).text("report.md")
        #expect(text.contains("| P1 | 75.0 |"))
        let note = "Computed from the answers given, because others are missing: P1, SUS score "
        #expect(text.contains("\(note)(9 of 10 answers)"))
        #expect(!(try await report(three).text("report.md")).contains("from the answers given"))
    }

    /// One line, not one for each of the ten questions.
    @Test func aQuestionnaireWithoutAnswersIsOneIrregularity() async throws {
        let none = [Int?](repeating: nil, count: 10)
        let text = try await report([three[0], none]).text("report.md")
        #expect(text.contains("- P2: all 10 required questions of “After”\n"))
        #expect(!text.contains("- P2: “I "))
    }

    /// 75 lies between 74.1 (B) and 77.2 (B+); 12.9 is an F, 100 an A+.
    @Test func theGradeIsARangeWithItsSource() async throws {
        let text = try await report(three).text("report.md")
        #expect(text.contains("| B | F to A+ |"))
        #expect(text.contains("curved grading scale"))
        #expect(text.contains("The mean of other products is 68.0 (MeasuringU)"))
    }

    /// 90 is better than 99.8 % of the table's products, and no mean is better than all of them.
    @Test func aHighMeanIsNotBetterThanAllProducts() async throws {
        let high: [Int?] = [4, 1, 5, 1, 5, 1, 5, 1, 4, 3]
        let text = try await report([high, high]).text("report.md")
        #expect(text.contains("A mean of 90.0 is better than the means of more than 99 % of"))
    }

    /// 10 is better than 0.4 % of the table's products, and 0 is better than none.
    @Test(arguments: [(1, "10.0", "less than 1"), (5, "0.0", "0")])
    func aLowMeanIsBetterThanSomeProducts(last: Int, mean: String, share: String) async throws {
        let low: [Int?] = [1, 5, 1, 5, 1, 5, 1, 5, 1, last]
        let text = try await report([low, low]).text("report.md")
        #expect(text.contains("A mean of \(mean) is better than the means of \(share) % of"))
    }

    @Test func oneAnswerForEverythingIsNamedAndKept() async throws {
        let report = try await report(three)
        #expect(
            report.text("report.md").contains("P3, straight lining: all 10 answers are the same")
        )
        #expect(report.text("report.json").contains("\"kind\": \"straight-lining\""))
        #expect(report.text("report.json").contains("\"n\": 3"))
    }

    /// Learnability is the mean of items 4 and 10, and usability that of the others.
    @Test func reliabilityNamesTheItemsOfTheInstrument() async throws {
        let answers = (0..<10).map { person in
            (0..<10).map { item -> Int? in 1 + (person * person + person * item + item) % 5 }
        }
        let csv = try await report(answers).text("tables/reliability.csv")
        let items = csv.split(separator: "\n").filter { $0.contains("correlation with the others") }
            .map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                let item = cells[4].drop { $0 == "\"" }
                return "\(cells[3]) \(item)"
            }
        #expect(
            items.filter { $0.hasPrefix("learnability") } == [
                "learnability item 4", "learnability item 10",
            ]
        )
        #expect(
            items.filter { $0.hasPrefix("usability") }
                == [1, 2, 3, 5, 6, 7, 8, 9].map { "usability item \($0)" }
        )
    }

    /// Item 1 is not of the learnability score. Two of eleven participants did not answer it.
    @Test func reliabilityStatesItsNumberOfParticipantsOrTheReason() async throws {
        let answers = (0..<11).map { person in
            (0..<10).map { item -> Int? in
                item == 0 && person < 2 ? nil : 1 + (person * person + person * item + item) % 5
            }
        }
        let report = try await report(answers)
        let line = try #require(
            report.text("report.md").split(separator: "\n").first { $0.contains("Cronbach's α") }
        )
        #expect(line.contains(", n = 11"))
        let reason = "fewer than 10 participants answered every item"
        #expect(line.contains("SUS score not computable, because \(reason)"))
        let csv = report.text("tables/reliability.csv")
        #expect(csv.contains("learnability,participants who answered every item,11.0,"))
        #expect(!(try await self.report(three).text("report.md")).contains("Cronbach's α"))
    }

    @Test func oneParticipantHasAScoreAndNoInterval() async throws {
        let text = try await report([three[0]]).text("report.md")
        #expect(text.contains("| SUS score | 1 | 75.0 | - | - | 75.0 | 75.0 | B | - |"))
        #expect(text.contains("SUS score: no interval, because there is only one value."))
    }

    /// One missing answer is the mean of the nine others; of two there is no published rule.
    @Test func missingAnswersFollowTheInstrumentsRule() async throws {
        var (one, two) = (three[0], three[0])
        one[0] = nil
        two[0] = nil
        two[5] = nil
        let text = try await report([one, two, [Int?](repeating: nil, count: 10)])
            .text("report.md")
        #expect(text.contains("| P1 | 75.0 |"))
        #expect(text.contains("| P2 | - |"))
        #expect(text.contains("P2, SUS score: not computable, because "))
        #expect(text.contains("Without any answer: P3."))
    }

    private func netPromoterReport(_ answers: [Int]) async throws -> String {
        var folder = smallStudy(conditions: ["only"])
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "After",
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument("nps")),
            instrument: InstrumentUse(id: "nps")
        )
        let study = folder
        return try await withStore { store in
            for (index, number) in answers.enumerated() {
                let answer = Answered(
                    questionnaire: "after",
                    item: "nps-1",
                    condition: "only",
                    value: AnswerValue(raw: "\(number)", meaning: .number(Double(number)))
                )
                try await Played(
                    participant: "P\(index + 1)",
                    answers: [answer],
                    runs: [.init(task: "first", seconds: 20)]
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
    }

    /// Without tasks, the summary would otherwise have no result.
    @Test func theSummaryOfAStudyWithoutTasksHasItsScores() async throws {
        var folder = smallStudy(conditions: ["only"])
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "After",
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument("nps")),
            instrument: InstrumentUse(id: "nps")
        )
        folder.study.phases = [.eachCondition([.questionnaire("after")])]
        let study = folder
        let text = try await withStore { store in
            for (index, number) in [3, 8].enumerated() {
                let answer = Answered(
                    questionnaire: "after",
                    item: "nps-1",
                    condition: "only",
                    value: AnswerValue(raw: "\(number)", meaning: .number(Double(number)))
                )
                try await Played(participant: "P\(index)", answers: [answer])
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        let figure = "| Net Promoter Score, Likelihood to recommend, mean | **5.5** |"
        #expect(text.contains(figure), "\(text)")
    }

    /// Three detractors: −50 ± 56.6 points by the adjusted Wald formula.
    @Test func theIntervalOfTheNetPromoterScoreIsCutAtTheScale() async throws {
        let words = "3 detractors of 3; 95 % adjusted Wald interval -100 to 7."
        #expect(try await netPromoterReport([3, 3, 3]).contains(words))
    }

    @Test func onePromoterIsInTheSingular() async throws {
        let words = "Net promoter score 0: 1 promoter, 1 passive, 1 detractor of 3"
        #expect(try await netPromoterReport([9, 8, 3]).contains(words))
    }

    @Test func aStudyWithoutAnInstrumentHasNoSuchSection() async throws {
        let report = try await ReportingTests.report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
        )
        #expect(!report.text("report.md").contains("Satisfaction"))
        #expect(!report.text("report.json").contains("\"satisfaction\""))
        #expect(report.text("tables/scores.csv").isEmpty)
    }

    @Test(arguments: [nil, "b"])
    func conditionsSideBySideHaveTheScoresThatWereAnswered(_ answered: String?) async throws {
        let conditions = ["a", "b"]
        let folder = try study(conditions: conditions)
        let text = try await withStore { store in
            for (index, row) in three.enumerated() {
                let given = row.enumerated().compactMap { item, answer -> Answered? in
                    guard let answered, let answer else { return nil }
                    return Answered(
                        questionnaire: "after",
                        item: "sus-\(item + 1)",
                        condition: answered,
                        value: AnswerValue(raw: "\(answer)", meaning: .number(Double(answer)))
                    )
                }
                try await Played(
                    participant: "P\(index + 1)",
                    conditions: conditions,
                    answers: given,
                    runs: conditions.map { .init(task: "first", seconds: 20, condition: $0) }
                ).record(in: store, study: folder)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        let heading = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("| Condition | Participants |") }
        )
        #expect(!heading.contains("| , mean |"))
        #expect(heading.contains("| SUS score, mean |") == (answered != nil))
        #expect(text.contains(": nobody answered (Condition a)."))
    }

    /// P1 and P2 answered SUS in a, and only P1 in b.
    @Test func conditionsSideBySideStateHowManyHaveAScore() async throws {
        let conditions = ["a", "b"]
        let folder = try study(conditions: conditions)
        let text = try await withStore { store in
            for person in 1...2 {
                let answered = conditions.prefix(3 - person)
                let given = answered.flatMap { condition in
                    (1...10).map { item in
                        Answered(
                            questionnaire: "after",
                            item: "sus-\(item)",
                            condition: condition,
                            value: AnswerValue(raw: "3", meaning: .number(3))
                        )
                    }
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: conditions,
                    answers: given,
                    runs: conditions.map { .init(task: "first", seconds: 20, condition: $0) }
                ).record(in: store, study: folder)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Condition ") }
        #expect(rows.first { $0.hasPrefix("| Condition a | 2 |") }?.contains("| 50.0 |") == true)
        #expect(rows.first { $0.hasPrefix("| Condition b | 2 |") }?.contains("(n = 1)") == true)
        #expect(text.contains("n is given where it differs from the number of participants."))
    }

    @Test func anInstrumentThatThisVersionLacksIsSaidToBeUnscored() async throws {
        var folder = try study()
        folder.study.questionnaires[1].instrument = InstrumentUse(id: "later")
        let text = try await withStore { store in
            try await Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
                .record(in: store, study: folder)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("After: not scored, because this version of evalrun has no "))
    }
}
