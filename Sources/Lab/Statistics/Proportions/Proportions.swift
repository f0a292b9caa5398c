import CBoostMath

// Intervals and point estimates of one proportion, from x successes in n attempts. All assume that
// attempts are independent, one per participant. Missing outcomes are not attempts: the caller
// leaves them out of n and reports their number.

/// Returns the adjusted Wald (Agresti–Coull) interval for a proportion:
/// p̃ ± z √(p̃ (1 − p̃) / (n + z²)), where p̃ = (x + z²/2) / (n + z²). At the default level, z is
/// 1.959963984540054. The interval is clipped to 0…1 unless `clipped` is false (Agresti & Coull,
/// The American Statistician 52, 1998; Sauro & Lewis, HFES 2005).
package func adjustedWald(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence,
    clipped: Bool = true
) -> Computed<Interval> {
    interval(successes, attempts) { x, n in
        let z = Normal.critical(level)
        let count = n + z * z
        let centre = (x + z * z / 2) / count
        let interval = Interval(centre, plusMinus: z * (centre * (1 - centre) / count).squareRoot())
        return clipped ? interval.clipped(to: 0...1) : interval
    }
}

/// Returns Wilson's score interval, (p + z²/(2n) ± z √(p(1 − p)/n + z²/(4n²))) / (1 + z²/n), where
/// p is the proportion of successes among n attempts (JASA 22, 1927).
package func wilson(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence
) -> Computed<Interval> {
    interval(successes, attempts) { x, n in wilsonInterval(x, n, level) }
}

/// Returns the default confidence interval for a completion rate: adjusted Wald for up to 30
/// attempts, Wilson for more.
package func completionInterval(_ successes: Int, of attempts: Int) -> Computed<Interval> {
    attempts <= 30 ? adjustedWald(successes, of: attempts) : wilson(successes, of: attempts)
}

/// Returns the exact interval of Clopper and Pearson (Biometrika 26, 1934), from beta quantiles.
/// Its coverage is never below the confidence level, and usually far above.
package func clopperPearson(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence
) -> Computed<Interval> {
    interval(successes, attempts) { x, n in
        let tail = (1 - level) / 2
        return Interval(
            low: x == 0 ? 0 : cboost_beta_quantile(x, n - x + 1, tail),
            high: x == n ? 1 : cboost_beta_quantile(x + 1, n - x, 1 - tail)
        )
    }
}

/// Returns the Jeffreys interval for x successes in n attempts: quantiles of
/// Beta(x + ½, n − x + ½). If `modified` is true, the lower end is 0 at x = 0, and the upper end is
/// 1 at x = n (Brown, Cai & DasGupta, Statistical Science 16, 2001).
package func jeffreys(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence,
    modified: Bool = true
) -> Computed<Interval> {
    interval(successes, attempts) { x, n in
        let tail = (1 - level) / 2
        let (a, b) = (x + 0.5, n - x + 0.5)
        return Interval(
            low: modified && x == 0 ? 0 : cboost_beta_quantile(a, b, tail),
            high: modified && x == n ? 1 : cboost_beta_quantile(a, b, 1 - tail)
        )
    }
}

/// Returns Wald's interval, p ± z √(p(1 − p)/n), clipped to 0…1, where p is the proportion of
/// successes among n attempts. For comparison only: at n = 5, the nominal 95 % interval has a
/// coverage of about 65 %.
package func wald(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence
) -> Computed<Interval> {
    interval(successes, attempts) { x, n in
        let p = x / n
        let half = Normal.critical(level) * (p * (1 - p) / n).squareRoot()
        return Interval(p, plusMinus: half).clipped(to: 0...1)
    }
}

/// Returns LaPlace's point estimate of a proportion: (x + 1) / (n + 2) for x successes in n
/// attempts. It is below 1 even if all attempts succeed.
package func laplace(_ successes: Int, of attempts: Int) -> Computed<Double> {
    proportion(successes, attempts) { x, n in (x + 1) / (n + 2) }
}

/// Returns the mean of the posterior under Jeffreys' prior: (x + ½) / (n + 1) for x successes in n
/// attempts.
package func jeffreysPoint(_ successes: Int, of attempts: Int) -> Computed<Double> {
    proportion(successes, attempts) { x, n in (x + 0.5) / (n + 1) }
}

/// Returns the center of Wilson's interval: (x + z²/2) / (n + z²) for x successes in n attempts.
package func wilsonPoint(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence
) -> Computed<Double> {
    proportion(successes, attempts) { x, n in
        let z = Normal.critical(level)
        return (x + z * z / 2) / (n + z * z)
    }
}

/// Returns the point estimate recommended for a completion rate, for x successes in n attempts
/// (Lewis & Sauro, Journal of Usability Studies 1, 2006).
///
/// - If x/n is at most one half: Wilson's estimate.
/// - If x/n is between one half and 0.9: x/n.
/// - If x/n is at least 0.9: LaPlace's estimate.
package func lewisSauroPoint(
    _ successes: Int,
    of attempts: Int,
    level: Double = confidence
) -> Computed<Double> {
    guard attempts > 0, (0...attempts).contains(successes) else {
        return laplace(successes, of: attempts)
    }
    let p = Double(successes) / Double(attempts)
    if p <= 0.5 { return wilsonPoint(successes, of: attempts, level: level) }
    return p < 0.9 ? .value(p) : laplace(successes, of: attempts)
}

/// Returns the p-value of the one-sided mid-p binomial test that a rate exceeds `benchmark`:
/// P(X > x) + ½ P(X = x). Here x is `successes`, and X is the number of successes if the rate
/// equals `benchmark` (Sauro & Lewis, Quantifying the User Experience, ch. 4).
package func midPTest(
    _ successes: Int,
    of attempts: Int,
    above benchmark: Double
) -> Computed<Double> {
    guard benchmark > 0, benchmark < 1 else {
        return .notComputable(because: "the benchmark is not between 0 and 1")
    }
    return proportion(successes, attempts) { _, _ in
        Binomial.upper(successes, of: attempts, at: benchmark)
            + Binomial.mass(successes, of: attempts, at: benchmark) / 2
    }
}

let noAttempts = "there are no attempts"

func wilsonInterval(_ x: Double, _ n: Double, _ level: Double) -> Interval {
    let z = Normal.critical(level)
    let p = x / n
    let scale = 1 + z * z / n
    let centre = (p + z * z / (2 * n)) / scale
    let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot() / scale
    return Interval(
        low: x == 0 ? 0 : max(0, centre - half),
        high: x == n ? 1 : min(1, centre + half)
    )
}

private func interval(
    _ successes: Int,
    _ attempts: Int,
    _ body: (Double, Double) -> Interval
) -> Computed<Interval> {
    proportion(successes, attempts, body).flatMap { Computed(finite: $0) }
}

/// Computes a value from the numbers of successes and attempts. Not computable if there are no
/// attempts, or if the number of successes is negative or exceeds the number of attempts.
private func proportion<Value>(
    _ successes: Int,
    _ attempts: Int,
    _ body: (Double, Double) -> Value
) -> Computed<Value> {
    guard attempts > 0 else { return .notComputable(because: noAttempts) }
    guard (0...attempts).contains(successes) else {
        return .notComputable(
            because: "\(successes) successes in \(attempts) attempts are impossible"
        )
    }
    return .value(body(Double(successes), Double(attempts)))
}
