import CBoostMath
import Foundation

// Power of the two-sided tests that the report performs between two conditions, at level 0.05.

/// Returns the power of a paired t test with n = `count` pairs, from the noncentral t distribution
/// with n − 1 degrees of freedom. `effect` is the mean difference divided by the standard deviation
/// of the differences. R: `power.t.test(type = "paired", strict = TRUE)`.
package func pairedPower(effect: Double, pairs count: Int) -> Double {
    power(df: Double(count - 1), shift: abs(effect) * Double(count).squareRoot())
}

/// Returns the power of a t test between two groups of n = `count` participants each, from the
/// noncentral t distribution with 2n − 2 degrees of freedom. The means of the groups are `effect`
/// standard deviations apart. R: `power.t.test(strict = TRUE)`. Welch's test has nearly the same
/// power if the standard deviations are equal.
package func separatePower(effect: Double, perGroup count: Int) -> Double {
    power(df: Double(2 * count - 2), shift: abs(effect) * (Double(count) / 2).squareRoot())
}

private func power(df: Double, shift: Double) -> Double {
    guard df > 0 else { return 0 }
    let critical = StudentT(df: df).critical()
    return cboost_noncentral_t_upper(df, shift, critical)
        + cboost_noncentral_t_lower(df, shift, -critical)
}

/// Returns the power of the N − 1 χ² test of two rates, in groups of `count` participants each. The
/// power is the probability that p is below 0.05 if the number of successes in each group is
/// binomially distributed.
package func ratesPower(_ first: Double, _ second: Double, perGroup count: Int) -> Double {
    let (one, two) = (binomial(count, first), binomial(count, second))
    var power = 0.0
    for (a, chance) in one.enumerated() where chance > 1e-12 {
        for (b, other) in two.enumerated() where other > 1e-12 {
            guard let p = TwoRates(a, of: count, and: b, of: count)?.nMinusOne.value?.p, p < 0.05
            else { continue }
            power += chance * other
        }
    }
    return power
}

/// Returns the smallest number of participants for which the t test of ln time detects a ratio of
/// times with at least the requested power. Also returns the power with this number.
///
/// - Parameters:
///   - spread: standard deviation of ln time within a group. If `isWithin` is true, standard
///     deviation of ln(ratio of times) across participants.
///   - isWithin: whether each participant works in both conditions. If false, the returned number
///     is the size of each group.
package func participants(
    forTimeRatio ratio: Double,
    spread: Double,
    isWithin: Bool,
    power goal: Double
) -> Computed<(count: Int, power: Double)> {
    guard ratio > 0, ratio != 1, spread > 0, goal < 1 else {
        return .notComputable(
            because:
                "the ratio must be above 0 and not 1; the spread must be above 0; the power must be "
                + "below 1"
        )
    }
    let effect = log(ratio) / spread
    func power(_ count: Int) -> Double {
        isWithin
            ? pairedPower(effect: effect, pairs: count)
            : separatePower(effect: effect, perGroup: count)
    }
    return leastCount(from: 2) { power($0) >= goal }.map { ($0, power($0)) }
}

/// Returns the smallest group size for which the N − 1 χ² test detects a difference of rates with
/// at least the requested power. Also returns the power with this size. The exact power does not
/// increase steadily with n: a slightly larger n may have slightly less power.
package func perGroup(
    forRates first: Double,
    _ second: Double,
    power goal: Double
) -> Computed<(count: Int, power: Double)> {
    guard (0...1).contains(first), (0...1).contains(second), first != second, goal < 1 else {
        return .notComputable(
            because:
                "the rates must be two different numbers from 0 to 1; the power must be below 1"
        )
    }
    for count in 2...mostPerGroup {
        let power = ratesPower(first, second, perGroup: count)
        if power >= goal { return .value((count, power)) }
    }
    return .notComputable(because: "more than \(mostPerGroup) participants per group are needed")
}

private let mostPerGroup = 400

/// Returns the number of participants needed to see a problem at least once with a probability of
/// at least `goal`: ⌈ln(1 − goal) / ln(1 − frequency)⌉ (Virzi, 1992). `frequency` is the proportion
/// of people who encounter the problem.
package func participants(toSee frequency: Double, goal: Double) -> Computed<Int> {
    guard frequency > 0, frequency < 1, goal > 0, goal < 1 else {
        return .notComputable(because: "the frequency and the goal must be between 0 and 1")
    }
    let quotient = log1p(-goal) / log1p(-frequency)
    // A whole quotient may have a rounding error, such as 2.0000000000000004 instead of 2.
    let nearest = quotient.rounded()
    let isWhole = abs(quotient - nearest) < 1e-12 * nearest
    let count = isWhole ? nearest : quotient.rounded(.up)
    return Int(exactly: count).map { .value(max(1, $0)) } ?? .notComputable(because: notFinite)
}

/// Returns the probabilities of 0 to `count` successes in `count` trials with success probability
/// `share`.
private func binomial(_ count: Int, _ share: Double) -> [Double] {
    guard share > 0, share < 1 else {
        return (0...count).map { $0 == (share <= 0 ? 0 : count) ? 1 : 0 }
    }
    return (0...count).map { k in
        let (n, x) = (Double(count), Double(k))
        let ways = lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1)
        return exp(ways + x * log(share) + (n - x) * log1p(-share))
    }
}
