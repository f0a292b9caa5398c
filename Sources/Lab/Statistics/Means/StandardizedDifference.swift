import CBoostMath
import Foundation

/// Difference of two independent means in units of the standard deviation.
package struct StandardizedDifference: Sendable {
    package var counts: (first: Int, second: Int)
    /// Cohen's d with the pooled standard deviation.
    package var d: Double

    package var df: Double { Double(counts.first + counts.second - 2) }

    /// Hedges' exact correction for small samples, Γ(df/2) / (√(df/2) Γ((df − 1)/2)).
    package var correction: Computed<Double> {
        guard df > 1 else { return .notComputable(because: "there are fewer than four values") }
        return Computed(finite: cboost_gamma_ratio(df / 2, (df - 1) / 2) / (df / 2).squareRoot())
    }

    /// The usual approximation of Hedges' correction, 1 − 3 / (4 df − 1).
    package var approximateCorrection: Double { 1 - 3 / (4 * df - 1) }

    /// Hedges' g: d times the exact correction.
    package var g: Computed<Double> { correction.map { $0 * d } }

    /// Large-sample standard error of d, √((n₁ + n₂)/(n₁n₂) + d²/(2(n₁ + n₂))), for groups of n₁
    /// and n₂ participants.
    package var standardError: Double { (1 / scale + d * d / (2 * (n1 + n2))).squareRoot() }

    /// Returns the confidence interval for d, d ± z · standard error.
    package func normalInterval() -> Interval {
        Interval(d, plusMinus: Normal.critical() * standardError)
    }

    /// Returns the confidence interval for d by inverting the noncentral t distribution (Steiger &
    /// Fouladi, 1997). The ends of `noncentralityInterval(of:df:)` are divided by √(n₁n₂/(n₁ +
    /// n₂)), for groups of n₁ and n₂ participants.
    package func noncentralInterval() -> Computed<Interval> {
        let root = scale.squareRoot()
        return noncentralityInterval(of: d * root, df: df).map { interval in
            interval.map { $0 / root }
        }
    }

    /// Returns the confidence interval for g: the noncentral interval for d, with both ends
    /// multiplied by ``correction``.
    package func correctedInterval() -> Computed<Interval> {
        correction.flatMap { factor in
            noncentralInterval().map { interval in interval.map { $0 * factor } }
        }
    }

    private var n1: Double { Double(counts.first) }
    private var n2: Double { Double(counts.second) }
    private var scale: Double { n1 * n2 / (n1 + n2) }
}

package func standardizedDifference(
    _ first: [Double],
    _ second: [Double]
) -> Computed<StandardizedDifference> {
    guard first.count > 1, second.count > 1 else { return .notComputable(because: groupOfOne) }
    let (n1, n2) = (Double(first.count), Double(second.count))
    let pooled = ((n1 - 1) * variance(first) + (n2 - 1) * variance(second)) / (n1 + n2 - 2)
    guard pooled > 0 else { return .notComputable(because: equalWithin) }
    let d = (sum(first) / n1 - sum(second) / n2) / pooled.squareRoot()
    guard d.isFinite else { return .notComputable(because: notFinite) }
    return .value(StandardizedDifference(counts: (first.count, second.count), d: d))
}

/// Returns the interval of noncentralities that are compatible with the observed t. At its lower
/// end, the probability of a greater t is (1 − `confidence`)/2. At its upper end, the probability
/// of a smaller t is (1 − `confidence`)/2.
func noncentralityInterval(of t: Double, df: Double) -> Computed<Interval> {
    let tail = (1 - confidence) / 2
    let low = noncentrality(from: t) { cboost_noncentral_t_upper(df, $0, t) - tail }
    let high = noncentrality(from: t) { tail - cboost_noncentral_t_lower(df, $0, t) }
    guard let low, let high else {
        return .notComputable(because: "the noncentral t distribution cannot be inverted")
    }
    return .value(Interval(low: low, high: high))
}

/// Returns the noncentrality at which the increasing function `rising` is zero; nil if none is
/// found. Searches by bisection, in an interval around `t`.
private func noncentrality(from t: Double, _ rising: (Double) -> Double) -> Double? {
    var reach = 1.0
    while reach < 1e4, !(rising(t - reach) < 0 && rising(t + reach) > 0) { reach *= 2 }
    var (low, high) = (t - reach, t + reach)
    guard rising(low) < 0, rising(high) > 0 else { return nil }
    while true {
        let between = low + (high - low) / 2
        if between <= low || between >= high { return between }
        let value = rising(between)
        if value.isNaN { return nil }
        if value < 0 { low = between } else { high = between }
    }
}
