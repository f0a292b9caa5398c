import Diagnostics
import Statistics

extension ReportAnalysis {
    /// The size of a difference, said of the condition that is ahead: `28 % less time`, and its
    /// interval `19 % to 36 % less`.
    func amount(_ verdict: ComparedOutcome) -> (value: String, interval: String)? {
        guard let size = verdict.size else { return nil }
        if verdict.measure == .time { return lessTime(size) }
        let isPoints = verdict.measure == .completion
        let scale = isPoints ? 100.0 : 1
        let ends = size.value < 0 ? size.interval.reversed : size.interval
        let interval = Interval(low: ends.low * scale, high: ends.high * scale)
        let digits = decimals(of: interval, atLeast: isPoints ? 0 : 1, null: 0)
        let value = fixed(abs(size.value) * scale, digits)
        let (more, fewer) = isPoints ? ("points more", "points fewer") : ("higher", "lower")
        return (
            "\(value) \(more)",
            directed(interval, digits, unit: "", more: more, less: fewer)
        )
    }

    /// Of the quicker condition.
    private func lessTime(_ size: ComparedOutcome.Size) -> (value: String, interval: String) {
        let isFirst = size.value <= 1
        let ratio = isFirst ? size.value : 1 / size.value
        let (low, high) = (size.interval.low, size.interval.high)
        let ends = isFirst ? (low, high) : (1 / high, 1 / low)
        let saved = Interval(low: 100 * (1 - ends.1), high: 100 * (1 - ends.0))
        // Neither 0 % nor 100 % is printed of what is not.
        let digits = max(
            decimals(of: saved, atLeast: 0, null: 0),
            decimals(of: saved, atLeast: 0, null: 100)
        )
        return (
            "\(fixed(100 * (1 - ratio), digits)) % less time",
            directed(saved, digits, unit: " %", more: "less", less: "more")
        )
    }

    /// `19 % to 36 % less`, or over zero `2 % more to 36 % less`.
    private func directed(
        _ interval: Interval,
        _ digits: Int,
        unit: String,
        more: String,
        less: String
    ) -> String {
        let (low, high) = (fixed(abs(interval.low), digits), fixed(abs(interval.high), digits))
        if interval.low < 0, interval.high > 0 {
            return "\(low)\(unit) \(less) to \(high)\(unit) \(more)"
        }
        return interval.high > 0 || interval.low >= 0
            ? "\(low)\(unit) to \(high)\(unit) \(more)"
            : "\(high)\(unit) to \(low)\(unit) \(less)"
    }

    /// A proportion or a mean, as precise as the difference.
    func printed(_ value: Double, _ verdict: ComparedOutcome) -> String {
        verdict.measure == .completion
            ? percent(value)
            : fixed(value, decimals(of: verdict.size?.interval, atLeast: 1, null: 0))
    }

    // MARK: - Conditions

    /// The quicker condition, or the one with the larger value, before the other; also where no
    /// difference is shown.
    func order(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> (ahead: String, behind: String) {
        guard let size = verdict.size else { return (names.first, names.second) }
        let isFirst = verdict.measure == .time ? size.value <= 1 : size.value >= 0
        return isFirst ? (names.first, names.second) : (names.second, names.first)
    }

    func winner(_ verdict: ComparedOutcome, _ names: (first: String, second: String)) -> String {
        order(verdict, names).ahead
    }

    func loser(_ verdict: ComparedOutcome, _ names: (first: String, second: String)) -> String {
        order(verdict, names).behind
    }

    func comparative(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: "quicker"
        case .completion: "completed more often"
        case .score: "higher\(inWhat(verdict))"
        }
    }

    func superlative(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: "quickest"
        case .completion: "completed most often"
        case .score: "highest\(inWhat(verdict))"
        }
    }

    func notShown(_ verdict: ComparedOutcome) -> String {
        "No difference\(inWhat(verdict)) shown"
    }

    /// ` in time`; empty for a score without a short name.
    func inWhat(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: " in time"
        case .completion: " in completion"
        case .score: verdict.shortName.map { " in \($0)" } ?? ""
        }
    }

    // MARK: - Participants

    /// Who was compared, of all pairs: `12 of 12 participants, each with both`, and why others were
    /// not.
    func people(_ pairs: [(Comparison, ComparedOutcome)], of conditions: Int) -> Phrase {
        guard let (pair, verdict) = pairs.first else { return "-" }
        let all = pairs.map(\.0.design.participants).max() ?? 0
        let compared = range(pairs.map(\.1.testCount))
        let singles = pairs.map(\.0.design.leftOut).max() ?? 0
        let each =
            if !pair.isWithin {
                "each with one"
            } else if conditions == 2 {
                "each with both"
            } else {
                singles == 0 ? "each with all \(number(conditions))" : "each with both of a pair"
            }
        var words = [
            pairs.count > 1 && !pair.isWithin
                ? "\(counted(inGroups(pairs.map(\.0)), "participant")), \(each); \(compared) in a pair"
                : "\(compared) of \(counted(all, "participant")), \(each)"
        ]
        let isOne = pairs.allSatisfy { $0.1.testCount == verdict.testCount }
        let missing = all - verdict.testCount - singles
        let left = [
            isOne && missing > 0 ? "\(missing) \(unjudged(verdict))" : nil,
            singles > 0 ? "\(singles) with \(pair.isWithin ? "one condition only" : "both")" : nil,
        ].compactMap(\.self)
        if !left.isEmpty { words.append("left out: \(left.joined(separator: ", "))") }
        if pairs.contains(where: { $0.1.size != nil && $0.1.count != $0.1.testCount }) {
            let who = pair.isWithin ? "with a task completed in both" : "who completed every task"
            words.append("sizes and intervals are of the \(range(pairs.map(\.1.count))) \(who)")
        }
        return "\(words.joined(separator: "; "))"
    }

    /// Number of participants of all groups.
    private func inGroups(_ pairs: [Comparison]) -> Int {
        var sizes: [String: Int] = [:]
        for pair in pairs {
            guard case .between(let first, let second, _) = pair.design else { continue }
            sizes[pair.names.first] = first
            sizes[pair.names.second] = second
        }
        return sizes.values.reduce(0, +)
    }

    private func range(_ counts: [Int]) -> String {
        let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
        return least == most ? "\(most)" : "\(least) to \(most)"
    }

    private func number(_ count: Int) -> String {
        let words = [3: "three", 4: "four", 5: "five"]
        return words[count] ?? "\(count)"
    }

    /// Why a participant is not in the test.
    private func unjudged(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: "who tried no task, or could not be judged"
        case .completion: "who did not try every task, or could not be judged"
        case .score: "without a score"
        }
    }
}

extension Interval {
    /// Of the opposite difference.
    var reversed: Interval { Interval(low: -high, high: -low) }
}

extension Comparison.Design {
    /// All who could have been compared.
    var participants: Int {
        switch self {
        case .within(let participants, let single): participants + single
        case .between(let first, let second, let both): first + second + both
        }
    }

    /// Those whom the design leaves out.
    var leftOut: Int {
        switch self {
        case .within(_, let single): single
        case .between(_, _, let both): both
        }
    }
}
