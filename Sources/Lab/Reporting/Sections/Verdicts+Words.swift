import Diagnostics
import Foundation
import Statistics

extension ReportAnalysis {
    /// Returns the size of a difference as text, as in `28 % less time`, and its interval, as in
    /// `19 % to 36 % less`. Also returns whether the size rounds to 0. The texts describe the
    /// condition with the shorter time or the larger value. Returns nil if the size is not
    /// computable.
    ///
    /// - Parameter digits: number of decimals. If nil, ``digits(_:)`` determines the number.
    func amount(
        _ verdict: ComparedOutcome,
        _ digits: Int? = nil
    ) -> (value: String, interval: String, isZero: Bool)? {
        guard let size = verdict.size, let own = self.digits(verdict) else { return nil }
        let digits = digits ?? own
        let interval = ahead(size, verdict.measure)
        if verdict.measure == .time {
            let ratio = size.value <= 1 ? size.value : 1 / size.value
            let saved = fixed(100 * (1 - ratio), digits)
            return (
                "\(saved) % less time",
                directed(interval, digits, unit: " %", more: "less", less: "more", isTime: true),
                Double(saved) == 0
            )
        }
        let isPoints = verdict.measure == .completion
        let value = fixed(abs(size.value) * (isPoints ? 100 : 1), digits)
        // "points" refers to the scale of an instrument.
        let unit = isPoints || verdict.shortName != nil ? " points" : ""
        return (
            "\(value)\(isPoints ? percentagePoints(value) : unit) above",
            directed(interval, digits, unit: unit, more: "above", less: "below"),
            Double(value) == 0
        )
    }

    private func percentagePoints(_ number: String) -> String {
        number == "1" ? " percentage point" : " percentage points"
    }

    /// Returns the number of decimals for the size of a difference; nil if the size is not
    /// computable. The number is large enough that no end of the interval rounds to 0 or, for a
    /// percentage of time saved, to 100 %. At most six decimals are added for this purpose.
    func digits(_ verdict: ComparedOutcome) -> Int? {
        guard let size = verdict.size else { return nil }
        let interval = ahead(size, verdict.measure)
        return switch verdict.measure {
        case .time:
            max(
                decimals(of: interval, atLeast: 0, null: 0),
                decimals(of: interval, atLeast: 0, null: 100)
            )
        case .completion: decimals(of: interval, atLeast: 0, null: 0)
        case .score: decimals(of: interval, atLeast: 1, null: 0)
        }
    }

    /// Returns the interval of the amount by which one condition is ahead: the condition with the
    /// shorter time or the larger value. The unit is percent of time saved, percentage points, or
    /// units of the score.
    private func ahead(
        _ size: ComparedOutcome.Size,
        _ measure: ComparedOutcome.Measure
    ) -> Interval {
        let (low, high) = (size.interval.low, size.interval.high)
        if measure == .time {
            let ends = size.value <= 1 ? (low, high) : (1 / high, 1 / low)
            return Interval(low: 100 * (1 - ends.1), high: 100 * (1 - ends.0))
        }
        let ends = size.value < 0 ? Interval(low: -high, high: -low) : size.interval
        let scale = measure == .completion ? 100.0 : 1
        return ends.map { $0 * scale }
    }

    /// Formats an interval with its direction, as in `19 % to 36 % less`. If the interval includes
    /// zero, each end has its own direction. The end with the shorter time or the smaller value
    /// comes first, as in the tables: `from 36 % less to 2 % more`.
    private func directed(
        _ interval: Interval,
        _ digits: Int,
        unit: String,
        more: String,
        less: String,
        isTime: Bool = false
    ) -> String {
        let (low, high) = (fixed(abs(interval.low), digits), fixed(abs(interval.high), digits))
        if interval.low < 0, interval.high > 0 {
            func end(_ number: String) -> String {
                number + (number == "1" && unit == " points" ? " point" : unit)
            }
            let (behind, ahead) = ("\(end(low)) \(less)", "\(end(high)) \(more)")
            // The ratio of times is smallest where the advantage is largest.
            return isTime ? "from \(ahead) to \(behind)" : "from \(behind) to \(ahead)"
        }
        // In a percentage, both ends have a percent sign.
        let first = unit == " %" ? unit : ""
        return interval.high > 0 || interval.low >= 0
            ? "\(low)\(first) to \(high)\(unit) \(more)"
            : "\(high)\(first) to \(low)\(unit) \(less)"
    }

    /// Returns a sentence such as `Generator took 28 % less time than Spreadsheet`; nil if the size
    /// of the difference is not computable.
    ///
    /// - Parameter than: whether the sentence also names the condition with the longer time or the
    ///   smaller value.
    func difference(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String),
        than isNamed: Bool,
        _ digits: Int? = nil
    ) -> String? {
        guard let size = verdict.size, let amount = amount(verdict, digits) else { return nil }
        let (ahead, behind) = order(verdict, names)
        if size.value == (verdict.measure == .time ? 1 : 0) {
            let equal = verdict.measure == .time ? "took the same time" : "equal"
            return isNamed ? "\(ahead) and \(behind) \(equal)" : "equal"
        }
        if amount.isZero {
            let bound = bound(digits ?? self.digits(verdict) ?? 0, verdict.measure)
            return isNamed ? "\(ahead) and \(behind) differ by less than \(bound)" : "about equal"
        }
        let than = isNamed ? "\(than(verdict)) \(behind)" : ""
        return "\(ahead)\(verdict.measure == .time ? " took" : "") \(amount.value)\(than)"
    }

    /// Returns an upper bound for a difference that rounds to 0, such as `1 %` in `differ by less
    /// than 1 %`.
    private func bound(_ digits: Int, _ measure: ComparedOutcome.Measure) -> String {
        let bound = fixed(pow(10, -Double(digits)), digits)
        return switch measure {
        case .time: "\(bound) %"
        case .completion: digits == 0 ? "1 percentage point" : "\(bound) percentage points"
        case .score: bound
        }
    }

    /// Returns whether the number of participants from whom the size of the difference is computed
    /// varies between the pairs of conditions. Returns false unless the size leaves out
    /// participants or attempts in at least one pair that is compared within participants.
    func areOfDifferentPeople(_ pairs: [(Comparison, ComparedOutcome)]) -> Bool {
        pairs.contains { $0.0.isWithin && $0.1.isOfFewer }
            && Set(pairs.filter { $0.1.size != nil }.map(\.1.count)).count > 1
    }

    /// Returns the values of both conditions as text, beginning with the condition `ahead`; nil for
    /// times.
    func values(
        _ verdict: ComparedOutcome,
        _ pair: Comparison,
        from ahead: String
    ) -> String? {
        let completion = pair.overall.completion
        let digits = decimals(of: verdict.size?.interval, atLeast: 1, null: 0)
        let words: (first: String, second: String)? =
            switch verdict.measure {
            case .time: nil
            case .completion:
                (
                    "\(completion.first.x) of \(completion.first.n)",
                    "\(completion.second.x) of \(completion.second.n)"
                )
            case .score: verdict.values.map { (fixed($0.first, digits), fixed($0.second, digits)) }
            }
        guard let words else { return nil }
        let one = "\(pair.names.first) \(words.first)"
        let two = "\(pair.names.second) \(words.second)"
        return ahead == pair.names.first ? "\(one), \(two)" : "\(two), \(one)"
    }

    // MARK: - Conditions

    /// Returns both conditions. The condition with the shorter time or the larger value is first,
    /// even if the difference may be due to chance. If the size of the difference is not
    /// computable, keeps the order of `names`.
    func order(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> (ahead: String, behind: String) {
        guard let size = verdict.size else { return (names.first, names.second) }
        let isFirst = verdict.measure == .time ? size.value <= 1 : size.value >= 0
        return isFirst ? (names.first, names.second) : (names.second, names.first)
    }

    func comparative(_ verdict: ComparedOutcome) -> String {
        degree(verdict, ofTime: "quicker", ofOthers: "Higher")
    }

    func superlative(_ verdict: ComparedOutcome) -> String {
        degree(verdict, ofTime: "quickest", ofOthers: "Highest")
    }

    private func degree(
        _ verdict: ComparedOutcome,
        ofTime time: String,
        ofOthers word: String
    ) -> String {
        switch verdict.measure {
        case .time: time
        case .completion: "\(word) completion"
        case .score: verdict.shortName.map { "\(word) \($0)" } ?? word
        }
    }

    /// Joins the name of a condition and a comparative: `Generator quicker` for times, `Higher
    /// completion with Generator` for other outcomes.
    func ahead(_ verdict: ComparedOutcome, named name: String, _ word: String) -> String {
        verdict.measure == .time ? "\(name) \(word)" : "\(word) \(withOrUnder(name))"
    }

    /// Returns the word between an amount and a condition's name: ` than` for `28 % less time than
    /// Script`; empty for `5 points above Script`.
    func than(_ verdict: ComparedOutcome) -> String { verdict.measure == .time ? " than" : "" }

    func noDifference(_ verdict: ComparedOutcome) -> String {
        "No clear difference\(inWhat(verdict))"
    }

    /// Returns a phrase that names the outcome, such as ` in time`; empty for a score without a
    /// short name.
    func inWhat(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: " in time"
        case .completion: " in completion"
        case .score: verdict.shortName.map { " in \($0)" } ?? ""
        }
    }

    // MARK: - Participants

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

    /// Returns whether a condition's number of participants varies between the pairs of conditions
    /// that are compared between groups. It can vary because a participant who worked in both
    /// conditions of a pair is left out of that pair only.
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
