import CBoostMath
import Foundation

/// Sample standard deviation, √(Σ(x − x̄)² / (n − 1)).
package func standardDeviation(_ values: [Double]) -> Computed<Double> {
    guard let centre = mean(values).value else { return .notComputable(because: noValues) }
    guard values.count > 1 else { return .notComputable(because: oneValue) }
    let squares = sum(values.map { ($0 - centre) * ($0 - centre) })
    return .value((squares / Double(values.count - 1)).squareRoot())
}

/// Interval of the geometric mean: exp(m ± t(0.975, n − 1) · s / √n), m and s being mean and sample
/// standard deviation of ln x. The default for times of few participants: its coverage stays near
/// 95 % from n = 5 on, where bootstrap intervals fall short.
package func logTInterval(_ values: [Double]) -> Computed<Interval> {
    switch logarithms(values) {
    case .notComputable(let reason): return .notComputable(because: reason)
    case .value(let logs):
        guard let centre = mean(logs).value else { return .notComputable(because: noValues) }
        guard let deviation = standardDeviation(logs).value else {
            return .notComputable(because: oneValue)
        }
        guard values.contains(where: { $0 != values[0] }) else {
            return .notComputable(because: "all values are equal")
        }
        let count = Double(logs.count)
        let t = cboost_students_t_quantile(count - 1, (1 + confidence) / 2)
        let half = t * deviation / count.squareRoot()
        return .value(Interval(low: exp(centre - half), high: exp(centre + half)))
    }
}

let oneValue = "there is only one value"
