import Diagnostics
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// The first screen where conditions are compared: the result of each outcome, then all
    /// conditions side by side. Empty with one condition.
    var verdictBlocks: [Block] {
        let versions = comparisons.map(\.version)
        let distinct = versions.indices.filter { !versions[..<$0].contains(versions[$0]) }
        return distinct.flatMap { place -> [Block] in
            let version = versions[place]
            let pairs = comparisons.filter { $0.version == version }
            let conditions = parts.filter {
                $0.group.version == version && $0.group.condition != nil
            }
            let heading: [Block] = distinct.count > 1 ? [.heading("Version \(version)")] : []
            let figure = SideBySide(conditions).figure.map { [Block.figure($0)] } ?? []
            var cards = cards(pairs, of: conditions.count)
            if !cards.isEmpty { cards[0].isMain = true }
            return heading + [.keyFigures(cards)] + figure + [.table(sideBySide(conditions))]
        }
    }

    private func cards(_ pairs: [Comparison], of conditions: Int) -> [KeyFigure] {
        let outcomes = pairs.map { pair in
            pair.outcomes.filter { verdict in
                guard case .score(let id) = verdict.measure else { return true }
                return isMainScore(id, of: pair)
            }
        }
        guard pairs.count > 1 else {
            return zip(pairs, outcomes).flatMap { pair, verdicts in
                verdicts.map { card($0, of: pair) }
            }
        }
        var known: [(ComparedOutcome.Measure, String)] = []
        for verdict in outcomes.joined() where !known.contains(where: { $0.0 == verdict.measure }) {
            known.append((verdict.measure, verdict.name))
        }
        return known.map { measure, name in
            let found = zip(pairs, outcomes).compactMap { pair, verdicts in
                verdicts.first { $0.measure == measure }.map { (pair, $0) }
            }
            let registered = found.first?.1.registered
            return card(label(name, registered, pairs.first?.analysis), found, of: conditions)
        }
    }

    /// Scores of instruments; without instruments, the first two scores of the study's questionnaires.
    private func isMainScore(_ id: String, of pair: Comparison) -> Bool {
        let own = pair.scores.filter { $0.instrument != nil }
        return (own.isEmpty ? Array(pair.scores.prefix(2)) : own).contains { $0.id == id }
    }

    private func label(
        _ name: String,
        _ registered: Int?,
        _ analysis: RegisteredAnalysis?
    ) -> Phrase {
        guard analysis != nil else { return "\(name)" }
        switch registered {
        case nil: return "Exploratory: \(name)"
        case 0: return "Primary outcome: \(name)"
        default: return "Secondary outcome: \(name)"
        }
    }

    // MARK: - Two conditions

    private func card(_ verdict: ComparedOutcome, of pair: Comparison) -> KeyFigure {
        KeyFigure(
            label: label(verdict.name, verdict.registered, pair.analysis),
            value: headline(verdict, pair.names),
            lines: [
                .init("How much", howMuch(verdict, pair.names)),
                howSure(verdict).map { .init("How sure", $0) },
                .init("Who", people([(pair, verdict)], of: 2)),
            ].compactMap(\.self)
        )
    }

    private func headline(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> Phrase {
        switch verdict.decision {
        case .firstLower, .firstHigher:
            let size = amount(verdict).map(\.value) ?? ""
            let result = "\(winner(verdict, names)) \(comparative(verdict))"
            guard case .score = verdict.measure else { return "\(result): \(size)" }
            return "\(result) by \(size.replacing(" higher", with: ""))"
        case .notShown:
            if verdict.isEquivalent { return "Equivalent\(inWhat(verdict))" }
            return verdict.isTooFew ? "Too few people to tell" : "\(notShown(verdict))"
        case .open: return "Not clear"
        case .notComputable: return "Not computable"
        }
    }

    private func howMuch(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> Phrase {
        if case .notComputable(let reason) = verdict.decision {
            return "not computable, because \(reason)"
        }
        guard let amount = amount(verdict) else {
            return "size not computable, because \(verdict.reason ?? "there is none")"
        }
        let (ahead, behind) = order(verdict, names)
        guard let values = verdict.values else {
            return "\(ahead) took \(amount.value) than \(behind)"
        }
        let isFirst = ahead == names.first
        let (one, two) = isFirst ? values : (values.second, values.first)
        let both = "\(ahead) \(printed(one, verdict)), \(behind) \(printed(two, verdict))"
        return verdict.size?.value == 0 ? "\(both)" : "\(both): \(amount.value)"
    }

    private func howSure(_ verdict: ComparedOutcome) -> Phrase? {
        let interval = amount(verdict).map { "95 % interval \($0.interval)" }
        let test = verdict.p.map { "\(equation($0)) (\(verdict.test))" }
        var words = [interval, test].compactMap(\.self)
        guard !words.isEmpty else { return nil }
        if case .open(let reason) = verdict.decision, verdict.size != nil { words.append(reason) }
        if let equivalence = verdict.equivalence { words.append(margin(equivalence, verdict)) }
        if verdict.isTooFew { words.append("no result of so few can have a p below 0.05") }
        return "\(words.joined(separator: "; "))"
    }

    private func margin(_ test: Equivalence, _ verdict: ComparedOutcome) -> String {
        let digits = verdict.measure == .time ? 2 : decimals(of: test.margin, atLeast: 0)
        let margin = span(test.margin, digits)
        let unit = verdict.measure == .time ? " times as long" : ""
        return (test.p < 0.05 ? "within" : "not shown to be within")
            + " the registered margin of \(margin)\(unit), \(equation(test.p))"
    }

    // MARK: - Three conditions and more

    private typealias Pair = (Comparison, ComparedOutcome)

    /// A line for each pair of conditions, those that differ first.
    private func card(_ label: Phrase, _ pairs: [Pair], of conditions: Int) -> KeyFigure {
        let sorted = pairs.sorted {
            ($0.1.isShown ? 0 : 1, $0.1.p ?? 2) < ($1.1.isShown ? 0 : 1, $1.1.p ?? 2)
        }
        let limit = 6
        let rest = sorted.count > limit ? ["\(sorted.count - limit) pairs more below"] : []
        let lines = sorted.prefix(limit).map { pairWords($0.1, $0.0.names) } + rest
        let all = Set(pairs.compactMap { $0.1.p == nil ? nil : $0.1.test })
        let tests = all.filter { test in !all.contains { $0.hasPrefix("\(test),") } }.sorted()
        let sure =
            tests.isEmpty
            ? [] : ["95 % intervals in brackets; p after Holm (\(listed(tests)))"]
        return KeyFigure(
            label: label,
            value: headline(pairs),
            lines: lines.map { .init("", "\($0)") } + sure.map { .init("How sure", "\($0)") }
                + [.init("Who", people(pairs, of: conditions))]
        )
    }

    private func headline(_ pairs: [Pair]) -> Phrase {
        let shown = pairs.filter { $0.1.isShown }
        guard let verdict = shown.first?.1 else {
            let isTooFew = pairs.allSatisfy { $0.1.isTooFew }
            if isTooFew { return "Too few people to tell" }
            return "\(pairs.first.map { notShown($0.1) } ?? "Not computable")"
        }
        let results = shown.map {
            (winner: winner($0.1, $0.0.names), loser: loser($0.1, $0.0.names))
        }
        let others = Set(pairs.flatMap { [$0.0.names.first, $0.0.names.second] }).count - 1
        let won = Dictionary(grouping: results, by: \.winner)
        if let best = won.first(where: { $0.value.count == others })?.key {
            return "\(best) \(superlative(verdict))"
        }
        let (winners, losers) = (ordered(results.map(\.winner)), ordered(results.map(\.loser)))
        guard winners.count == 1 || losers.count == 1 else {
            return "\(shown.count) of \(pairs.count) pairs differ"
        }
        return "\(listed(winners)) \(comparative(verdict)) than \(listed(losers))"
    }

    private func ordered(_ names: [String]) -> [String] {
        names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
    }

    private func pairWords(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        let (ahead, behind) = order(verdict, names)
        if case .notComputable(let reason) = verdict.decision {
            return "\(ahead) and \(behind): not computable, because \(reason)"
        }
        let p = verdict.p.map { ", \(equation($0))" } ?? ""
        guard let amount = amount(verdict) else {
            let reason = verdict.reason ?? "there is none"
            return "\(ahead) and \(behind): size not computable, because \(reason)\(p)"
        }
        let verb = verdict.measure == .time ? " took" : ""
        let words = "\(ahead)\(verb) \(amount.value) than \(behind) (\(amount.interval))\(p)"
        switch verdict.decision {
        case .open(let reason): return "\(words): not clear, \(reason)"
        case .notShown: return "\(words): not shown"
        default: return words
        }
    }
}
