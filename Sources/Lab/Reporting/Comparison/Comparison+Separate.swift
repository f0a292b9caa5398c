import Foundation
import ResultsStore
import Statistics

extension Comparison {
    /// Combines each participant's failures and ln time into one value for rank tests, and returns
    /// one array of values per group. More failures give a greater value; with equal failures, a
    /// longer time gives a greater value.
    private static func rankedValues(_ groups: [[RankedTime]]) -> [[Double]] {
        let all = groups.flatMap { $0.map { abs($0.value) } }
        let beyond = 2 * (all.max() ?? 0) + 1
        return groups.map { $0.map { Double($0.failures) * beyond + $0.value } }
    }

    static func separate(_ side: Side) -> Row {
        var row = separateOverall([side])
        (row.label, row.task) = (side.label, side.task)
        return row
    }

    /// Returns the row for all tasks together. A participant's value is the mean, over the
    /// successful tasks, of ln time minus the task's effect. Participants are ranked first by the
    /// number of failures, then by that value. The ratio is computed from participants who
    /// succeeded in all tasks.
    static func separateOverall(_ sides: [Side]) -> Row {
        // For each group, the results (cells) of each participant in all tasks.
        let groups = [sides.map(\.first), sides.map(\.second)].map { tasks in
            (tasks.first ?? []).indices.map { place in tasks.map { $0[place] } }
        }
        let complete = groups.map { group in
            group.map { $0.compactMap(\.successTime) }.filter { $0.count == sides.count }
                .compactMap(meanLogarithm)
        }
        let effects = taskEffects([sides.map(\.first), sides.map(\.second)])
        let completions = groups.map { group in
            group.map { TaskCompletion($0.map(\.outcome)).isComplete }
        }
        let counts = completions.map { group in
            (group.count { $0 == true }, group.count { $0 != nil })
        }
        let total = groups[0].count + groups[1].count
        return Row(
            label: "All tasks together",
            ranked: unsigned(
                groups.map { $0.compactMap { RankedTime($0, effects) } },
                total: total
            ),
            ratio: ratio(
                complete,
                total: total,
                succeeded: counts[0].0 + counts[1].0,
                ofWhat: sides.count > 1 ? " in every task" : ""
            ),
            completion: completion(counts[0], counts[1])
        )
    }

    private static func unsigned(
        _ groups: [[RankedTime]],
        total: Int
    ) -> Ranked {
        let values = rankedValues(groups)
        let test = mannWhitney(values[0], values[1])
        return Ranked(
            p: test.flatMap(\.p),
            asymptotic: test.flatMap { test in
                test.asymptotic.flatMap { ties in test.continuityCorrected.map { (ties, $0) } }
            },
            effect: test.map(\.cliffsDelta),
            smallestP: MannWhitney.smallestP(values[0].count, values[1].count),
            count: values[0].count + values[1].count,
            missing: total - values[0].count - values[1].count,
            failures: groups.joined().reduce(0) { $0 + $1.failures }
        )
    }

    /// - Parameter ofWhat: the words that follow `succeeded`, as in ` in every task`.
    private static func ratio(
        _ groups: [[Double]],
        total: Int,
        succeeded: Int,
        ofWhat: String
    ) -> Ratio {
        let count = groups[0].count + groups[1].count
        let known = succeeded > count ? ReportAnalysis.inKnownTime : ""
        let isFew = count < total && groups.contains { $0.count < 2 }
        return Ratio(
            value: isFew
                ? .notComputable(
                    because: """
                        in a group, fewer than two participants succeeded\(ofWhat)\(known)
                        """
                ) : welch(groups[0], groups[1]),
            constant: commonRatio(groups[0], groups[1]),
            standardized: standardizedDifference(groups[0], groups[1]).flatMap { difference in
                difference.g.flatMap { g in difference.correctedInterval().map { (g, $0) } }
            },
            count: count,
            dropped: total - count,
            untimed: succeeded - count
        )
    }

    private static func completion(_ first: (Int, Int), _ second: (Int, Int)) -> Completion {
        let none = "a group has no attempt"
        let rates =
            first.1 > 0 && second.1 > 0
            ? TwoRates(first.0, of: first.1, and: second.0, of: second.1) : nil
        return Completion(
            first: first,
            second: second,
            difference: rates.map { .value(($0.difference, $0.newcombe())) }
                ?? .notComputable(because: none),
            p: rates.map { $0.nMinusOne.map(\.p) } ?? .notComputable(because: none)
        )
    }
}

/// A participant's results for rank tests. Participants are ranked first by the number of failures,
/// then by the value.
struct RankedTime {
    var failures: Int
    /// Mean, over the successes with a time, of ln time minus the task's effect. Without the effects,
    /// a participant without the long tasks would count as fast. 0 if there is no such success.
    var value: Double

    /// Creates the results from a participant's cells, one for each task. Nil if there are no
    /// attempts, or if there are successes, but none of them has a time.
    ///
    /// - Parameter effects: for each task, its effect on ln time (``taskEffects(_:)``).
    init?(_ cells: [TaskResult.Cell], _ effects: [Double]) {
        let attempts = cells.filter(\.outcome.isAttempt)
        failures = attempts.count { !$0.outcome.isSuccess }
        let timed = zip(cells, effects).compactMap { cell, effect in
            cell.successTime.map { (seconds: $0, effect: effect) }
        }
        // Two means, so that equal times give equal values.
        let effect = timed.reduce(0) { $0 + $1.effect } / Double(max(1, timed.count))
        value = (meanLogarithm(timed.map(\.seconds)) ?? 0) - effect
        if attempts.isEmpty || timed.isEmpty && failures < attempts.count { return nil }
    }
}

/// Returns the mean of the natural logarithms; nil if there are no times.
func meanLogarithm(_ seconds: [Double]) -> Double? {
    seconds.isEmpty ? nil : seconds.reduce(0) { $0 + log($1) } / Double(seconds.count)
}

/// Returns the effect of each task on ln time: the mean over the groups of their mean ln time. Each
/// group counts once, so that the effect does not depend on who attempted the task. A group without
/// a time in the task is left out. 0 if no group has one.
///
/// - Parameter groups: for each group, the results of its participants in each task.
func taskEffects(_ groups: [[[TaskResult.Cell]]]) -> [Double] {
    (groups.first ?? []).indices.map { task in
        let means = groups.compactMap { meanLogarithm($0[task].compactMap(\.successTime)) }
        return means.isEmpty ? 0 : means.reduce(0, +) / Double(means.count)
    }
}
