/// Cronbach's α of a questionnaire's items.
package struct Alpha: Sendable, Equatable {
    package var items: Int
    /// Number of participants from whose answers α was computed.
    package var rows: Int
    package var alpha: Double
    /// Feldt's confidence interval, from the F distribution (Psychometrika 30, 1965).
    package var interval: Computed<Interval>
    package var meanCorrelation: Computed<Double>
    /// α of the standardized items, computed from their mean correlation.
    package var standardized: Computed<Double>
    /// Correlation of each item with the sum of the other items.
    package var itemTotal: [Computed<Double>]
    package var withoutItem: [Computed<Double>]
}

/// Returns Cronbach's α from complete rows, one row per participant (Psychometrika 16, 1951). α is
/// k/(k − 1) · (1 − Σ s²ᵢ / s²ₜ), where k is the number of items, s²ᵢ the variance of item i, and
/// s²ₜ the variance of the sums of the rows. All items must be scored in the same direction. The
/// caller leaves out rows with a missing answer and reports their number. α is unreliable with
/// fewer than a few dozen participants.
package func cronbachAlpha(_ rows: [[Double]]) -> Computed<Alpha> {
    guard rows.count > 1 else { return .notComputable(because: tooFewRows) }
    let items = rows[0].count
    guard rows.allSatisfy({ $0.count == items }) else {
        return .notComputable(because: "the rows have different numbers of items")
    }
    guard items > 1 else { return .notComputable(because: "there are fewer than two items") }
    guard rows.joined().allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    let columns = (0..<items).map { item in rows.map { $0[item] } }
    let totals = rows.map(sum)
    let variances = columns.map(variance)
    guard let alpha = plainAlpha(variances, totals) else {
        return .notComputable(because: "all participants have the same sum")
    }
    guard alpha.isFinite else { return .notComputable(because: notFinite) }
    let (df1, k) = (Double(rows.count - 1), Double(items))
    let correlation = meanCorrelation(columns)
    return .value(
        Alpha(
            items: items,
            rows: rows.count,
            alpha: alpha,
            interval: feldt(alpha, df1, df1 * (k - 1)),
            meanCorrelation: correlation,
            standardized: correlation.flatMap {
                Computed(finite: k * $0 / (1 + (k - 1) * $0))
            },
            itemTotal: columns.map { column in
                pearsonCorrelation(column, zip(totals, column).map { $0 - $1 })
            },
            withoutItem: columns.indices.map { left in
                let rest = columns.indices.filter { $0 != left }.map { variances[$0] }
                let sums = zip(totals, columns[left]).map { $0 - $1 }
                guard rest.count > 1 else {
                    return .notComputable(because: "there are fewer than two other items")
                }
                guard let alpha = plainAlpha(rest, sums) else {
                    return .notComputable(because: "the sums of the other items do not vary")
                }
                return .value(alpha)
            }
        )
    )
}

private func plainAlpha(_ variances: [Double], _ totals: [Double]) -> Double? {
    let k = Double(variances.count)
    let total = variance(totals)
    guard total > 0 else { return nil }
    return k / (k - 1) * (1 - sum(variances) / total)
}

private func feldt(_ alpha: Double, _ df1: Double, _ df2: Double) -> Computed<Interval> {
    let tail = (1 - confidence) / 2
    return Computed(
        finite: Interval(
            low: 1 - (1 - alpha) * fisherQuantile(1 - tail, df1: df1, df2: df2),
            high: 1 - (1 - alpha) * fisherQuantile(tail, df1: df1, df2: df2)
        )
    )
}

private func meanCorrelation(_ columns: [[Double]]) -> Computed<Double> {
    guard !columns.contains(where: areEqual) else {
        return .notComputable(because: "an item does not vary")
    }
    let standard = columns.map { column in
        let centre = sum(column) / Double(column.count)
        let length = column.map { ($0 - centre) * ($0 - centre) }
        let scale = sum(length).squareRoot()
        return column.map { ($0 - centre) / scale }
    }
    let correlations = standard.indices.flatMap { first in
        standard[(first + 1)...].map { dot(standard[first], $0) }
    }
    return mean(correlations)
}

/// Returns Pearson's correlation of two variables. Values at the same index are a pair.
package func pearsonCorrelation(_ first: [Double], _ second: [Double]) -> Computed<Double> {
    guard first.count == second.count, first.count > 1 else {
        return .notComputable(because: "there are fewer than two pairs")
    }
    guard !areEqual(first), !areEqual(second) else {
        return .notComputable(because: "one of the variables does not vary")
    }
    let n = Double(first.count)
    let (one, two) = (sum(first) / n, sum(second) / n)
    let product = sum(zip(first, second).map { ($0 - one) * ($1 - two) })
    let squares = variance(first) * variance(second)
    return Computed(finite: product / ((n - 1) * squares.squareRoot()))
}
