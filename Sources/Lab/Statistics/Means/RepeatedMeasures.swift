/// One-way analysis of variance within participants.
package struct RepeatedMeasures: Sendable, Equatable {
    package var rows: Int
    package var columns: Int
    package var columnSquares: Double
    package var rowSquares: Double
    package var residualSquares: Double
    package var test: Computed<FTest>
    /// Greenhouse and Geisser's ε. It is 1 if the differences between two columns have the same
    /// variance for all pairs of columns.
    package var greenhouseGeisser: Computed<Double>
    /// The p-value of the F test, with both degrees of freedom multiplied by Greenhouse and
    /// Geisser's ε.
    package var adjustedP: Computed<Double>
    /// Huynh and Feldt's ε, at most 1.
    package var huynhFeldt: Computed<Double>

    package var df: (columns: Double, residual: Double) {
        (Double(columns - 1), Double((rows - 1) * (columns - 1)))
    }

    package var residualVariance: Double { residualSquares / df.residual }

    /// Variance between rows (participants), estimated by the method of moments: (MS rows − MS
    /// residual) / k, where MS is a mean square and k the number of columns. Negative if
    /// participants differ less than expected by chance.
    package var rowVariance: Double {
        (rowSquares / Double(rows - 1) - residualVariance) / Double(columns)
    }

    /// Partial η²: the proportion of the variance within participants that the columns explain.
    package var partialEtaSquared: Computed<Double> {
        share(columnSquares, of: columnSquares + residualSquares)
    }

    package var generalizedEtaSquared: Computed<Double> {
        share(columnSquares, of: columnSquares + rowSquares + residualSquares)
    }

    package var intraclass: Computed<Double> {
        share(max(0, rowVariance), of: max(0, rowVariance) + residualVariance)
    }

    private func share(_ part: Double, of whole: Double) -> Computed<Double> {
        guard whole > 0 else { return .notComputable(because: "nothing varies") }
        return .value(part / whole)
    }
}

/// Returns the analysis of variance of complete rows, one row per participant. If the values are
/// times, the caller passes their logarithms. A mixed model with a random intercept gives the same
/// result if ``RepeatedMeasures/rowVariance`` is not negative.
///
/// Assumes approximately normal residuals. The p-value of ``RepeatedMeasures/test`` also assumes
/// sphericity. The caller leaves out rows with a missing value and reports their number.
package func repeatedMeasures(_ rows: [[Double]]) -> Computed<RepeatedMeasures> {
    let k = rows.first?.count ?? 0
    guard rows.count > 1, k > 1, rows.allSatisfy({ $0.count == k }) else {
        return .notComputable(
            because: "there are fewer than two complete rows or fewer than two columns"
        )
    }
    let (n, width) = (Double(rows.count), Double(k))
    let grand = sum(rows.map(sum)) / (n * width)
    let columnMeans = columnSums(rows).map { $0 / n }
    let rowMeans = rows.map { sum($0) / width }
    let columnSquares = n * sum(columnMeans.map { ($0 - grand) * ($0 - grand) })
    let rowSquares = width * sum(rowMeans.map { ($0 - grand) * ($0 - grand) })
    var residuals = 0.0
    for (row, rowMean) in zip(rows, rowMeans) {
        for (value, columnMean) in zip(row, columnMeans) {
            let residual = value - rowMean - columnMean + grand
            residuals += residual * residual
        }
    }
    let (df1, df2) = (width - 1, (n - 1) * (width - 1))
    let epsilon = sphericity(rows, columnMeans)
    let test = testOfColumns(rows, columnSquares / df1, residuals / df2, df1, df2)
    return .value(
        RepeatedMeasures(
            rows: rows.count,
            columns: k,
            columnSquares: columnSquares,
            rowSquares: rowSquares,
            residualSquares: residuals,
            test: test,
            greenhouseGeisser: epsilon,
            adjustedP: epsilon.flatMap { epsilon in
                test.map { fisherUpper($0.f, df1: df1 * epsilon, df2: df2 * epsilon) }
            },
            huynhFeldt: epsilon.flatMap { huynhFeldt($0, n: n, df: df1) }
        )
    )
}

/// Returns the F test of the columns. Not computable if the residuals are nothing but rounding
/// errors.
private func testOfColumns(
    _ rows: [[Double]],
    _ meanSquare: Double,
    _ residual: Double,
    _ df1: Double,
    _ df2: Double
) -> Computed<FTest> {
    let magnitude = sum(rows.map { sum($0.map { $0 * $0 }) })
    guard residual * df2 > 1e-24 * magnitude else { return .notComputable(because: noResidual) }
    let test = FTest(meanSquare / residual, df1, df2)
    return test.f.isFinite ? .value(test) : .notComputable(because: notFinite)
}

/// Returns Greenhouse and Geisser's ε = (tr S)² / ((k − 1) Σ sᵢⱼ²). S is the double-centered
/// covariance matrix of the k columns, and sᵢⱼ are its elements.
private func sphericity(_ rows: [[Double]], _ means: [Double]) -> Computed<Double> {
    let k = means.count
    guard k > 2 else { return .notComputable(because: "there are only two columns") }
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: k), count: k)
    for row in rows {
        let deviations = zip(row, means).map { $0 - $1 }
        for i in 0..<k {
            for j in 0..<k { covariance[i][j] += deviations[i] * deviations[j] }
        }
    }
    let rowMeans = covariance.map { sum($0) / Double(k) }
    let grand = sum(rowMeans) / Double(k)
    var (trace, squares) = (0.0, 0.0)
    for i in 0..<k {
        for j in 0..<k {
            let centred = covariance[i][j] - rowMeans[i] - rowMeans[j] + grand
            if i == j { trace += centred }
            squares += centred * centred
        }
    }
    guard squares > 0 else {
        return .notComputable(because: "the differences between columns do not vary")
    }
    return Computed(finite: trace * trace / (Double(k - 1) * squares))
}

/// Returns Huynh and Feldt's ε (Journal of Educational Statistics 1, 1976), from Greenhouse and
/// Geisser's ε for `n` rows and `df` + 1 columns.
private func huynhFeldt(_ epsilon: Double, n: Double, df: Double) -> Computed<Double> {
    let denominator = df * (n - 1 - df * epsilon)
    guard denominator > 1e-9 else { return .notComputable(because: "there are too few rows") }
    return .value(min(1, (n * df * epsilon - 2) / denominator))
}
