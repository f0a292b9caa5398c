import Foundation

/// Returns the interval of the mean, x̄ ± t(n − 1) · s / √n (Student, Biometrika 6, 1908). Assumes
/// a distribution near normal. If all values are equal, the interval has zero width.
package func tInterval(_ values: [Double], level: Double = confidence) -> Computed<Interval> {
    guard let centre = mean(values).value else { return .notComputable(because: noValues) }
    return standardError(values).flatMap { error in
        let half = error == 0 ? 0 : StudentT(df: Double(values.count - 1)).critical(level) * error
        return Computed<Interval>(finite: Interval(centre, plusMinus: half))
    }
}

/// Returns the interval of the geometric mean, exp(m ± t(0.975, n − 1) · s / √n), with m and s the
/// mean and the sample standard deviation of ln x. The default for times of few participants: its
/// coverage stays near 95 % from n = 5 on, where bootstrap intervals cover too little.
///
/// Not computable if all values are equal, because an interval of zero width would claim certainty.
package func logTInterval(_ values: [Double]) -> Computed<Interval> {
    logTInterval(values, level: confidence, widthless: false)
}

/// Returns the log-t interval at another level. With `widthless`, equal values give the formula's
/// interval of zero width instead of an error.
package func logTInterval(
    _ values: [Double],
    level: Double,
    widthless: Bool
) -> Computed<Interval> {
    logarithms(values).flatMap { logs in
        guard logs.count == 1 || widthless || !areEqual(values) else {
            return .notComputable(because: allEqual)
        }
        return tInterval(logs, level: level).flatMap { Computed(finite: $0.map(exp)) }
    }
}
