/// Returns Welch's t test of two independent means with unequal variances, with Satterthwaite's
/// degrees of freedom (Biometrika 34, 1947). Assumes approximately normal values and independent
/// participants.
package func welch(_ first: [Double], _ second: [Double]) -> Computed<TTest> {
    guard first.count > 1, second.count > 1 else { return .notComputable(because: groupOfOne) }
    let (n1, n2) = (Double(first.count), Double(second.count))
    let (e1, e2) = (variance(first) / n1, variance(second) / n2)
    guard e1 + e2 > 0 else { return .notComputable(because: equalWithin) }
    let df = (e1 + e2) * (e1 + e2) / (e1 * e1 / (n1 - 1) + e2 * e2 / (n2 - 1))
    let test = TTest(
        difference: sum(first) / n1 - sum(second) / n2,
        error: (e1 + e2).squareRoot(),
        df: df
    )
    guard test.t.isFinite, df.isFinite else { return .notComputable(because: notFinite) }
    return .value(test)
}

/// Returns the difference between two groups whose values do not vary, first minus second. Nil if
/// the values of a group vary, or if a group has fewer than two. ``welch(_:_:)`` is not computable
/// if there is such a difference.
package func commonDifference(_ first: [Double], _ second: [Double]) -> Double? {
    guard first.count > 1, second.count > 1, areEqual(first), areEqual(second) else { return nil }
    return roundedDifference(first[0] - second[0])
}

/// Returns Welch's test on ln x, which tests the ratio of the geometric means of two groups.
package func welchLog(_ first: [Double], _ second: [Double]) -> Computed<TTest> {
    logarithms(first).flatMap { one in
        logarithms(second).flatMap { two in welch(one, two) }
    }
}
