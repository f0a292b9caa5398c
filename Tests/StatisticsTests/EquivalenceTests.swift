import Statistics
import Testing

/// Two one-sided tests, against SciPy 1.17: `ttest_1samp(x - y, -3, alternative="greater")`,
/// `ttest_ind(x + 3, y, equal_var=False, alternative="greater")` and their mirror images.
@Suite struct EquivalenceTests {
    private let x: [Double] = [61, 66, 72, 81, 58, 69, 64, 75]
    private let y: [Double] = [60, 68, 70, 79, 61, 66, 65, 74]
    private let margin = Interval(low: -3, high: 3)

    @Test func pairs() throws {
        let test = try #require(pairedT(x, y).value).test.equivalence(within: margin)
        #expect(isClose(test.p, 0.00513763256337643))
        #expect(isClose(test.interval.low, -1.0543668703080404))
        #expect(isClose(test.interval.high, 1.80436687030804))
    }

    @Test func groups() throws {
        let test = try #require(welch(x, y).value).equivalence(within: margin)
        #expect(isClose(test.p, 0.23370491329763557))
        #expect(isClose(test.interval.low, -5.821705900521368))
        #expect(isClose(test.interval.high, 6.571705900521368))
    }

    /// p is below 5 % exactly where the 90 % interval lies within the margin.
    @Test(arguments: [1.0, 1.7, 1.8, 1.81, 2.5]) func theIntervalAgreesWithP(_ size: Double) throws
    {
        let test = try #require(pairedT(x, y).value).test
            .equivalence(within: Interval(low: -size, high: size))
        let isWithin = test.interval.low > -size && test.interval.high < size
        #expect((test.p < 0.05) == isWithin)
    }
}
