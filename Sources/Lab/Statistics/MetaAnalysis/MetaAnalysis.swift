/// One of several independent estimates of the same quantity, for instance from one lab.
package struct SingleEstimate: Sendable, Equatable {
    package var value: Double
    /// Square of the standard error; above zero.
    package var variance: Double

    package init(value: Double, variance: Double) {
        (self.value, self.variance) = (value, variance)
    }

    /// Returns the confidence interval from the normal distribution.
    package func interval() -> Interval {
        Interval(value, plusMinus: Normal.critical() * variance.squareRoot())
    }
}

/// A random-effects model: each estimate has its own true value, and the true values vary around
/// their mean with variance τ² (DerSimonian & Laird, Controlled Clinical Trials 7, 1986).
package struct MetaAnalysis: Sendable, Equatable {
    /// Cochran's Q: χ²-distributed with `df` degrees of freedom if all true values are equal.
    package var q: ChiSquaredTest
    /// Estimate of τ² by restricted maximum likelihood; at least 0.
    package var tauSquared: Double
    /// Estimate of τ² by the method of moments, at least 0: (Q − df) / (Σw − Σw²/Σw), where each w
    /// is 1 / variance (DerSimonian & Laird).
    package var tauSquaredByMoments: Double
    /// Confidence interval for τ², by inverting Q as a function of τ² (Viechtbauer, Statistics in
    /// Medicine 26, 2007).
    package var tauSquaredInterval: Computed<Interval>
    /// Estimate of the mean of the true values.
    package var pooled: PooledMean
    /// Sampling variance of a typical estimate (Higgins & Thompson, Statistics in Medicine 21,
    /// 2002).
    package var typicalVariance: Double

    /// I² = τ² / (τ² + variance of a typical estimate), from 0 to 1.
    package var iSquared: Double { share(tauSquared) }
    /// Confidence interval for I², from the ends of the interval for τ².
    package var iSquaredInterval: Computed<Interval> { tauSquaredInterval.map { $0.map(share) } }

    private func share(_ variance: Double) -> Double { variance / (variance + typicalVariance) }
}

/// A weighted mean of estimates.
package struct PooledMean: Sendable, Equatable {
    package var value: Double
    /// The larger of two standard errors: Knapp and Hartung's (Statistics in Medicine 22, 2003) and
    /// Wald's. Knapp and Hartung's alone would be too small if the estimates agree closely by
    /// chance.
    package var error: Double
    /// Wald's standard error, 1/√Σw, where each w is 1 / (variance + τ²).
    package var waldError: Double
    /// The confidence interval from Student's t with k − 1 degrees of freedom, for k estimates.
    package var interval: Interval
    /// Two-sided p-value of the t test that the mean is zero, with k − 1 degrees of freedom for k
    /// estimates.
    package var p: Double
}

/// Pools independent estimates with a random-effects model.
///
/// The results equal those of `rma(y, v, method = "REML", test = "adhoc")` and `confint` in R's
/// metafor package. Assumes that each estimate is approximately normal with a known variance.
package func metaAnalysis(_ estimates: [SingleEstimate]) -> Computed<MetaAnalysis> {
    guard estimates.count > 1 else {
        return .notComputable(because: "there are fewer than two estimates")
    }
    guard estimates.allSatisfy({ $0.value.isFinite && $0.variance.isFinite && $0.variance > 0 })
    else {
        return .notComputable(because: "the variance of an estimate is missing or not above zero")
    }
    let df = estimates.count - 1
    let plain = Weighting(estimates, tauSquared: 0)
    guard let tau = restrictedTauSquared(estimates) else {
        return .notComputable(because: notFinite)
    }
    let weighting = Weighting(estimates, tauSquared: tau)
    let wald = (1 / weighting.total).squareRoot()
    let error = max(1, weighting.q / Double(df)).squareRoot() * wald
    let student = StudentT(df: Double(df))
    let analysis = MetaAnalysis(
        q: ChiSquaredTest(plain.q, df: df),
        tauSquared: tau,
        tauSquaredByMoments: max(0, (plain.q - Double(df)) / plain.dispersion),
        tauSquaredInterval: tauSquaredInterval(estimates),
        pooled: PooledMean(
            value: weighting.mean,
            error: error,
            waldError: wald,
            interval: Interval(weighting.mean, plusMinus: student.critical() * error),
            p: student.twoSided(weighting.mean / error)
        ),
        typicalVariance: Double(df) / plain.dispersion
    )
    let numbers = [plain.q, tau, weighting.mean, error, analysis.typicalVariance]
    guard numbers.allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    return .value(analysis)
}

/// Returns one analysis for each estimate, in the order of `estimates`. Each analysis leaves out
/// this estimate and pools all others.
package func leavingOneOut(_ estimates: [SingleEstimate]) -> [Computed<MetaAnalysis>] {
    estimates.indices.map { left in
        metaAnalysis(estimates.indices.filter { $0 != left }.map { estimates[$0] })
    }
}
