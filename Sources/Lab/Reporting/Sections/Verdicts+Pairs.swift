import Diagnostics

/// Comparisons of three or more conditions on the first screen of the report. A card (key figure)
/// states the result of one outcome, such as time or a score.
extension ReportAnalysis {
    typealias ComparedPair = (Comparison, ComparedOutcome)

    /// Returns a card with the result of one outcome, for up to six pairs of conditions. Pairs for
    /// which both the interval and the test show a difference come first.
    func card(_ label: Phrase, _ pairs: [ComparedPair], of conditions: Int) -> KeyFigure {
        let sorted = pairs.sorted {
            ($0.1.isShown ? 0 : 1, $0.1.p ?? 2) < ($1.1.isShown ? 0 : 1, $1.1.p ?? 2)
        }
        let limit = 6
        let digits = digits(pairs)
        let isCounted = areOfDifferentPeople(pairs)
        // The sizes leave out failures, but p includes them. If the difference disappears once
        // failures are counted, sizes and p-values are on separate lines.
        let first = Array(sorted.prefix(limit))
        var lines =
            areUndone(pairs)
            ? sizes(first, digits, isCounted)
            : first.map { line($0.1, $0.0, digits, isCounted) }
        if sorted.count > limit {
            lines.append(.init("", "\(counted(sorted.count - limit, "further pair")) below"))
        }
        let hasSize = pairs.contains { $0.1.size != nil || $0.1.constant != nil }
        let isContested = pairs.contains { $0.1.isContested }
        let reasons = Set(pairs.map(\.1.reason))
        if !hasSize, !isContested, reasons.count == 1, let reason = reasons.first {
            let why = reason ?? "there are no values"
            lines = [.init("How much", "not computable: \(why)")]
        }
        lines.insert(
            .init("How sure", "\(howSure(sorted))"),
            at: hasSize || isContested ? 0 : lines.count
        )
        let tests = Set(pairs.compactMap { $0.1.p == nil ? nil : $0.1.test }).sorted()
        lines += oppositeTotals(sorted) + registeredLines(sorted) + betterEnd(pairs)
        lines.append(.init("Who", people(pairs, of: conditions)))
        lines += tasks(pairs) + included(pairs)
        if !tests.isEmpty, hasSize || isContested {
            lines.append(.init("Method", method(pairs, tests)))
        }
        return KeyFigure(label: label, value: headline(pairs), lines: lines)
    }

    /// Returns the omnibus test of the outcome of `pairs` if the test is significant, but no pair
    /// shows a difference. Returns nil if any pair is contested (``ComparedOutcome/isContested``).
    private func testOfAllOnly(_ pairs: [ComparedPair]) -> OmnibusTest? {
        guard let (pair, verdict) = pairs.first,
            !pairs.contains(where: { $0.1.isShown || $0.1.isContested })
        else { return nil }
        return omnibus.first {
            $0.version == pair.version && $0.measure == verdict.measure && ($0.p ?? 1) < 0.05
        }
    }

    private func howSure(_ pairs: [ComparedPair]) -> String {
        if let test = testOfAllOnly(pairs) {
            let words =
                isTooFew(pairs)
                ? "with so few people, no adjusted p of a pair can be below 0.05"
                : noneDiffers(pairs)
            return "clear that the conditions differ (\(test.testName), \(equation(test.p))), but "
                + words
        }
        switch pairs.count(where: { $0.1.isShown }) {
        case 0 where isTooFew(pairs):
            return "not sure; with so few people, no adjusted p can be below 0.05"
        case 0 where pairs.allSatisfy { $0.1.p == nil }: return "not sure; no pair could be tested"
        case 0 where pairs.contains { $0.1.isContested }:
            let count = pairs.count { $0.1.isContested }
            return """
                not clear; p is below 0.05 in \(count) of \(pairs.count) pairs, but the sizes of \
                these differences are not clear
                """
        case 0:
            let words = noneDiffers(pairs)
            if !areSurer(pairs) { return "not sure; \(words)" }
            let tested = pairs.count { $0.1.p != nil }
            guard areUndone(pairs) else {
                let isByHolm = pairs.contains { ($0.1.ownP ?? 1) < 0.05 }
                return isByHolm
                    ? "not sure; adjusted for \(tested) pairs, \(words)" : "not sure; \(words)"
            }
            let least = probability(pairs.compactMap(\.1.p).min())
            let which = least == "1.000" ? "every" : "the smallest"
            return
                "not sure; with failures ranked slowest, \(words); \(which) adjusted p is \(least)"
        case pairs.count: return "clear in all \(pairs.count) pairs"
        case 1:
            let names = order(pairs[0].1, pairs[0].0.names)
            let only = pairs.contains { $0.1.isContested } ? "" : " only"
            // The larger of two scores may be the worse score.
            let side = pairs[0].1.isLowBetter ? "below" : "above"
            let place = if case .score = pairs[0].1.measure { side } else { "ahead of" }
            return "clear in\(only) one pair: \(names.ahead) is \(place) \(names.behind)"
        case let shown: return "clear in \(shown) of \(pairs.count) pairs"
        }
    }

    /// Returns a statement that no difference is clear, such as `no two conditions clearly differ`.
    /// If all pairs have a condition in common, the statement is that no other condition clearly
    /// differs from this condition.
    private func noneDiffers(_ pairs: [ComparedPair]) -> String {
        let names = pairs.flatMap { [$0.0.names.first, $0.0.names.second] }.distinct
        if pairs.count == names.count * (names.count - 1) / 2 {
            return "no two conditions clearly differ"
        }
        let common = names.first { name in
            pairs.allSatisfy { $0.0.names.first == name || $0.0.names.second == name }
        }
        return common.map { "none clearly differs from \($0)" } ?? "no difference is clear"
    }

    /// Returns whether the interval shows a difference in at least one pair, but the test shows a
    /// difference in no pair.
    private func areSurer(_ pairs: [ComparedPair]) -> Bool {
        pairs.contains { $0.1.isSurerByInterval } && !pairs.contains { ($0.1.p ?? 1) < 0.05 }
    }

    /// Returns whether the test shows no difference in any pair, but the interval of at least one
    /// pair shows a difference that disappears when failures are counted.
    private func areUndone(_ pairs: [ComparedPair]) -> Bool {
        areSurer(pairs) && pairs.contains { $0.1.isUndoneByFailures }
    }

    /// Describes the tests from which the p-values are computed, and the participants from whom the
    /// intervals are computed.
    private func method(_ pairs: [ComparedPair], _ tests: [String]) -> Phrase {
        let tested = pairs.count { $0.1.p != nil }
        let which =
            tested == pairs.count
            ? "\(tested) pairs" : "the \(counted(tested, "pair")) that could be tested"
        let failures = pairs.map(\.1.failures).first { !$0.isEmpty } ?? ""
        let isWithin = pairs.first?.0.isWithin ?? false
        let tasks =
            pairs.allSatisfy { $0.0.tasks.count == 1 } ? "the task" : "at least one of the tasks"
        // In a comparison between groups, another line states who completed every task.
        let only =
            failures.isEmpty || !isWithin
            ? ""
            : ", from people who completed \(tasks) in both conditions of the pair"
                + (pairs.map(\.0.overall.ratio.inKnownTime).first { !$0.isEmpty } ?? "")
        return """
            p: \(listed(tests))\(failures)\(tested == 1 ? "" : ", adjusted for \(which) (Holm)"); \
            intervals: not adjusted\(only)
            """
    }

    /// Returns whether there are too few participants to show a difference in any pair: even the
    /// smallest possible p-value is above 0.05 after Holm's correction.
    private func isTooFew(_ pairs: [ComparedPair]) -> Bool {
        let known = pairs.map(\.1).filter(\.isComputable)
        let tested = known.contains { $0.p != nil } ? known.filter { $0.p != nil } : known
        guard let least = tested.map(\.smallestP).min() else { return false }
        return !pairs.contains { $0.1.isShown } && least * Double(tested.count) > 0.05
    }

    private func headline(_ pairs: [ComparedPair]) -> Phrase {
        let shown = pairs.filter { $0.1.isShown }
        guard let verdict = shown.first?.1 else {
            if testOfAllOnly(pairs) != nil, let verdict = pairs.first?.1 {
                return "The conditions differ\(inWhat(verdict)), but it is not clear which"
            }
            if isTooFew(pairs) { return "Too few people to tell" }
            if pairs.allSatisfy(\.1.isEqual), let verdict = pairs.first?.1 {
                return "\(equal(verdict))"
            }
            let found = pairs.first { $0.1.isComputable }
            if pairs.contains(where: { $0.1.isContested }) { return "Not clear" }
            let failures = areUndone(pairs) ? " once failures are counted" : ""
            return "\(found.map { noDifference($0.1) + failures } ?? "Not computable")"
        }
        let results = shown.map { order($0.1, $0.0.names) }
        let names = pairs.flatMap { [$0.0.names.first, $0.0.names.second] }.distinct
        let won = Dictionary(grouping: results, by: \.ahead)
        if let best = won.first(where: { $0.value.count == names.count - 1 })?.key {
            let own = shown.filter { order($0.1, $0.0.names).ahead == best }
                .map { ($0.1, $0.0.names) }
            let amounts = own.count < 3 ? sizes(own, digits(pairs)) : ""
            return "\(ahead(verdict, named: best, superlative(verdict)))\(amounts)"
        }
        let (winners, losers) = (results.map(\.ahead).distinct, results.map(\.behind).distinct)
        guard winners.count == 1 || losers.count == 1 else {
            return "\(shown.count) of \(pairs.count) pairs clearly differ"
        }
        let leaders = ahead(verdict, named: listed(winners), comparative(verdict))
        let others = verdict.measure == .time ? listed(losers) : withOrUnder(listed(losers))
        let result = "\(leaders) than \(others)"
        guard shown.count == 1, names.count == 3,
            let other = names.first(where: { !(winners + losers).contains($0) })
        else { return "\(result)" }
        let amount = amount(verdict, digits(pairs)).map { " (\($0.value))" } ?? ""
        guard pairs.count == 3,
            pairs.allSatisfy({ $0.1.isShown || $0.1.p != nil && !$0.1.isContested })
        else {
            return "\(result)\(amount)"
        }
        return "\(result)\(amount); \(other) not clearly different from either"
    }

    /// Returns the number of decimals with which a card prints the sizes of the differences; nil if
    /// the size is not computable in any pair.
    private func digits(_ pairs: [ComparedPair]) -> Int? { pairs.compactMap { digits($0.1) }.max() }

    /// Returns the sizes of the differences as text, as in `: 28 % less time than Spreadsheet`.
    /// Each size is followed by the condition that is behind.
    func sizes(
        _ won: [(ComparedOutcome, (first: String, second: String))],
        _ digits: Int? = nil
    ) -> String {
        let amounts = won.compactMap { verdict, names in
            amount(verdict, digits).map {
                "\($0.value)\(than(verdict)) \(order(verdict, names).behind)"
            }
        }
        return amounts.isEmpty ? "" : ": \(amounts.joined(separator: ", "))"
    }

    /// Returns two lines for all pairs together: the differences in time, and their intervals in
    /// the same order. The times are from completed tasks. If the difference of a pair is not
    /// computable or rounds to 0, the pair has a separate line.
    private func sizes(
        _ pairs: [ComparedPair],
        _ digits: Int?,
        _ isCounted: Bool
    ) -> [KeyFigure.Line] {
        var (differences, intervals): ([String], [String]) = ([], [])
        var others: [KeyFigure.Line] = []
        for (pair, verdict) in pairs {
            guard let difference = difference(verdict, pair.names, than: true, digits),
                let amount = amount(verdict, digits), !amount.isZero
            else {
                others.append(line(verdict, pair, digits, isCounted))
                continue
            }
            if let words = verdict.contradiction { others.append(.init("", "\(words)")) }
            differences.append(difference + (isCounted ? " (\(verdict.count) people)" : ""))
            intervals.append(amount.interval)
        }
        let label = intervals.count == 1 ? "95 % interval" : "95 % intervals, in the same order"
        return [
            .init("How much", "in completed tasks, \(differences.joined(separator: "; "))"),
            .init(label, "\(intervals.joined(separator: "; "))"),
        ] + others
    }

    private func line(
        _ verdict: ComparedOutcome,
        _ pair: Comparison,
        _ digits: Int?,
        _ isCounted: Bool
    ) -> KeyFigure.Line {
        let names = pair.names
        if case .notComputable(let reason) = verdict.decision {
            return .init("Not computable", "\(names.first) and \(names.second), because \(reason)")
        }
        let p = verdict.p.map { ", adjusted \(equation($0))" } ?? ""
        let label = verdict.isShown ? "Clear" : "Not clear"
        guard let difference = difference(verdict, names, than: true, digits),
            let amount = amount(verdict, digits)
        else {
            let size =
                (verdict.constant == nil ? "size " : "") + sizeWithoutInterval(verdict, pair)
            return .init(label, "\(names.first) and \(names.second)\(p); \(size)")
        }
        let people = isCounted ? "from \(verdict.count) people, " : ""
        let interval = "(\(people)95 % interval\(interval(amount, verdict, names)))"
        var words = "\(difference) \(interval)\(p)"
        if let contradiction = verdict.contradiction, verdict.decision != .notShown {
            words += "; \(contradiction)"
        } else if case .open(let reason) = verdict.decision, !verdict.isSurerByInterval {
            words += "; \(reason)"
        }
        return .init(label, "\(words)")
    }
}
