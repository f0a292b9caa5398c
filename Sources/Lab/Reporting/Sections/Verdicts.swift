import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// The first screen of a report that compares conditions. Each outcome has a card (key figure)
    /// with its result. A figure and a table of all conditions follow. Empty if there is only one
    /// condition.
    var verdictBlocks: [Block] {
        let versions = comparisons.map(\.inSentences).grouped(by: \.version)
        return versions.flatMap { version, pairs -> [Block] in
            let conditions = parts.filter {
                $0.group.version == version && $0.group.condition != nil
            }
            let heading: [Block] = versions.count > 1 ? [.heading("Version \(version)")] : []
            let figure =
                SideBySide(conditions, under: pairs).figure.map { [Block.figure($0)] } ?? []
            var cards = cards(pairs, of: conditions.count)
            for (place, card) in missing(in: pairs) {
                cards.insert(card, at: min(place, cards.count))
            }
            if !cards.isEmpty { cards[0].isMain = true }
            return heading + [.keyFigures(cards)] + figure + [.table(sideBySide(conditions))]
        }
    }

    private func cards(_ pairs: [Comparison], of conditions: Int) -> [KeyFigure] {
        let outcomes = pairs.map { pair in
            pair.outcomes.filter { hasCard($0, of: pair) }
        }
        guard pairs.count > 1 else {
            return zip(pairs, outcomes).flatMap { pair, verdicts in
                verdicts.map { card($0, of: pair) }
            }
        }
        let known = outcomes.joined().grouped(by: \.measure)
        return known.map { measure, verdicts in
            let found = zip(pairs, outcomes).compactMap { pair, verdicts in
                verdicts.first { $0.measure == measure }.map { (pair, $0) }
            }
            if found.count == 1, let (pair, compared) = found.first {
                // The registered margins apply only to a comparison of two conditions.
                var verdict = compared
                verdict.equivalence = nil
                var card = card(verdict, of: pair)
                card.lines.insert(
                    .init("Compared", "\(pair.names.first) and \(pair.names.second)"),
                    at: 0
                )
                return card
            }
            let registered = found.first?.1.registered
            return card(
                label(verdicts[0].name, registered, pairs.first?.analysis),
                found,
                of: conditions
            )
        }
    }

    /// Returns a card (key figure) for each registered outcome that cannot be compared, because no
    /// two conditions have it in common. `place` is the outcome's index in the list of registered
    /// outcomes.
    private func missing(in pairs: [Comparison]) -> [(place: Int, card: KeyFigure)] {
        let analysis = pairs.first?.analysis
        let known = Set(pairs.flatMap(\.outcomes).compactMap(\.registered))
        return (analysis?.outcomes ?? []).enumerated().compactMap { place, outcome in
            if known.contains(place) { return nil }
            var (name, reason) = ("", "no two conditions have a task in common")
            switch outcome.measure {
            case .time: name = ComparedOutcome.timeName
            case .completion: name = ComparedOutcome.completionName(parts.everyTask)
            case .score(let id):
                let questionnaire = study?.questionnaires.first { $0.id == id }
                name = questionnaire?.mainScoreTitle ?? questionnaire?.title ?? id
                reason = "no two conditions have this score"
            }
            let card = KeyFigure(
                label: label(name, place, analysis),
                value: "Not computable",
                lines: [.init("Why", "\(reason)")]
            )
            return (place: place, card: card)
        }
    }

    /// Returns whether the outcome has a card (key figure) in the report. Times, completion and
    /// scores of instruments always have cards. If there are no instruments, the first two scores of
    /// the study's questionnaires have cards.
    func hasCard(_ verdict: ComparedOutcome, of pair: Comparison) -> Bool {
        guard case .score(let id) = verdict.measure else { return true }
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
        let label = label(verdict.name, verdict.registered, pair.analysis)
        let compared = [(pair, verdict)]
        if case .notComputable(let reason) = verdict.decision {
            return KeyFigure(
                label: label,
                value: "Not computable",
                lines: [.init("Why", "\(reason)")] + registeredLines(compared)
                    + [.init("Who", people(compared, of: 2))]
            )
        }
        var lines: [KeyFigure.Line] = [.init("How much", howMuch(verdict, pair))]
        lines += oppositeTotals(compared)
        lines.append(.init("How sure", howSure(verdict, pair)))
        lines += registeredLines(compared) + betterEnd(compared)
        lines.append(.init("Who", people(compared, of: 2)))
        lines += tasks(compared) + included(compared)
        return KeyFigure(label: label, value: headline(verdict, pair), lines: lines)
    }

    /// Formats the interval of a difference, as in ` 19 % to 36 % less`. If the size of the
    /// difference rounds to 0, the text also names both conditions, as in `: Generator from 3 %
    /// less to 2 % more time than Script`.
    func interval(
        _ amount: (value: String, interval: String, isZero: Bool),
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        guard amount.isZero else { return " \(amount.interval)" }
        let (ahead, behind) = order(verdict, names)
        let time = verdict.measure == .time ? " time" : ""
        return ": \(ahead) \(amount.interval)\(time)\(than(verdict)) \(behind)"
    }

    private func headline(_ verdict: ComparedOutcome, _ pair: Comparison) -> Phrase {
        let names = pair.names
        if verdict.isShown {
            let word = comparative(verdict) + (isOpposite(verdict, pair) ? " per task" : "")
            let result = ahead(verdict, named: order(verdict, names).ahead, word)
            return "\(result)\(sizes([(verdict, names)]))"
        }
        if verdict.isEquivalent, verdict.decision == .notShown {
            let only = verdict.isOfFewer ? ", in completed tasks only" : ""
            return "Equivalent\(inWhat(verdict))\(only)"
        }
        if verdict.isTooFew { return "Too few people to tell" }
        if verdict.isEqual { return "\(equal(verdict))" }
        if case .open = verdict.decision { return "Not clear" }
        return "\(noDifference(verdict))"
    }

    private func howMuch(_ verdict: ComparedOutcome, _ pair: Comparison) -> Phrase {
        guard let amount = amount(verdict),
            let difference = difference(
                verdict,
                pair.names,
                than: verdict.measure == .time || !amount.isZero
            )
        else {
            return "\(sizeWithoutInterval(verdict, pair))"
        }
        let values = values(verdict, pair, from: order(verdict, pair.names).ahead)
        let size = verdict.isShown && verdict.measure == .time ? amount.value : difference
        let each = verdict.measure == .time && pair.tasks.count > 1 ? " per task on average" : ""
        let among = verdict.isOfFewer ? " among the \(completers(verdict, pair))" : ""
        return """
            \(values.map { "\($0): " } ?? "")\(size)\(each)\(among) (95 % interval\
            \(interval(amount, verdict, pair.names)))
            """
    }

    /// Describes the certainty of the result, beginning with the verdict. If the test includes
    /// participants whom the size of the difference leaves out, also states the number of
    /// participants in the test.
    private func howSure(
        _ verdict: ComparedOutcome,
        _ pair: Comparison
    ) -> Phrase {
        let sure =
            switch verdict.decision {
            case .firstLower, .firstHigher:
                verdict.isLessSureOfSize
                    ? "clear that \(order(verdict, pair.names).ahead) is quicker"
                    : isOpposite(verdict, pair)
                        ? "a clear difference per task, but not in the total time"
                        : "a clear difference"
            case .notShown where verdict.isEquivalent && verdict.isOfFewer:
                "equivalent in completed tasks; the equivalence test leaves out "
                    + (verdict.count < verdict.testCount
                        ? "the \(leftOut(verdict, pair))" : "failed attempts")
            case .notShown where verdict.isEquivalent: "equivalent"
            case _ where verdict.isTooFew:
                "not sure; with so few people, p cannot be below 0.05, whatever the result"
            case .open(let reason): "not clear, because \(reason)"
            case .notShown where verdict.constant == verdict.measure.null,
                _ where amount(verdict)?.isZero == true:
                "not sure; a difference may have been missed"
            default: "not sure; the difference may be chance"
            }
        let test = verdict.p.map { p in
            verdict.isOfFewer && verdict.count < verdict.testCount
                ? "\(equation(p)) (\(verdict.test) of all \(verdict.testCount)\(verdict.failures))"
                : "\(equation(p)) (\(verdict.test)\(verdict.failures))"
        }
        let within = verdict.equivalence.map { margin($0, verdict, pair.names) }
        let left =
            verdict.isLessSureOfSize
            ? "the percentage above leaves out the \(leftOut(verdict, pair))" : nil
        let words = [sure, test, left, within].compactMap(\.self)
        return "\(words.joined(separator: "; "))"
    }

    /// Describes the test of equivalence, with the 90 % interval that is within the margin if and
    /// only if p is below 0.05. The 95 % interval on the card may be wider than the margin.
    private func margin(
        _ computed: Computed<Equivalence>,
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> String {
        guard let test = computed.value else {
            let reason = computed.reason ?? "there are no values"
            return "the registered equivalence test is not computable, because \(reason)"
        }
        let isTime = verdict.measure == .time
        let what = isTime ? "ratio of times, \(names.first) ÷" : "\(names.first) minus"
        let digits = isTime ? 2 : decimals(of: test.margin, atLeast: 0)
        let least = max(1, digits)
        let precise = [test.margin.low, test.margin.high].map {
            decimals(of: test.interval, atLeast: least, null: $0)
        }
        return """
            \(test.p < 0.05 ? "within" : "not shown to be within") the registered margin of \
            \(span(test.margin, digits)) (\(what) \(names.second); 90 % interval \
            \(span(test.interval, precise.max() ?? least))), \(equation(test.p))
            """
    }
}
