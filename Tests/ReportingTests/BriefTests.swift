import Foundation
import Reporting
import ResultsStore
import Testing

/// The answer of a report on one screen of a terminal.
@Suite struct BriefTests {
    private func lines(_ report: Report) -> [Substring] {
        report.briefText.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func oneConditionHasItsAveragesSuccessesAndWhoIsMissing() async throws {
        let second = Played.Run(task: "second", seconds: 50, ending: .gaveUp)
        let lines = try await lines(
            report(
                Played(participant: "P1", runs: [.init(task: "first", seconds: 30.5), second]),
                Played(participant: "P2", runs: [.init(task: "first", seconds: 90.5), second]),
                Played(participant: "P3", runs: [], complete: nil)
            )
        )
        #expect(lines.count <= 22)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains("2 participants, 2 tasks."))
        #expect(lines.contains("- left out: not finished (1): P3"))
        #expect(
            lines.contains { $0.hasPrefix("Task 1: The first ") && $0.hasSuffix("2 of 2     1:00") }
        )
        #expect(
            lines.contains {
                $0.hasPrefix("Task 2: The second ") && $0.hasSuffix("0 of 2        -")
            }
        )
        #expect(
            lines.contains { $0.hasPrefix("- Completed every task: 0 of 2 (0 %), 95 % interval") }
        )
        #expect(
            lines.contains { $0.hasPrefix("- All tasks together, typical time: not computable") }
        )
    }

    @Test func eachConditionHasAColumn() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let report = try await withStore { store in
            for person in 1...6 {
                let runs = [("a", 20.0), ("b", 60.0)].map { condition, seconds in
                    Played.Run(
                        task: "first",
                        seconds: seconds + Double(person),
                        condition: condition
                    )
                }
                try await Played(participant: "P\(person)", conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let lines = lines(report)
        #expect(lines.count <= 22)
        #expect(lines.contains { $0.hasPrefix("Time on task: Condition a quicker") })
        #expect(lines.contains { $0.hasPrefix("  How much: ") })
        #expect(lines.contains { $0.hasPrefix("Task ") && $0.contains("Condition a  ") })
        #expect(lines.contains { $0.hasSuffix("0:23 (6 of 6)  1:03 (6 of 6)") })
    }

    /// With three conditions, each pair has a line with its size.
    @Test func eachPairOfThreeConditionsHasItsSize() async throws {
        let conditions = ["a", "b", "c"]
        let study = smallStudy(conditions: conditions)
        let report = try await withStore { store in
            for person in 1...6 {
                let runs = zip(conditions, [20.0, 60, 62]).map { condition, seconds in
                    Played.Run(
                        task: "first",
                        seconds: seconds + Double(person * person) / 2,
                        condition: condition
                    )
                }
                try await Played(participant: "P\(person)", conditions: conditions, runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let pairs = lines(report).filter {
            $0.hasPrefix("  Clear: ") || $0.hasPrefix("  Not clear: ")
        }
        #expect(pairs.count == 3, "\(report.briefText)")
    }

    /// Nobody is in the report: who is missing is all there is to say.
    @Test func withoutASessionTheReasonIsGiven() async throws {
        let lines = try await lines(report(Played(participant: "P1", pilot: true)))
        #expect(lines.contains("- left out: pilot session, never analysed (1): P1"))
        #expect(lines.count <= 8)
    }
}
