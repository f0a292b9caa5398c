import Foundation
import ResultsStore
import Statistics

extension Comparison {
    /// Combines each participant's failures and ln time into one value for rank tests, and returns
    /// one array of values per group. More failures give a greater value; with equal failures, a
    /// longer time gives a greater value.
    private static func rankedValues(_ groups: [[(failures: Int, value: Double)]]) -> [[Double]] {
        let all = groups.flatMap { $0.map { abs($0.value) } }
        let beyond = 2 * (all.max() ?? 0) + 1
        return groups.map { $0.map { Double($0.failures) * beyond + $0.value } }
    }

    static func separate(_ side: Side) -> Row {
        let groups = [side.first, side.second].map { cells in
            cells.compactMap { cell -> (failures: Int, value: Double)? in
                guard cell.outcome.isAttempt else { return nil }
                guard cell.outcome.isSuccess else { return (1, 0) }
                return cell.successTime.map { (0, log($0)) }
            }
        }
        let times = [side.first, side.second].map { $0.compactMap(\.successTime) }
        let counts = [side.first, side.second].map { cells in
            (cells.count(where: \.outcome.isSuccess), cells.count(where: \.outcome.isAttempt))
        }
        let total = side.first.count + side.second.count
        return Row(
            label: side.label,
            task: side.task,
            ranked: unsigned(groups, total: total),
            ratio: ratio(
                times.map { $0.map { log($0) } },
                total: total,
                succeeded: counts[0].0 + counts[1].0,
                ofWhat: ""
            ),
            completion: completion(counts[0], counts[1])
        )
    }

    /// Returns the row for all tasks together. A participant's value is the mean of ln time over
    /// the successful tasks. Participants are ranked first by the number of failures, then by that
    /// value. The ratio is computed from participants who succeeded in all tasks.
    static func separateOverall(_ sides: [Side]) -> Row {
        func values(_ cells: (Side) -> [TaskResult.Cell]) -> [(
            failures: Int, times: [Double], tried: Int, isComplete: Bool?
        )] {
            let count = sides.first.map { cells($0).count } ?? 0
            return (0..<count).map { place in
                let own = sides.map { cells($0)[place] }.filter(\.outcome.isAttempt)
                return (
                    own.count { !$0.outcome.isSuccess },
                    own.compactMap(\.successTime).map { log($0) }, own.count,
                    TaskCompletion(sides.map { cells($0)[place].outcome }).isComplete
                )
            }
        }
        let groups = [values(\.first), values(\.second)]
        let ranked = groups.map { group in
            // A participant who succeeded, but without a time for any success, has no rank.
            group.filter { $0.tried > 0 && !($0.times.isEmpty && $0.failures < $0.tried) }.map {
                person in
                let mean = person.times.reduce(0, +) / Double(max(1, person.times.count))
                return (failures: person.failures, value: mean)
            }
        }
        let complete = groups.map { group in
            group.filter { $0.times.count == sides.count }.map { person in
                person.times.reduce(0, +) / Double(person.times.count)
            }
        }
        let counts = groups.map { group in
            (group.count { $0.isComplete == true }, group.count { $0.isComplete != nil })
        }
        let total = groups[0].count + groups[1].count
        return Row(
            label: "All tasks together",
            ranked: unsigned(ranked, total: total),
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
        _ groups: [[(failures: Int, value: Double)]],
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
            constant: commonDifference(groups[0], groups[1]).map { exp($0) },
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
