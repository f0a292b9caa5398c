import Foundation

package struct ShapiroWilk: Sendable, Equatable {
    package var w: Double
    package var p: Double
}

/// Returns the Shapiro–Wilk test of normality, for n from 3 to 5,000. Uses Royston's algorithm AS
/// R94 (Applied Statistics 44, 1995), with AS 111 for the normal quantile and AS 66 for the normal
/// tail. The p-value is exact at n = 3. With few values, the test has little power. With many
/// values, it rejects normality even for trivial deviations.
package func shapiroWilk(_ values: [Double]) -> Computed<ShapiroWilk> {
    let n = values.count
    guard n > 2 else { return .notComputable(because: "there are fewer than three values") }
    guard n <= 5000 else { return .notComputable(because: "there are more than 5,000 values") }
    guard !areEqual(values) else { return .notComputable(because: allEqual) }
    let sorted = values.sorted()
    let range = sorted[n - 1] - sorted[0]
    guard range.isFinite, range > 1e-19 else { return .notComputable(because: notFinite) }
    let scaled = sorted.map { ($0 - middle(ofSorted: sorted)) / range }
    let weights = royston(n)
    let centre = sum(scaled) / Double(n)
    let deviations = scaled.map { $0 - centre }
    let squares = sum(deviations.map { $0 * $0 })
    let weightSquares = sum(weights.map { $0 * $0 })
    let product = sum(zip(weights, deviations).map { $0 * $1 })
    let root = (weightSquares * squares).squareRoot()
    // 1 − W is computed directly, because W is close to 1.
    let rest = (root - product) * (root + product) / (weightSquares * squares)
    return .value(ShapiroWilk(w: 1 - rest, p: significance(rest, n)))
}

/// Returns the weights of the ordered values. The weights are antisymmetric, and the sum of their
/// squares is near 1.
private func royston(_ n: Int) -> [Double] {
    let half = n / 2
    var upper = [Double](repeating: 0, count: half)
    if n == 3 {
        upper[0] = 0.5.squareRoot()
    } else {
        let scores = (1...half).map { as111((Double($0) - 0.375) / (Double(n) + 0.25)) }
        let squares = 2 * sum(scores.map { $0 * $0 })
        let inverse = 1 / Double(n).squareRoot()
        let first =
            polynomial([0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056], inverse)
            - scores[0] / squares.squareRoot()
        var rest = squares - 2 * scores[0] * scores[0]
        var share = 1 - 2 * first * first
        upper[0] = first
        var next = 1
        if n > 5 {
            upper[1] =
                polynomial([0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633], inverse)
                - scores[1] / squares.squareRoot()
            rest -= 2 * scores[1] * scores[1]
            share -= 2 * upper[1] * upper[1]
            next = 2
        }
        let scale = (rest / share).squareRoot()
        for index in next..<max(next, half) { upper[index] = -scores[index] / scale }
    }
    let centre = n % 2 == 1 ? [0.0] : []
    return upper.map { -$0 } + centre + upper.reversed()
}

private func significance(_ rest: Double, _ n: Int) -> Double {
    if n == 3 {
        let w = max(0.75, 1 - rest)
        return max(0, 1 - 6 / Double.pi * acos(min(1, w.squareRoot())))
    }
    let (size, logSize) = (Double(n), log(Double(n)))
    if n <= 11 {
        let limit = polynomial([-2.273, 0.459], size)
        guard log(rest) < limit else { return 1e-19 }
        let centre = polynomial([0.544, -0.39978, 0.025054, -0.0006714], size)
        let spread = exp(polynomial([1.3822, -0.77857, 0.062767, -0.0020322], size))
        return as66((-log(limit - log(rest)) - centre) / spread)
    }
    let centre = polynomial([-1.5861, -0.31082, -0.083751, 0.0038915], logSize)
    let spread = exp(polynomial([-0.4803, -0.082676, 0.0030302], logSize))
    return as66((log(rest) - centre) / spread)
}

private func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
}

/// Returns the normal quantile: Beasley & Springer, AS 111 (Applied Statistics 26, 1977).
private func as111(_ p: Double) -> Double {
    let q = p - 0.5
    if abs(q) <= 0.42 {
        let r = q * q
        return q
            * polynomial([2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637], r)
            / polynomial([1, -8.4735109309, 23.08336743743, -21.06224101826, 3.13082909833], r)
    }
    let r = (-log(q > 0 ? 1 - p : p)).squareRoot()
    let tail =
        polynomial([-2.78718931138, -2.29796479134, 4.85014127135, 2.32121276858], r)
        / polynomial([1, 3.54388924762, 1.63706781897], r)
    return q < 0 ? -tail : tail
}

/// Returns the upper tail probability of the normal distribution: Hill, AS 66 (Applied Statistics
/// 22, 1973).
private func as66(_ x: Double) -> Double {
    let z = abs(x)
    let y = z * z / 2
    var tail = 0.0
    if z <= 1.28 {
        let inner =
            y + 5.75885480458 - 29.8213557808
            / (y + 2.62433121679 + 48.6959930692 / (y + 5.92885724438))
        tail = 0.5 - z * (0.398942280444 - 0.399903438504 * y / inner)
    } else if z <= (x > 0 ? 38 : 7) {
        let fifth = z + 3.99019417011
        let fourth = z + 0.742380924027 + 30.789933034 / fifth
        let third = z + 4.8385912808 - 15.1508972451 / fourth
        let second = z - 0.151679116635 + 5.29330324926 / third
        let first = z + 0.000398064794 + 1.98615381364 / second
        tail = 0.398942280385 * exp(-y) / (z - 3.8052e-8 + 1.00000615302 / first)
    }
    return x > 0 ? tail : 1 - tail
}
