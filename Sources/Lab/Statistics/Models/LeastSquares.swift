/// A linear model fitted by ordinary least squares. The robust standard errors allow unequal
/// variances. The clustered standard errors also allow dependence between observations of one
/// participant.
package struct LeastSquares: Sendable, Equatable {
    package struct Coefficient: Sendable, Equatable {
        package var name: String
        package var estimate: Double
        /// Inference with HC3 standard errors: each residual is divided by 1 − the leverage of its
        /// observation (MacKinnon & White, Journal of Econometrics 29, 1985). Not computable if a
        /// single observation determines a coefficient, or if the standard error is zero.
        package var robust: Computed<Inference>
        /// Inference with clustered standard errors (Liang & Zeger, Biometrika 73, 1986). The
        /// sandwich estimator over clusters is multiplied by G/(G − 1) · (n − 1)/(n − k), for G
        /// clusters, n observations and k coefficients. Not computable with fewer than two
        /// clusters, or if the standard error is zero. For example, the standard error is zero if
        /// each of two conditions has only one participant, because each participant's residuals
        /// then add up to zero.
        package var clustered: Computed<Inference>
    }

    /// A standard error, with the t test and the interval based on it.
    package struct Inference: Sendable, Equatable {
        package var error: Double
        /// Degrees of freedom. For HC3: number of observations − number of coefficients; for
        /// clustered errors: number of clusters − 1.
        package var df: Double
        package var p: Double
        package var interval: Interval

        init(_ estimate: Double, variance: Double, df: Double) {
            error = variance.squareRoot()
            self.df = df
            p = StudentT(df: df).twoSided(estimate / error)
            interval = Interval(estimate, plusMinus: StudentT(df: df).critical() * error)
        }
    }

    package var coefficients: [Coefficient]
}

/// Fits a model by ordinary least squares. statsmodels: `OLS(y, X).fit(cov_type="HC3", use_t=True)`
/// and `cov_type="cluster"`; R: `sandwich::vcovHC(type = "HC3")` and `vcovCL(type = "HC1")`.
///
/// - Parameter clusters: the participant of each observation, numbered from 0.
package func leastSquares(
    _ response: [Double],
    fixed: [FixedEffect],
    clusters: [Int]
) -> Computed<LeastSquares> {
    let (n, k) = (response.count, fixed.count)
    guard clusters.count == n, fixed.allSatisfy({ $0.values.count == n }) else {
        return .notComputable(because: unequalColumns)
    }
    guard k > 0, n > k else { return .notComputable(because: tooFewObservations) }
    guard response.allSatisfy(\.isFinite), fixed.allSatisfy({ $0.values.allSatisfy(\.isFinite) })
    else { return .notComputable(because: notFinite) }
    guard let basis = Orthonormal(fixed.map(\.values)) else {
        return .notComputable(because: dependentColumns)
    }
    let shares = basis.columns.map { dot($0, response) }
    var residuals = response
    for (column, share) in zip(basis.columns, shares) {
        for row in residuals.indices { residuals[row] -= share * column[row] }
    }
    guard dot(residuals, residuals) > 1e-24 * dot(response, response) else {
        return .notComputable(because: noResidual)
    }
    let estimates = basis.back(shares)
    let robust = robustSquares(basis, residuals)
    let (count, scores) = clusterSquares(basis, residuals, clusters)
    let (groups, size) = (Double(count), Double(n))
    let correction = groups / (groups - 1) * (size - 1) / (size - Double(k))
    let coefficients = fixed.indices.map { place in
        // A row of R⁻¹: the weights of the orthonormal basis vectors in this coefficient.
        let weights = fixed.indices.map { unit in
            basis.back(fixed.indices.map { $0 == unit ? 1 : 0 })[place]
        }
        // A variance below this limit differs from zero only by rounding.
        let least = 1e-12 * dot(weights, weights) * dot(residuals, residuals)
        func inference(
            _ squares: Matrix,
            _ scale: Double,
            df: Double
        ) -> Computed<LeastSquares.Inference> {
            let products = fixed.indices.map { dot(squares.column($0), weights) }
            let variance = scale * dot(products, weights)
            guard variance > least else { return .notComputable(because: noError) }
            return .value(.init(estimates[place], variance: variance, df: df))
        }
        return LeastSquares.Coefficient(
            name: fixed[place].name,
            estimate: estimates[place],
            robust: robust.flatMap { inference($0, 1, df: Double(n - k)) },
            clustered: count > 1
                ? inference(scores, correction, df: Double(count - 1))
                : .notComputable(because: oneParticipant)
        )
    }
    return .value(LeastSquares(coefficients: coefficients))
}

private let noError =
    "the standard error is zero: too few participants, or too few different values, determine the "
    + "coefficient"

/// Returns QᵀDQ, where Q is the orthonormal basis. D is the diagonal matrix of (eᵢ/(1 − hᵢ))², with
/// residuals eᵢ and leverages hᵢ. Not computable if a leverage is 1 up to rounding.
private func robustSquares(_ basis: Orthonormal, _ residuals: [Double]) -> Computed<Matrix> {
    var squares = Matrix(basis.columns.count, basis.columns.count)
    for row in residuals.indices {
        let place = basis.columns.map { $0[row] }
        let remainder = 1 - dot(place, place)
        guard remainder > 1e-9 else {
            return .notComputable(because: "a single observation determines a coefficient")
        }
        let scale = residuals[row] / remainder
        squares.addSquare(of: place.map { $0 * scale })
    }
    return .value(squares)
}

/// Returns the number of clusters, and Σ (Qᵀe)(Qᵀe)ᵀ over the clusters. Here Q and e contain a
/// cluster's rows of the orthonormal basis and of the residuals.
private func clusterSquares(
    _ basis: Orthonormal,
    _ residuals: [Double],
    _ clusters: [Int]
) -> (count: Int, squares: Matrix) {
    let width = basis.columns.count
    var scores: [Int: [Double]] = [:]
    for (row, cluster) in clusters.enumerated() {
        for column in 0..<width {
            scores[cluster, default: [Double](repeating: 0, count: width)][column] +=
                basis.columns[column][row] * residuals[row]
        }
    }
    var squares = Matrix(width, width)
    for (_, score) in scores.sorted(by: { $0.key < $1.key }) { squares.addSquare(of: score) }
    return (scores.count, squares)
}
