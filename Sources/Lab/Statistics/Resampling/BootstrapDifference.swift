import Foundation
import SeededRandom

/// Returns the BCa interval for the difference of two independent means, first minus second (Efron
/// & Tibshirani, An Introduction to the Bootstrap, ch. 14). Resamples each group separately.
///
/// Equals `scipy.stats.bootstrap((x, y), statistic, method="BCa")` except for the random draws. If
/// the values are logarithms of times, the result is the interval for ln(ratio of geometric means).
package func bootstrapDifference(
    _ first: [Double],
    _ second: [Double],
    seed: UInt64 = bootstrapSeed,
    resamples: Int = bootstrapResamples
) -> Computed<Interval> {
    guard first.count > 1, second.count > 1 else { return .notComputable(because: groupOfOne) }
    guard (first + second).allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    guard !areEqual(first) || !areEqual(second) else { return .notComputable(because: equalWithin) }
    var generator = SplitMix64(seed: seed)
    func drawn(_ values: [Double]) -> Double {
        sum(values.map { _ in values[generator.index(below: values.count)] })
            / Double(values.count)
    }
    let replicates = (0..<resamples).map { _ in drawn(first) - drawn(second) }.sorted()
    let value = sum(first) / Double(first.count) - sum(second) / Double(second.count)
    // Influence of each value on the difference of means: its deviation from the group's mean,
    // divided by n(n − 1); negated in the second group.
    let influences = [(first, 1.0), (second, -1.0)].flatMap { values, sign in
        let (n, mean) = (Double(values.count), sum(values) / Double(values.count))
        return values.map { sign * ($0 - mean) / (n - 1) / n }
    }
    let squares = sum(influences.map { $0 * $0 })
    let acceleration = sum(influences.map { $0 * $0 * $0 }) / (6 * pow(squares, 1.5))
    return bcaInterval(replicates, value, acceleration).map(\.interval)
}
