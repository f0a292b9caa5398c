import Foundation

// Measures of location. Each function uses every value of its array: the caller leaves out missing
// values and reports their number.

/// Returns the arithmetic mean, Σx / n.
package func mean(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    return Computed(finite: sum(values) / Double(values.count))
}

/// Returns the middle value or, if the number of values is even, the mean of the two middle values
/// (type 7 quantile at 0.5).
package func median(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    return Computed(finite: middle(ofSorted: values.sorted()))
}

/// Returns exp(Σ ln x / n). With few participants, the geometric mean estimates the typical time
/// better than the median does (Sauro & Lewis, CHI 2010, "Average task times in usability tests").
package func geometricMean(_ values: [Double]) -> Computed<Double> {
    logarithms(values).flatMap { Computed(finite: exp(sum($0) / Double($0.count))) }
}

/// Returns the mean without the ⌊n · share⌋ smallest and the ⌊n · share⌋ largest values (SciPy's
/// rule).
package func trimmedMean(_ values: [Double], share: Double = 0.2) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard share >= 0, share < 0.5 else {
        return .notComputable(because: "the proportion to trim is not between 0 and 0.5")
    }
    let cut = Int(Double(values.count) * share)
    return mean(Array(values.sorted()[cut..<(values.count - cut)]))
}

let noValues = "there are no values"

/// Returns natural logarithms. Not computable if any value is zero or negative; such values are
/// never skipped.
package func logarithms(_ values: [Double]) -> Computed<[Double]> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard values.allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    guard values.allSatisfy({ $0 > 0 }) else {
        return .notComputable(because: "a value is zero or negative and has no logarithm")
    }
    return .value(values.map { log($0) })
}

/// Returns the median of ascending values; there must be at least one.
func middle(ofSorted sorted: [Double]) -> Double {
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
