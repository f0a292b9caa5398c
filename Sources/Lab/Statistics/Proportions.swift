/// Adjusted Wald (Agresti–Coull) interval of a proportion: p̃ = (x + z²/2) / (n + z²),
/// p̃ ± z √(p̃ (1 − p̃) / (n + z²)), clipped to 0…1; z = 1.959963984540054
/// (Agresti & Coull, The American Statistician 52, 1998; Sauro & Lewis, HFES 2005).
package func adjustedWald(_ successes: Int, of attempts: Int) -> Computed<Interval> {
    guard attempts > 0 else { return .notComputable(because: noAttempts) }
    let square = normalQuantile * normalQuantile
    let count = Double(attempts) + square
    let centre = (Double(successes) + square / 2) / count
    let half = normalQuantile * (centre * (1 - centre) / count).squareRoot()
    return .value(Interval(low: max(0, centre - half), high: min(1, centre + half)))
}

/// LaPlace's point estimate of a proportion, (x + 1) / (n + 2): 6 of 6 is not certainty.
package func laplace(_ successes: Int, of attempts: Int) -> Computed<Double> {
    guard attempts > 0 else { return .notComputable(because: noAttempts) }
    return .value(Double(successes + 1) / Double(attempts + 2))
}

let noAttempts = "there are no attempts"

/// Quantile of the standard normal distribution at 0.975.
private let normalQuantile = 1.959963984540054
