import Foundation
import Statistics

extension Findings {
    /// The primary analysis, all tasks together and each: failures ranked worst.
    func ranking(_ comparison: Comparison) -> Table {
        let rows = [comparison.overall] + comparison.tasks
        let isWithin = comparison.isWithin
        var notes = [rankingRule(comparison), smallest(comparison)]
        if comparison.overall.holm != nil {
            notes.append(
                "p after Holm: all tasks together over the pairs of conditions, a task over the tasks."
            )
        }
        for row in rows {
            guard let reason = row.ranked.p.reason else { continue }
            notes.append("\(row.label): no p, because \(reason).")
        }
        return Table(
            caption: """
                Times ranked, failures worst: \(comparison.names.first) against \
                \(comparison.names.second)
                """,
            columns: [.init("Task")]
                + [
                    isWithin ? "Pairs" : "Participants", "p", "p after Holm",
                    isWithin ? "Rank-biserial r" : "Cliff's δ",
                ].map { .init(Phrase($0), .figure) },
            rows: rows.map { row in
                let p = row.ranked.p.value
                let method = p.map { $0.method == .exact ? "" : " (asymptotic)" } ?? ""
                return [
                    "\(row.label)", "\(row.ranked.count)", "\(probability(p?.p))\(method)",
                    "\(probability(row.holm))",
                    "\(row.ranked.effect.value.map { fixed($0, 2) } ?? "-")",
                ]
            },
            notes: notes
        )
    }

    /// Beside it: the ratio of those who succeeded.
    func ratios(_ comparison: Comparison) -> Table {
        let rows = [comparison.overall] + comparison.tasks
        let isWithin = comparison.isWithin
        return Table(
            caption: """
                Times of those who succeeded, \(comparison.names.first) ÷ \
                \(comparison.names.second)
                """,
            columns: [.init("Task")]
                + [
                    isWithin ? "Complete pairs" : "With success", "Dropped", "Ratio",
                    "95 % interval", isWithin ? "d of ln time" : "g of ln time", "95 % interval",
                ].map { .init(Phrase($0), .figure) },
            rows: rows.map(ratioRow),
            notes: [ratioRule(comparison)]
                + rows.compactMap { row in
                    row.ratio.value.reason.map { "\(row.label): no ratio, because \($0)." }
                }
        )
    }

    private func ratioRow(_ row: Comparison.Row) -> [Phrase] {
        let test = row.ratio.value.value
        let effect = row.ratio.standardized.value
        func range(_ interval: Interval?) -> Phrase {
            "\(interval.map { "\(fixed($0.low, 2)) to \(fixed($0.high, 2))" } ?? "-")"
        }
        return [
            "\(row.label)", "\(row.ratio.count)", "\(row.ratio.dropped)",
            "\(test.map { fixed($0.ratio, 2) } ?? "-")", range(test?.ratioInterval),
            "\(effect.map { fixed($0.value, 2) } ?? "-")", range(effect?.interval),
        ]
    }

    private func rankingRule(_ comparison: Comparison) -> Phrase {
        comparison.isWithin
            ? """
            How failures enter: a pair in which one side failed differs by more than every other pair, and one in \
            which both failed does not differ; Wilcoxon's signed-rank test of these, exact up to \
            \(SignedRank.exactLimit). Over all tasks, the number of failures counts first, then \
            the mean difference of ln time. Pairs not attempted on a side enter nothing.
            """
            : """
            How failures enter: a failure is worse than every success; Mann and Whitney's test of these ranks, exact \
            up to \(MannWhitney.exactLimit) participants. Over all tasks, the number of failures \
            counts first, then the mean of ln time.
            """
    }

    private func ratioRule(_ comparison: Comparison) -> Phrase {
        comparison.isWithin
            ? """
            The ratio is of geometric means of complete pairs, with the paired t interval on ln \
            time; dropped counts what had no success on either side (over all tasks: pairs of \
            attempts).
            """
            : """
            The ratio is of geometric means, with Welch's interval on ln time; dropped counts who \
            had no success (over all tasks: who did not succeed in every task).
            """
    }

    private func smallest(_ comparison: Comparison) -> Phrase {
        let rows = comparison.tasks.filter { $0.ranked.p.value != nil }
        let least = rows.map(\.ranked.smallestP).min() ?? 1
        let family = Double(max(1, rows.count))
        let reach =
            least * family > 0.05
            ? """
             After Holm over \(rows.count) tasks no task can come below \
            \(probability(min(1, least * family))): that none does says nothing.
            """ : ""
        func words(_ p: Double) -> String {
            probability(p).replacing("<", with: "below")
        }
        return """
            The smallest p that so many can give is \
            \(words(comparison.overall.ranked.smallestP)) over all tasks and \
            \(words(least)) in a task.\(reach)
            """
    }

    func completion(_ comparison: Comparison) -> Table {
        let (one, two) = comparison.names
        return Table(
            caption: "Completion, \(one) and \(two)",
            columns: [.init("Task")]
                + [one, two, "Difference", "95 % interval", "p"].map { .init(Phrase($0), .figure) },
            rows: ([comparison.overall] + comparison.tasks).map { row in
                let value = row.completion
                return [
                    row.task == nil ? "Every task" : "\(row.label)",
                    "\(value.first.x) of \(value.first.n)",
                    "\(value.second.x) of \(value.second.n)",
                    "\(value.difference.value.map { points($0.value) } ?? "-")",
                    "\(value.difference.value.map { "\(points($0.interval.low)) to \(points($0.interval.high))" } ?? "-")",
                    "\(probability(value.p.value))",
                ]
            },
            notes: [
                comparison.isWithin
                    ? """
                    Of participants who attempted it in both. McNemar's test, mid-p; Bonett and \
                    Price's interval. Differences in percentage points. Not corrected for several \
                    tasks.
                    """
                    : """
                    Of attempts. The N − 1 χ² test; Newcombe's interval. Differences in \
                    percentage points. Not corrected for several tasks.
                    """
            ]
        )
    }

    private func points(_ share: Double) -> String { fixed(share * 100, 0) }

    func scores(_ comparison: Comparison) -> Table {
        let (one, two) = comparison.names
        return Table(
            caption: "Questionnaire scores, \(one) minus \(two)",
            columns: [.init("Score")]
                + [
                    "n", "Mean, \(one)", "Mean, \(two)", "Difference", "95 % interval",
                    "p, ranks", comparison.isWithin ? "Rank-biserial r" : "Cliff's δ",
                ]

                .map { .init(Phrase($0), .figure) },
            rows: comparison.scores.map { score in
                let test = score.difference.value
                let count =
                    comparison.isWithin
                    ? "\(score.counts.first)" : "\(score.counts.first) and \(score.counts.second)"
                return [
                    "\(score.name)", "\(count)",
                    "\(score.means.first.map { fixed($0, 1) } ?? "-")",
                    "\(score.means.second.map { fixed($0, 1) } ?? "-")",
                    "\(test.map { fixed($0.difference, 1) } ?? "-")",
                    "\(test.map { "\(fixed($0.interval.low, 1)) to \(fixed($0.interval.high, 1))" } ?? "-")",
                    "\(probability(score.p.value?.p))",
                    "\(score.effect.value.map { fixed($0, 2) } ?? "-")",
                ]
            },
            notes: [
                comparison.isWithin
                    ? """
                    Of those who answered in both: paired t interval, exact signed-rank test. Not \
                    corrected for several scores.
                    """
                    : """
                    Welch's t interval, Mann and Whitney's test. Not corrected for several scores.
                    """
            ]
                + comparison.scores.compactMap { score in
                    score.difference.reason.map { "\(score.name): no interval, because \($0)." }
                }
        )
    }
}
