import Foundation

/// Wilcoxon's signed-rank test of paired differences (Biometrics Bulletin 1, 1945).
///
/// Assumes differences that are symmetric about their median. Differences of zero are counted, then
/// dropped before ranking. Ties get midranks. The caller leaves out pairs with a missing value and
/// reports their number. Differences are rounded to 1e-10 before ranking; otherwise, rounding
/// errors of the subtraction could separate equal differences.
package struct SignedRank: Sendable, Equatable {
    package var zeros: Int
    package var plus: Double
    package var minus: Double
    package var hasTies: Bool
    /// Exact two-sided p-value over all 2ⁿ assignments of signs to the ranks. Also exact with ties;
    /// without ties, it equals the exact p of R and SciPy. Computed for up to `exactLimit`
    /// differences.
    package var exact: Computed<Double>
    /// Two-sided p-value from the normal approximation, with the variance corrected for ties.
    package var asymptotic: Double
    /// The asymptotic p-value with continuity correction: |W⁺ − mean| is reduced by ½. W⁺ is the
    /// sum of the ranks of the positive differences.
    package var continuityCorrected: Double
    /// z of the normal approximation; positive if the positive differences have the greater rank
    /// sum.
    package var z: Double
    /// Matched-pairs rank-biserial correlation, (W⁺ − W⁻) / (n(n + 1)/2). W⁺ and W⁻ are the sums of
    /// the ranks of the positive and of the negative differences; n is the number of nonzero
    /// differences.
    package var rankBiserial: Double
    /// Asymptotic two-sided p-value by Pratt's method: zeros are ranked, then dropped. Nil if there
    /// are no zeros.
    package var pratt: Double?

    /// Largest number of differences for the exact test; with more differences, `p` is asymptotic.
    package static let exactLimit = 200

    /// The exact p-value for up to `exactLimit` differences; otherwise the asymptotic p-value.
    package var p: PValue {
        exact.value.map { PValue(p: $0, method: .exact) }
            ?? PValue(p: asymptotic, method: .asymptotic)
    }

    /// Returns the smallest p-value that the exact two-sided test can reach with n = `count`
    /// nonzero differences: 2/2ⁿ. If it is above 0.05, there are too few differences for a
    /// significant result.
    package static func smallestP(_ count: Int) -> Double {
        count < 1 ? 1 : pow(2, 1 - Double(count))
    }
}

package func signedRank(_ differences: [Double]) -> Computed<SignedRank> {
    guard !differences.isEmpty else { return .notComputable(because: "there are no pairs") }
    let rounded = differences.map(roundedDifference)
    let kept = rounded.filter { $0 != 0 }
    guard !kept.isEmpty else { return .notComputable(because: "all differences are zero") }
    let ranked = Ranks(kept.map(abs))
    let n = Double(kept.count)
    let total = n * (n + 1) / 2
    let plus = sum(zip(kept, ranked.ranks).map { $0 > 0 ? $1 : 0 })
    let deviation = plus - total / 2
    let error = (n * (n + 1) * (2 * n + 1) / 24 - ranked.tieTerm / 48).squareRoot()
    return .value(
        SignedRank(
            zeros: rounded.count - kept.count,
            plus: plus,
            minus: total - plus,
            hasTies: ranked.hasTies,
            exact: exactSignedRank(ranked.ranks, plus),
            asymptotic: Normal.twoSided(deviation / error),
            continuityCorrected: Normal.twoSided(max(0, abs(deviation) - 0.5) / error),
            z: deviation / error,
            rankBiserial: (2 * plus - total) / total,
            pratt: kept.count < rounded.count ? prattP(rounded) : nil
        )
    )
}

/// Returns the difference rounded to ten decimals. Differences of 4e5 or more are not rounded,
/// because doubles of that size have at most ten reliable decimals anyway.
func roundedDifference(_ difference: Double) -> Double {
    abs(difference) < 4e5 ? (difference * 1e10).rounded(.toNearestOrEven) / 1e10 : difference
}

/// Returns the exact two-sided p-value: P(|W⁺ − mean| ≥ |observed W⁺ − mean|) over all assignments
/// of signs. W⁺ is the sum of the ranks with a positive sign. Adds one rank at a time to the
/// distribution of W⁺. Uses doubled midranks, which are whole numbers.
private func exactSignedRank(_ ranks: [Double], _ plus: Double) -> Computed<Double> {
    guard ranks.count <= SignedRank.exactLimit else {
        return .notComputable(
            because: "the exact test is limited to \(SignedRank.exactLimit) differences"
        )
    }
    let doubled = ranks.map { Int(2 * $0) }
    let total = doubled.reduce(0, +)
    let least = Int(min(2 * plus, Double(total) - 2 * plus))
    // Only the lower tail is computed, because the distribution is symmetric.
    var probability = [Double](repeating: 0, count: least + 1)
    probability[0] = 1
    for rank in doubled {
        for value in stride(from: least, through: 0, by: -1) {
            let added = value >= rank ? probability[value - rank] : 0
            probability[value] = (probability[value] + added) / 2
        }
    }
    return .value(min(1, 2 * sum(probability)))
}

private func prattP(_ differences: [Double]) -> Double {
    let ranked = Ranks(differences.map(abs))
    let n = Double(differences.count)
    let zeros = Double(differences.count { $0 == 0 })
    let tied = ranked.tieTerm - (zeros * zeros * zeros - zeros)
    let plus = sum(zip(differences, ranked.ranks).map { $0 > 0 ? $1 : 0 })
    let mean = n * (n + 1) / 4 - zeros * (zeros + 1) / 4
    let squares = n * (n + 1) * (2 * n + 1) - zeros * (zeros + 1) * (2 * zeros + 1)
    return Normal.twoSided((plus - mean) / ((squares - tied / 2) / 24).squareRoot())
}

package struct SignTest: Sendable, Equatable {
    package var plus: Int
    package var minus: Int
    /// Two-sided p-value; exact at every n.
    package var p: Computed<Double>
}

/// Returns the sign test of paired differences; zeros are dropped. Makes no assumption about the
/// distribution's shape.
package func signTest(_ differences: [Double]) -> SignTest {
    let rounded = differences.map(roundedDifference)
    let (plus, minus) = (rounded.count { $0 > 0 }, rounded.count { $0 < 0 })
    guard plus + minus > 0 else {
        let none = Computed<Double>.notComputable(because: "all differences are zero")
        return SignTest(plus: plus, minus: minus, p: none)
    }
    let tail = Binomial.lower(min(plus, minus), of: plus + minus, at: 0.5)
    return SignTest(plus: plus, minus: minus, p: .value(min(1, 2 * tail)))
}
