import Foundation

/// Weights of the estimates, 1 / (variance + τ²), and weighted sums.
struct Weighting {
    var weights: [Double]
    var total: Double
    var mean: Double
    /// Σ w (y − mean)², over the estimates y with their weights w.
    var q: Double
    private let values: [Double]

    init(_ estimates: [SingleEstimate], tauSquared: Double) {
        weights = estimates.map { 1 / ($0.variance + tauSquared) }
        values = estimates.map(\.value)
        total = sum(weights)
        let mean = sum(zip(weights, values).map { $0 * $1 }) / total
        self.mean = mean
        q = sum(zip(weights, values).map { $0 * ($1 - mean) * ($1 - mean) })
    }

    /// Σw − Σw²/Σw, over the weights w.
    var dispersion: Double { total - sum(weights.map { $0 * $0 }) / total }

    /// Restricted log-likelihood, without its constant.
    var logLikelihood: Double { (sum(weights.map { log($0) }) - log(total) - q) / 2 }

    /// Derivative of twice the restricted log-likelihood with respect to τ²: Σ w² (y − mean)² −
    /// ``dispersion``, over the estimates y with their weights w.
    var score: Double {
        sum(zip(weights, values).map { $0 * $0 * ($1 - mean) * ($1 - mean) }) - dispersion
    }
}

/// Returns the τ² that maximizes the restricted likelihood; nil if no maximum is found.
///
/// The likelihood may have several local maxima. Each point at which its derivative changes from
/// positive to negative is a maximum. The point τ² = 0 is a maximum if the derivative is zero or
/// negative there. The function searches for these points in ascending order, and returns the τ² of
/// the greatest maximum.
func restrictedTauSquared(_ estimates: [SingleEstimate]) -> Double? {
    func weighting(_ tau: Double) -> Weighting { Weighting(estimates, tauSquared: tau) }
    var (maxima, last) = ([Double](), 0.0)
    if weighting(0).score <= 0 {
        maxima = [0]
        guard let rise = root({ weighting($0).score > 0 }) else { return 0 }
        last = rise
    }
    while true {
        guard let peak = root(above: last, { weighting($0).score < 0 }) else { return nil }
        maxima.append(peak)
        guard let rise = root(above: peak, { weighting($0).score > 0 }) else { break }
        last = rise
    }
    return maxima.max { weighting($0).logLikelihood < weighting($1).logLikelihood }
}

/// Returns the confidence interval for τ²: the values of τ² for which ``Weighting/q`` is between
/// the lower and the upper quantile of its χ² distribution.
func tauSquaredInterval(_ estimates: [SingleEstimate]) -> Computed<Interval> {
    let tail = (1 - confidence) / 2
    func upper(_ tau: Double) -> Double {
        chiSquaredUpper(Weighting(estimates, tauSquared: tau).q, df: estimates.count - 1)
    }
    guard upper(0) < 1 - tail else {
        return .notComputable(because: "the estimates differ less than expected by chance")
    }
    let low = upper(0) >= tail ? 0 : root { upper($0) >= tail }
    guard let low, let high = root({ upper($0) >= 1 - tail }) else {
        return .notComputable(because: notFinite)
    }
    return .value(Interval(low: low, high: high))
}

/// Returns the smallest number above `start` for which `isBeyond` is true; nil if there is none
/// below 1e30. Searches by doubling, then by bisection to full precision.
private func root(above start: Double = 0, _ isBeyond: (Double) -> Bool) -> Double? {
    var (low, high) = (start, max(2 * start, 1e-12))
    while !isBeyond(high) {
        (low, high) = (high, high * 2)
        guard high < 1e30 else { return nil }
    }
    while true {
        let middle = low + (high - low) / 2
        guard middle > low, middle < high else { return middle }
        if isBeyond(middle) { high = middle } else { low = middle }
    }
}
