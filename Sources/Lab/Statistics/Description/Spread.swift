import Foundation

/// Returns the sample standard deviation, √(Σ(x − x̄)² / (n − 1)).
package func standardDeviation(_ values: [Double]) -> Computed<Double> {
    guard !values.isEmpty else { return .notComputable(because: noValues) }
    guard values.count > 1 else { return .notComputable(because: oneValue) }
    return Computed(finite: variance(values).squareRoot())
}

/// Returns the standard error of the mean, s / √n.
package func standardError(_ values: [Double]) -> Computed<Double> {
    standardDeviation(values).map { $0 / Double(values.count).squareRoot() }
}

/// Returns the geometric standard deviation, exp(s), where s is the standard deviation of ln x. It
/// is a factor: 1 if all values are equal.
package func geometricDeviation(_ values: [Double]) -> Computed<Double> {
    logarithms(values).flatMap(standardDeviation).flatMap { Computed(finite: exp($0)) }
}

/// Returns the median of |x − median|, not scaled to a standard deviation.
package func medianAbsoluteDeviation(_ values: [Double]) -> Computed<Double> {
    median(values).flatMap { centre in median(values.map { abs($0 - centre) }) }
}

/// Returns the adjusted Fisher–Pearson skewness, G₁ = √(n(n − 1)) / (n − 2) · m₃ / m₂^1.5, where m₂
/// and m₃ are the second and third central moments.
package func skewness(_ values: [Double]) -> Computed<Double> {
    guard values.count > 2 else {
        return .notComputable(because: "there are fewer than three values")
    }
    guard !areEqual(values) else { return .notComputable(because: allEqual) }
    let n = Double(values.count)
    let centre = sum(values) / n
    let deviations = values.map { $0 - centre }
    let second = sum(deviations.map { $0 * $0 }) / n
    let third = sum(deviations.map { $0 * $0 * $0 }) / n
    return Computed(finite: (n * (n - 1)).squareRoot() / (n - 2) * third / pow(second, 1.5))
}

/// Returns Σ(x − x̄)² / (n − 1), exactly 0 if all values are equal; see ``areEqual(_:)``. There must
/// be at least two values.
func variance(_ values: [Double]) -> Double {
    guard !areEqual(values) else { return 0 }
    let centre = sum(values) / Double(values.count)
    return sum(values.map { ($0 - centre) * ($0 - centre) }) / Double(values.count - 1)
}

/// Returns whether all values are equal, apart from rounding errors. Sums and logarithms that are
/// equal in exact arithmetic may differ in their last bits.
package func areEqual(_ values: [Double]) -> Bool {
    values.allSatisfy { roundedDifference($0 - values[0]) == 0 }
}

let oneValue = "there is only one value"
let allEqual = "all values are equal"
let groupOfOne = "a group has fewer than two values"
let noResidual = "the residual variance is zero"
let equalWithin = "the values within each group are equal"
let oneGroup = "there are fewer than two groups"
let emptyGroup = "a group is empty"
let tooFewRows = "there are fewer than two complete rows"
let oneCategory = "both raters assigned the same category to all cases"
let sameOutcomes = "all outcomes are the same"
let tooFewObservations = "there are too few observations"
let oneParticipant = "there are fewer than two participants"
let unequalColumns = "the columns of the model differ in length"
let dependentColumns = "the fixed effects are linearly dependent"
let explainedParticipants =
    "the fixed effects explain all differences between participants, as with one participant "
    + "per condition"
