import ResultsStore
import Testing

@testable import Reporting

/// Only the failures of ranked participants are counted.
@Suite struct RankedFailureTests {
    private func cell(_ outcome: Outcome, seconds: Int64?) -> TaskResult.Cell {
        TaskResult.Cell(
            participant: "P1",
            task: "t",
            outcome: outcome,
            nanoseconds: seconds.map { $0 * 1_000_000_000 }
        )
    }

    private func side(_ first: TaskResult.Cell, _ second: TaskResult.Cell) -> Comparison.Side {
        Comparison.Side(label: "t", task: "t", first: [first], second: [second])
    }

    /// Failed once under each condition, and has no time of the task that succeeded twice.
    @Test func aParticipantWithoutADifferenceIsMissing() {
        let row = Comparison.pairedOverall([
            side(cell(.gaveUp, seconds: 9), cell(.gaveUp, seconds: 9)),
            side(cell(.success, seconds: nil), cell(.success, seconds: nil)),
        ])
        #expect(row.ranked.count == 0)
        #expect(row.ranked.missing == 1)
        #expect(row.ranked.failures == 0)
    }

    @Test func theFailuresOfARankedParticipantCount() {
        let row = Comparison.pairedOverall([
            side(cell(.gaveUp, seconds: 9), cell(.success, seconds: 4)),
            side(cell(.success, seconds: 3), cell(.success, seconds: 5)),
        ])
        #expect(row.ranked.count == 1)
        #expect(row.ranked.failures == 1)
    }

    /// The p-values were computed with SciPy: an exact permutation test of the rank sums with a
    /// failure as the slowest time, and Welch's t test of ln time. The p-value of the size is
    /// compared with that of the test before Holm's correction, which multiplies it by 3.
    @Test(
        arguments: [
            ([110, 97, 90, 52, 84], 0.002_374_255_788_172_6, true),
            ([110, 97, 90, 52, 84, 88, 93], 0.000_550_875_168_034_15, false),
        ] as [([Double], Double, Bool)]
    )
    func theSizeIsLessSureIfItsPIsLarger(_ old: [Double], _ p: Double, isLess: Bool) async throws {
        let groups: [(condition: String, times: [Double])] = [
            ("new", [61, 30, 56, 41, 27, 25, 34, 67]), ("old", old),
            ("third", [87, 50, 77, 37, 49, 58, 36, 79]),
        ]
        let study = smallStudy(conditions: groups.map(\.condition))
        let outcomes = try await withStore { store in
            for (condition, times) in groups {
                for person in 0..<8 {
                    let isSuccess = times.indices.contains(person)
                    let run = Played.Run(
                        task: "first",
                        seconds: isSuccess ? times[person] : 60,
                        ending: isSuccess ? .checkPassed : .gaveUp,
                        condition: condition
                    )
                    try await Played(
                        participant: "\(condition)\(person)",
                        source: .import,
                        conditions: [condition],
                        runs: [run]
                    ).record(in: store, study: study)
                }
            }
            return try Report.findings(store, "small").comparisons.first?.outcomes
        }
        let time = try #require(outcomes?.first { $0.measure == .time })
        #expect(abs((time.ownP ?? 1) - 0.001_087_801_087_801_1) < 1e-9)
        #expect(abs((time.p ?? 1) - 3 * 0.001_087_801_087_801_1) < 1e-9)
        #expect(abs((time.size?.p ?? 1) - p) < 1e-9)
        #expect(time.decision == .firstLower)
        #expect(time.count == 8 + old.count)
        #expect(time.testCount == 16)
        #expect(time.isLessSureOfSize == isLess)
    }
}
