/// A confidence interval for the shift of paired differences, with its actual coverage. The ends of
/// the interval are Walsh averages (see ``walshMedian(_:)``).
package struct ShiftInterval: Sendable, Equatable {
    package var interval: Interval
    package var achieved: Double
    /// Whether the coverage reaches ``confidence``. False for few pairs: with n = 5, the
    /// widest interval covers 93.75 %.
    package var reachesLevel: Bool
}

/// Returns the Hodges–Lehmann estimate of the shift of paired differences (Annals of Mathematical
/// Statistics 34, 1963). The estimate is the median of the Walsh averages (dᵢ + dⱼ)/2, i ≤ j. Zero
/// differences are included.
package func walshMedian(_ differences: [Double]) -> Computed<Double> {
    guard !differences.isEmpty else { return .notComputable(because: "there are no pairs") }
    return .value(SortedWalshAverages(differences.sorted()).median)
}

/// Returns the exact confidence interval for the shift, as in R's `wilcox.test`. Not computable
/// with ties or zeros, or for more than `SignedRank.exactLimit` pairs. Differences are rounded to
/// find ties and zeros; the ends are computed from unrounded differences.
package func walshInterval(_ differences: [Double]) -> Computed<ShiftInterval> {
    let rounded = differences.map(roundedDifference)
    let n = rounded.count
    guard n > 0, n <= SignedRank.exactLimit else {
        return .notComputable(
            because: "the number of pairs is not between 1 and \(SignedRank.exactLimit)"
        )
    }
    guard !rounded.contains(0), !Ranks(rounded.map(abs)).hasTies else {
        return .notComputable(because: "there are ties or zeros among the differences")
    }
    let lower = signedRankDistribution(n)
    let count = lower.count
    let rank = max(1, lower.firstIndex { $0 >= (1 - confidence) / 2 } ?? 1)
    let achieved = 1 - 2 * lower[rank - 1]
    let walsh = SortedWalshAverages(differences.sorted())
    return .value(
        ShiftInterval(
            interval: Interval(low: walsh[rank - 1], high: walsh[count - 1 - rank]),
            achieved: achieved,
            reachesLevel: achieved >= confidence
        )
    )
}

/// Returns P(W⁺ ≤ w) for each w from 0 to n(n + 1)/2, where W⁺ is the sum of the ranks of the
/// positive differences. Assumes no ties.
private func signedRankDistribution(_ n: Int) -> [Double] {
    var mass = [Double](repeating: 0, count: n * (n + 1) / 2 + 1)
    mass[0] = 1
    for rank in 1...n {
        for value in stride(from: rank * (rank + 1) / 2, through: 0, by: -1) {
            mass[value] = (mass[value] + (value >= rank ? mass[value - rank] : 0)) / 2
        }
    }
    var total = 0.0
    return mass.map { mass in
        total += mass
        return total
    }
}
