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
}
