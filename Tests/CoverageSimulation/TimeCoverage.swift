import Foundation
import SeededRandom
import Statistics

/// Simulates the coverage of the log-t interval. Draws `rounds` samples of `count` times each and
/// returns the proportion of intervals that contain exp(E ln X). The same seed gives the same
/// results on every machine.
package func timeCoverage(
    _ distribution: TimeDistribution,
    count: Int,
    rounds: Int,
    seed: UInt64 = 1
) -> Double {
    var generator = SplitMix64(seed: seed)
    let truth = distribution.geometricMean ?? simulatedGeometricMean(distribution, &generator)
    var hits = 0
    for _ in 0..<rounds {
        let sample = (0..<count).map { _ in distribution.draw(&generator) }
        guard let interval = logTInterval(sample).value else { continue }
        if interval.low <= truth, truth <= interval.high { hits += 1 }
    }
    return Double(hits) / Double(rounds)
}

/// Returns the geometric mean from a million draws, for distributions without a closed form. Its
/// error is near 0.001, which is small compared with the width of an interval from a few values.
private func simulatedGeometricMean(
    _ distribution: TimeDistribution,
    _ generator: inout SplitMix64
) -> Double {
    let draws = 1_000_000
    var total = 0.0
    for _ in 0..<draws { total += log(distribution.draw(&generator)) }
    return exp(total / Double(draws))
}
