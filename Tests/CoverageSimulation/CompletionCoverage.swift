import CBoostMath
package import Statistics

/// Actual coverage of a confidence interval for a completion rate, at true rates from 0.50 to 0.99.
/// The coverage is computed rather than simulated, because the probability of each number of
/// successes is known.
package struct CompletionCoverage: Sendable {
    package var mean: Double
    package var least: Double
    /// True rate at which the coverage is lowest.
    package var leastAt: Double
}

package func completionCoverage(
    count: Int,
    _ interval: (_ successes: Int, _ attempts: Int) -> Computed<Interval>
) -> CompletionCoverage {
    let intervals = (0...count).map { interval($0, count).value }
    let rates = (50...99).map { Double($0) / 100 }
    let coverages = rates.map { rate in
        intervals.enumerated().reduce(0) { total, placed in
            guard let interval = placed.element, interval.low <= rate, rate <= interval.high
            else { return total }
            return total + cboost_binomial_mass(Double(count), rate, Double(placed.offset))
        }
    }
    let least = coverages.indices.min { coverages[$0] < coverages[$1] } ?? 0
    return CompletionCoverage(
        mean: coverages.reduce(0, +) / Double(coverages.count),
        least: coverages[least],
        leastAt: rates[least]
    )
}
