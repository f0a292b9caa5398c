import CBoostMath
import Foundation
package import SeededRandom

/// A distribution of task times from which a coverage simulation draws. All have a scale of 1,
/// because the scale does not affect the coverage of an interval for the geometric mean.
package enum TimeDistribution: Sendable, Hashable {
    /// Lognormal: exp(σ Z).
    case lognormal(deviation: Double)
    /// A minimum time that nobody can beat plus a lognormal time: start + exp(σ Z).
    case shiftedLognormal(start: Double, deviation: Double)
    /// Lognormal, but a proportion of the participants takes `factor` times as long.
    case slowShare(Double, factor: Double, deviation: Double)
    /// Gamma with an integer shape: a sum of exponential steps.
    case gamma(shape: Int)
    case weibull(shape: Double)

    /// The distributions in the documentation of the coverage, ordered from symmetric on the log
    /// scale to very skewed.
    package static let all: [TimeDistribution] = [
        .lognormal(deviation: 0.4), .lognormal(deviation: 0.6), .lognormal(deviation: 0.9),
        .shiftedLognormal(start: 0.5, deviation: 0.8),
        .slowShare(0.1, factor: 3, deviation: 0.5), .gamma(shape: 2), .gamma(shape: 4),
        .weibull(shape: 1.5),
    ]

    package var name: String {
        switch self {
        case .lognormal(let deviation): "lognormal, σ \(deviation)"
        case .shiftedLognormal(let start, let deviation): "\(start) + lognormal, σ \(deviation)"
        case .slowShare(let share, let factor, let deviation):
            "lognormal, σ \(deviation), \(Int(share * 100)) % × \(Int(factor))"
        case .gamma(let shape): "gamma, shape \(shape)"
        case .weibull(let shape): "Weibull, shape \(shape)"
        }
    }

    package func draw(_ generator: inout SplitMix64) -> Double {
        switch self {
        case .lognormal(let deviation): exp(deviation * normal(&generator))
        case .shiftedLognormal(let start, let deviation):
            start + exp(deviation * normal(&generator))
        case .slowShare(let share, let factor, let deviation):
            (generator.uniform() < share ? factor : 1) * exp(deviation * normal(&generator))
        case .gamma(let shape):
            -(0..<shape).reduce(0) { total, _ in total + log(open(&generator)) }
        case .weibull(let shape): pow(-log(open(&generator)), 1 / shape)
        }
    }

    /// exp(E ln X), the value that an interval for the geometric mean estimates. Nil if it has no
    /// closed form.
    package var geometricMean: Double? {
        let euler = 0.577_215_664_901_532_9
        switch self {
        case .lognormal: return 1
        case .shiftedLognormal: return nil
        case .slowShare(let share, let factor, _): return pow(factor, share)
        case .gamma(let shape):
            let digamma = (1..<max(1, shape)).reduce(-euler) { $0 + 1 / Double($1) }
            return exp(digamma)
        case .weibull(let shape): return exp(-euler / shape)
        }
    }

    private func normal(_ generator: inout SplitMix64) -> Double {
        cboost_normal_quantile(open(&generator))
    }

    /// Returns a uniformly distributed random number in 0 < u < 1.
    private func open(_ generator: inout SplitMix64) -> Double {
        (Double(generator.next() >> 12) + 0.5) * 0x1p-52
    }
}
