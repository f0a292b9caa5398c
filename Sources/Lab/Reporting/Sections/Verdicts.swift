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
            return heading + [.keyFigures(cards(pairs))] + figure + [.table(sideBySide(conditions))]
        }
    }

    private func cards(_ pairs: [Comparison]) -> [KeyFigure] {
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
            return card(label(name, registered, pairs.first?.analysis), found)
        }
    }

    /// Scores of instruments; without instruments, the first two scores of the study's questionnaires.
    private func isMainScore(_ id: String, of pair: Comparison) -> Bool {
        let own = pair.scores.filter { $0.instrument != nil }
        return (own.isEmpty ? Array(pair.scores.prefix(2)) : own).contains { $0.id == id }
    }

    private func card(_ verdict: ComparedOutcome, of pair: Comparison) -> KeyFigure {
        let equivalence = verdict.equivalence.map { equivalenceWords($0, verdict) } ?? ""
        return KeyFigure(
            label: label(verdict.name, verdict.registered, pair.analysis),
            value: "\(decision(verdict, pair.names))",
            interval: """
                \(size(verdict, pair.names))\(equivalence); \(people(verdict, pair))\(tooFew(verdict))
                """
        )
    }

    private func tooFew(_ verdict: ComparedOutcome) -> String {
        verdict.isTooFew ? "; no result of so few can have a p below 0.05" : ""
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

    private func equivalenceWords(_ test: Equivalence, _ verdict: ComparedOutcome) -> String {
        let digits = verdict.measure == .time ? 2 : decimals(of: test.margin, atLeast: 0)
        let margin = span(test.margin, digits)
        return test.p < 0.05
            ? "; within the registered margin of \(margin), \(equation(test.p))"
            : "; not shown to be within the registered margin of \(margin), \(equation(test.p))"
    }

    /// Several pairs of conditions: those that differ, the surest first.
    private func card(_ label: Phrase, _ pairs: [(Comparison, ComparedOutcome)]) -> KeyFigure {
        let shown = pairs.filter { $0.1.isShown }.sorted { ($0.1.p ?? 1) < ($1.1.p ?? 1) }
        guard let measure = shown.first?.1.measure else {
            return KeyFigure(
                label: label,
                value: "No difference shown",
                interval: """
                    none of \(pairs.count) pairs differs after Holm, which does not show that all \
                    are equal\(surest(pairs))
                    """
            )
        }
        let words = shown.prefix(3).map { pair, verdict in
            let size = brief(verdict).map { " \($0)" } ?? ""
            return "\(decision(verdict, pair.names)) than \(loser(verdict, pair.names)):"
                + "\(size), \(equation(verdict.p))"
        }
        let rest = shown.count > 3 ? ["\(shown.count - 3) more below"] : []
        let unit =
            switch measure {
            case .time: "ratios"
            case .completion: "differences in points"
            case .score: "differences"
            }
        return KeyFigure(
            label: label,
            value: "\(best(shown, of: pairs) ?? "\(shown.count) of \(pairs.count) pairs differ")",
            interval: """
                \((words + rest).joined(separator: "; ")) (\(unit) with 95 % intervals, p after \
                Holm); \(people(shown))
                """
        )
    }

    /// The difference nearest to being shown, of pairs of which none is.
    private func surest(_ pairs: [(Comparison, ComparedOutcome)]) -> String {
        let sized = pairs.filter { $0.1.size != nil && $0.1.p != nil }
        guard let (pair, verdict) = sized.min(by: { ($0.1.p ?? 1) < ($1.1.p ?? 1) }),
            let extent = extent(verdict, pair.names)
        else { return "" }
        var reason = ""
        if case .open(let words) = verdict.decision { reason = " (\(words))" }
        return "; nearest to it: \(extent), \(equation(verdict.p)) after Holm\(reason); "
            + people(verdict, pair)
    }

    /// The condition that is better or higher than every other one, if there is one.
    private func best(
        _ shown: [(Comparison, ComparedOutcome)],
        of pairs: [(Comparison, ComparedOutcome)]
    ) -> String? {
        let others = Set(pairs.flatMap { [$0.0.names.first, $0.0.names.second] }).count - 1
        let won = Dictionary(grouping: shown) { winner($0.1, $0.0.names) }
        guard let (name, all) = won.first(where: { $0.value.count == others }),
            let measure = all.first?.1.measure
        else { return nil }
        switch measure {
        case .time: return "\(name) quickest"
        case .completion: return "\(name) most often"
        case .score: return "\(name) highest"
        }
    }

    private func decision(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        switch verdict.decision {
        case .firstLower, .firstHigher:
            let better =
                switch verdict.measure {
                case .time: "quicker"
                case .completion: "more often"
                case .score: "higher"
                }
            return "\(winner(verdict, names)) \(better)"
        case .notShown:
            let isEquivalent = verdict.equivalence.map { $0.p < 0.05 } ?? false
            if isEquivalent { return "Equivalent" }
            return verdict.isTooFew ? "Too few to tell" : "No difference shown"
        case .open: return "Not clear"
        case .notComputable: return "-"
        }
    }

    /// The quicker condition, or the one with the larger value.
    private func winner(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        let isLower = verdict.decision == .firstLower
        return isLower == (verdict.measure == .time) ? names.first : names.second
    }

    private func loser(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        winner(verdict, names) == names.first ? names.second : names.first
    }

    /// The size of the difference, with its interval and the p of the test.
    private func size(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        if case .notComputable(let reason) = verdict.decision {
            return "not computable, because \(reason)"
        }
        let absent = verdict.reason.map { "size not computable, because \($0)" }
        let parts = [extent(verdict, names) ?? absent, verdict.p.map(equation)].compactMap(\.self)
        guard case .open(let reason) = verdict.decision else {
            return parts.joined(separator: ", ")
        }
        return "\(parts.joined(separator: ", ")): \(reason)"
    }

    private func extent(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String? {
        guard let size = verdict.size, let figures = figures(verdict) else { return nil }
        let interval = "(95 % interval \(figures.interval))"
        switch verdict.measure {
        case .time:
            let (one, two) = size.value <= 1 ? names : (names.second, names.first)
            let subject = verdict.isShown ? "" : "\(one) took "
            return "\(subject)\(figures.value) times as long as \(two) \(interval)"
        case .completion:
            let shares = verdict.values.map {
                "\(names.first) \(percent($0.first)), \(names.second) \(percent($0.second)): "
            }
            return "\(shares ?? "")difference \(figures.value) points \(interval)"
        case .score:
            let digits = decimals(of: size.interval, atLeast: 1, null: 0)
            let means = verdict.values.map {
                "\(names.first) \(fixed($0.first, digits)), "
                    + "\(names.second) \(fixed($0.second, digits)): "
            }
            return "\(means ?? "")difference \(figures.value) \(interval)"
        }
    }
}
