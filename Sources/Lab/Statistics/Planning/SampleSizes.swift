import Foundation

// The number of participants that a study needs. Each result is the smallest sufficient n.

/// Returns the smallest n for which the t interval of a mean is no wider than ± `margin`, given the
/// expected standard deviation.
package func participants(forMean margin: Double, deviation: Double) -> Computed<Int> {
    leastCount(from: 2) { n in
        let t = StudentT(df: Double(n - 1)).critical()
        return t * deviation / Double(n).squareRoot() <= margin
    }
}

/// Returns the smallest n for which the adjusted Wald interval of a proportion near one half is no
/// wider than ± `margin`. It is ⌈z²/(4m²) − z²⌉, where m is `margin` and z is
/// ``Normal/critical(_:)``.
package func participants(forProportion margin: Double) -> Computed<Int> {
    guard margin > 0, margin < 0.5 else {
        return .notComputable(because: "the margin is not between 0 and 0.5")
    }
    let square = pow(Normal.critical(), 2)
    let exact = max(1, (square / (4 * margin * margin) - square).rounded(.up))
    return Int(exactly: exact).map { .value($0) } ?? .notComputable(because: notFinite)
}

/// Returns the smallest n ≥ `least` for which `serves` is true. Searches by doubling, then by
/// bisection. Assumes that `serves` is also true for every larger n.
func leastCount(from least: Int, _ serves: (Int) -> Bool) -> Computed<Int> {
    var high = least
    while !serves(high) {
        guard high < 1 << 24 else {
            return .notComputable(because: "an unrealistic number of participants is needed")
        }
        high *= 2
    }
    var low = max(least, high / 2)
    while low < high {
        let between = (low + high) / 2
        if serves(between) { high = between } else { low = between + 1 }
    }
    return .value(high)
}
