import Foundation

package struct TTest: Sendable, Equatable {
    package var t: Double
    package var df: Double
    /// Two-sided p-value.
    package var p: Double
    /// The difference of means, first minus second. For a one-sample test, the mean, from which the
    /// given value is not subtracted.
    package var difference: Double
    package var interval: Interval
    /// Standard error of ``difference``.
    package var error: Double

    init(difference: Double, error: Double, df: Double, against: Double = 0) {
        let distribution = StudentT(df: df)
        t = (difference - against) / error
        self.df = df
        self.error = error
        p = distribution.twoSided(t)
        self.difference = difference
        interval = Interval(difference, plusMinus: distribution.critical() * error)
    }

    /// The ratio of geometric means; meaningful only if the test was computed on logarithms.
    package var ratio: Double { exp(difference) }
    package var ratioInterval: Interval { interval.map(exp) }
}

/// The difference between two measurements of the same participants.
package struct PairedDifference: Sendable, Equatable {
    package var test: TTest
    /// Mean difference ÷ standard deviation of the differences.
    package var dz: Double
    /// Mean difference ÷ √((s₁² + s₂²)/2), where s₁ and s₂ are the standard deviations of the two
    /// measurements.
    package var dav: Double

    /// Returns the confidence interval for d_z, by inverting the noncentral t distribution.
    package func dzInterval() -> Computed<Interval> {
        let n = test.df + 1
        return noncentralityInterval(of: test.t, df: test.df).map { interval in
            interval.map { $0 / n.squareRoot() }
        }
    }
}

/// Returns Student's t test of paired differences, first minus second, with n − 1 degrees of
/// freedom. Assumes approximately normal differences. The caller leaves out pairs with a missing
/// value and reports their number.
package func pairedT(_ first: [Double], _ second: [Double]) -> Computed<PairedDifference> {
    guard first.count == second.count else {
        return .notComputable(because: "the two conditions have different numbers of values")
    }
    guard first.count > 1 else { return .notComputable(because: "there are fewer than two pairs") }
    let differences = zip(first, second).map { $0 - $1 }
    guard commonDifference(differences) == nil else {
        return .notComputable(because: "all differences are equal")
    }
    let n = Double(differences.count)
    let mean = sum(differences) / n
    let deviation = variance(differences).squareRoot()
    let average = ((variance(first) + variance(second)) / 2).squareRoot()
    let test = TTest(difference: mean, error: deviation / n.squareRoot(), df: n - 1)
    guard test.t.isFinite else { return .notComputable(because: notFinite) }
    return .value(PairedDifference(test: test, dz: mean / deviation, dav: mean / average))
}

/// Returns the difference that all pairs have in common. Nil if the differences vary, or if there
/// are fewer than two. ``pairedT(_:_:)`` is not computable for a common difference.
package func commonDifference(_ differences: [Double]) -> Double? {
    guard differences.count > 1, areEqual(differences) else { return nil }
    return roundedDifference(differences[0])
}

/// Returns the paired t test on ln x, the default test for times of the same participants in two
/// conditions. In the result, ``TTest/difference`` is the logarithm of the ratio of the geometric
/// means, first ÷ second.
package func pairedLogT(_ first: [Double], _ second: [Double]) -> Computed<PairedDifference> {
    logarithms(first).flatMap { one in
        logarithms(second).flatMap { two in pairedT(one, two) }
    }
}

/// Returns Student's t test of one mean against a given value. Assumes approximately normal values.
package func oneSampleT(_ values: [Double], against value: Double) -> Computed<TTest> {
    standardError(values).flatMap { error in
        guard error > 0 else { return .notComputable(because: allEqual) }
        let df = Double(values.count - 1)
        let mean = sum(values) / Double(values.count)
        return .value(TTest(difference: mean, error: error, df: df, against: value))
    }
}
