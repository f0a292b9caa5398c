import Exchange
import Foundation
import Instruments
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// The first screen of a report that compares conditions.
@Suite struct VerdictTests {
    /// A report on times in seconds; `rows` are lines of participant, condition and time, where an
    /// empty time is a failure unless the line ends with an outcome.
    private func report(
        _ rows: [String],
        conditions: [String],
        analysis: RegisteredAnalysis? = nil
    ) async throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verdict-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> Importer.File {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return Importer.File(url: url, name: name)
        }
        let table =
            ["id,c,s,end"]
            + rows.map { row in
                row.count { $0 == "," } == 3
                    ? row : row + (row.hasSuffix(",") ? ",gave-up" : ",success")
            }
        let data = try file("d.csv", table.joined(separator: "\n") + "\n")
        let mapping = try file(
            "m.yaml",
            """
            format: 1
            participant: id
            condition: {column: c, values: {\(conditions.map { "\($0): \($0)" }.joined(separator: ", "))}}
            outcome: {column: end, values: {}}
            times: [{column: s, task: first, unit: s}]
            """
        )
        var study = smallStudy(conditions: conditions)
        study.study.analysis = analysis
        return try await withStore { store in
            _ = try await MappedImport(study: study).importFile(data, mapping: mapping, into: store)
            return try Report(store: store, study: "small")
        }
    }

    /// The lines of the terminal's text from the first outcome to the first table.
    private func summary(_ report: Report) -> [String] {
        report.terminalText.split(separator: "\n").map(String.init)
            .drop { !$0.hasPrefix("Time on task") }
            .prefix { !$0.hasPrefix("Table 1") }
    }

    /// The first outcome and its result, as one line.
    private func title(_ lines: [String]) -> String {
        let rest = lines.dropFirst().prefix { !$0.contains(#/^  [A-Z][a-z ]+: /#) }
        return (lines.prefix(1) + rest).joined(separator: "\n").replacing("\n  ", with: " ")
    }

    /// What follows the first outcome, as one line.
    private func sentence(_ lines: [String]) -> String {
        let own = lines.dropFirst().prefix { $0.hasPrefix("  ") }
        return own.joined(separator: "\n").replacing("\n  ", with: " ")
    }

    /// A geometric mean is not next to a median. Of 16 times of 10 s and 15 of 1,000 s, the median
    /// is 10 s and the geometric mean 93 s.
    @Test(arguments: [(30, "1:33"), (31, "0:10")])
    func timesSideBySideAreOneKindOfAverage(count: Int, time: String) async throws {
        let new = (0..<count).map { "n\($0),new,\(20 + $0)" }
        let old = (0..<31).map { "o\($0),old,\($0 < 16 ? 10 : 1000)" }
        let text = try await report(new + old, conditions: ["new", "old"]).text("report.md")
        let row = text.split(separator: "\n").first {
            $0.hasPrefix("| Condition old | 31 | 31 of 31 |")
        }
        #expect(row?.contains("| \(time) |") == true, "\(text)")
        #expect(text.contains("g is computed with the pooled standard deviation."))
    }

    /// A geometric mean of the 31 times is not computable, because one of them is zero.
    @Test func aTimeOfZeroLeavesAMedianInEveryCondition() async throws {
        let new = (0..<30).map { "n\($0),new,\(20 + $0)" }
        let old = (0..<31).map { "o\($0),old,\($0)" }
        let text = try await report(new + old, conditions: ["new", "old"]).text("report.md")
        for (name, time) in [("new | 30", "0:35"), ("old | 31", "0:15")] {
            let row = text.split(separator: "\n").first { $0.hasPrefix("| Condition \(name) |") }
            #expect(row?.contains("| \(time) |") == true, "\(text)")
        }
        #expect(text.contains("in every condition or if more than 30 times include a zero, the"))
    }

    @Test func onePercentagePointIsInTheSingular() async throws {
        let rows = (0..<100).flatMap { number in
            let (new, old) = (number < 1 ? "" : "20", number < 2 ? "" : "20")
            return ["n\(number),new,\(new)", "o\(number),old,\(old)"]
        }
        let text = try await report(rows, conditions: ["new", "old"]).text("report.md")
        #expect(text.contains("Condition new 1 percentage point above Condition old"))
    }

    @Test func twoGroupsThatDifferNameTheQuicker() async throws {
        let times = [
            (30, 61), (33, 66), (36, 72), (40, 81), (28, 58), (35, 69), (31, 64), (38, 75),
        ]
        let rows = times.enumerated().flatMap { ["n\($0),new,\($1.0)", "o\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(
            lines.first
                == "Time on task: Condition new quicker: 50 % less time than Condition old"
        )
        #expect(
            sentence(lines) == """
                  How much: 50 % less time (95 % interval 44 % to 56 % less) How sure: a clear \
                difference; p = 0.0002 (Mann–Whitney test) Who: 16 participants: 8 with Condition new, 8 with Condition old
                """
        )
        #expect(lines.contains("Completion of the task: No clear difference in completion"))
        let words = lines.joined(separator: "\n").replacing("\n  ", with: " ")
        #expect(words.contains("Condition new 8 of 8, Condition old 8 of 8: equal (95 % interval"))
    }

    @Test func withoutADifferenceEveryPairHasItsLine() async throws {
        var rows: [String] = []
        for person in 0..<8 {
            rows.append("p\(person),a,\(40 + person)")
            rows.append("p\(person),b,\(41 + person * 5 % 9)")
            rows.append("p\(person),c,\(42 + person * 3 % 7)")
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: No clear difference in time")
        let words = sentence(lines)
        #expect(
            words.hasPrefix(
                """
                  How sure: not sure; no two conditions clearly differ Not clear: Condition a took 3 % less time \
                than Condition b (95 % interval from 8 % less to 1 % more), adjusted p = 0.469 Not clear: Condition a took 3 % less time than Condition c (
                """
            )
        )
        #expect(words.contains(" Not clear: Condition c took 1 % less time than Condition b ("))
        #expect(
            words.hasSuffix(
                """
                Who: 8 participants, each with all three conditions Method: p: Wilcoxon signed-rank test, adjusted for 3 pairs (Holm); intervals: \
                not adjusted
                """
            )
        )
    }

    @Test func ofAFewWhoCannotShowADifferenceNoneIsDenied() async throws {
        let rows = ["x", "y", "z"].flatMap { ["\($0),new,30", "\($0),old,60"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.contains("Completion of the task: Too few people to tell"))
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "  How sure: not sure; with so few people, p cannot be below 0.05, whatever"
                )
            }
        )
    }

    /// Also where none is shown, a difference is the larger value minus the smaller one.
    @Test func aDifferenceHasNoSignThatDependsOnTheOrderOfConditions() async throws {
        let rows = (0..<8).flatMap { person in
            [
                "p\(person),old,\(person < 5 ? "40" : "")",
                "p\(person),new,\(person < 7 ? "38" : "")",
            ]
        }
        let words = try await summary(report(rows, conditions: ["old", "new"]))
            .joined(separator: "\n").replacing("\n  ", with: " ")
        #expect(words.contains("new 7 of 8, Condition old 5 of 8: Condition new 25 percentage p"))
        #expect(words.contains(" points below to "))
    }

    /// Times of those who succeeded differ, and more failures of the quicker ones speak against it.
    @Test func aPairSaysWhyItIsNotClear() async throws {
        let rows = (0..<10).flatMap { person in
            [
                "p\(person),a,\(person % 2 == 0 ? "\(30 + person)" : "")",
                "p\(person),b,\(60 + person * 3 % 7)", "p\(person),c,\(62 + person * 5 % 9)",
            ]
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        let result = "Time on task: No clear difference in time once failures are counted"
        #expect(title(lines) == result)
        #expect(
            sentence(lines).contains(
                """
                How much: in completed tasks, Condition a took 47 % less time than Condition b (5 people); \
                Condition a took 47 % less time than Condition c (5 people); Condition b took 4 % less time \
                than Condition c (10 people) 95 % intervals, in the same order: 40 % to 52 % less; 42 % to 51 % less; from 9 % \
                less to 1 % more Who:
                """
            )
        )
        #expect(
            sentence(lines).contains(
                """
                How sure: not sure; with failures ranked slowest, no two conditions clearly differ; the \
                smallest adjusted p is 0.451 How much:
                """
            )
        )
        #expect(
            sentence(lines).hasSuffix(
                """
                Who: 10 participants, each with all three conditions Method: p: Wilcoxon signed-rank test, failures ranked slowest, adjusted for 3 pairs (Holm); \
                intervals: not adjusted, from people who completed the task in both conditions of the pair
                """
            )
        )
    }

    @Test func severalPairsThatDifferSayOfWhom() async throws {
        let rows = (0..<10).flatMap { person in
            [("a", 30), ("b", 60), ("c", 90)].map { name, seconds in
                "p\(person),\(name),\(seconds + (person * 7 + seconds) % 9)"
            }
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(
            title(lines) == """
                Time on task: Condition a quickest: 47.3 % less time than Condition b, 63.9 % less time \
                than Condition c
                """
        )
        #expect(
            sentence(lines).hasSuffix(
                """
                Who: 10 participants, each with all three conditions Method: p: Wilcoxon signed-rank \
                test, adjusted for 3 pairs (Holm); intervals: not adjusted
                """
            )
        )
    }

    /// Most of one group failed: the test counts that, and the interval of the few times is wide.
    @Test func aSizeThatIsLessSureThanTheTestSaysSo() async throws {
        let rows = (0..<12).flatMap { person in
            [
                "n\(person),new,\(30 + person * 5 % 37)",
                "o\(person),old,\(person < 8 ? "" : "\(40 + person * 7 % 41)")",
            ]
        }
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(
            words.contains(
                """
                failures ranked slowest); the percentage above leaves out the 8 who did not complete \
                the task Who:
                """
            )
        )
        #expect(
            words.contains(
                "less) How sure: clear that Condition new is quicker; p "
            )
        )
    }

    /// The few of one group who completed the task were quicker, and most of it failed.
    @Test func aTestThatPointsTheOtherWayIsNoClearDifference() async throws {
        let rows = (0..<20).flatMap { person in
            [
                "n\(person),new,\(person < 5 ? "\(30 + person)" : "")",
                "o\(person),old,\(60 + person * 7 % 13)",
            ]
        }
        let files = try await report(rows, conditions: ["new", "old"])
        let lines = summary(files)
        #expect(lines.first == "Time on task: Not clear")
        #expect(
            sentence(lines).contains(
                """
                How sure: not clear, because Condition new is quicker in completed tasks, but \
                Condition old is ahead with failures ranked slowest; p = 0.0048
                """
            )
        )
        let text = files.text("report.md").replacing("\n", with: " ")
        #expect(!text.contains("failures last, agrees"))
        #expect(
            text.contains(
                "The ratio and the rank test disagree; do not quote either alone"
            )
        )
    }

    @Test func aDifferenceWithoutASizeIsNotDenied() async throws {
        let rows = (0..<10).flatMap { person in
            ["a\(person),a,\(30 + person)", "b\(person),b,", "c\(person),c,"]
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: Not clear")
        let words = sentence(lines)
        #expect(
            words.hasPrefix(
                "  How sure: not clear; p is below 0.05 in 2 of 3 pairs, but the sizes of these differences are not clear"
            )
        )
        #expect(words.contains("Not clear: Condition a and Condition b, adjusted p < 0.0001; size"))
    }

    @Test func aThirdConditionInWhichEverybodyFailsIsNotLikeTheOthers() async throws {
        let rows = (0..<10).flatMap { person in
            ["a\(person),a,\(30 + person)", "b\(person),b,\(60 + person * 2)", "c\(person),c,"]
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        let name = title(lines)
        #expect(name.hasPrefix("Time on task: Condition a quicker than Condition b ("))
        #expect(!name.contains("not clearly different"))
        let words = sentence(lines)
        let sure = "How sure: clear in one pair: Condition a is ahead of Condition b Clear:"
        #expect(words.contains(sure))
    }

    /// Ease is one or two points higher in c than in a; b is now above both and now below.
    @Test func theLargerScoreIsNotCalledAhead() async throws {
        var study = smallStudy(conditions: ["a", "b", "c"])
        study.study.questionnaires[1].items[1].kind = .scale(
            min: 1,
            max: 7,
            minLabel: nil,
            maxLabel: nil
        )
        let report = try await withStore { store in
            for person in 0..<10 {
                let (least, isEven) = (2 + person % 3, person % 2 == 0)
                let values = [
                    ("a", least), ("b", least + (isEven ? 2 : -1)), ("c", least + (isEven ? 1 : 2)),
                ]
                let answers = values.map { condition, value in
                    Answered(
                        questionnaire: "after",
                        item: "ease",
                        condition: condition,
                        value: AnswerValue(raw: "\(value)", meaning: .number(Double(value)))
                    )
                }
                try await Played(
                    participant: "P\(person)",
                    source: .import,
                    conditions: ["a", "b", "c"],
                    answers: answers
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let text = report.terminalText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("clear in only one pair: Condition c is above Condition a"))
    }

    /// Eight participants, with less effort in `a` than in `b` and about as much as in `c`.
    @Test(arguments: [["a", "b"], ["b", "a"], ["a", "c"], ["a", "b", "c"]])
    func aScoreOfWhichLessIsBetterSaysSo(conditions: [String]) async throws {
        let items = InstrumentUse.items(of: try InstrumentLibrary.instrument("smeq"))
        var study = smallStudy(conditions: conditions)
        study.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "Effort",
            items: items,
            instrument: InstrumentUse(id: "smeq")
        )
        let report = try await withStore { store in
            for person in 0..<8 {
                let least = 20 + 3 * person
                let efforts = [
                    "a": least, "b": least + 40 + person, "c": least + (person % 2 == 0 ? 1 : -2),
                ]
                let answers = conditions.map { condition in
                    let effort = efforts[condition] ?? 0
                    return Answered(
                        questionnaire: "after",
                        item: items[0].id,
                        condition: condition,
                        value: AnswerValue(raw: "\(effort)", meaning: .number(Double(effort)))
                    )
                }
                try await Played(
                    participant: "P\(person)",
                    source: .import,
                    conditions: conditions,
                    answers: answers
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let text = report.terminalText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Scale: lower is better"), "\(text)")
        #expect(report.text("report.md").contains("Lower is better: Mental effort."))
        #expect(!text.contains("Higher"))
        if conditions.count == 2, conditions.contains("b") {
            let headline = "Better Mental effort with Condition a: 43.5 points below Condition b"
            #expect(text.contains(headline), "\(text)")
        } else if conditions == ["a", "c"] {
            let low = "Condition c 0.5 points below Condition a (95 % interval from "
            #expect(text.contains(low), "\(text)")
            #expect(text.contains(/points below to [0-9.]+ points above\)/), "\(text)")
        }
    }

    /// Three who succeeded and four who failed: the smallest p of such groups is 1/35.
    @Test func groupsInWhichAllFailedAreNotTooFew() async throws {
        let rows = ["n1,new,30", "n2,new,31", "n3,new,32"] + (1...4).map { "o\($0),old," }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Not clear")
        #expect(
            sentence(lines).contains("size of the difference is not computable; p = 0.029 (Mann")
        )
    }

    /// Six people worked in both conditions: pairs exist, but no times.
    @Test func pairsInWhichAllFailedHaveTheirReason() async throws {
        let rows = (1...6).flatMap { ["p\($0),new,", "p\($0),old,"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Not computable")
        let why = "Why: fewer than two participants succeeded in both conditions Who: 6"
        #expect(sentence(lines).contains(why))
        let groups = ["n1,new,30", "n2,new,31", "n3,new,32", "o1,old,", "o2,old,", "o3,old,"]
        let other = sentence(try await summary(report(groups, conditions: ["new", "old"])))
        #expect(other.contains("because in a group, fewer than two participants succeeded How"))
    }

    /// N − 1 χ² is not computable if all succeeded; one person in each group is still too few.
    @Test func groupsOfOneWhoAllSucceededAreTooFew() async throws {
        let rows = ["x,a,30", "y,b,40", "z,c,50"]
        let report = try await report(rows, conditions: ["a", "b", "c"])
        let text = report.text("report.md")
        #expect(text.contains("| Completion of the task | **Too few people to tell** |"))
        #expect(!text.contains("no pair could be tested"))
    }

    @Test func aCompletionTestThatIsMissingHasItsReason() async throws {
        let rows = (0..<5).flatMap { ["n\($0),new,\(30 + $0)", "o\($0),old,\(40 + $0)"] }
        let text = try await report(rows, conditions: ["new", "old"]).text("report.md")
        #expect(text.contains("Task 1: The first: no p, because all outcomes are the same."))
    }

    /// The ranking has the other condition ahead, and Holm lifts its p over 5 %.
    @Test func ofThreeConditionsARankingThatPointsTheOtherWayIsSaid() async throws {
        let rows = (0..<20).flatMap { person in
            [
                "n\(person),new,\(person < 6 ? "\(30 + person)" : "")",
                "b\(person),b,\(60 + person * 7 % 13)", "c\(person),c,\(61 + person * 5 % 12)",
            ]
        }
        let lines = try await summary(report(rows, conditions: ["new", "b", "c"]))
        #expect(title(lines).hasSuffix("The conditions differ in time, but it is not clear which"))
        let words = sentence(lines)
        #expect(words.contains("How sure: clear that the conditions differ (Kruskal and Wallis'"))
        #expect(words.contains("), but no two conditions clearly differ "))
        #expect(words.contains("but Condition b is ahead with failures ranked slowest"))
    }

    @Test func ofFiveConditionsEachIsComparedWithTheFirst() async throws {
        let names = ["a", "b", "c", "d", "e"]
        let rows = (0..<8).flatMap { person in
            names.enumerated().map { "p\(person),\($1),\(40 + (person * 5 + $0 * 3) % 9)" }
        }
        let words = sentence(try await summary(report(rows, conditions: names)))
        #expect(words.contains("How sure: not sure; none clearly differs from Condition a Not"))
    }

    @Test func groupsSayHowManyOfThemHaveATimeForEveryTask() async throws {
        let rows = (0..<8).flatMap { person in
            [
                "n\(person),new,\(30 + person)",
                "o\(person),old,\(person < 3 ? "" : "\(60 + person)")",
            ]
        }
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(
            words.contains(
                """
                less) How sure: a clear difference; p = 0.0002 (Mann–Whitney test of all 16, failures \
                ranked slowest) Who: 16 participants: \
                8 with Condition new, 8 with Condition old; completed the task: \
                Condition new 8, Condition old 5
                """
            )
        )
    }

    private let withoutATime = "without a judged attempt or a time"

    @Test func aSuccessWithoutATimeIsNotAmongThoseOfTheSize() async throws {
        let rows = (0..<8).flatMap { person in
            [
                "n\(person),new,\(30 + person)",
                person < 2 ? "o\(person),old,,success" : "o\(person),old,\(60 + person)",
            ]
        }
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(words.hasPrefix("  How much: 48 % less time (95 % interval "))
        #expect(words.contains("a clear difference; p = 0.0007 (Mann–Whitney test) Who: 1"))
        #expect(words.hasSuffix("; left out: 2 \(withoutATime)"))
    }

    @Test func aPairOfSuccessesWithoutATimeIsNoTie() async throws {
        let rows = (0..<8).flatMap { person in
            [
                "p\(person),new,\(30 + person)",
                person < 2 ? "p\(person),old,,success" : "p\(person),old,\(60 + person)",
            ]
        }
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(words.contains("p = 0.031 (Wilcoxon signed-rank test) Who: 6 of 8 participants"))
        #expect(words.hasSuffix("; left out: 2 \(withoutATime)"))
    }

    @Test func aSizeThatCannotBeComputedHasItsReason() async throws {
        let rows = ["x,new,30", "y,old,40", "z,old,50"]
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(words.contains("How much: not computable, because"))
    }

    @Test func theQuickerOneIsNamedWhicheverConditionIsFirst() async throws {
        let times = [
            (61, 30), (66, 33), (72, 36), (81, 40), (58, 28), (69, 35), (64, 31), (75, 38),
        ]
        let rows = times.enumerated().flatMap { ["n\($0),new,\($1.0)", "o\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(
            lines.first
                == "Time on task: Condition old quicker: 50 % less time than Condition new"
        )
        #expect(sentence(lines).hasPrefix("  How much: 50 % less time (95 % interval "))
    }

    /// Three pairs of times cannot bring the exact test below 0.25.
    @Test func threeParticipantsAreTooFewToTell() async throws {
        let rows = [
            "a,new,30", "a,old,61", "b,new,33", "b,old,66", "c,new,36", "c,old,73",
        ]
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Too few people to tell")
        let words = sentence(lines)
        #expect(words.contains("Condition new took 50.5 % less time"))
        #expect(words.contains("p = 0.250"))
        #expect(words.contains("How sure: not sure; with so few people, p cannot be below 0.05"))
    }

    @Test func aDifferenceThatIsPrintedAsZeroIsNone() async throws {
        let rows = (0..<8).flatMap { person in
            let step = person % 2 == 0 ? 0.01 : -0.0099
            return [
                "p\(person),a,\(40 * (1 + step))", "p\(person),b,40",
                "p\(person),c,\(60 + person)",
            ]
        }
        let words = sentence(try await summary(report(rows, conditions: ["a", "b", "c"])))
        #expect(
            words.contains(
                """
                Condition b and Condition a differ by less than 0.1 % (95 % interval: Condition b \
                from 0.9 % less to 0.9 % more time than Condition a), adjusted p
                """
            )
        )
    }

    /// Friedman's test of three people in the same order: χ² = 6, p = exp(-3) = 0.0498.
    @Test func threeConditionsOfTooFewPeopleSayThatNoPairCanTell() async throws {
        let rows = (0..<3).flatMap { person in
            [("a", 30), ("b", 60), ("c", 90)].map { "p\(person),\($0),\($1 + person)" }
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(title(lines).hasSuffix("The conditions differ in time, but it is not clear which"))
        #expect(
            sentence(lines).contains(
                """
                How sure: clear that the conditions differ (Friedman's test, p = 0.0498), but with \
                so few people, no adjusted p of a pair can be below 0.05
                """
            )
        )
    }

    /// Four against four reach 2/70, which Holm over three pairs makes 0.086.
    @Test func threeGroupsOfFourAreTooFewAfterHolm() async throws {
        let rows = (0..<4).flatMap { person in
            [("a", 30), ("b", 30), ("c", 30)].map { "\($0)\(person),\($0),\($1 + person)" }
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: Too few people to tell")
        #expect(sentence(lines).contains("How sure: not sure; with so few people, no adjusted p"))
    }

    /// No pair reaches 0.05 after Holm's correction, and H = 9.85 of all three gives p = 0.0073.
    @Test func threeGroupsThatDifferAreNotDenied() async throws {
        let rows = (0..<4).flatMap { person in
            [("a", 30), ("b", 90), ("c", 270)].map { "\($0)\(person),\($0),\($1 + person)" }
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(title(lines).hasSuffix("The conditions differ in time, but it is not clear which"))
        #expect(sentence(lines).contains("(Kruskal and Wallis' test, p = 0.0073), but with so"))
        #expect(sentence(lines).contains("p = 0.086"))
    }

    @Test func whereNobodyOfThreeConditionsSucceedsTheTimesAreNotComputable() async throws {
        let rows = (0..<3).flatMap { ["p\($0),a,", "p\($0),b,", "p\($0),c,"] }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: Not computable")
    }

    @Test func equalTimesShowNoDifference() async throws {
        let times = [(30, 31), (41, 40), (52, 55), (63, 60), (47, 46), (38, 39)]
        let rows = times.enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: No clear difference in time")
    }

    @Test(arguments: [true, false])
    func timesThatAreAllTheSameAreEqual(isWithin: Bool) async throws {
        let rows = (0..<8).flatMap { ["p\($0),new,40", "\(isWithin ? "p" : "o")\($0),old,40"] }
        let files = try await report(rows, conditions: ["new", "old"])
        let lines = summary(files)
        #expect(lines.first == "Time on task: Equal in time")
        let words = sentence(lines)
        let size = "How much: ratio of times, Condition new ÷ Condition old: 1.00; no interval, bec"
        #expect(words.contains(size))
        #expect(words.contains("How sure: not sure; a difference may have been missed"))
        let text = files.text("report.md").replacing("\n", with: " ")
        #expect(text.contains("Condition new ÷ Condition old, is 1.00. It has no interval, "))
    }

    /// Two people are too few, also where their times are the same.
    @Test func equalTimesOfTwoPeopleAreTooFew() async throws {
        let rows = (0..<2).flatMap { ["p\($0),new,40", "p\($0),old,40"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Too few people to tell")
    }

    @Test func equalTimesInEveryConditionAreEqual() async throws {
        let rows = (0..<8).flatMap { person in ["a", "b", "c"].map { "p\(person),\($0),40" } }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: Equal in time")
        #expect(sentence(lines).contains("ratio of times, Condition a ÷ Condition b: 1.00; no int"))
    }

    /// P3 failed in one condition: the times of the others are the same, and that is not all.
    @Test func equalTimesWithAFailureAreNotCalledEqual() async throws {
        let rows = (0..<8).flatMap { ["p\($0),new,40", "p\($0),old,\($0 == 3 ? "" : "40")"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: No clear difference in time")
        #expect(sentence(lines).contains("How much: ratio of times in completed tasks, Condit"))
    }

    /// The signed-rank test of eight differences of one sign gives 2/256.
    @Test func aDifferenceThatIsTheSameForEverybodyIsClear() async throws {
        let rows = (0..<8).flatMap { ["p\($0),new,\(20 + $0)", "p\($0),old,\(40 + 2 * $0)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Condition new quicker")
        #expect(
            sentence(lines).contains(
                """
                Condition old: 0.50; no interval, because all differences are equal How sure: a \
                clear difference; p = 0.0078
                """
            )
        )
    }

    @Test func whereNobodySucceedsTheTimesAreNotComputable() async throws {
        let rows = (0..<3).flatMap { ["p\($0),new,", "p\($0),old,"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Not computable")
        #expect(lines.contains("Completion of the task: Too few people to tell"))
        #expect(!lines.joined().contains("quicker"))
    }

    @Test func ofThreeConditionsTheBestIsNamedIfItBeatsEveryOther() async throws {
        let times = (0..<10).map { [30 + $0, 55 + $0 * 2, 56 + $0 * 2] }
        let rows = times.enumerated().flatMap { person, times in
            zip(["new", "old", "other"], times).map { "\(person)\($0),\($0),\($1)" }
        }
        let lines = try await summary(report(rows, conditions: ["new", "old", "other"]))
        #expect(
            title(lines) == """
                Time on task: Condition new quickest: 46 % less time than Condition old, 47 % less \
                time than Condition other
                """
        )
        let words = sentence(lines)
        #expect(words.contains("Clear: Condition new took 46 % less time than Condition old ("))
        #expect(words.contains("new took 47 % less time than Condition other ("))
        #expect(words.contains("Not clear: Condition old took 2 % less time than Condition o"))
        #expect(words.contains("How sure: clear in 2 of 3 pairs Clear:"))
        #expect(
            words.hasSuffix(
                """
                Who: 30 participants: 10 with Condition new, 10 with Condition old, 10 with Condition \
                other Method: p: Mann–Whitney test, adjusted for 3 pairs (Holm); intervals: not adjusted
                """
            )
        )
    }

    @Test func ofThreeConditionsOneThatIsBehindBothIsNamed() async throws {
        let times = (0..<10).map { [30 + $0, 31 + $0 * 7 % 10, 80 + $0 * 2] }
        let rows = times.enumerated().flatMap { person, times in
            zip(["new", "old", "other"], times).map { "\(person)\($0),\($0),\($1)" }
        }
        let lines = try await summary(report(rows, conditions: ["new", "old", "other"]))
        #expect(
            title(lines)
                == "Time on task: Condition new and Condition old quicker than Condition other"
        )
    }

    @Test func ofThreeConditionsWhereOnePairDiffersTheThirdIsNamedToo() async throws {
        let times = (0..<10).map { [30 + $0, 39 + $0 * 7 % 10, 46 + $0 * 3 % 10] }
        let rows = times.enumerated().flatMap { person, times in
            let own = [times[0], times[1] - person % 2 * 9, times[2] - person % 3 * 6]
            return zip(["new", "old", "other"], own).map { "\(person)\($0),\($0),\($1)" }
        }
        let lines = try await summary(report(rows, conditions: ["new", "old", "other"]))
        #expect(
            title(lines) == """
                Time on task: Condition new quicker than Condition other (23 % less time); Condition old \
                not clearly different from either
                """
        )
    }

    /// The comparison comes before the tables of single participants.
    @Test func theComparisonIsTheSecondSection() async throws {
        let rows = (0..<6).flatMap { ["p\($0),new,\(30 + $0)", "p\($0),old,\(60 + $0 * 3)"] }
        let text = try await report(rows, conditions: ["new", "old"]).text("report.md")
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.prefix(2)
        #expect(headings == ["## In short", "## Comparison of conditions"])
        #expect(text.contains("| Condition new | 6 | 6 of 6 |"))
    }

    /// On a narrow screen, a value beside the axis would be beyond the edge.
    @Test func theStyleSheetMovesTheValuesOfTheFirstFigure() async throws {
        let rows = (0..<6).flatMap { ["p\($0),new,\(30 + $0)", "p\($0),old,\(60 + $0 * 3)"] }
        let html = try await report(rows, conditions: ["new", "old"]).text("report.html")
        #expect(html.contains(" class=\"row-name\">Condition new</text>"))
        #expect(html.contains(" class=\"row-value\">6 of 6</text>"))
        #expect(html.contains(".row-value { transform: "))
    }

    @Test func oneConditionKeepsItsFigures() async throws {
        let rows = (0..<6).map { "p\($0),new,\(30 + $0)" }
        let text = try await report(rows, conditions: ["new"]).terminalText
        #expect(text.contains("Completed the task: 6 of 6"))
        #expect(!text.contains("Conditions side by side"))
    }

    private let similar = [(30, 31), (41, 40), (52, 55), (63, 60), (47, 46), (38, 39)]
        .enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }

    @Test func aRegisteredOutcomeComesFirstAndTheRestIsExploratory() async throws {
        let analysis = RegisteredAnalysis(primary: .init(measure: .completion))
        let report = try await report(similar, conditions: ["new", "old"], analysis: analysis)
        let text = report.terminalText
        #expect(
            text.contains("Primary outcome: Completion of the task: No clear difference in")
        )
        #expect(text.contains("Exploratory: Time on task: No clear difference in time"))
        #expect(
            report.text("report.md").contains(
                """
                Registered primary outcome: completion of the task. All other comparisons are \
                exploratory.
                """
            )
        )
    }

    /// The sentence must also be true if the study registers no test.
    @Test(arguments: [true, false])
    func aRegisteredOutcomeSaysThatItIncludesExcludedAttempts(hasTests: Bool) async throws {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.exclusions = [.assisted]
        if hasTests { analysis.tests = [.init(measure: .time, method: .means)] }
        let made = try await report(similar, conditions: ["new", "old"], analysis: analysis)
        let words = """
            attempts with an assist are included; registered exclusions apply only to registered tests
            """
        // Completion is no registered outcome.
        let text = made.terminalText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.components(separatedBy: "Attempts: \(words)").count == 2, "\(text)")
        let rule = "and secondary outcomes leave out none of these."
        #expect(made.text("report.md").contains(rule) == hasTests)
    }

    @Test func aRegisteredOutcomeThatIsMissingHasACardThatSaysWhy() async throws {
        let analysis = RegisteredAnalysis(
            primary: .init(measure: .score("after")),
            secondary: [.init(measure: .time)]
        )
        let report = try await report(similar, conditions: ["new", "old"], analysis: analysis)
        let text = report.terminalText
        let primary = try #require(text.firstRange(of: "Primary outcome: After: Not computable"))
        let secondary = try #require(text.firstRange(of: "Secondary outcome: Time on task"))
        #expect(primary.lowerBound < secondary.lowerBound)
        #expect(text.contains("Why: no two conditions have this score"))
    }

    @Test func withoutADifferenceInTimeTheFigureSaysNothingOfIt() async throws {
        let note = "The differences in time above this figure"
        let alone = try await report(["p,new,20", "p,old,25"], conditions: ["new", "old"])
        #expect(!alone.text("report.md").contains(note))
        let compared = try await report(similar, conditions: ["new", "old"])
        #expect(compared.text("report.md").contains(note))
    }

    /// Ratios of the times are within 0.95 to 1.06: ln has a mean of -0.0033 and a standard error
    /// of 0.0166, so that scipy's `ttest_1samp` against ±ln 1.25 gives p below 0.0001.
    /// The 90 % interval is exp(-0.0033 ± 2.015 · 0.0166).
    @Test func timesWithinTheMarginAreEquivalent() async throws {
        let analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.25))
        let made = try await report(similar, conditions: ["new", "old"], analysis: analysis)
        let text = made.terminalText
        let json = made.text("report.json")
        #expect(json.contains("\"equivalence\"") && json.contains("\"margin_high\": 1.25,"))
        #expect(text.contains("Primary outcome: Time on task: Equivalent in time"))
        let words = text.replacing("\n  ", with: " ")
        #expect(
            words.contains(
                """
                the registered margin of 0.80 to 1.25 (ratio of times, Condition new ÷ Condition \
                old; 90 % interval 0.96 to 1.03), p < 0.0001
                """
            )
        )
    }

    /// Every ratio is 1/2, and so outside the margin, but without an interval.
    @Test func equivalenceThatIsNotComputableHasItsReason() async throws {
        let rows = (0..<8).flatMap { ["p\($0),new,\(20 + $0)", "p\($0),old,\(40 + 2 * $0)"] }
        let analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.25))
        let made = try await report(rows, conditions: ["new", "old"], analysis: analysis)
        let text = made.terminalText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = "the registered equivalence test is not computable, because all differences are"
        #expect(text.contains(words), "\(text)")
        let json = try JSONSerialization.jsonObject(with: Data(made.text("report.json").utf8))
        let all = (json as? [String: Any])?["comparisons"] as? [[String: Any]]
        let test = try #require((all?.first?["equivalence"] as? [[String: Any]])?.first)
        #expect(test["margin_low"] as? Double == 0.8)
        #expect(test["p"] is NSNull)
        #expect(test["p_why"] as? String == "all differences are equal")
    }

    /// Two of one group failed. Equivalence is that of the times of the others.
    @Test func equivalenceOfThoseWhoCompletedSaysSo() async throws {
        let rows = (0..<12).flatMap { person in
            [
                "n\(person),new,\(40 + person * 5 % 12)",
                "o\(person),old,\(person < 2 ? "" : "\(40 + person * 7 % 12)")",
            ]
        }
        let analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.25))
        let text = try await report(rows, conditions: ["new", "old"], analysis: analysis)
            .terminalText.replacing("\n  ", with: " ")
        #expect(text.contains("Time on task: Equivalent in time, in completed tasks only"))
        #expect(
            text.contains(
                """
                How sure: equivalent in completed tasks; the equivalence test leaves out the 2 who \
                did not complete the task; p =
                """
            )
        )
    }

    private func cardOfRegisteredMeans(
        _ rows: [String],
        conditions: [String],
        method: RegisteredTest.Method = .means
    ) async throws -> String {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = [.init(measure: .time, method: method)]
        let text = try await report(rows, conditions: conditions, analysis: analysis).terminalText
        let card = try #require(text.components(separatedBy: "Table 1.").first)
        return card.replacing("\n  ", with: " ")
    }

    /// With five conditions, only pairs with the first condition are compared. One participant
    /// alone has times in b and c, so that no test of them is computable.
    @Test func registeredResultsOfOtherPairsAreNotInTheCard() async throws {
        let times = [(30, 61, 20), (33, 66, 25), (36, 90, 22), (40, 81, 31)]
        let rows = times.enumerated().flatMap {
            ["p\($0),a,\($1.0)", "p\($0),d,\($1.1)", "p\($0),e,\($1.2)"]
        }
        let card = try await cardOfRegisteredMeans(
            rows + ["q,b,50", "q,c,60"],
            conditions: ["a", "b", "c", "d", "e"]
        )
        #expect(card.contains("Registered, means: Condition d ÷ Condition a, ratio of times 2."))
        #expect(card.contains("Registered, means: Condition e ÷ Condition a, ratio of times 0."))
        #expect(!card.contains("Condition e ÷ Condition d"))
    }

    /// A bootstrap has an interval and no p-value.
    @Test func aRegisteredBootstrapIsInTheCard() async throws {
        let card = try await cardOfRegisteredMeans(
            similar,
            conditions: ["new", "old"],
            method: .bootstrap
        )
        let line =
            /Registered, bootstrap: [^,]+ ÷ [^,]+, ratio of times [\d.]+ \(95 % interval [^)]+\)[\s;]/
        #expect(card.matches(of: line).count == 1, "\(card)")
    }

    @Test func registeredResultsAreInTheOrderOfTheCardsPairs() async throws {
        let names = ["a", "b", "c", "d"]
        let rows = (0..<10).flatMap { person in
            names.enumerated().map { place, name in
                let time = name == "d" ? 90 + person : 40 + (person * 5 + place * 3) % 9
                return "p\(person),\(name),\(time)"
            }
        }
        let card = try await cardOfRegisteredMeans(rows, conditions: names)
        for name in ["a", "b", "c"] {
            #expect(card.contains("Registered, means: Condition d ÷ Condition \(name), "))
        }
        #expect(!card.contains("Condition b ÷ Condition a"))
    }

    /// The p-value that fits the interval, and the one after Holm's correction, as in the table.
    @Test func registeredResultsOfSeveralPairsHaveBothPValues() async throws {
        let names = ["a", "b", "c"]
        let rows = (0..<6).flatMap { person in
            names.enumerated().map { "p\(person),\($1),\(40 + (person * 5 + $0 * 3) % 11)" }
        }
        let card = try await cardOfRegisteredMeans(rows, conditions: names)
        let line = /Registered, means: Condition .+?\), p = [0-9.]+, adjusted p = [0-9.]+/
        #expect(card.matches(of: line).count == 3)
    }

    /// The reciprocal has the direction of the headline, and its interval is turned with it.
    @Test func aRegisteredRatioIsAlsoInTheDirectionOfTheHeadline() async throws {
        let times = [(20, 30), (22, 35), (30, 42), (41, 70), (25, 33), (28, 47)]
        func card(_ quick: String, _ slow: String) async throws -> String {
            let rows = times.enumerated().flatMap {
                ["p\($0),\(quick),\($1.0)", "p\($0),\(slow),\($1.1)"]
            }
            return try await cardOfRegisteredMeans(rows, conditions: ["a", "b"])
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let turned = try await card("a", "b")
        #expect(turned.contains("Condition a quicker"))
        let ratio = "ratio of times 1.53 (95 % interval 1.37 to 1.70), p"
        #expect(turned.contains("Condition b ÷ Condition a, \(ratio)"))
        #expect(turned.contains("; Condition a ÷ Condition b 0.66 (0.59 to 0.73)"))

        let same = try await card("b", "a")
        #expect(same.contains("Condition b quicker"))
        let like = "Condition b ÷ Condition a, ratio of times 0.66 (95 % interval 0.59 to 0.73), p"
        #expect(same.contains(like))
        #expect(!same.contains("Condition a ÷ Condition b"))
    }

    @Test func aTaskThatNoImportedFileMentionsIsNamed() async throws {
        let text = try await report(similar, conditions: ["new", "old"]).text("report.md")
        let sentence = "No imported file mentions the task “The second”, so it is left out."
        let own = try #require(text.firstRange(of: sentence))
        let next = try #require(text.firstRange(of: "\n## Comparison of conditions"))
        #expect(own.lowerBound < next.lowerBound)
    }

    @Test func aCardStatesHowManyRegisteredResultsItLeavesOut() async throws {
        let names = ["a", "b", "c", "d", "e", "f"]
        let rows = (0..<6).flatMap { person in
            names.enumerated().map { "p\(person),\($1),\(40 + (person * 5 + $0 * 3) % 11)" }
        }
        let card = try await cardOfRegisteredMeans(rows, conditions: names)
        #expect(card.matches(of: /Registered, means: Condition/).count == 3)
        #expect(
            card.contains(
                "Registered, means: 2 other results are in the table of registered test 1"
            )
        )
    }

    @Test func timesBeyondTheMarginAreNotEquivalent() async throws {
        let times = [(30, 40), (41, 33), (52, 70), (63, 50), (47, 60), (38, 30)]
        let rows = times.enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }
        let analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.1))
        let text = try await report(rows, conditions: ["new", "old"], analysis: analysis)
            .terminalText
        #expect(text.contains("Primary outcome: Time on task: No clear difference in time"))
        #expect(text.replacing("\n  ", with: " ").contains("not shown to be within"))
    }

    /// p10 is left out of the pair of a and b, but not of the pairs with c. p11 gave up, and is left
    /// out of the sizes of both differences with c.
    @Test func groupsThatDifferByPairAreCountedByPair() async throws {
        let rows = (1...9).map { "p\($0),\(["a", "b", "c"][$0 % 3]),\(10 + $0)" }
        let text = try await report(
            rows + ["p10,a,15", "p10,b,18", "p11,c,"],
            conditions: ["a", "b", "c"]
        ).text("report.md")
        let groups = "participants in two groups"
        let fewer = "8 \(groups), the percentage from the 7 who completed the task"
        #expect(
            text.contains(
                "Who: Condition a and Condition b: 6 \(groups), leaving out 1 who worked in both; "
                    + "Condition a and Condition c: \(fewer); Condition b and Condition c: \(fewer)"
            )
        )
        #expect(!text.contains("left out: 1 with both"))
    }

    @Test func onePersonIsNotEach() async throws {
        let text = try await report(["P1,a,10", "P1,b,20"], conditions: ["a", "b"])
            .text("report.md")
        #expect(text.contains("Who: 1 participant, with both conditions"))
        #expect(!text.contains("1 participant, each"))
    }
}
