import Foundation

/// Arithmetic mean, Σx / n.
package func mean(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    return .value(sum(values) / Double(values.count))
}

/// Middle value; the mean of the two middle ones where `values` is even in number (type 7 quantile
/// at 0.5).
package func median(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return .value(
        sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    )
}

/// exp(Σ ln x / n): for few participants a better estimate of the typical time than the median
/// (Sauro & Lewis, CHI 2010, "Average task times in usability tests").
package func geometricMean(_ values: [Double]) -> Computed<Double> {
    logarithms(values).map { exp(sum($0) / Double($0.count)) }
}

let noValues = "there are no values"

/// Natural logarithms, refused as a whole where one value has none: none is ever left out.
func logarithms(_ values: [Double]) -> Computed<[Double]> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard values.allSatisfy({ $0 > 0 }) else {
        return .notComputable(because: "a value is zero or negative and has no logarithm")
    }
    return .value(values.map { log($0) })
}

func sum(_ values: [Double]) -> Double { values.reduce(0, +) }
