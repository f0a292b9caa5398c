import Foundation
import Statistics

extension Findings {
    /// Conditions against each other; nothing where there is but one.
    var comparisonSection: Section {
        var blocks: [Block] = []
        for test in omnibus {
            blocks.append(.paragraph(words(of: test)))
        }
        for comparison in comparisons where !isHopeless(comparison) {
            let heading = "\(comparison.names.first) and \(comparison.names.second)"
            let version = sample.versions.count > 1 ? ", version \(comparison.version)" : ""
            blocks.append(.heading("\(heading)\(version)"))
            blocks.append(.paragraph(design(comparison)))
            blocks.append(.paragraph(verdict(comparison)))
            blocks.append(.table(primary(comparison)))
            if let forest = forest(comparison) { blocks.append(.figure(forest)) }
            if let slopes = slopes(comparison) { blocks.append(.figure(slopes)) }
            blocks.append(.table(completion(comparison)))
            blocks.append(.paragraph(sensitivity(comparison)))
            if !comparison.scores.isEmpty { blocks.append(.table(scores(comparison))) }
        }
        return Section(id: "comparison", title: "Comparison of conditions", blocks: blocks)
    }

    /// Whether, among three conditions and more, no pair could reach 5 % after Holm.
    private func isHopeless(_ comparison: Comparison) -> Bool {
        guard let test = omnibus.first(where: { $0.version == comparison.version }) else {
            return false
        }
        return !test.pairsCanReach(comparison.overall.ranked.smallestP)
    }

    private func words(of test: OmnibusTest) -> Phrase {
        let names = listed(test.names)
        let version = sample.versions.count > 1 ? " (version \(test.version))" : ""
        let result: String
        switch test.result {
        case .within(let friedman):
            switch friedman {
            case .value(let value):
                let f = value.imanDavenport.value.map {
                    "Iman and Davenport's F(\(fixed($0.df1, 0)), \(fixed($0.df2, 0))) = "
                        + "\(fixed($0.f, 2)), p = \(probability($0.p)); "
                }
                result = """
                    Friedman's test over \(value.rows) participants who met all: \(f ?? "")χ² = \
                    \(fixed(value.test.chiSquared, 2)), \(value.test.df) degrees of freedom, p = \
                    \(probability(value.test.p)) (asymptotic); Kendall's W = \
                    \(fixed(value.kendallsW, 2))
                    """
            case .notComputable(let reason):
                result = "Friedman's test: not computable, because \(reason)"
            }
        case .between(let kruskal):
            switch kruskal {
            case .value(let value):
                result = """
                    Kruskal and Wallis' test: H = \(fixed(value.test.chiSquared, 2)), \
                    \(value.test.df) degrees of freedom, p = \(probability(value.test.p)) \
                    (asymptotic)
                    """
            case .notComputable(let reason):
                result = "Kruskal and Wallis' test: not computable, because \(reason)"
            }
        }
        let hopeless = comparisons.filter { $0.version == test.version && isHopeless($0) }.count
        let left =
            hopeless == 0
            ? ""
            : """
             \(counted(hopeless, "pair")) of conditions could not reach 5 % after Holm with so few \
            participants, whatever their times; no table is given for these.
            """
        return """
            \(names)\(version), all tasks together, failures ranked worst. \(result).\(left)
            """
    }

    private func design(_ comparison: Comparison) -> Phrase {
        switch comparison.design {
        case .within(let participants, let single):
            let left =
                single == 0
                ? "" : " \(counted(single, "participant")) met one only and did not enter."
            return """
                \(counted(participants, "participant")) met both conditions, so each is compared \
                with themself.\(left)
                """
        case .between(let first, let second, let both):
            let left =
                both == 0 ? "" : " \(counted(both, "participant")) met both and did not enter."
            return """
                \(counted(first, "participant")) met \(comparison.names.first) and \
                \(second) others \(comparison.names.second), so groups are compared.\(left)
                """
        }
    }

    /// What the primary analysis says, in words that follow from its numbers alone.
    func verdict(_ comparison: Comparison) -> Phrase {
        let (one, two) = comparison.names
        let row = comparison.overall
        guard let test = row.ratio.value.value else {
            let reason = row.ratio.value.reason ?? ""
            return "No ratio of times over all tasks: not computable, because \(reason)."
        }
        let interval = test.ratioInterval
        let size = "With \(one) tasks took \(fixed(test.ratio, 2)) times as long as with \(two)"
        let range = "95 % interval \(fixed(interval.low, 2)) to \(fixed(interval.high, 2))"
        let excludes = interval.low > 1 || interval.high < 1
        let p = row.ranked.p.value?.p
        let words: String
        switch (excludes, p.map { $0 < 0.05 }) {
        case (true, true?):
            words = """
                A difference of this direction is more than chance would easily give; the ranking \
                with failures last agrees (p = \(probability(p)))
                """
        case (false, false?):
            words = """
                The interval includes 1 and the ranking with failures last gives p = \
                \(probability(p)): no difference was shown, which does not show that there is none
                """
        case (true, false?):
            words = """
                The interval excludes 1, but the ranking with failures last does not confirm it \
                (p = \(probability(p))): the two do not agree, and neither is to be quoted alone
                """
        case (false, true?):
            words = """
                The interval includes 1, but the ranking with failures last differs more than \
                chance would easily give (p = \(probability(p))): failures make the difference, \
                or a few participants do
                """
        case (_, nil):
            words = "The ranking with failures last is not computable, because "
                + (row.ranked.p.reason ?? "nothing is known")
        }
        return "\(size) (\(range), of those who succeeded in both). \(words)."
    }

    func probability(_ p: Double?) -> String {
        guard let p else { return "-" }
        return p < 0.0001 ? "< 0.0001" : fixed(p, p < 0.01 ? 4 : 3)
    }

    private func primary(_ comparison: Comparison) -> Table {
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

    private func completion(_ comparison: Comparison) -> Table {
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

    private func sensitivity(_ comparison: Comparison) -> Phrase {
        let model = comparison.model
        let (one, two) = comparison.names
        guard let factor = model.factor("condition"), let fit = model.model.value else {
            return """
                Sensitivity analysis, a mixed model of ln time: not computable, because \
                \(model.model.reason ?? "it has no term for the condition").
                """
        }
        let period =
            model.factor("period").map {
                """
                 From one period to the next times changed by a factor of \(fixed($0.value, 2)) \
                (\(fixed($0.interval.low, 2)) to \(fixed($0.interval.high, 2))): practice or \
                fatigue, taken out of the other number.
                """
            } ?? """
             All met the conditions in the same period, so that practice is no part of the model.
            """
        let tasks = fit.crossedVariance == nil ? "" : " and tasks"
        return """
            Sensitivity analysis: in a mixed model of ln time over \(model.observations) \
            successes of \(fit.groups) participants (random intercepts for participants\(tasks), \
            restricted maximum likelihood; \(counted(model.leftOut, "failure")) left out), \(one) \
            ÷ \(two) is \(fixed(factor.value, 2)) (95 % Wald interval \
            \(fixed(factor.interval.low, 2)) to \(fixed(factor.interval.high, 2)), a little too \
            narrow for few participants).\(period)
            """
    }

    private func scores(_ comparison: Comparison) -> Table {
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

    // MARK: Figures

    private func forest(_ comparison: Comparison) -> Figure? {
        let rows = [comparison.overall] + comparison.tasks
        guard rows.contains(where: { $0.ratio.value.value != nil }) else { return nil }
        let forest = RatioForest(
            rows: ([comparison.overall] + comparison.tasks).map { row in
                let test = row.ratio.value.value
                let words =
                    test.map {
                        "\(fixed($0.ratio, 2)) [\(fixed($0.ratioInterval.low, 2)), \(fixed($0.ratioInterval.high, 2))]"
                    } ?? "not computable"
                return .init(
                    label: row.label,
                    ratio: test?.ratio,
                    low: test?.ratioInterval.low,
                    high: test?.ratioInterval.high,
                    words: words,
                    isTotal: row.task == nil
                )
            },
            names: comparison.names
        )
        return Figure(
            caption: """
                Ratio of geometric mean times with 95 % intervals; the broken line is no difference.
                """,
            name: "Ratios of times by task",
            description: forest.description,
            canvas: forest.canvas
        )
    }

    private func slopes(_ comparison: Comparison) -> Figure? {
        let panels = comparison.pairs.filter { !$0.pairs.isEmpty }
        let times = panels.flatMap { $0.pairs.flatMap { [$0.first, $0.second] } }
        guard let range = Scale.logarithmic(around: times) else { return nil }
        let slopes = PairedSlopes(
            names: comparison.names,
            panels: panels.map { .init(label: $0.label, pairs: $0.pairs) },
            range: range,
            colours: (
                Canvas.colour(comparison.colours.first), Canvas.colour(comparison.colours.second)
            )
        )
        let marks =
            slopes.isBinned
            ? "Lines join the 10, 25, 50, 75 and 90 % points of both."
            : "A line is a participant who succeeded in both."
        return Figure(
            caption: "Times of the same participants in both conditions. \(marks)",
            name: "Times in both conditions",
            description: slopes.description,
            canvas: slopes.canvas
        )
    }
}
