import Foundation

/// Returns the confidence interval for the mean, x̄ ± t · s / √n (Student, Biometrika 6, 1908).
/// Here t is the critical value for n − 1 degrees of freedom, and s the sample standard deviation.
/// Assumes an approximately normal distribution. If all values are equal, the interval has zero
/// width.
package func tInterval(_ values: [Double]) -> Computed<Interval> {
    guard let centre = mean(values).value else { return .notComputable(because: noValues) }
    return standardError(values).flatMap { error in
        let half = error == 0 ? 0 : StudentT(df: Double(values.count - 1)).critical() * error
        return Computed<Interval>(finite: Interval(centre, plusMinus: half))
    }
}

/// Returns the 95 % confidence interval for the geometric mean, exp(m ± t(0.975, n − 1) · s / √n).
/// Here m is the mean and s the sample standard deviation of ln x. This is the default for the
/// times of a few participants. Its coverage is near 95 % for n ≥ 5; the coverage of bootstrap
/// intervals is too low.
///
/// Not computable if all values are equal, because an interval of zero width would suggest
/// certainty.
package func logTInterval(_ values: [Double]) -> Computed<Interval> {
    logTInterval(values, widthless: false)
}

/// Returns the log-t interval; see ``logTInterval(_:)``. If all values are equal, the interval has
/// zero width if `widthless` is true, and is not computable if `widthless` is false.
package func logTInterval(_ values: [Double], widthless: Bool) -> Computed<Interval> {
    logarithms(values).flatMap { logs in
        guard logs.count == 1 || widthless || !areEqual(logs) else {
            return .notComputable(because: allEqual)
        }
        return tInterval(logs).flatMap { Computed(finite: $0.map(exp)) }
    }
}
