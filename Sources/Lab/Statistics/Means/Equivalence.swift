/// Two one-sided t tests of whether a difference is within a margin (Schuirmann, J Pharmacokinet
/// Biopharm 15, 1987). R: `TOSTER::t_TOST`; statsmodels: `ttost_paired`,
/// `ttost_ind(usevar="unequal")`.
package struct Equivalence: Sendable, Equatable {
    /// The larger of the two tests' p-values.
    package var p: Double
    /// The 90 % confidence interval. It is within the margin if and only if p is below 5 %.
    package var interval: Interval
    package var margin: Interval

    package init(p: Double, interval: Interval, margin: Interval) {
        (self.p, self.interval, self.margin) = (p, interval, margin)
    }
}

extension TTest {
    /// Tests whether the difference is within a margin.
    ///
    /// - Parameter margin: the range of differences that are too small to matter, in the unit of
    ///   ``difference``.
    package func equivalence(within margin: Interval) -> Equivalence {
        let distribution = StudentT(df: df)
        let above = distribution.upper((difference - margin.low) / error)
        let below = distribution.upper((margin.high - difference) / error)
        return Equivalence(
            p: max(above, below),
            interval: Interval(difference, plusMinus: distribution.critical(0.9) * error),
            margin: margin
        )
    }
}
