package struct FTest: Sendable, Equatable {
    package var f: Double
    package var df1: Double
    package var df2: Double
    package var p: Double

    init(_ f: Double, _ df1: Double, _ df2: Double) {
        self.f = f
        self.df1 = df1
        self.df2 = df2
        p = fisherUpper(f, df1: df1, df2: df2)
    }
}

package struct Friedman: Sendable, Equatable {
    package var rows: Int
    package var rankSums: [Double]
    package var test: ChiSquaredTest
    /// Kendall's W, the agreement of the rows, from 0 to 1.
    package var kendallsW: Double
    /// Iman and Davenport's F test, which is less conservative than ``test`` (Communications in
    /// Statistics A9, 1980).
    package var imanDavenport: Computed<FTest>
}

/// Returns Friedman's test of k columns with one row per participant, corrected for ties (JASA 32,
/// 1937): χ² with k − 1 degrees of freedom, asymptotic. The caller excludes rows with a missing
/// value.
package func friedman(_ rows: [[Double]]) -> Computed<Friedman> {
    let k = rows.first?.count ?? 0
    guard rows.count > 1, k > 2, rows.allSatisfy({ $0.count == k }) else {
        return .notComputable(
            because: "there are fewer than two complete rows or fewer than three columns"
        )
    }
    let ranked = rows.map { Ranks($0) }
    let (n, width) = (Double(rows.count), Double(k))
    let sums = columnSums(ranked.map(\.ranks))
    let ties = sum(ranked.map(\.tieTerm))
    let correction = 1 - ties / (n * width * (width * width - 1))
    guard correction > 0 else { return .notComputable(because: "all ranks are tied") }
    let squares = sum(sums.map { $0 * $0 })
    let raw = 12 / (n * width * (width + 1)) * squares - 3 * n * (width + 1)
    let chiSquared = max(0, raw / correction)
    let most = n * (width - 1)
    let imanDavenport: Computed<FTest> =
        most - chiSquared > 1e-9 * most
        ? .value(
            FTest((n - 1) * chiSquared / (most - chiSquared), width - 1, (n - 1) * (width - 1))
        )
        : .notComputable(because: "all rows rank the columns in the same order")
    return .value(
        Friedman(
            rows: rows.count,
            rankSums: sums,
            test: ChiSquaredTest(chiSquared, df: k - 1),
            kendallsW: chiSquared / most,
            imanDavenport: imanDavenport
        )
    )
}

func columnSums(_ rows: [[Double]]) -> [Double] {
    guard let first = rows.first else { return [] }
    return first.indices.map { column in sum(rows.map { $0[column] }) }
}
