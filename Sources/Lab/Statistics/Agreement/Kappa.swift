/// Agreement of two raters beyond chance.
package struct Kappa: Sendable, Equatable {
    package enum Weights: Sendable { case none, linear, quadratic }

    package var count: Int
    /// Share of cases with the same category.
    package var agreement: Double
    package var kappa: Double
    /// Asymptotic, of an unweighted κ other than zero (Fleiss, Cohen & Everitt, Psychological
    /// Bulletin 72, 1969).
    package var standardError: Double
    /// κ ± z · standard error, not clipped.
    package var interval: Interval
}

/// Cohen's κ, (pₒ − pₑ)/(1 − pₑ), of two raters over the same cases (Educational and Psychological
/// Measurement 20, 1960). `categories` are in order, those nobody used included. Cases that a rater
/// left out are left out by the caller and counted.
package func cohensKappa<Category: Hashable>(
    _ first: [Category],
    _ second: [Category],
    categories: [Category],
    level: Double = confidence
) -> Computed<Kappa> {
    agreementTable(first, second, categories).flatMap { table in
        let k = categories.count
        let rows = table.map(sum)
        let columns = columnSums(table)
        let observed = sum((0..<k).map { table[$0][$0] })
        let expected = sum((0..<k).map { rows[$0] * columns[$0] })
        guard 1 - expected > 1e-12 else {
            return .notComputable(because: "both raters used one category only")
        }
        let kappa = (observed - expected) / (1 - expected)
        var (diagonal, off) = (0.0, 0.0)
        for i in 0..<k {
            for j in 0..<k {
                let margins = columns[i] + rows[j]
                if i == j {
                    let term = 1 - margins * (1 - kappa)
                    diagonal += table[i][i] * term * term
                } else {
                    off += table[i][j] * margins * margins
                }
            }
        }
        let chance = kappa - expected * (1 - kappa)
        let spread = diagonal + (1 - kappa) * (1 - kappa) * off - chance * chance
        let error = (max(0, spread) / Double(first.count)).squareRoot() / (1 - expected)
        return .value(
            Kappa(
                count: first.count,
                agreement: observed,
                kappa: kappa,
                standardError: error,
                interval: Interval(kappa, plusMinus: Normal.critical(level) * error)
            )
        )
    }
}

/// κ with disagreements weighted by their distance in the order of categories, or its square
/// (Cohen, Psychological Bulletin 70, 1968).
package func weightedKappa<Category: Hashable>(
    _ first: [Category],
    _ second: [Category],
    categories: [Category],
    weights: Kappa.Weights
) -> Computed<Double> {
    agreementTable(first, second, categories).flatMap { table in
        let rows = table.map(sum)
        let columns = columnSums(table)
        var (observed, expected) = (0.0, 0.0)
        for i in categories.indices {
            for j in categories.indices {
                let weight = disagreement(i, j, of: categories.count, weights)
                observed += weight * table[i][j]
                expected += weight * rows[i] * columns[j]
            }
        }
        guard expected > 1e-12 else {
            return .notComputable(because: "both raters used one category only")
        }
        return .value(1 - observed / expected)
    }
}

private func disagreement(_ i: Int, _ j: Int, of count: Int, _ weights: Kappa.Weights) -> Double {
    let distance = Double(abs(i - j)) / Double(max(1, count - 1))
    return switch weights {
    case .none: i == j ? 0 : 1
    case .linear: distance
    case .quadratic: distance * distance
    }
}

/// Share of cases with the same category.
package func agreement<Category: Hashable>(
    _ first: [Category],
    _ second: [Category]
) -> Computed<Double> {
    guard first.count == second.count, !first.isEmpty else {
        return .notComputable(because: "there are no cases rated by both")
    }
    let same = zip(first, second).count { $0 == $1 }
    return .value(Double(same) / Double(first.count))
}

/// Agreement adjusted for prevalence and bias, (k pₒ − 1)/(k − 1) (Byrt, Bishop & Carlin, Journal of
/// Clinical Epidemiology 46, 1993).
package func prevalenceAdjusted(agreement: Double, categories: Int) -> Computed<Double> {
    guard categories > 1 else { return .notComputable(because: "there is one category only") }
    let k = Double(categories)
    return .value((k * agreement - 1) / (k - 1))
}

private func agreementTable<Category: Hashable>(
    _ first: [Category],
    _ second: [Category],
    _ categories: [Category]
) -> Computed<[[Double]]> {
    guard first.count == second.count, !first.isEmpty else {
        return .notComputable(because: "there are no cases rated by both")
    }
    let places = Dictionary(
        zip(categories, categories.indices),
        uniquingKeysWith: { one, _ in one }
    )
    var table = [[Double]](
        repeating: [Double](repeating: 0, count: categories.count),
        count: categories.count
    )
    for (one, two) in zip(first, second) {
        guard let row = places[one], let column = places[two] else {
            return .notComputable(because: "a rating is none of the categories")
        }
        table[row][column] += 1
    }
    return .value(table.map { $0.map { $0 / Double(first.count) } })
}

/// Fleiss' κ of any number of raters (Psychological Bulletin 76, 1971). One row a case: how many
/// raters chose each category; the same number of raters in every row.
package func fleissKappa(_ counts: [[Int]]) -> Computed<Double> {
    guard let raters = counts.first?.reduce(0, +), raters > 1,
        counts.allSatisfy({ $0.reduce(0, +) == raters && $0.count == counts[0].count })
    else {
        return .notComputable(because: "the cases do not all have the same two or more raters")
    }
    let (n, r) = (Double(counts.count), Double(raters))
    let observed =
        sum(
            counts.map { row in
                (sum(row.map { Double($0 * $0) }) - r) / (r * (r - 1))
            }
        ) / n
    let shares = columnSums(counts.map { $0.map(Double.init) }).map { $0 / (n * r) }
    let expected = sum(shares.map { $0 * $0 })
    guard 1 - expected > 1e-12 else {
        return .notComputable(because: "all raters used one category only")
    }
    return .value((observed - expected) / (1 - expected))
}
