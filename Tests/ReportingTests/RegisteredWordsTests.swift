import Statistics
import Testing

@testable import Reporting
@testable import StudyDefinition

/// The numbers of a registered test as text.
@Suite struct RegisteredWordsTests {
    @Test func noEndOfAnIntervalLooksLikeNoDifference() {
        let cases: [(scale: RegisteredResult.Scale, low: Double, high: Double, digits: Int)] = [
            (.ratio, 0.7, 0.998, 3), (.odds, 1.002, 4, 3), (.ratio, 0.7, 0.92, 2),
            (.difference, -0.001, 3, 3), (.share, 0.7, 0.998, 2), (.seconds, 30, 39.997, 3),
        ]
        for (scale, low, high, digits) in cases {
            let interval = Interval(low: low, high: high)
            let row = RegisteredResult.Row("effect", scale, low, interval)
            let isBenchmark = scale == .seconds
            let test = RegisteredTest(
                measure: .time,
                method: isBenchmark ? .benchmark : .means,
                against: isBenchmark ? 40 : nil
            )
            #expect(row.digits(test) == digits, "\(scale)")
        }
    }
}
