import Statistics
import Testing

/// Expectations: worked values of SciPy 1.17 over the times published by Radwani and Zein (2020),
/// to twelve digits.
@Suite struct TimeStatisticsTests {
    private let generate: [Double] = [80, 60, 150, 90, 180, 130]
    private let list: [Double] = [62, 40, 180, 90, 300, 83]
    private let another: [Double] = [23, 20, 31, 35, 60, 41]

    @Test func meansOfThePublishedTimes() {
        #expect(mean(generate) == .value(115))
        #expect(mean(list) == .value(755.0 / 6))
        #expect(mean(another) == .value(35))
    }

    @Test func medianOfEvenAndOddCounts() {
        #expect(median(generate) == .value(110))
        #expect(median(list) == .value(86.5))
        #expect(median([3, 1, 2]) == .value(2))
    }

    @Test func medianIgnoresOneHugeValue() {
        #expect(median([100, 101, 102, 103, 104, 200]) == .value(102.5))
    }

    @Test func geometricMeansAgreeWithTheReference() {
        #expect(isClose(geometricMean(generate).value, 107.184456606))
        #expect(isClose(geometricMean(list).value, 100.006372318))
        #expect(isClose(geometricMean(another).value, 32.7230502677))
    }

    @Test func sampleDeviationsAgreeWithTheReference() {
        #expect(isClose(standardDeviation(generate).value, 45.9347363114))
        #expect(isClose(standardDeviation(list).value, 97.8047374449))
        #expect(isClose(standardDeviation(another).value, 14.4637477854))
    }

    @Test func logTIntervalsAgreeWithTheReference() {
        let interval = logTInterval(generate).value
        #expect(isClose(interval?.low, 69.1565904504))
        #expect(isClose(interval?.high, 166.123107908))
        let wide = logTInterval(list).value
        #expect(isClose(wide?.low, 46.4732701992))
        #expect(isClose(wide?.high, 215.204879307))
    }

    @Test func oneValueHasAPointAndNoSpread() {
        #expect(mean([7]) == .value(7))
        #expect(median([7]) == .value(7))
        #expect(standardDeviation([7]).reason == "there is only one value")
        #expect(logTInterval([7]).reason == "there is only one value")
    }

    @Test func noValuesIsAReasonAndNotZero() {
        #expect(mean([]).reason == "there are no values")
        #expect(median([]).reason == "there are no values")
        #expect(geometricMean([]).reason == "there are no values")
        #expect(standardDeviation([]).reason == "there are no values")
        #expect(logTInterval([]).reason == "there are no values")
    }

    @Test func equalValuesHaveNoIntervalButASpreadOfZero() {
        #expect(standardDeviation([4, 4, 4]) == .value(0))
        #expect(logTInterval([4, 4, 4]).reason == "all values are equal")
    }

    @Test(arguments: [[0, 5, 6], [-1, 5, 6]])
    func aValueWithoutLogarithmIsNotLeftOut(values: [Double]) {
        let reason = "a value is zero or negative and has no logarithm"
        #expect(geometricMean(values).reason == reason)
        #expect(logTInterval(values).reason == reason)
        #expect(mean(values).value != nil)
    }
}

func isClose(_ value: Double?, _ expected: Double) -> Bool {
    guard let value else { return false }
    return abs(value - expected) <= max(1e-9 * abs(expected), 1e-13)
}
