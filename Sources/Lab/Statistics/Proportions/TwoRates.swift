import Foundation

/// Two independent proportions: x₁ of n₁ participants succeeded, and x₂ of n₂ other participants.
///
/// All procedures assume that nobody is in both groups. The numbers n₁ and n₂ do not include
/// participants without an outcome. All differences are first minus second.
package struct TwoRates: Sendable {
    package let first: (x: Int, n: Int)
    package let second: (x: Int, n: Int)

    /// Creates the pair of proportions. Returns nil if a group is empty or has more successes than
    /// attempts.
    package init?(_ x1: Int, of n1: Int, and x2: Int, of n2: Int) {
        guard n1 > 0, n2 > 0, (0...n1).contains(x1), (0...n2).contains(x2) else { return nil }
        first = (x1, n1)
        second = (x2, n2)
    }

    package var difference: Double { p1 - p2 }

    var p1: Double { Double(first.x) / n1 }
    var p2: Double { Double(second.x) / n2 }
    var n1: Double { Double(first.n) }
    var n2: Double { Double(second.n) }
    var successes: Int { first.x + second.x }
    var total: Int { first.n + second.n }
}

package struct ChiSquaredTest: Sendable, Equatable {
    package var chiSquared: Double
    package var df: Int
    package var p: Double

    init(_ chiSquared: Double, df: Int) {
        self.chiSquared = chiSquared
        self.df = df
        p = chiSquaredUpper(chiSquared, df: df)
    }
}

extension TwoRates {
    /// Pearson's χ² test of the 2 × 2 table; asymptotic.
    package var pearson: Computed<ChiSquaredTest> { chiSquared(correction: 0) }

    /// Pearson's χ² test with Yates' correction: each difference between an observed and an
    /// expected count is reduced by ½, but not below zero.
    package var yates: Computed<ChiSquaredTest> { chiSquared(correction: 0.5) }

    /// The N − 1 two-proportion test: Pearson's χ² times (N − 1)/N, where N is the total number of
    /// participants. Recommended for few participants if all expected counts are at least 1
    /// (Campbell, Statistics in Medicine 26, 2007).
    package var nMinusOne: Computed<ChiSquaredTest> {
        let scale = Double(total - 1) / Double(total)
        return pearson.map { ChiSquaredTest($0.chiSquared * scale, df: 1) }
    }

    private func chiSquared(correction: Double) -> Computed<ChiSquaredTest> {
        guard successes > 0, successes < total else { return .notComputable(because: sameOutcomes) }
        let pooled = Double(successes) / Double(total)
        // |O − E| is the same in all four cells.
        let deviation = abs(Double(first.x) - n1 * pooled)
        let lessened = deviation - min(correction, deviation)
        let inverse = (1 / n1 + 1 / n2) * (1 / pooled + 1 / (1 - pooled))
        return .value(ChiSquaredTest(lessened * lessened * inverse, df: 1))
    }

    /// Cohen's h, 2 asin √p₁ − 2 asin √p₂, where p₁ and p₂ are the two proportions.
    package var cohensH: Double { 2 * asin(p1.squareRoot()) - 2 * asin(p2.squareRoot()) }

    /// The sample odds ratio: the odds of success in the first group ÷ the odds in the second
    /// group. R's `fisher.test` prints the conditional maximum likelihood estimate instead.
    package var oddsRatio: Computed<Double> {
        let denominator = (n1 - Double(first.x)) * Double(second.x)
        guard denominator > 0 else {
            return .notComputable(because: "a group has no successes or no failures")
        }
        return .value(Double(first.x) * (n2 - Double(second.x)) / denominator)
    }

    /// Returns the odds ratio with ½ added to each cell of the 2 × 2 table, and its Woolf
    /// confidence interval.
    package func haldaneOddsRatio() -> (ratio: Double, interval: Interval) {
        let cells = [
            Double(first.x), n1 - Double(first.x), Double(second.x), n2 - Double(second.x),
        ].map { $0 + 0.5 }
        let ratio = cells[0] * cells[3] / (cells[1] * cells[2])
        let error = sum(cells.map { 1 / $0 }).squareRoot()
        let interval = Interval(log(ratio), plusMinus: Normal.critical() * error).map(exp)
        return (ratio, interval)
    }
}
