import Foundation
import ResultsStore
import Statistics

extension Comparison {
    /// Returns one value per pair for the signed-rank test. If both conditions have equally many
    /// failures, the value is the difference of ln time. Otherwise, the value has the sign of the
    /// difference in failures, and its magnitude exceeds every difference of ln time.
    ///
    /// - Parameter pairs: for each pair, the difference in the number of failures and the
    ///   difference of ln time, both first minus second.
    static func rankedDifferences(_ pairs: [(failures: Int, difference: Double)]) -> [Double] {
        let beyond = (pairs.filter { $0.failures == 0 }.map { abs($0.difference) }.max() ?? 0) + 1
        return pairs.map { pair in
            pair.failures == 0 ? pair.difference : Double(pair.failures) * beyond
        }
    }

    static func paired(_ side: Side) -> Row {
        var row = pairedOverall([side])
        (row.label, row.task) = (side.label, side.task)
        // In the row of a task, pairs without an attempt count as dropped.
        row.ratio.dropped = side.first.count - row.ratio.count
        return row
    }

    /// Returns the row for all tasks together. A participant's difference of ln time is the mean
    /// over the tasks with a success in both conditions. Participants are ranked first by the
    /// difference in the number of failures. If both conditions have equally many failures, the
    /// difference of ln time determines the rank.
    static func pairedOverall(_ sides: [Side]) -> Row {
        let count = sides.first?.first.count ?? 0
        var ranked: [(failures: Int, difference: Double)] = []
        var differences: [Double] = []
        var all: [(first: Bool, second: Bool)] = []
        var (missing, droppedTasks, untimedTasks, failed) = (0, 0, 0, 0)
        for place in 0..<count {
            var (failures, tried, times, untimed) = (0, 0, [Double](), 0)
            var failedAttempts = 0
            for side in sides {
                let (one, two) = (side.first[place], side.second[place])
                guard one.outcome.isAttempt, two.outcome.isAttempt else { continue }
                tried += 1
                failures += (one.outcome.isSuccess ? 0 : 1) - (two.outcome.isSuccess ? 0 : 1)
                failedAttempts += [one, two].count { !$0.outcome.isSuccess }
                if let a = one.successTime, let b = two.successTime {
                    times.append(log(a) - log(b))
                } else {
                    droppedTasks += 1
                    if one.outcome.isSuccess, two.outcome.isSuccess { untimed += 1 }
                }
            }
            untimedTasks += untimed
            if let one = TaskCompletion(sides.lazy.map(\.first[place].outcome)).isComplete,
                let two = TaskCompletion(sides.lazy.map(\.second[place].outcome)).isComplete
            {
                all.append((one, two))
            }
            // Both conditions have the same number of failures, and every task that was completed
            // in both lacks a time. The difference is therefore unknown.
            let isUnknown = failures == 0 && times.isEmpty && untimed > 0
            guard tried > 0, !isUnknown else {
                missing += 1
                continue
            }
            let mean = times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
            ranked.append((failures, mean))
            failed += failedAttempts
            if !times.isEmpty { differences.append(mean) }
        }
        return Row(
            label: "All tasks together",
            ranked: signed(rankedDifferences(ranked), missing: missing, failures: failed),
            ratio: ratio(differences, of: count, dropped: droppedTasks, untimed: untimedTasks),
            completion: completion(all)
        )
    }

    private static func signed(_ differences: [Double], missing: Int, failures: Int) -> Ranked {
        let test = signedRank(differences)
        return Ranked(
            p: test.map(\.p),
            asymptotic: test.map { ($0.asymptotic, $0.continuityCorrected) },
            effect: test.map(\.rankBiserial),
            smallestP: SignedRank.smallestP(differences.count),
            count: differences.count,
            missing: missing,
            failures: failures
        )
    }

    /// - Parameter count: number of participants with both conditions.
    private static func ratio(
        _ differences: [Double],
        of count: Int,
        dropped: Int,
        untimed: Int
    ) -> Ratio {
        let zeros = [Double](repeating: 0, count: differences.count)
        let known = untimed > 0 ? ReportAnalysis.inKnownTime : ""
        let test =
            count > 1 && differences.count < 2
            ? .notComputable(
                because: "fewer than two participants succeeded in both conditions\(known)"
            ) : pairedT(differences, zeros)
        return Ratio(
            value: test.map(\.test),
            constant: commonRatio(differences),
            standardized: test.flatMap { paired in paired.dzInterval().map { (paired.dz, $0) } },
            count: differences.count,
            dropped: dropped,
            untimed: untimed
        )
    }

    private static func completion(_ pairs: [(first: Bool, second: Bool)]) -> Completion {
        let outcomes = PairedOutcomes(pairs)
        let test = outcomes.mcNemar()
        return Completion(
            first: (pairs.count(where: \.first), pairs.count),
            second: (pairs.count(where: \.second), pairs.count),
            difference: test.map { ($0.difference, $0.interval.clipped(to: -1...1)) },
            p: test.map(\.midP)
        )
    }
}
