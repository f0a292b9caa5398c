/// Actual coverage of a confidence interval for a completion rate, at true rates from 0.50 to 0.99.
/// The coverage is computed rather than simulated, because the probability of each number of
/// successes is known.
package struct CompletionCoverage: Sendable, Equatable {
    package var name: String
    package var count: Int
    package var mean: Double
    package var least: Double
    /// True rate at which the coverage is lowest.
    package var leastAt: Double
}

package func completionCoverage(
    _ name: String,
    count: Int,
    _ interval: (_ successes: Int, _ attempts: Int) -> Computed<Interval>
) -> CompletionCoverage {
    let intervals = (0...count).map { interval($0, count).value }
    let rates = (50...99).map { Double($0) / 100 }
    let coverages = rates.map { rate in
        sum(
            intervals.enumerated().map { successes, interval in
                guard let interval, interval.low <= rate, rate <= interval.high else { return 0 }
                return Binomial.mass(successes, of: count, at: rate)
            }
        )
    }
    let least = coverages.indices.min { coverages[$0] < coverages[$1] } ?? 0
    return CompletionCoverage(
        name: name,
        count: count,
        mean: sum(coverages) / Double(coverages.count),
        least: coverages[least],
        leastAt: rates[least]
    )
}

/// Returns the default confidence interval for a completion rate: adjusted Wald up to 30 attempts,
/// Wilson above.
package func completionInterval(_ successes: Int, of attempts: Int) -> Computed<Interval> {
    attempts <= 30 ? adjustedWald(successes, of: attempts) : wilson(successes, of: attempts)
}
