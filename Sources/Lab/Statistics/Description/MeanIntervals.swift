import Foundation

/// Interval of the mean: x̄ ± t(n − 1) · s / √n (Student, Biometrika 6, 1908). Assumes values from
/// a distribution near normal; of no width where all values are equal.
package func tInterval(_ values: [Double], level: Double = confidence) -> Computed<Interval> {
    guard let centre = mean(values).value else { return .notComputable(because: noValues) }
    return standardError(values).flatMap { error in
        let half = error == 0 ? 0 : StudentT(df: Double(values.count - 1)).critical(level) * error
        return Computed<Interval>(finite: Interval(centre, plusMinus: half))
    }
}

/// Interval of the geometric mean: exp(m ± t(0.975, n − 1) · s / √n), m and s being mean and sample
/// standard deviation of ln x. The default for times of few participants: its coverage stays near
/// 95 % from n = 5 on, where bootstrap intervals fall short.
///
/// Equal values are refused, because an interval of no width would claim certainty.
package func logTInterval(_ values: [Double]) -> Computed<Interval> {
    logTInterval(values, level: confidence, widthless: false)
}

/// The same at another level; `widthless` gives the formula's answer for equal values all the same.
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
