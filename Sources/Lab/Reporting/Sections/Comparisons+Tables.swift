import Foundation
import Statistics

extension Findings {
    /// The primary analysis, all tasks together and each.
    func primary(_ comparison: Comparison) -> Table {
        let rows = [comparison.overall] + comparison.tasks
        let isWithin = comparison.isWithin
        var notes = [primaryRule(comparison)]
        notes.append(smallest(comparison))
        for row in rows {
            if let reason = row.ratio.value.reason {
                notes.append("\(row.label): no ratio, because \(reason).")
            }
            if let reason = row.ranked.p.reason {
                notes.append("\(row.label): no p, because \(reason).")
            }
        }
        return Table(
            caption: """
                Times, \(comparison.names.first) ÷ \(comparison.names.second): the ranking in \
                which failures are worst, and the ratio of those who succeeded
                """,
            columns: [.init("Task")]
                + [
                    isWithin ? "Pairs" : "Participants", "p, failures worst", "p after Holm",
                    isWithin ? "Rank-biserial r" : "Cliff's δ",
                    isWithin ? "Complete pairs" : "With success", "Dropped", "Ratio",
                    "95 % interval", isWithin ? "d of ln time" : "g of ln time", "95 % interval",
                ].map { .init(Phrase($0), .figure) },
            rows: rows.map { primaryRow($0) },
            notes: notes
        )
    }

    private func primaryRow(_ row: Comparison.Row) -> [Phrase] {
        let test = row.ratio.value.value
        let method = row.ranked.p.value.map { $0.method == .exact ? "" : " (asymptotic)" } ?? ""
        return [
            "\(row.label)", "\(row.ranked.count)",
            "\(probability(row.ranked.p.value?.p))\(method)",
            "\(row.task == nil ? "-" : probability(row.holm))",
            "\(row.ranked.effect.value.map { fixed($0, 2) } ?? "-")", "\(row.ratio.count)",
            "\(row.ratio.dropped)", "\(test.map { fixed($0.ratio, 2) } ?? "-")",
            "\(test.map { "\(fixed($0.ratioInterval.low, 2)) to \(fixed($0.ratioInterval.high, 2))" } ?? "-")",
            "\(row.ratio.standardized.value.map { fixed($0.value, 2) } ?? "-")",
            "\(row.ratio.standardized.value.map { "\(fixed($0.interval.low, 2)) to \(fixed($0.interval.high, 2))" } ?? "-")",
        ]
    }

    private func primaryRule(_ comparison: Comparison) -> Phrase {
        comparison.isWithin
            ? """
            How failures enter: a pair in which one side failed differs by more than every other \
            pair, and one in which both failed does not differ; Wilcoxon's signed-rank test of \
            these, exact up to \(SignedRank.exactLimit). Over all tasks, the number of failures \
            counts first, then the mean difference of ln time. The ratio is of geometric means of \
            complete pairs, with the paired t interval on ln time; dropped counts what had no \
            success on either side (over all tasks: pairs of attempts). Pairs not attempted on a \
            side enter nothing.
            """
            : """
            How failures enter: a failure is worse than every success; Mann and Whitney's test of \
            these ranks, exact up to \(MannWhitney.exactLimit) participants. Over all tasks, the \
            number of failures counts first, then the mean of ln time. The ratio is of geometric \
            means of those who succeeded, with Welch's interval on ln time; dropped counts the \
            others (over all tasks: who did not succeed in every task).
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
        return """
            The smallest p that so many can give is \
            \(probability(comparison.overall.ranked.smallestP)) over all tasks and \
            \(probability(least)) in a task.\(reach)
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
                + ["n", "Mean, \(one)", "Mean, \(two)", "Difference", "95 % interval", "p, ranks"]
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
                ]
            },
            notes: comparison.scores.compactMap { score in
                score.difference.reason.map { "\(score.name): no interval, because \($0)." }
            }
        )
    }
}
