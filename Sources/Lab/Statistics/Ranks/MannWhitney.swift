/// Mann–Whitney U test of two independent samples (Annals of Mathematical Statistics 18, 1947).
///
/// Assumes independent participants. If the test is used as a test of location, it also assumes
/// distributions of equal shape. Ties get midranks.
package struct MannWhitney: Sendable {
    package var counts: (first: Int, second: Int)
    /// Number of pairs in which the first sample has the greater value. Each pair consists of one
    /// value from each sample. Ties count half.
    package var u1: Double
    package var u2: Double
    package var hasTies: Bool
    /// Exact two-sided p-value: P(|U − mean| ≥ observed |U − mean|) over all assignments of the
    /// midranks to the groups, where U is ``u1``.
    package var exact: Computed<Double>
    /// Alternative exact two-sided p-value: twice the smaller tail probability of U.
    package var exactDoubled: Computed<Double>
    /// Two-sided p-value from the normal approximation, with the variance corrected for ties.
    package var asymptotic: Computed<Double>
    /// The asymptotic p-value with continuity correction: |U − mean| is reduced by ½, where U is
    /// ``u1`` (SciPy's default).
    package var continuityCorrected: Computed<Double>

    /// Largest number of participants for the exact test; with more participants, `p` is
    /// asymptotic.
    package static let exactLimit = 100

    /// Cliff's δ, the rank-biserial correlation: (``u1`` − ``u2``) / (n₁n₂). Here, n₁ and n₂ are
    /// the sizes of the samples.
    package var cliffsDelta: Double { (u1 - u2) / (u1 + u2) }
    /// The common-language effect size A₁₂: the proportion of pairs in which the first sample has
    /// the greater value. Each pair consists of one value from each sample. Ties count half.
    package var superiority: Double { u1 / (u1 + u2) }

    /// The exact p-value for up to `exactLimit` participants; otherwise the asymptotic p-value with
    /// continuity correction.
    package var p: Computed<PValue> {
        if let exact = exact.value { return .value(PValue(p: exact, method: .exact)) }
        return continuityCorrected.map { PValue(p: $0, method: .asymptotic) }
    }

    /// Returns the smallest p-value that the exact two-sided test can reach with groups of these
    /// sizes. If it is above 0.05, the groups are too small for a significant difference.
    ///
    /// For equal sizes, this p-value is 2 / C(n₁ + n₂, n₁). For unequal sizes, it is 1 / C(n₁ + n₂,
    /// n₁), which is reached only with suitable ties. Without ties, the smallest p-value is twice
    /// as large.
    package static func smallestP(_ first: Int, _ second: Int) -> Double {
        let least = min(first, second)
        guard least > 0 else { return 1 }
        let choices = (1...least).reduce(1.0) { product, step in
            product * Double(first + second - least + step) / Double(step)
        }
        return min(1, (first == second ? 2 : 1) / choices)
    }
}

package func mannWhitney(_ first: [Double], _ second: [Double]) -> Computed<MannWhitney> {
    guard !first.isEmpty, !second.isEmpty else { return .notComputable(because: emptyGroup) }
    let ranked = Ranks(first + second)
    let (n1, n2) = (Double(first.count), Double(second.count))
    let total = n1 + n2
    let rankSum = sum(Array(ranked.ranks[..<first.count]))
    let u1 = rankSum - n1 * (n1 + 1) / 2
    let deviation = abs(u1 - n1 * n2 / 2)
    let variance = n1 * n2 / 12 * (total + 1 - ranked.tieTerm / (total * max(1, total - 1)))
    func normal(_ deviation: Double) -> Computed<Double> {
        guard variance > 0 else { return .notComputable(because: allEqual) }
        return .value(Normal.twoSided(deviation / variance.squareRoot()))
    }
    let tails = exactTails(ranked.ranks, count: first.count, rankSum: rankSum)
    return .value(
        MannWhitney(
            counts: (first.count, second.count),
            u1: u1,
            u2: n1 * n2 - u1,
            hasTies: ranked.hasTies,
            exact: tails.map { min(1, $0.bothSides) },
            exactDoubled: tails.map { min(1, 2 * min($0.lower, $0.upper)) },
            asymptotic: normal(deviation),
            continuityCorrected: normal(max(0, deviation - 0.5))
        )
    )
}

/// Returns the Hodges–Lehmann estimate of the shift between two samples: the median of all
/// differences, first minus second.
package func shift(_ first: [Double], _ second: [Double]) -> Computed<Double> {
    guard !first.isEmpty, !second.isEmpty else { return .notComputable(because: emptyGroup) }
    return .value(SortedDifferences(first.sorted(), second.sorted()).median)
}

/// Returns the tail probabilities of the observed `rankSum` under the null hypothesis that `count`
/// midranks are drawn from `ranks` at random, without replacement.
///
/// Adds one midrank at a time to the joint distribution of the number and the sum of drawn
/// midranks. Uses doubled midranks, which are whole numbers.
private func exactTails(
    _ ranks: [Double],
    count: Int,
    rankSum: Double
) -> Computed<(lower: Double, upper: Double, bothSides: Double)> {
    let n = ranks.count
    guard n <= MannWhitney.exactLimit else {
        return .notComputable(
            because: "the exact test is limited to \(MannWhitney.exactLimit) participants"
        )
    }
    // Drawing either group gives the same result; the smaller group needs less computation.
    let drawn = min(count, n - count)
    let doubled = ranks.map { Int(2 * $0) }
    let all = doubled.reduce(0, +)
    let observed = drawn == count ? Int(2 * rankSum) : all - Int(2 * rankSum)
    let width = doubled.sorted().suffix(drawn).reduce(0, +) + 1
    var mass = [Double](repeating: 0, count: (drawn + 1) * width)
    mass[0] = 1
    for (index, rank) in doubled.enumerated() {
        // The probability that this rank is drawn, given how many were drawn before it.
        for taken in stride(from: min(drawn, index + 1), through: 0, by: -1) {
            let stay = 1 - Double(drawn - taken) / Double(n - index)
            let join = Double(drawn - taken + 1) / Double(n - index)
            let row = taken * width
            for value in stride(from: width - 1, through: 0, by: -1) {
                var new = taken <= index ? mass[row + value] * max(0, stay) : 0
                if taken > 0, value >= rank { new += mass[row - width + value - rank] * join }
                mass[row + value] = new
            }
        }
    }
    let sums = mass[(drawn * width)...]
    var tails = (lower: 0.0, upper: 0.0, bothSides: 0.0)
    // The mean of the doubled sum is `drawn · all / n`. Both sides of the comparison are multiplied
    // by n, so that all numbers are whole.
    let centre = drawn * all
    let reach = abs(observed * n - centre)
    for (value, probability) in sums.enumerated() where probability > 0 {
        if value <= observed { tails.lower += probability }
        if value >= observed { tails.upper += probability }
        if abs(value * n - centre) >= reach { tails.bothSides += probability }
    }
    return .value(tails)
}
