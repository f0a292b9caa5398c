/// Returns the log-rank test of k groups of censored times (Mantel, Cancer Chemotherapy Reports 50,
/// 1966): χ² with k − 1 degrees of freedom, hypergeometric variance. R: `survival::survdiff`.
/// Asymptotic. Assumes independent participants, and censoring that does not depend on the
/// remaining time to success.
package func logRank(_ groups: [[CensoredTime]]) -> Computed<ChiSquaredTest> {
    guard groups.count > 1 else { return .notComputable(because: oneGroup) }
    guard groups.allSatisfy({ !$0.isEmpty }) else { return .notComputable(because: emptyGroup) }
    guard groups.joined().allSatisfy({ $0.time >= 0 && $0.time.isFinite }) else {
        return .notComputable(because: "a time is below zero or not a number")
    }
    let sorted = groups.enumerated()
        .flatMap { group, times in times.map { (group: group, time: $0) } }
        .sorted { $0.time.time < $1.time.time }
    // `excess` is the observed minus the expected number of successes. The last group is left out,
    // because the values of all groups add up to zero.
    let width = groups.count - 1
    var atRisk = groups.map { Double($0.count) }
    var excess = [Double](repeating: 0, count: width)
    var covariance = Matrix(width, width)
    var start = 0
    while start < sorted.count {
        let time = sorted[start].time.time
        let end = sorted[start...].firstIndex { $0.time.time > time } ?? sorted.count
        let events = Double(sorted[start..<end].count(where: \.time.succeeded))
        let all = Double(sorted.count - start)
        if events > 0 {
            for entry in sorted[start..<end] where entry.time.succeeded && entry.group < width {
                excess[entry.group] += 1
            }
            let factor = all > 1 ? events * (all - events) / (all * all * (all - 1)) : 0
            for one in 0..<width {
                excess[one] -= events * atRisk[one] / all
                for two in 0..<width {
                    let own = one == two ? all * atRisk[one] : 0
                    covariance[one, two] += factor * (own - atRisk[one] * atRisk[two])
                }
            }
        }
        for entry in sorted[start..<end] { atRisk[entry.group] -= 1 }
        start = end
    }
    guard let factor = Cholesky(covariance) else {
        return .notComputable(
            because: "too few successes occurred while participants of at least two groups were "
                + "still working on the task"
        )
    }
    return .value(ChiSquaredTest(dot(factor.solve(excess), excess), df: width))
}
