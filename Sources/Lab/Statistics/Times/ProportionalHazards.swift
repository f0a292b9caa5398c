import Foundation

/// Cox's proportional hazards model of times to success (JRSS B 34, 1972).
package struct ProportionalHazards: Sendable, Equatable {
    /// Logarithms of the hazard ratios; positive if success is earlier for larger values of the
    /// covariate. Their standard errors come from the observed information.
    package var coefficients: [WaldCoefficient]
    /// Log partial likelihood.
    package var logLikelihood: Double
}

/// Fits Cox's model by Newton's method, with Efron's approximation for ties (JASA 72, 1977). R:
/// `survival::coxph(Surv(time, success) ~ x)`. Assumes hazard ratios that are constant over time,
/// independent participants, and noninformative censoring.
package func proportionalHazards(
    _ times: [CensoredTime],
    _ covariates: [FixedEffect]
) -> Computed<ProportionalHazards> {
    let width = covariates.count
    guard width > 0 else { return .notComputable(because: "the model has no covariate") }
    guard covariates.allSatisfy({ $0.values.count == times.count }) else {
        return .notComputable(because: unequalColumns)
    }
    guard times.allSatisfy({ $0.time >= 0 && $0.time.isFinite }) else {
        return .notComputable(because: "a time is below zero or not a number")
    }
    guard covariates.allSatisfy({ $0.values.allSatisfy(\.isFinite) }) else {
        return .notComputable(because: notFinite)
    }
    guard times.contains(where: \.succeeded) else {
        return .notComputable(because: "nobody succeeded")
    }
    guard !covariates.contains(where: { areEqual($0.values) }) else {
        return .notComputable(because: "a covariate has the same value for all attempts")
    }
    let likelihood = PartialLikelihood(times, covariates.map(\.values))
    let unbounded =
        "the hazard ratio is unbounded: nobody in one group succeeded, or the times of the groups "
        + "do not overlap"
    var coefficients = [Double](repeating: 0, count: width)
    var state = likelihood.value(coefficients)
    for _ in 0..<50 {
        guard let factor = Cholesky(state.information) else {
            return .notComputable(because: unbounded)
        }
        let move = factor.solve(state.slope)
        if dot(move, state.slope) < 1e-18 * max(1, abs(state.logLikelihood)) {
            let inverse = factor.inverse
            guard !coefficients.indices.contains(where: { inverse[$0, $0] > 1e4 }) else { break }
            return .value(
                ProportionalHazards(
                    coefficients: covariates.indices.map {
                        .init(
                            name: covariates[$0].name,
                            estimate: coefficients[$0],
                            error: inverse[$0, $0].squareRoot()
                        )
                    },
                    logLikelihood: state.logLikelihood
                )
            )
        }
        var size = 1.0
        var next = likelihood.value(zip(coefficients, move).map { $0 + $1 })
        while !(next.logLikelihood >= state.logLikelihood - 1e-12 * abs(state.logLikelihood)),
            size > 1e-4
        {
            size /= 2
            next = likelihood.value(zip(coefficients, move).map { $0 + size * $1 })
        }
        coefficients = zip(coefficients, move).map { $0 + size * $1 }
        state = next
        if coefficients.contains(where: { abs($0) > 25 }) { break }
    }
    return .notComputable(because: unbounded)
}

/// Log partial likelihood with its derivatives.
private struct PartialLikelihood {
    struct Value {
        var logLikelihood: Double
        var slope: [Double]
        var information: Matrix
    }

    /// The observations, sorted by descending time. The risk set at a time consists of all entries
    /// up to the last entry with that time.
    private let entries: [(time: CensoredTime, row: [Double])]
    private let width: Int

    init(_ times: [CensoredTime], _ columns: [[Double]]) {
        width = columns.count
        // Columns are centered, so that the exponential of a large value does not overflow.
        let means = columns.map { sum($0) / Double($0.count) }
        entries = times.indices
            .map { place in
                (times[place], columns.indices.map { columns[$0][place] - means[$0] })
            }
            .sorted { $0.0.time > $1.0.time }
    }

    func value(_ coefficients: [Double]) -> Value {
        var result = Value(
            logLikelihood: 0,
            slope: [Double](repeating: 0, count: width),
            information: Matrix(width, width)
        )
        var risk = Sums(width)
        var start = 0
        while start < entries.count {
            let time = entries[start].time.time
            let end = entries[start...].firstIndex { $0.time.time < time } ?? entries.count
            var tied = Sums(width)
            for entry in entries[start..<end] {
                let weight = exp(dot(entry.row, coefficients))
                risk.add(entry.row, weight)
                guard entry.time.succeeded else { continue }
                tied.add(entry.row, weight)
                result.logLikelihood += dot(entry.row, coefficients)
                for place in 0..<width { result.slope[place] += entry.row[place] }
            }
            for place in 0..<tied.count {
                let share = Double(place) / Double(tied.count)
                let total = risk.weight - share * tied.weight
                let means = (0..<width).map { (risk.first[$0] - share * tied.first[$0]) / total }
                result.logLikelihood -= log(total)
                for one in 0..<width {
                    result.slope[one] -= means[one]
                    for two in 0..<width {
                        let second = risk.second[one, two] - share * tied.second[one, two]
                        result.information[one, two] += second / total - means[one] * means[two]
                    }
                }
            }
            start = end
        }
        return result
    }

    /// The sums Σ w, Σ w x and Σ w x xᵀ over a set of observations. Here, x contains the centered
    /// covariates of an observation. The weight w is the hazard ratio between the observation and
    /// an observation with mean covariates.
    private struct Sums {
        var count = 0
        var weight = 0.0
        var first: [Double]
        var second: Matrix

        init(_ width: Int) {
            first = [Double](repeating: 0, count: width)
            second = Matrix(width, width)
        }

        mutating func add(_ row: [Double], _ weight: Double) {
            count += 1
            self.weight += weight
            for place in row.indices { first[place] += weight * row[place] }
            let root = weight.squareRoot()
            second.addSquare(of: row.map { $0 * root })
        }
    }
}
