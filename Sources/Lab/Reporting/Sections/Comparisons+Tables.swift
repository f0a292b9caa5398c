import Statistics

extension ReportAnalysis {
    /// Returns the table of the primary analysis, with the rows of ``Comparison/rows``. Every
    /// failure ranks worse than every success.
    func ranking(_ comparison: Comparison) -> Table {
        let rows = comparison.rows
        let isWithin = comparison.isWithin
        return Table(
            caption: """
                Ranking of times, with failures last: \(comparison.names.first) against \
                \(comparison.names.second)
                """,
            columns: ["Task"],
            figures: [
                isWithin ? "Pairs" : "Participants", "p", "p after Holm",
                isWithin ? "Rank-biserial r" : "Cliff's δ",
            ],
            rows: rows.map { row in
                let p = row.ranked.p.value
                let method = p.map { $0.method == .exact ? "" : " (asymptotic)" } ?? ""
                return [
                    "\(row.label)", "\(row.ranked.count)", "\(probability(p?.p))\(method)",
                    "\(probability(row.holm))",
                    .number(row.ranked.effect.value, 2),
                ]
            },
            notes: rankingNotes(comparison, rows)
        )
    }

    @ListBuilder<Phrase> private func rankingNotes(
        _ comparison: Comparison,
        _ rows: [Comparison.Row]
    ) -> [Phrase] {
        rankingRule(comparison)
        smallest(comparison)
        if comparison.overall.holm != nil, comparison.hasOneTask {
            "p after Holm's correction, which covers the pairs of conditions."
        } else if comparison.overall.holm != nil {
            """
            p after Holm's correction. For all tasks together, the correction covers the pairs of \
            conditions; for a single task, it covers the tasks.
            """
        }
        rows.compactMap { row in
            row.ranked.p.reason.map { "\(row.label): no p, because \($0)." }
        }
    }

    /// Returns the table of the ratios of times. A ratio is computed from participants who
    /// succeeded.
    func ratios(_ comparison: Comparison) -> Table {
        let rows = comparison.rows
        let isWithin = comparison.isWithin
        let isTimed = rows.allSatisfy { $0.ratio.untimed == 0 }
        return Table(
            caption: """
                Times of those who succeeded, \(comparison.names.first) ÷ \(comparison.names.second)
                """,
            columns: ["Task"],
            figures: [
                isWithin ? "Complete pairs" : isTimed ? "With success" : "With a time", "Dropped",
                "Ratio",
                "95 % interval", isWithin ? "d of ln time" : "g of ln time", "95 % interval",
            ],
            rows: rows.map(ratioRow),
            notes: [ratioRule(comparison, isTimed: isTimed)]
                + rows.compactMap { row in
                    let what = row.ratio.constant == nil ? "ratio" : "interval"
                    return row.ratio.value.reason.map {
                        "\(row.label): no \(what), because \($0)."
                    }
                }
        )
    }

    private func ratioRow(_ row: Comparison.Row) -> [Phrase] {
        let test = row.ratio.value.value
        let effect = row.ratio.standardized.value
        func figures(_ value: Double?, _ interval: Interval?, null: Double) -> [Phrase] {
            let digits = decimals(of: interval, atLeast: 2, null: null)
            return [.number(value, digits), .span(interval, digits)]
        }
        return ["\(row.label)", "\(row.ratio.count)", "\(row.ratio.dropped)"]
            + figures(row.ratio.estimate.value, test?.ratioInterval, null: 1)
            + figures(effect?.value, effect?.interval, null: 0)
    }

    private func rankingRule(_ comparison: Comparison) -> Phrase {
        let all =
            comparison.hasOneTask
            ? ""
            : comparison.isWithin
                ? """
                 Over all tasks, pairs are ranked by the difference in the number of failures or, \
                if that is zero, by the mean difference of ln time.
                """
                : """
                 Over all tasks, participants are ranked by the number of failures, then by the \
                mean of ln time, minus the task's mean over the conditions, in the tasks that they \
                completed. A task that was not attempted is not a failure.
                """
        let effect = """
             A positive \(comparison.isWithin ? "r" : "δ") means longer times or more failures \
            \(withOrUnder(comparison.names.first)).
            """
        return comparison.isWithin
            ? """
            Failures: a pair with one failure counts as a larger difference than any pair without \
            a failure; a pair with two failures has a difference of zero. Wilcoxon signed-rank \
            test, exact up to \(SignedRank.exactLimit) pairs. A task counts for a pair only if \
            it was attempted in both conditions.\(all)\(effect)
            """
            : """
            Failures: a failure ranks after every success. Mann–Whitney test, exact up to \
            \(MannWhitney.exactLimit) participants.\(all)\(effect)
            """
    }

    /// Describes how the ratio is computed, and which participants it leaves out.
    ///
    /// - Parameter isTimed: whether every success has a time above zero.
    private func ratioRule(_ comparison: Comparison, isTimed: Bool) -> Phrase {
        let zero = isTimed ? "" : " A time of zero counts as missing."
        let success = isTimed ? "a success" : "a timed success"
        let sum =
            comparison.hasOneTask
            ? "It" : "Over all tasks, “dropped” is the sum over the tasks, and"
        let all =
            comparison.hasOneTask
            ? "" : " or, over all tasks, those with at least one task without \(success)"
        return comparison.isWithin
            ? """
            The ratio is that of the geometric means of complete pairs, with the paired t interval \
            on ln time; “dropped” counts pairs in which a success\(isTimed ? "" : " or its time") \
            is missing. \(sum) counts only pairs with an attempt in both conditions.\(zero)
            """
            : """
            The ratio is that of the geometric means, with Welch's interval on ln time; “dropped” \
            counts participants without \(success)\(all).\(zero) g is computed with the pooled \
            standard deviation. Its interval assumes equal variances, so it may disagree with \
            Welch's.
            """
    }

    /// Returns a note with the smallest p-values that the tests can give. Nil if none of them is
    /// above 0.001, and no task's is above 0.05 after Holm's correction.
    private func smallest(_ comparison: Comparison) -> Phrase? {
        let rows = comparison.tasks.filter { $0.ranked.p.value != nil }
        let least = rows.map(\.ranked.smallestP).min() ?? 1
        let family = Double(max(1, rows.count))
        let overall = comparison.overall.ranked
        let isOne = comparison.hasOneTask
        var possible: [(p: Double, place: String)] = []
        if overall.p.value != nil {
            possible.append((overall.smallestP, isOne ? "" : " over all tasks"))
        }
        if !rows.isEmpty, !isOne { possible.append((least, " in a task")) }
        let isOutOfReach = rows.count > 1 && least * family > 0.05
        guard possible.contains(where: { $0.p > 0.001 }) || isOutOfReach else { return nil }
        let parts = possible.map { p, place in
            "\(probability(p).replacing("<", with: "below"))\(place)"
        }
        let reach =
            isOutOfReach
            ? """
             After Holm's correction for \(rows.count) tasks, no task can have a p below \
            \(probability(min(1, least * family))) with so few participants.
            """ : ""
        return """
            The smallest p that is possible with so few participants is \(listed(parts)).\(reach)
            """
    }

    func completion(_ comparison: Comparison) -> Table {
        let (one, two) = comparison.names
        let every =
            comparison.hasOneTask
            ? ""
            : " A participant who failed a task did not complete every task, even if another was "
                + "not attempted."
        let several = comparison.tasks.count > 1 ? " p is not corrected for multiple tasks." : ""
        return Table(
            caption: "Completion, \(one) and \(two)",
            columns: ["Task"],
            figures: ["\(one)", "\(two)", "Difference", "95 % interval", "p"],
            rows: comparison.rows.map { row in
                let value = row.completion
                let difference = value.difference.value
                let interval = difference?.interval.map { 100 * $0 }
                let digits = decimals(of: interval, atLeast: 0, null: 0)
                return [
                    "\(completionLabel(row))",
                    "\(outOf(value.first.x, value.first.n))",
                    "\(outOf(value.second.x, value.second.n))",
                    .number(difference.map { 100 * $0.value }, digits), .span(interval, digits),
                    "\(probability(value.p.value))",
                ]
            },
            notes: [
                comparison.isWithin
                    ? """
                    Only participants who attempted the task in both conditions are counted.\(every) \
                    McNemar's test, mid-p; Bonett and Price's interval. Differences in percentage \
                    points, \(one) minus \(two).\(several)
                    """
                    : """
                    Counts are out of all attempts.\(every) The N − 1 χ² test; Newcombe's interval. \
                    Differences in percentage points, \(one) minus \(two).\(several)
                    """
            ] + withoutP(comparison.rows)
        )
    }

    /// Returns one note for each reason why tests of completion have no p-value.
    private func withoutP(_ rows: [Comparison.Row]) -> [Phrase] {
        let found = rows.compactMap { row in
            row.completion.p.reason.map { (label: completionLabel(row), reason: $0) }
        }
        return found.grouped(by: \.reason).map { reason, rows in
            "\(listed(rows.map(\.label))): no p, because \(reason)."
        }
    }

    private func completionLabel(_ row: Comparison.Row) -> String {
        row.task == nil ? "Every task" : row.label
    }

    func scores(_ comparison: Comparison) -> Table {
        let (one, two) = comparison.names
        let hasHolm = comparison.scores.contains { $0.holm != nil }
        let several = comparison.scores.count > 1 ? " p is not corrected for multiple scores." : ""
        let holm =
            hasHolm ? " p after Holm's correction, which covers the pairs of conditions." : ""
        let rule =
            comparison.isWithin
            ? """
            Participants who answered in both conditions: paired t interval, exact signed-rank test.
            """
            : "Welch's t interval, Mann–Whitney test."
        let possible =
            comparison.scores.contains(where: \.isLimited)
            ? " Intervals are limited to the differences that the scale allows." : ""
        return Table(
            caption: "Questionnaire scores, \(one) minus \(two)",
            columns: ["Score"],
            figures: [
                "n", "Mean, \(one)", "Mean, \(two)", "Difference", "95 % interval", "p, ranks",
            ] + (hasHolm ? ["p after Holm"] : [])
                + [comparison.isWithin ? "Rank-biserial r" : "Cliff's δ"],
            rows: comparison.scores.map {
                row($0, isWithin: comparison.isWithin, hasHolm: hasHolm)
            },
            notes: ["\(rule)\(possible)\(holm)\(several)"]
                + comparison.scores.compactMap { score in
                    score.difference.reason.map { "\(score.name): no interval, because \($0)." }
                }
        )
    }

    private func row(_ score: ScoreComparison, isWithin: Bool, hasHolm: Bool) -> [Phrase] {
        let test = score.difference.value
        let digits = decimals(of: test?.interval, atLeast: 1, null: 0)
        return [
            "\(score.name)",
            isWithin
                ? "\(score.counts.first)" : "\(score.counts.first) and \(score.counts.second)",
            .number(score.means.first, digits), .number(score.means.second, digits),
            .number(score.estimate.value, digits), .span(test?.interval, digits),
            "\(probability(score.p.value?.p))",
        ] + (hasHolm ? ["\(probability(score.holm))"] : [])
            + [.number(score.effect.value, 2)]
    }
}
