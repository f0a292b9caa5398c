package struct KruskalWallis: Sendable, Equatable {
    package var counts: [Int]
    package var test: ChiSquaredTest
    /// Effect size ε² = H / (N − 1), where H is the χ² of ``test`` and N the number of values.
    package var epsilonSquared: Double
    /// Effect size η² = (H − k + 1) / (N − k), where H is the χ² of ``test``, k the number of
    /// groups and N the number of values. Negative if groups differ less than expected by chance.
    package var etaSquared: Computed<Double>
}

/// Returns the Kruskal–Wallis test of k independent samples, corrected for ties (JASA 47, 1952): χ²
/// with k − 1 degrees of freedom, asymptotic. Assumes independent participants.
package func kruskalWallis(_ groups: [[Double]]) -> Computed<KruskalWallis> {
    guard groups.count > 1 else { return .notComputable(because: oneGroup) }
    guard groups.allSatisfy({ !$0.isEmpty }) else { return .notComputable(because: emptyGroup) }
    let ranked = Ranks(groups.flatMap(\.self))
    let n = Double(ranked.ranks.count)
    let correction = 1 - ranked.tieTerm / (n * n * n - n)
    guard correction > 0 else { return .notComputable(because: allEqual) }
    var start = 0
    var squares = 0.0
    for group in groups {
        let total = sum(Array(ranked.ranks[start..<(start + group.count)]))
        squares += total * total / Double(group.count)
        start += group.count
    }
    // With equal mean ranks, rounding may give a negative number, for which χ² has no p-value.
    let h = max(0, (12 / (n * (n + 1)) * squares - 3 * (n + 1)) / correction)
    let k = Double(groups.count)
    return .value(
        KruskalWallis(
            counts: groups.map(\.count),
            test: ChiSquaredTest(h, df: groups.count - 1),
            epsilonSquared: h / (n - 1),
            etaSquared: n > k
                ? .value((h - k + 1) / (n - k))
                : .notComputable(because: "each group has only one value")
        )
    )
}
