import Foundation

// Points of a sample. Missing-data rule of every function on an array: the caller leaves out what
// is missing and says how many; here every value counts.

/// Arithmetic mean, Σx / n.
package func mean(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    return Computed(finite: sum(values) / Double(values.count))
}

/// Middle value; the mean of the two middle ones where `values` is even in number (type 7 quantile
/// at 0.5).
package func median(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    return Computed(finite: middle(ofSorted: values.sorted()))
}

/// exp(Σ ln x / n): for few participants a better estimate of the typical time than the median
/// (Sauro & Lewis, CHI 2010, "Average task times in usability tests").
package func geometricMean(_ values: [Double]) -> Computed<Double> {
    logarithms(values).flatMap { Computed(finite: exp(sum($0) / Double($0.count))) }
}

/// Mean of the remaining values after cutting ⌊n · share⌋ from each end (SciPy's rule).
package func trimmedMean(_ values: [Double], share: Double = 0.2) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard share >= 0, share < 0.5 else {
        return .notComputable(because: "the share to cut is not between 0 and 0.5")
    }
    let cut = Int(Double(values.count) * share)
    return mean(Array(values.sorted()[cut..<(values.count - cut)]))
}

let noValues = "there are no values"

/// Natural logarithms, refused as a whole where one value has none: none is ever left out.
package func logarithms(_ values: [Double]) -> Computed<[Double]> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard values.allSatisfy(\.isFinite) else { return .notComputable(because: notFinite) }
    guard values.allSatisfy({ $0 > 0 }) else {
        return .notComputable(because: "a value is zero or negative and has no logarithm")
    }
    return .value(values.map { log($0) })
}

/// Middle of ascending values; at least one.
func middle(ofSorted sorted: [Double]) -> Double {
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
