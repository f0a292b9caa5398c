import Diagnostics
import Foundation
import Statistics

extension ReportAnalysis {
    /// Returns text that states who was compared and who was left out, as in `12 participants, each
    /// with both conditions`, or `60 participants: 30 with Spreadsheet, 30 with Generator`.
    func people(_ pairs: [(Comparison, ComparedOutcome)], of conditions: Int) -> Phrase {
        guard let (pair, verdict) = pairs.first else { return "-" }
        if Set(pairs.map(\.0.isWithin)).count > 1 || haveUnequalGroups(pairs.map(\.0)) {
            return "\(peopleByPair(pairs))"
        }
        let all = pairs.map(\.0.design.participants).max() ?? 0
        let singles = pairs.map(\.0.design.leftOut).max() ?? 0
        var words: [String] = []
        if pair.isWithin {
            let each =
                conditions == 2
                ? "both conditions"
                : singles == 0
                    ? "all \(number(conditions)) conditions" : "both conditions of a pair"
            let compared = range(pairs.map(\.1.testCount))
            let who =
                compared == "\(all)"
                ? counted(all, "participant") : "\(compared) of \(counted(all, "participant"))"
            words.append("\(who), \(all == 1 ? "" : "each ")with \(each)")
        } else {
            let groups = groups(pairs.map(\.0)) { pair in
                guard case .between(let first, let second, _) = pair.design else { return nil }
                return (first, second)
            }
            let total = groups.reduce(0) { $0 + $1.count }
            let each = groups.map { "\($0.count) \(withOrUnder($0.name))" }.joined(separator: ", ")
            words.append("\(counted(total, "participant")): \(each)")
        }
        let isOne = pairs.allSatisfy { $0.1.testCount == verdict.testCount }
        let missing = pairs.count == 1 || pair.isWithin ? all - verdict.testCount - singles : 0
        let oneOnly = pairs.count == 1 ? "one condition only" : "one condition of a pair only"
        let left = [
            isOne && missing > 0 ? "\(missing) \(unjudged(verdict, pair))" : nil,
            singles > 0 ? "\(singles) with \(pair.isWithin ? oneOnly : "both")" : nil,
        ].compactMap(\.self)
        if !left.isEmpty { words.append("left out: \(left.joined(separator: ", "))") }
        let isOfFewer = pairs.contains { $0.1.isOfFewer }
        if isOfFewer, pairs.count > 1, pair.isWithin {
            let counts = pairs.filter { $0.1.size != nil }.map(\.1.count)
            if !areOfDifferentPeople(pairs), let count = counts.first {
                words.append("each percentage is based on \(count == all ? "all " : "")\(count)")
            }
        } else if isOfFewer, !pair.isWithin {
            let completed = groups(pairs.map(\.0)) { pair in
                (pair.overall.completion.first.x, pair.overall.completion.second.x)
            }
            .map { "\($0.name) \($0.count)" }.joined(separator: ", ")
            words.append(
                pairs.count > 1 && pairs.allSatisfy { isOfCompleters($0.1, $0.0) }
                    ? "the percentages are from those who completed \(pair.everyTask): \(completed)"
                    : "completed \(pair.everyTask): \(completed)"
            )
        }
        return "\(words.joined(separator: "; "))"
    }

    /// Returns whether a condition has different numbers of participants in different pairs of
    /// conditions. Only pairs that are compared between groups count. The numbers can differ,
    /// because a participant who worked in both conditions of a pair is left out of that pair only.
    private func haveUnequalGroups(_ pairs: [Comparison]) -> Bool {
        let counts = pairs.flatMap { pair -> [(String, Int)] in
            guard case .between(let first, let second, _) = pair.design else { return [] }
            return [(pair.names.first, first), (pair.names.second, second)]
        }
        return counts.grouped(by: \.0).contains { Set($0.elements.map(\.1)).count > 1 }
    }

    /// Returns the number of participants in each pair of conditions, as text. For a pair compared
    /// between groups, also states how many participants are left out, and from whom the size of
    /// the difference is computed. Used if some pairs are compared within participants and others
    /// between groups, or if a condition's number of participants varies between the pairs.
    private func peopleByPair(_ pairs: [(Comparison, ComparedOutcome)]) -> String {
        pairs.map { pair, verdict in
            let people = counted(verdict.testCount, "participant")
            let names = "\(pair.names.first) and \(pair.names.second)"
            if pair.isWithin { return "\(names): \(people) with both" }
            let both = pair.design.leftOut
            let left = both > 0 ? ", leaving out \(both) who worked in both" : ""
            let fewer =
                verdict.isOfFewer ? ", the percentage from the \(completers(verdict, pair))" : ""
            return "\(names): \(people) in two groups\(left)\(fewer)"
        }.joined(separator: "; ")
    }

    /// Describes the participants from whom the size of the difference is computed, as in `42 who
    /// completed every task`. Participants without a time are not counted. Used if the size is
    /// computed without failed attempts.
    func completers(_ verdict: ComparedOutcome, _ pair: Comparison) -> String {
        if pair.isWithin {
            let tasks = pair.tasks.count == 1 ? "the task" : "at least one of the tasks"
            return "\(verdict.count) who completed \(tasks) in both conditions"
                + pair.overall.ratio.inKnownTime
        }
        return isOfCompleters(verdict, pair)
            ? "\(verdict.count) who completed \(pair.everyTask)"
            : "\(verdict.count) with a time for \(pair.everyTask)"
    }

    /// Returns text with the number of participants whom the size of the difference leaves out, as
    /// in `18 who did not complete every task`.
    func leftOut(_ verdict: ComparedOutcome, _ pair: Comparison) -> String {
        let count = verdict.testCount - verdict.count
        if pair.isWithin {
            let task = pair.tasks.count == 1 ? "the task" : "any task"
            return "\(count) who did not complete \(task) in both conditions"
                + pair.overall.ratio.inKnownTime
        }
        return isOfCompleters(verdict, pair)
            ? "\(count) who did not complete \(pair.everyTask)"
            : "\(count) without a time for \(pair.everyTask)"
    }

    private func isOfCompleters(_ verdict: ComparedOutcome, _ pair: Comparison) -> Bool {
        let completion = pair.overall.completion
        return completion.first.x + completion.second.x == verdict.count
    }

    /// Returns the name of each condition with its number of participants. `counts` returns the
    /// numbers for the two conditions of a pair. If a condition is in several pairs, its number in
    /// the first pair is used.
    private func groups(
        _ pairs: [Comparison],
        counts: (Comparison) -> (Int, Int)?
    ) -> [(name: String, count: Int)] {
        let all = pairs.flatMap { pair in
            counts(pair).map { [(pair.names.first, $0.0), (pair.names.second, $0.1)] } ?? []
        }
        return all.grouped(by: \.0).map { ($0.key, $0.elements[0].1) }
    }

    private func range(_ counts: [Int]) -> String {
        let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
        return least == most ? "\(most)" : "\(least) to \(most)"
    }

    private func number(_ count: Int) -> String {
        let words = [3: "three", 4: "four", 5: "five"]
        return words[count] ?? "\(count)"
    }

    /// Describes the participants whom the test leaves out.
    private func unjudged(_ verdict: ComparedOutcome, _ pair: Comparison) -> String {
        switch verdict.measure {
        case .time: "without a judged attempt or a time"
        case .completion:
            "with \(pair.hasOneTask ? "the" : "a") task not attempted or not judged"
        case .score: "without a score"
        }
    }
}

extension Comparison.Design {
    /// Number of participants in the two conditions, including those who are left out of the
    /// comparison.
    var participants: Int {
        switch self {
        case .within(let participants, let single): participants + single
        case .between(let first, let second, let both): first + second + both
        }
    }

    /// Number of participants who are left out of the comparison.
    var leftOut: Int {
        switch self {
        case .within(_, let single): single
        case .between(_, _, let both): both
        }
    }
}
