import Foundation
import Statistics

/// A random-effects meta-analysis of one outcome: each lab's estimate with its variance (squared
/// standard error), and the estimate pooled across labs.
struct PooledOutcome: Sendable {
    enum Kind: Sendable {
        /// Ratio of geometric mean times, pooled as a logarithm.
        case ratio
        /// Geometric mean of the participants' total times in seconds, pooled as a logarithm.
        case time
        /// Difference of mean scores.
        case difference
        case score
    }

    struct LabEstimate: Sendable {
        var lab: String
        /// Sample size of the estimate: the number of pairs in a paired comparison, otherwise the
        /// number of participants.
        var count: Int
        var estimate: Computed<SingleEstimate>
    }

    var kind: Kind
    /// Name of the outcome, followed by the names of its conditions if the report has several
    /// conditions.
    var name: String
    var labs: [LabEstimate]
    var pooled: Computed<MetaAnalysis>
    /// Leave-one-out analysis: for each lab, the estimate pooled over all other labs. Empty if
    /// fewer than three labs have an estimate.
    var leftOut: [(lab: String, pooled: Computed<MetaAnalysis>)]

    private init(_ kind: Kind, _ name: String, _ labs: [LabEstimate]) {
        (self.kind, self.name, self.labs) = (kind, name, labs)
        let known = labs.filter { $0.estimate.value != nil }
        let estimates = known.compactMap(\.estimate.value)
        pooled = metaAnalysis(estimates)
        leftOut =
            estimates.count > 2
            ? zip(known, leavingOneOut(estimates)).map { ($0.lab, $1) } : []
    }

    /// Whether the estimates are pooled as logarithms.
    var isLogarithmic: Bool { kind == .ratio || kind == .time }

    /// Converts a pooled value to the unit of the outcome.
    func inUnit(_ value: Double) -> Double { isLogarithmic ? exp(value) : value }

    /// Returns the 95 % interval of one lab's estimate in the unit of the outcome, from the normal
    /// distribution.
    func interval(_ estimate: SingleEstimate) -> Interval { estimate.interval().map(inUnit) }
}

extension PooledOutcome {
    /// Returns the pooled outcomes of one group of participants: the total time of all tasks, and
    /// the scores of the instruments.
    static func values(of part: ReportAnalysis.Part, _ labs: [AcrossLabs.Lab]) -> [PooledOutcome] {
        let own = labs.map { ($0.name, $0.part(like: part)) }
        let suffix = part.name.isEmpty ? "" : " (\(part.name))"
        let times = PooledOutcome(
            .time,
            "Time of all tasks\(suffix)",
            labs.map { lab in
                let own = lab.part(like: part)
                guard own == nil || lab.hasAllTasks(of: part) else {
                    return LabEstimate(
                        lab: lab.name,
                        count: 0,
                        estimate: .notComputable(because: "the lab has no results for some tasks")
                    )
                }
                let totals = (own?.totals ?? []).filter { $0 > 0 }
                return mean(of: totals.map { log($0) }, lab: lab.name)
            }
        )
        let scores = part.scoreValues.filter { $0.instrument != nil }.map { score in
            PooledOutcome(
                .score,
                "\(score.name)\(suffix)",
                own.map { name, part in
                    let values = part?.scoreValues.first { $0.id == score.id }?.values ?? []
                    return mean(of: values.compactMap(\.self), lab: name)
                }
            )
        }
        return (part.tasks.isEmpty ? [] : [times]) + scores
    }

    /// Returns the pooled differences in times and scores between two conditions.
    static func differences(
        of comparison: Comparison,
        _ labs: [AcrossLabs.Lab]
    ) -> [PooledOutcome] {
        let own = labs.map { lab in
            let found = lab.findings.comparisons.first {
                $0.version == comparison.version && $0.conditions == comparison.conditions
            }
            return (lab.name, found)
        }
        let names = "\(comparison.names.first) minus \(comparison.names.second)"
        let times = PooledOutcome(
            .ratio,
            "Ratio of times, \(comparison.names.first) ÷ \(comparison.names.second)",
            own.map { name, comparison in
                let ratio = comparison?.overall.ratio
                return estimate(ratio?.value, count: ratio?.count ?? 0, lab: name)
            }
        )
        let scores = comparison.scores.filter { $0.instrument != nil }.map { score in
            PooledOutcome(
                .difference,
                "\(score.name), \(names)",
                own.map { name, comparison in
                    let found = comparison?.scores.first { $0.id == score.id }
                    let (first, second) = found?.counts ?? (0, 0)
                    let count = comparison?.isWithin == true ? first : first + second
                    return estimate(found?.difference, count: count, lab: name)
                }
            )
        }
        return (comparison.tasks.isEmpty ? [] : [times]) + scores
    }

    private static func mean(of values: [Double], lab: String) -> LabEstimate {
        let error = standardError(values)
        let estimate: Computed<SingleEstimate> = error.flatMap { error in
            guard let mean = Statistics.mean(values).value, error > 0 else {
                return .notComputable(because: "all values are equal")
            }
            return .value(SingleEstimate(value: mean, variance: error * error))
        }
        return LabEstimate(lab: lab, count: values.count, estimate: estimate)
    }

    private static func estimate(
        _ test: Computed<TTest>?,
        count: Int,
        lab: String
    ) -> LabEstimate {
        LabEstimate(
            lab: lab,
            count: count,
            estimate: test?.map {
                SingleEstimate(value: $0.difference, variance: $0.error * $0.error)
            } ?? .notComputable(because: "the lab has no data for one of the conditions")
        )
    }
}
