/// Rule for interpolating a quantile between two ordered values (Hyndman & Fan, The American
/// Statistician 50, 1996).
package enum QuantileType: Sendable {
    /// The quantile q is at position (n + 1)q among the ordered values. Positions are counted from
    /// 1 and clipped to the sample. Used by SPSS, Minitab and Excel's `.EXC` functions.
    case six
    /// The quantile q is at position (n − 1)q + 1 among the ordered values, counted from 1. The
    /// default of R, NumPy and this package.
    case seven
}

package func quantile(
    _ values: [Double],
    at share: Double,
    type: QuantileType = .seven
) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard (0...1).contains(share) else {
        return .notComputable(because: "the probability of the quantile is not between 0 and 1")
    }
    return .value(quantile(ofSorted: values.sorted(), at: share, type: type))
}

/// Returns a quantile of ascending values. There must be at least one value; `share` is between 0
/// and 1.
func quantile(ofSorted sorted: [Double], at share: Double, type: QuantileType = .seven) -> Double {
    let last = Double(sorted.count - 1)
    let position =
        switch type {
        case .six: min(last, max(0, Double(sorted.count + 1) * share - 1))
        case .seven: last * share
        }
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
}

/// A distribution-free confidence interval for the median. Both ends are values of the sample.
package struct MedianInterval: Sendable, Equatable {
    package var interval: Interval
    /// The actual coverage, at least ``confidence``.
    package var coverage: Double
    /// The number k: the interval extends from the k-th smallest to the k-th largest value.
    package var rank: Int
}

/// Returns a confidence interval for the median, from the k-th smallest to the k-th largest value.
/// It is the narrowest such interval whose coverage, 1 − 2 P(X < k), reaches 95 % (David &
/// Nagaraja, Order Statistics, 7.1). X is binomial with n trials of probability ½. There is no
/// interval for fewer than six values.
package func medianInterval(_ values: [Double]) -> Computed<MedianInterval> {
    let n = values.count
    func coverage(_ rank: Int) -> Double { 1 - 2 * Binomial.lower(rank - 1, of: n, at: 0.5) }
    guard n > 1, coverage(1) >= confidence else {
        return .notComputable(
            because:
                "with n = \(n), even the interval from the smallest to the largest value does not reach the confidence level"
        )
    }
    var (rank, beyond) = (1, n / 2 + 1)
    while beyond - rank > 1 {
        let between = (rank + beyond) / 2
        if coverage(between) >= confidence { rank = between } else { beyond = between }
    }
    let sorted = values.sorted()
    return .value(
        MedianInterval(
            interval: Interval(low: sorted[rank - 1], high: sorted[n - rank]),
            coverage: coverage(rank),
            rank: rank
        )
    )
}

/// Returns the probability that the population median is within the range of a sample of
/// n = `count` values: 1 − 2^(1−n).
package func rangeCoverage(count: Int) -> Computed<Double> {
    guard count > 1 else { return .notComputable(because: oneValue) }
    return .value(1 - 2 * Binomial.lower(0, of: count, at: 0.5))
}
