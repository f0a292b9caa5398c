import Exchange
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// The first screen of a report that compares conditions.
@Suite struct VerdictTests {
    /// A report on times in seconds; `rows` are lines of participant, condition and time, where an
    /// empty time is a failure.
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
        let table = ["id,c,s,end"] + rows.map { $0 + ($0.hasSuffix(",") ? ",gave-up" : ",success") }
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

    /// What follows the first outcome, as one line.
    private func sentence(_ lines: [String]) -> String {
        let own = lines.dropFirst().prefix { $0.hasPrefix("  ") }
        return own.joined(separator: "\n").replacing("\n  ", with: " ")
    }

    @Test func twoGroupsThatDifferNameTheQuicker() async throws {
        let times = [
            (30, 61), (33, 66), (36, 72), (40, 81), (28, 58), (35, 69), (31, 64), (38, 75),
        ]
        let rows = times.enumerated().flatMap { ["n\($0),new,\($1.0)", "o\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Condition new quicker: 50 % less time")
        #expect(
            Array(lines.dropFirst().prefix(3)) == [
                "  How much: Condition new took 50 % less time than Condition old",
                "  How sure: 95 % interval 44 % to 56 % less; p = 0.0002 (Mann and Whitney's test)",
                "  Who: 16 of 16 participants, each with one",
            ]
        )
        #expect(lines.contains("Completion of every task: No difference in completion shown"))
        #expect(lines.contains("  How much: Condition new 100 %, Condition old 100 %"))
    }

    @Test func withoutADifferenceEveryPairHasItsLine() async throws {
        var rows: [String] = []
        for person in 0..<8 {
            rows.append("p\(person),a,\(40 + person)")
            rows.append("p\(person),b,\(41 + person * 5 % 9)")
            rows.append("p\(person),c,\(42 + person * 3 % 7)")
        }
        let lines = try await summary(report(rows, conditions: ["a", "b", "c"]))
        #expect(lines.first == "Time on task: No difference in time shown")
        #expect(
            lines[1]
                == "  Condition a took 3 % less time than Condition b (1 % more to 8 % less), "
                + "p = 0.469: not shown"
        )
        #expect(lines[2].hasPrefix("  Condition a took 3 % less time than Condition c ("))
        #expect(lines[3].hasPrefix("  Condition c took 1 % less time than Condition b ("))
        #expect(lines[5] == "  Who: 8 of 8 participants, each with all three")
    }

    @Test func ofAFewWhoCannotShowADifferenceNoneIsDenied() async throws {
        let rows = ["x", "y", "z"].flatMap { ["\($0),new,30", "\($0),old,60"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.contains("Completion of every task: Too few people to tell"))
        #expect(lines.contains { $0.contains("; no result of so few can have a p below 0.05") })
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
        #expect(words.contains("Condition new 88 %, Condition old 63 %: 25 points more "))
        #expect(words.contains(" points fewer to "))
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
        #expect(lines.first == "Time on task: No difference in time shown")
        #expect(
            sentence(lines).contains(
                ": not clear, the test, which ranks failures last, does not confirm it"
            )
        )
        #expect(sentence(lines).contains("Holm (Wilcoxon's signed-rank test, failures last)"))
        #expect(
            sentence(lines).hasSuffix(
                """
                Who: 10 of 10 participants, each with all three; sizes and intervals are of the 5 to 10 \
                with a task completed in both
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
        #expect(lines.first == "Time on task: Condition a quickest")
        #expect(sentence(lines).hasSuffix("Who: 10 of 10 participants, each with all three"))
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
            words.hasSuffix(
                """
                Who: 16 of 16 participants, each with one; sizes and intervals are of the 13 who completed \
                every task
                """
            )
        )
    }

    @Test func aSizeThatCannotBeComputedHasItsReason() async throws {
        let rows = ["x,new,30", "y,old,40", "z,old,50"]
        let words = sentence(try await summary(report(rows, conditions: ["new", "old"])))
        #expect(words.contains("size not computable, because"))
    }

    @Test func theQuickerOneIsNamedWhicheverConditionIsFirst() async throws {
        let times = [
            (61, 30), (66, 33), (72, 36), (81, 40), (58, 28), (69, 35), (64, 31), (75, 38),
        ]
        let rows = times.enumerated().flatMap { ["n\($0),new,\($1.0)", "o\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Condition old quicker: 50 % less time")
        #expect(sentence(lines).hasPrefix("  How much: Condition old took 50 % less time than "))
    }

    /// Three pairs of times cannot bring the exact test below 0.25.
    @Test func threeParticipantsAreTooFewToTell() async throws {
        let rows = [
            "a,new,30", "a,old,61", "b,new,33", "b,old,66", "c,new,36", "c,old,73",
        ]
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Not clear")
        let words = sentence(lines)
        #expect(words.contains("Condition new took 50.5 % less time"))
        #expect(words.contains("p = 0.250"))
        #expect(words.contains("test cannot reach 0.05"))
    }

    @Test func equalTimesShowNoDifference() async throws {
        let times = [(30, 31), (41, 40), (52, 55), (63, 60), (47, 46), (38, 39)]
        let rows = times.enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: No difference in time shown")
    }

    @Test func whereNobodySucceedsTheTimesAreNotComputable() async throws {
        let rows = (0..<3).flatMap { ["p\($0),new,", "p\($0),old,"] }
        let lines = try await summary(report(rows, conditions: ["new", "old"]))
        #expect(lines.first == "Time on task: Not computable")
        #expect(lines.contains("Completion of every task: Too few people to tell"))
        #expect(!lines.joined().contains("quicker"))
    }

    @Test func ofThreeConditionsTheBestIsNamedIfItBeatsEveryOther() async throws {
        let times = (0..<10).map { [30 + $0, 55 + $0 * 2, 56 + $0 * 2] }
        let rows = times.enumerated().flatMap { person, times in
            zip(["new", "old", "other"], times).map { "\(person)\($0),\($0),\($1)" }
        }
        let lines = try await summary(report(rows, conditions: ["new", "old", "other"]))
        #expect(lines.first == "Time on task: Condition new quickest")
        let words = sentence(lines)
        #expect(words.contains("new took 46 % less time than Condition old (41 % to 51 % less)"))
        #expect(words.contains("new took 47 % less time than Condition other ("))
        #expect(words.contains("old took 2 % less time than Condition other (8 % more to 10 %"))
        #expect(words.contains("p after Holm"))
        #expect(words.hasSuffix("Who: 30 participants, each with one; 20 in a pair"))
    }

    @Test func ofThreeConditionsOneThatIsBehindBothIsNamed() async throws {
        let times = (0..<10).map { [30 + $0, 31 + $0 * 7 % 10, 80 + $0 * 2] }
        let rows = times.enumerated().flatMap { person, times in
            zip(["new", "old", "other"], times).map { "\(person)\($0),\($0),\($1)" }
        }
        let lines = try await summary(report(rows, conditions: ["new", "old", "other"]))
        #expect(
            lines.first
                == "Time on task: Condition new and Condition old quicker than Condition other"
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

    @Test func oneConditionKeepsItsFigures() async throws {
        let rows = (0..<6).map { "p\($0),new,\(30 + $0)" }
        let text = try await report(rows, conditions: ["new"]).terminalText
        #expect(text.contains("Completed every task: 6 of 6"))
        #expect(!text.contains("Conditions side by side"))
    }

    private let similar = [(30, 31), (41, 40), (52, 55), (63, 60), (47, 46), (38, 39)]
        .enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }

    @Test func aRegisteredOutcomeComesFirstAndTheRestIsExploratory() async throws {
        let analysis = RegisteredAnalysis(primary: .init(.completion))
        let report = try await report(similar, conditions: ["new", "old"], analysis: analysis)
        let text = report.terminalText
        #expect(
            text.contains("Primary outcome: Completion of every task: No difference in completion")
        )
        #expect(text.contains("Exploratory: Time on task: No difference in time shown"))
        #expect(
            report.text("report.md").contains(
                """
                Registered primary outcome: completion of every task. All other comparisons are \
                exploratory.
                """
            )
        )
    }

    /// Ratios of the times are within 0.95 to 1.06: ln has a mean of -0.0033 and a standard error
    /// of 0.0166, so that scipy's `ttest_1samp` against ±ln 1.25 gives p below 0.0001.
    @Test func timesWithinTheMarginAreEquivalent() async throws {
        let analysis = RegisteredAnalysis(primary: .init(.time, margin: 1.25))
        let text = try await report(similar, conditions: ["new", "old"], analysis: analysis)
            .terminalText
        #expect(text.contains("Primary outcome: Time on task: Equivalent in time"))
        let words = text.replacing("\n  ", with: " ")
        #expect(
            words.contains("within the registered margin of 0.80 to 1.25 times as long, p < 0.0001")
        )
    }

    @Test func timesBeyondTheMarginAreNotEquivalent() async throws {
        let times = [(30, 40), (41, 33), (52, 70), (63, 50), (47, 60), (38, 30)]
        let rows = times.enumerated().flatMap { ["p\($0),new,\($1.0)", "p\($0),old,\($1.1)"] }
        let analysis = RegisteredAnalysis(primary: .init(.time, margin: 1.1))
        let text = try await report(rows, conditions: ["new", "old"], analysis: analysis)
            .terminalText
        #expect(text.contains("Primary outcome: Time on task: No difference in time shown"))
        #expect(text.replacing("\n  ", with: " ").contains("not shown to be within"))
    }
}
