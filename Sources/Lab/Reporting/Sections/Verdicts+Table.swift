import Instruments
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns a table of completion, time and main scores with one row per condition.
    func sideBySide(_ conditions: [Part]) -> Table {
        let hasTasks = conditions.contains { !$0.tasks.isEmpty }
        // Each instrument has one score for all conditions: the first main score found, even if a
        // condition has a different one. An instrument without a main score is left out.
        let instruments = conditions.flatMap(\.satisfaction).grouped(by: \.questionnaire.id)
            .compactMap { id, results in
                results.compactMap { $0.main?.score }.first.map { (id: id, score: $0) }
            }
        let isOfFewer = instruments.contains { instrument in
            conditions.contains { countIfFewer($0, instrument.id, instrument.score.id) != nil }
        }
        let rule = TimeRule(comparing: conditions.map(\.totals))
        let time = conditions.haveOneTask ? "Time" : "Total time"
        return Table(
            caption: "Conditions side by side",
            columns: ["Condition"],
            figures: ["Participants"]
                + (hasTasks ? ["Completed", "95 % interval", "\(time)", "95 % interval"] : [])
                + instruments.flatMap { ["\($0.score.name), mean", "95 % interval"] },
            rows: conditions.map { part in
                ["\(part.conditionName)", "\(part.group.entries.count)"]
                    + (hasTasks ? completionCells(part) + timeCells(part, rule) : [])
                    + instruments.flatMap { scoreCells(part, $0.id, $0.score.id) }
            },
            notes: (hasTasks ? [timeRule(conditions)] + differentTasks(conditions) : [])
                + lowIsBetter(conditions)
                + (isOfFewer
                    ? ["Scores: n is given where it differs from the number of participants."]
                    : []),
            isMain: true
        )
    }

    /// Returns a note with the scores of which a lower one is better; otherwise an empty array.
    private func lowIsBetter(_ conditions: [Part]) -> [Phrase] {
        let names = conditions.flatMap(\.satisfaction).filter { $0.instrument.better == .low }
            .compactMap { $0.main?.score.name }.distinct
        return names.isEmpty ? [] : ["Lower is better: \(listed(names))."]
    }

    private func timeRule(_ conditions: [Part]) -> Phrase {
        let known = conditions.map(\.inKnownTime).first { !$0.isEmpty }
        let task = conditions.everyTask
        let time = conditions.haveOneTask ? "Time: " : "Total time: the sum over the tasks, "
        let zero = TimeRule.exception(comparing: conditions.map(\.totals))
        let count =
            known == nil
            ? "" : " n is given where it differs from the number who completed \(task)."
        return """
            Completed: participants who completed \(task), out of those \
            \(conditions.whoAreCounted). \(time)of those who completed \
            \(task)\(known ?? ""); the geometric mean or, if n is above 30 in every \
            condition\(zero), the median.\(count)
            """
    }

    /// Returns a warning if two conditions have attempts at different sets of tasks; otherwise an
    /// empty array. Conditions without attempts are ignored.
    private func differentTasks(_ conditions: [Part]) -> [Phrase] {
        let attempted = conditions.map { part in
            let tasks = part.tasks.filter { $0.cells.contains { $0.outcome.isAttempt } }
            return Set(tasks.map(\.task.id))
        }
        if Set(attempted.filter { !$0.isEmpty }).count < 2 { return [] }
        return [
            """
            The conditions do not have attempts at the same tasks, so neither completion nor time can \
            be compared between them in this table.
            """
        ]
    }

    private func completionCells(_ part: Part) -> [Phrase] {
        let (completed, judged) = part.completion()
        let interval = completionInterval(completed, of: judged).value
        return ["\(outOf(completed, judged))", .orDash(interval.map(percentages))]
    }

    private func timeCells(_ part: Part, _ rule: TimeRule) -> [Phrase] {
        let typical = TypicalTime(part.totals, rule: rule)
        let interval = typical.interval.value
        let count = part.inKnownTime.isEmpty ? "" : " (n = \(part.totals.count))"
        return [
            .orDash(
                typical.value.value.map { "\(roundedTime($0, within: interval))\(count)" }
            ),
            .orDash(interval.map(timeRange)),
        ]
    }

    private func scoreCells(_ part: Part, _ questionnaire: String, _ score: String) -> [Phrase] {
        let own = part.satisfaction.first { $0.questionnaire.id == questionnaire }?.score(score)
        guard let own, let mean = own.mean.value else { return ["-", "-"] }
        let count = countIfFewer(part, questionnaire, score).map { " (n = \($0))" } ?? ""
        return ["\(fixed(mean, own.digits))\(count)", .span(own.interval.value, own.digits)]
    }

    /// Returns the number of participants with the score; nil if all participants have the score,
    /// or if none has.
    private func countIfFewer(_ part: Part, _ questionnaire: String, _ score: String) -> Int? {
        let own = part.satisfaction.first { $0.questionnaire.id == questionnaire }?.score(score)
        guard let count = own?.numbers.count, count < part.group.entries.count else { return nil }
        return count
    }
}

/// The comparison of times gives each task equal weight, but in the total time, long tasks count more
/// than short ones. The two can favor different conditions.
extension ReportAnalysis {
    /// Returns a line for a score of which a lower one is better. For other scores, the better end
    /// is the higher one, as readers expect, or is not known.
    func betterEnd(_ pairs: [ComparedPair]) -> [KeyFigure.Line] {
        guard let verdict = pairs.first?.1, verdict.measure != .time, verdict.isLowBetter
        else { return [] }
        return [.init("Scale", "lower is better")]
    }

    /// Returns lines about the tasks of a comparison: whether each task counts equally, and which
    /// tasks are not compared, because only one of the conditions has them. Empty if there is
    /// nothing to say, or if the outcome is a score.
    func tasks(_ pairs: [ComparedPair]) -> [KeyFigure.Line] {
        guard let (pair, verdict) = pairs.first else { return [] }
        if case .score = verdict.measure { return [] }
        var words: [String] = []
        if verdict.measure == .time, pairs.contains(where: { $0.0.tasks.count > 1 }) {
            words.append("each counts equally\(exceptions(pairs.map(\.0)))")
        }
        if pairs.count > 1, pairs.contains(where: { !$0.0.unshared.isEmpty }) {
            words.append("in each pair, only those that both conditions have")
        } else if !pair.unshared.isEmpty {
            words.append("only those that both conditions have; left out: \(leftOutTasks(pair))")
        }
        return words.isEmpty ? [] : [.init("Tasks", "\(words.joined(separator: "; "))")]
    }

    /// Returns words for the tasks of a comparison within participants from which no ratio of times
    /// can be computed, because nobody has a time in both conditions. Empty if there are none.
    private func exceptions(_ pairs: [Comparison]) -> String {
        let tasks = pairs.filter(\.isWithin).flatMap(\.tasks).filter { $0.ratio.count == 0 }
        if tasks.isEmpty { return "" }
        return pairs.count > 1
            ? ", except those without a time in both conditions of the pair"
            : ", except those without a time in both conditions (\(listed(tasks.map(\.label))))"
    }

    /// Returns a line for each clear difference in time that favors a different condition from the
    /// total times in the table.
    func oppositeTotals(_ pairs: [ComparedPair]) -> [KeyFigure.Line] {
        pairs.compactMap { pair, verdict in
            guard let total = oppositeTotal(verdict, pair) else { return nil }
            let (ahead, behind) = order(verdict, pair.names)
            return .init(
                "Total time",
                """
                longer \(withOrUnder(ahead)): \(total.ahead), against \(total.behind) \
                \(withOrUnder(behind)); the total includes only those who completed every task, \
                and in the total, long tasks count more than short ones
                """
            )
        }
    }

    func isOpposite(_ verdict: ComparedOutcome, _ pair: Comparison) -> Bool {
        oppositeTotal(verdict, pair) != nil
    }

    /// Returns the total times in the table, as text, if a clear difference in time favors one
    /// condition and the totals favor the other. The total of the condition that is quicker per
    /// task is first.
    private func oppositeTotal(
        _ verdict: ComparedOutcome,
        _ pair: Comparison
    ) -> (ahead: String, behind: String)? {
        guard verdict.measure == .time, verdict.isShown, pair.tasks.count > 1,
            pair.unshared.isEmpty, let ratio = verdict.size?.value ?? verdict.constant
        else { return nil }
        let conditions = parts.filter {
            $0.group.version == pair.version && $0.group.condition != nil
        }
        let rule = TimeRule(comparing: conditions.map(\.totals))
        let ids = [pair.conditions.first, pair.conditions.second]
        let totals = (ratio <= 1 ? ids : ids.reversed()).compactMap { id in
            conditions.first { $0.group.conditionID == id }
                .flatMap { TypicalTime($0.totals, rule: rule).value.value }
        }
        guard totals.count == 2, totals[0] > totals[1] else { return nil }
        let words = totals.map { roundedTime($0, within: nil) }
        return words[0] == words[1] ? nil : (words[0], words[1])
    }
}
