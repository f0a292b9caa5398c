import Statistics
import Testing

@testable import Reporting

/// Digits of numbers and p values, as the report prints them.
@Suite struct NumberTextTests {
    @Test(arguments: [
        (0.0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (-0.4, 0, "0"), (1.25, 1, "1.3"),
        (-0.04, 1, "0.0"), (0.05, 2, "0.05"), (9.999, 2, "10.00"), (1e13, 1, "10000000000000.0"),
        (.nan, 2, "nan"), (-.infinity, 2, "-inf"),
    ])
    func fixedDecimals(_ value: Double, _ digits: Int, _ text: String) {
        #expect(fixed(value, digits) == text)
    }

    @Test(arguments: [
        (0.0, 1.0, 1, 1), (0.0, 0.5, 1, 1), (0.0, 0.49, 1, 2), (0.01, 0.07, 1, 2), (2.0, 2.0, 1, 1),
        (0.0, 1e-12, 1, 7), (3.0, 8.0, 0, 0), (3.0, 7.9, 0, 1),
    ])
    func anIntervalIsFiveUnitsWide(_ low: Double, _ high: Double, _ least: Int, _ digits: Int) {
        #expect(decimals(of: Interval(low: low, high: high), atLeast: least) == digits)
    }

    /// "0.0 to 0.1" would say that there may be no difference.
    @Test(arguments: [
        (0.04, 3.0, 2), (0.0, 3.0, 1), (-3.0, -0.04, 2), (0.004, 3.0, 3), (-0.2, 3.0, 1),
    ])
    func noEndIsPrintedAsNoDifferenceUnlessItIs(_ low: Double, _ high: Double, _ digits: Int) {
        #expect(decimals(of: Interval(low: low, high: high), atLeast: 1, null: 0) == digits)
    }

    /// "0.00 to 12.40" would say that a ratio may be 0.
    @Test(arguments: [
        (0.003, 12.4, 3), (0.005, 12.4, 2), (0.0, 12.4, 2), (1e-9, 12.4, 2), (-0.003, 12.4, 3),
    ])
    func noEndIsPrintedAsZeroIfItIsNot(_ low: Double, _ high: Double, _ digits: Int) {
        #expect(decimals(of: Interval(low: low, high: high), atLeast: 2, null: 1) == digits)
    }

    @Test func withoutAnIntervalTheLeastIsTaken() {
        #expect(decimals(of: nil, atLeast: 2) == 2)
    }

    @Test(
        arguments: [
            (nil, "-", "p = -"), (0.0, "< 0.0001", "p < 0.0001"),
            (0.000_099, "< 0.0001", "p < 0.0001"),
            (0.0001, "0.0001", "p = 0.0001"), (0.0016, "0.0016", "p = 0.0016"),
            (0.009_99, "0.0100", "p = 0.0100"), (0.01, "0.010", "p = 0.010"),
            (1, "1.000", "p = 1.000"),
            (0.05, "0.050", "p = 0.050"), (0.0496, "0.0496", "p = 0.0496"),
            (0.050_01, "0.05001", "p = 0.05001"),
            (0.049_999_999_999, "just below 0.05", "p just below 0.05"),
            (0.050_000_000_001, "just above 0.05", "p just above 0.05"),
        ] as [(Double?, String, String)]
    )
    func pValues(_ p: Double?, _ words: String, _ phrase: String) {
        #expect(probability(p) == words)
        #expect(equation(p) == phrase)
    }

    /// Whatever is printed, it is on the same side of 0.05 as the value.
    @Test func aPrintedPValueIsOnItsSideOfFivePercent() {
        for step in 1..<4_000 {
            let p = 0.04 + Double(step) * 5e-6
            guard let printed = Double(probability(p)) else { continue }
            #expect((printed < 0.05) == (p < 0.05) || abs(p - 0.05) < 1e-12, "\(p)")
        }
    }

    @Test(arguments: [
        (0.0, "0 %"), (1.0, "100 %"), (0.5, "50 %"), (0.004, "0.4 %"), (0.0004, "0.04 %"),
        (0.000_04, "below 0.01 %"), (0.996, "99.6 %"), (0.999_99, "above 99.99 %"),
    ])
    func percentagesAreNeverNoneOrAllUnlessTheyAre(_ proportion: Double, _ text: String) {
        #expect(percent(proportion) == text)
    }

    @Test func aShortTimeWithoutAnIntervalIsNotZero() {
        #expect(roundedTime(0.3, within: nil) == "0:00.3")
        #expect(roundedTime(0, within: nil) == "0:00")
        #expect(roundedTime(4.3, within: nil) == "0:04")
    }

    @Test func rangesTellTheirEndsApart() {
        #expect(timeRange(Interval(low: 61.1, high: 61.3)) == "1:01.1 to 1:01.3")
        #expect(timeRange(Interval(low: 59.7, high: 119.6)) == "1:00 to 2:00")
        #expect(percentages(Interval(low: 0.501, high: 0.503)) == "50.1 % to 50.3 %")
        #expect(truncatedTime(59.9) == "0:59" && roundedTime(59.9) == "1:00")
    }

    @Test(arguments: [
        (61.6, 61.55, 61.9, "1:01.6", "1:01.6 to 1:01.9"),
        (2.6, 2.55, 2.9, "0:02.6", "0:02.6 to 0:02.9"),
        (59.97, 59.96, 59.98, "0:59.97", "0:59.96 to 0:59.98"),
        (0.0124, 0.01, 0.0154, "0:00.01", "0:00.01 to 0:00.02"),
        (90.0, 61.0, 119.6, "1:30", "1:01 to 2:00"),
        (0.3, 0.2, 0.7, "0:00.3", "0:00.2 to 0:00.7"),
    ])
    func anEstimateIsPrintedWithinItsInterval(
        _ estimate: Double,
        _ low: Double,
        _ high: Double,
        _ text: String,
        _ range: String
    ) {
        let interval = Interval(low: low, high: high)
        #expect(roundedTime(estimate, within: interval) == text)
        #expect(timeRange(interval) == range)
    }

    /// Pauses, reasons and sessions that are left out are in no CSV table.
    @Test func aListThatIsCutPromisesNoTable() {
        let items = Document.cut(Array(repeating: "P1: 0:20", count: 63))
        #expect(items.count == 61)
        #expect(items.last?.plain == "… and 3 more; the results file has all of them.")
    }
}
