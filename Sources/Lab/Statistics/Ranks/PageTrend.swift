package struct PageTrend: Sendable, Equatable {
    /// Page's L: Σ j · (sum of the ranks of column j).
    package var l: Double
    package var z: Double
    /// One-sided p-values of the tests that values rise along the columns (`increasing`) or fall
    /// (`decreasing`); not corrected for ties.
    package var increasing: Double
    package var decreasing: Double
    /// Exact one-sided p-value of the test that values rise, over all permutations of each row,
    /// assuming no ties. With ties, L is rounded down before the p-value is computed, as in SciPy.
    /// Computed for at most `exactColumns` columns and `exactRows` rows.
    package var exactIncreasing: Computed<Double>

    package static let exactColumns = 8
    package static let exactRows = 20
}

/// Returns Page's test of an expected order of the columns (JASA 58, 1963), for example whether
/// times rise from task to task. Each row belongs to one participant. The caller excludes rows with
/// a missing value.
package func pageTrend(_ rows: [[Double]]) -> Computed<PageTrend> {
    let k = rows.first?.count ?? 0
    guard rows.count > 1, k > 2, rows.allSatisfy({ $0.count == k }) else {
        return .notComputable(
            because: "there are fewer than two complete rows or fewer than three columns"
        )
    }
    let sums = columnSums(rows.map { Ranks($0).ranks })
    let l = sum(sums.enumerated().map { Double($0 + 1) * $1 })
    let (n, width) = (Double(rows.count), Double(k))
    let mean = n * width * (width + 1) * (width + 1) / 4
    let variance = n * width * width * (width + 1) * (width * width - 1) / 144
    let z = (l - mean) / variance.squareRoot()
    return .value(
        PageTrend(
            l: l,
            z: z,
            increasing: Normal.upper(z),
            decreasing: Normal.upper(-z),
            exactIncreasing: exactTrend(l, rows: rows.count, columns: k)
        )
    )
}

private func exactTrend(_ l: Double, rows: Int, columns: Int) -> Computed<Double> {
    guard columns <= PageTrend.exactColumns, rows <= PageTrend.exactRows else {
        return .notComputable(
            because: "the exact test is limited to \(PageTrend.exactColumns) columns and "
                + "\(PageTrend.exactRows) rows"
        )
    }
    let one = rowDistribution(columns)
    var all = [1.0]
    for _ in 0..<rows {
        var next = [Double](repeating: 0, count: all.count + one.count - 1)
        for (value, mass) in all.enumerated() where mass > 0 {
            for (added, share) in one.enumerated() where share > 0 {
                next[value + added] += mass * share
            }
        }
        all = next
    }
    let observed = Int(l.rounded(.down))
    return .value(min(1, sum(Array(all[min(observed, all.count)...]))))
}

/// Returns the distribution of Σ j · (rank of column j) in one row, over all permutations of the
/// ranks. Uses dynamic programming over the sets of ranks already used.
private func rowDistribution(_ columns: Int) -> [Double] {
    let most = (1...columns).reduce(0) { $0 + $1 * $1 }
    var byUsed = [Int: [Double]]()
    byUsed[0] = [Double](repeating: 0, count: most + 1)
    byUsed[0]?[0] = 1
    for column in 1...columns {
        var next = [Int: [Double]]()
        for (used, masses) in byUsed {
            for rank in 1...columns where used & (1 << rank) == 0 {
                let key = used | (1 << rank)
                var target = next[key] ?? [Double](repeating: 0, count: most + 1)
                for value in 0...(most - column * rank) where masses[value] > 0 {
                    target[value + column * rank] += masses[value]
                }
                next[key] = target
            }
        }
        byUsed = next
    }
    let counts = byUsed.values.first ?? [1]
    let orders = sum(counts)
    return counts.map { $0 / orders }
}
