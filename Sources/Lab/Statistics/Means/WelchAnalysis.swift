/// Returns Welch's analysis of variance of the means of k groups with unequal variances (Biometrika
/// 38, 1951). R: `oneway.test(y ~ g)`. Assumes approximately normal values and independent
/// participants.
package func welchAnalysis(_ groups: [[Double]]) -> Computed<FTest> {
    guard groups.count > 1, groups.allSatisfy({ $0.count > 1 }) else {
        return .notComputable(because: groupOfOne)
    }
    let variances = groups.map(variance)
    guard variances.allSatisfy({ $0 > 0 }) else {
        return .notComputable(because: "all values of a group are equal")
    }
    let k = Double(groups.count)
    let weights = zip(groups, variances).map { Double($0.count) / $1 }
    let means = groups.map { sum($0) / Double($0.count) }
    let total = sum(weights)
    let grand = sum(zip(weights, means).map { $0 * $1 }) / total
    let between = sum(zip(weights, means).map { $0 * ($1 - grand) * ($1 - grand) }) / (k - 1)
    let spread = sum(
        zip(groups, weights).map { group, weight in
            let rest = 1 - weight / total
            return rest * rest / Double(group.count - 1)
        }
    )
    let test = FTest(
        between / (1 + 2 * (k - 2) / (k * k - 1) * spread),
        k - 1,
        (k * k - 1) / (3 * spread)
    )
    return test.f.isFinite ? .value(test) : .notComputable(because: notFinite)
}
