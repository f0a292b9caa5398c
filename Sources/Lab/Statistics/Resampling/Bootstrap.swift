import Foundation
import SeededRandom

/// The statistic for which a bootstrap computes intervals.
package enum BootstrapStatistic: String, Sendable, CaseIterable {
    case mean, median, geometricMean
}

/// Bootstrap intervals of one statistic (Efron, JASA 82, 1987).
package struct Bootstrap: Sendable, Equatable {
    package var value: Double
    package var resamples: Int
    /// Percentile interval: type 7 quantiles of the replicates.
    package var percentile: Interval
    /// Bias-corrected and accelerated (BCa) interval.
    package var bca: Interval
    package var bias: Double
    /// Acceleration of the BCa interval, computed by the jackknife.
    package var acceleration: Double
}

/// The seed that every report uses for its resamples.
package let bootstrapSeed: UInt64 = 42
package let bootstrapResamples = 2000
/// Maximum number of values for which all nⁿ resamples are computed.
package let exhaustiveLimit = 6

/// Returns BCa and percentile intervals from random resamples. Assumes independent values.
///
/// A resample has n values. The index of each value is ⌊u · n⌋, where u is a uniform random number
/// from a seeded SplitMix64 generator.
///
/// With few values, the coverage is too low (BCa of a geometric mean: 84 % at n = 5), so the
/// bootstrap is unsuitable as a default for fewer than 30 values.
package func bootstrap(
    _ values: [Double],
    _ statistic: BootstrapStatistic,
    seed: UInt64 = bootstrapSeed,
    resamples: Int = bootstrapResamples
) -> Computed<Bootstrap> {
    guard resamples > 0 else { return .notComputable(because: "there are no resamples") }
    return prepared(values, statistic).flatMap { values in
        var generator = SplitMix64(seed: seed)
        var sample = values
        let drawn = (0..<resamples).map { _ in
            for place in sample.indices {
                sample[place] = values[generator.index(below: values.count)]
            }
            return replicate(&sample, statistic)
        }
        return intervals(values, statistic, drawn)
    }
}

/// Returns the intervals computed from all nⁿ resamples instead of random resamples; only for up to
/// `exhaustiveLimit` values.
package func exhaustiveBootstrap(
    _ values: [Double],
    _ statistic: BootstrapStatistic
) -> Computed<Bootstrap> {
    guard values.count <= exhaustiveLimit else {
        return .notComputable(because: "there are more than \(exhaustiveLimit) values")
    }
    return prepared(values, statistic).flatMap { values in
        let n = values.count
        let total = Array(repeating: n, count: n).reduce(1, *)
        let all = (0..<total).map { number in
            var (sample, rest) = ([Double](), number)
            for _ in 0..<n {
                sample.append(values[rest % n])
                rest /= n
            }
            return replicate(&sample, statistic)
        }
        return intervals(values, statistic, all)
    }
}

/// Returns the values from which the statistic is computed: the logarithms of `values` for the
/// geometric mean, and otherwise `values` themselves.
private func prepared(_ values: [Double], _ statistic: BootstrapStatistic) -> Computed<[Double]> {
    guard values.count > 1 else {
        return .notComputable(because: "there are fewer than two values")
    }
    guard values.allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    let used = statistic == .geometricMean ? logarithms(values) : .value(values)
    return used.flatMap { areEqual($0) ? .notComputable(because: allEqual) : .value($0) }
}

/// Computes the statistic of one resample. For the median, `sample` is sorted in place.
private func replicate(_ sample: inout [Double], _ statistic: BootstrapStatistic) -> Double {
    switch statistic {
    case .mean: return sum(sample) / Double(sample.count)
    case .geometricMean: return exp(sum(sample) / Double(sample.count))
    case .median:
        sample.sort()
        return middle(ofSorted: sample)
    }
}

private func intervals(
    _ values: [Double],
    _ statistic: BootstrapStatistic,
    _ replicates: [Double]
) -> Computed<Bootstrap> {
    var whole = values
    let value = replicate(&whole, statistic)
    let sorted = replicates.sorted()
    let acceleration = jackknifeAcceleration(values, statistic)
    let tail = (1 - confidence) / 2
    return bcaInterval(sorted, value, acceleration).map { bca, bias in
        Bootstrap(
            value: value,
            resamples: sorted.count,
            percentile: Interval(
                low: quantile(ofSorted: sorted, at: tail),
                high: quantile(ofSorted: sorted, at: 1 - tail)
            ),
            bca: bca,
            bias: bias,
            acceleration: acceleration
        )
    }
}

/// Computes the BCa interval from ascending replicates. Returns the interval and its bias
/// correction.
func bcaInterval(
    _ replicates: [Double],
    _ value: Double,
    _ acceleration: Double
) -> Computed<(interval: Interval, bias: Double)> {
    // The comparison is exact, but the last bit of a statistic depends on the order of the values.
    // A resample with the original values in another order may count as below or above `value`.
    let below = replicates.count { $0 < value }
    let same = replicates.count { $0 == value }
    let share = (Double(below) + Double(same) / 2) / Double(replicates.count)
    guard share > 0, share < 1 else {
        return .notComputable(because: "all replicates are on one side of the observed value")
    }
    guard replicates.allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    let bias = Normal.quantile(share)
    let z = Normal.critical()
    let ends = [-z, z].map { z in
        let shifted = bias + z
        return 1 - Normal.upper(bias + shifted / (1 - acceleration * shifted))
    }
    guard ends.allSatisfy((0...1).contains) else {
        return .notComputable(because: "the acceleration of the BCa interval is too large")
    }
    let interval = Interval(
        low: quantile(ofSorted: replicates, at: ends[0]),
        high: quantile(ofSorted: replicates, at: ends[1])
    )
    return .value((interval, bias))
}

/// Returns Σ(θ̄ − θᵢ)³ / (6 (Σ(θ̄ − θᵢ)²)^1.5), where θᵢ is the statistic without value i, and θ̄
/// is the mean of all θᵢ. Returns 0 if all θᵢ are equal.
private func jackknifeAcceleration(_ values: [Double], _ statistic: BootstrapStatistic) -> Double {
    let left = leaveOneOut(values, statistic)
    let centre = sum(left) / Double(left.count)
    let deviations = left.map { centre - $0 }
    let squares = sum(deviations.map { $0 * $0 })
    guard squares > 1e-24 * centre * centre else { return 0 }
    return sum(deviations.map { $0 * $0 * $0 }) / (6 * pow(squares, 1.5))
}

private func leaveOneOut(_ values: [Double], _ statistic: BootstrapStatistic) -> [Double] {
    let (total, rest) = (sum(values), Double(values.count - 1))
    switch statistic {
    case .mean: return values.map { (total - $0) / rest }
    case .geometricMean: return values.map { exp((total - $0) / rest) }
    case .median:
        let sorted = values.sorted()
        return sorted.indices.map { left in
            func value(_ place: Int) -> Double { sorted[place < left ? place : place + 1] }
            let count = sorted.count - 1
            let half = count / 2
            return count % 2 == 1 ? value(half) : (value(half - 1) + value(half)) / 2
        }
    }
}
