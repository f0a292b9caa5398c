import Statistics
import Testing

@testable import Reporting

/// The numbers of a pooled outcome as text.
@Suite struct LabWordsTests {
    @Test func noEndOfAPooledIntervalLooksLikeNoDifference() {
        #expect(PooledOutcome.Kind.ratio.digits(of: Interval(low: 0.7, high: 0.998)) == 3)
        #expect(PooledOutcome.Kind.ratio.digits(of: Interval(low: 0.7, high: 0.92)) == 2)
        #expect(PooledOutcome.Kind.difference.digits(of: Interval(low: 0.04, high: 9)) == 2)
        #expect(PooledOutcome.Kind.score.digits(of: Interval(low: 0.04, high: 9)) == 1)
    }
}
