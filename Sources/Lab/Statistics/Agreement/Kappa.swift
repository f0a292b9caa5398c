/// Cohen's κ: agreement of two raters beyond chance.
package struct Kappa: Sendable, Equatable {
    package enum Weights: Sendable { case none, linear, quadratic }

    /// Proportion of cases to which both raters assigned the same category.
    package var agreement: Double
    package var kappa: Double
    /// Asymptotic standard error of κ, without the assumption that κ is zero (Fleiss, Cohen &
    /// Everitt, Psychological Bulletin 72, 1969).
    package var standardError: Double
    /// The interval κ ± z · ``standardError``, not clipped to −1…1.
    package var interval: Interval
}

/// Returns Cohen's κ of two raters who rated the same cases (Educational and Psychological
/// Measurement 20, 1960). κ is (pₒ − pₑ)/(1 − pₑ), where pₒ is the observed agreement and pₑ the
/// agreement expected by chance. `categories` contains all categories in order, including unused
/// categories. The caller leaves out cases that a rater did not code, and reports their number.
package func cohensKappa<Category: Hashable>(
    _ first: [Category],
    _ second: [Category],
    categories: [Category]
) -> Computed<Kappa> {
    agreementTable(first, second, categories).flatMap { table in
        let k = categories.count
        let rows = table.map(sum)
        let columns = columnSums(table)
        let observed = sum((0..<k).map { table[$0][$0] })
        let expected = sum((0..<k).map { rows[$0] * columns[$0] })
        guard 1 - expected > 1e-12 else { return .notComputable(because: oneCategory) }
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
                agreement: observed,
                kappa: kappa,
                standardError: error,
                interval: Interval(kappa, plusMinus: Normal.critical() * error)
            )
        )
    }
}

/// Returns weighted κ (Cohen, Psychological Bulletin 70, 1968). With linear weights, the weight of
/// a disagreement is proportional to the distance between the positions of the two categories in
/// `categories`. With quadratic weights, it is proportional to the square of this distance.
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
        guard expected > 1e-12 else { return .notComputable(because: oneCategory) }
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

private func agreementTable<Category: Hashable>(
    _ first: [Category],
    _ second: [Category],
    _ categories: [Category]
) -> Computed<[[Double]]> {
    guard first.count == second.count, !first.isEmpty else {
        return .notComputable(because: "there are no cases that both raters rated")
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
            return .notComputable(because: "a rating is not one of the categories")
        }
        table[row][column] += 1
    }
    return .value(table.map { $0.map { $0 / Double(first.count) } })
}
