import Diagnostics
import Foundation
import ResultsStore
import Statistics

extension ReportAnalysis {
    /// Results for each lab, and results pooled across the labs; empty if all sessions come from
    /// one lab.
    @ListBuilder<Block> var labsBlocks: [Block] {
        if let acrossLabs {
            for part in parts {
                if !part.tasks.isEmpty || part.scoreValues.contains(where: { $0.instrument != nil })
                {
                    table(of: part, acrossLabs.labs)
                }
            }
            if !acrossLabs.outcomes.isEmpty { pooledTable(acrossLabs.outcomes) }
            for outcome in acrossLabs.outcomes {
                forest(outcome)
                leftOutTable(outcome)
            }
            for model in acrossLabs.models { words(of: model) }
            deviationsTable(acrossLabs.labs)
        }
    }

    private func table(of part: Part, _ labs: [AcrossLabs.Lab]) -> Table {
        let scores = part.scoreValues.filter { $0.instrument != nil }
        let hasTasks = !part.tasks.isEmpty
        let time = part.tasks.count == 1 ? "Time" : "Time of all tasks"
        let rows = labs.map { lab -> [Phrase] in
            guard let own = lab.part(like: part) else {
                return [Phrase(lab.name), "0"] + (hasTasks ? ["-", "-"] : [])
                    + scores.map { _ in "-" }
            }
            let hasAll = lab.hasAllTasks(of: part)
            let completion = own.completion()
            let totals = hasAll ? own.totals : []
            let times = logTInterval(totals).value
            let typical =
                geometricMean(totals).value.map { roundedTime($0, within: times) } ?? "-"
            let interval = times.map { " [\(timeRange($0))]" } ?? ""
            let completed = hasAll ? outOf(completion.completed, completion.judged) : "-"
            return [Phrase(lab.name), "\(own.group.entries.count)"]
                + (hasTasks ? ["\(completed)", "\(typical)\(interval)"] : [])
                + scores.map { score in
                    let values =
                        own.scoreValues.first { $0.id == score.id }?.values.compactMap(\.self) ?? []
                    let deviation =
                        standardDeviation(values).value.map { " (SD \(fixed($0, 1)))" } ?? ""
                    return "\(mean(values).value.map { fixed($0, 1) } ?? "-")\(deviation)"
                }
        }
        return Table(
            caption: title("Labs: participants, completion, times and scores", part),
            columns: ["Lab"],
            figures: ["Participants"]
                + (hasTasks ? ["Completed \(part.everyTask)", "\(time) [95 % interval]"] : [])
                + scores.map { Phrase($0.name) },
            rows: rows,
            notes: hasTasks
                ? [
                    """
                    Completed: participants who completed \(part.everyTask), out of those \
                    \([part].whoAreCounted). Times are geometric means over those who completed \
                    \(part.everyTask)\(part.inKnownTime), with log-t intervals; scores are means.
                    """
                ] : []
        )
    }

    private func pooledTable(_ outcomes: [PooledOutcome]) -> Table {
        let rows = outcomes.map { outcome -> [Phrase] in
            let count = outcome.labs.count { $0.estimate.value != nil }
            guard let found = outcome.pooled.value else {
                return [Phrase(outcome.name), "\(count)"] + Array(repeating: "-", count: 6)
            }
            let (value, interval) = pooledWords(found, outcome)
            let tau = found.tauSquaredInterval.value.map {
                " [\(variance($0.low)), \(variance($0.high))]"
            }
            let share = found.iSquaredInterval.value.map { " [\(percentages($0))]" }
            return [
                Phrase(outcome.name), "\(count)",
                "\(value)", "\(interval)",
                "\(fixed(found.q.chiSquared, 2)) (\(found.q.df))", "\(probability(found.q.p))",
                "\(percent(found.iSquared))\(share ?? "")",
                "\(variance(found.tauSquared))\(tau ?? "")",
            ]
        }
        return Table(
            caption: "Pooled over labs, with heterogeneity",
            columns: ["Outcome"],
            figures: ["Labs", "Pooled", "95 % interval", "Q (df)", "p of Q", "I²", "τ²"],
            rows: rows,
            notes: poolingNotes(outcomes),
            isMain: true
        )
    }

    /// Formats a pooled estimate and its interval in the unit of the outcome.
    private func pooledWords(
        _ found: MetaAnalysis,
        _ outcome: PooledOutcome
    ) -> (value: String, interval: String) {
        let interval = found.pooled.interval.map(outcome.inUnit)
        let digits = outcome.kind.digits(of: interval)
        func text(_ value: Double) -> String { words(value, outcome, digits) }
        return (
            text(outcome.inUnit(found.pooled.value)),
            "\(text(interval.low)) to \(text(interval.high))"
        )
    }

    @ListBuilder<Phrase> private func poolingNotes(_ outcomes: [PooledOutcome]) -> [Phrase] {
        """
        Random-effects model, in which each lab has its own true value. τ² is estimated by \
        restricted maximum likelihood, with its Q-profile interval. The mean has Knapp and \
        Hartung's t interval, with a standard error not below Wald's. Ratios and times are pooled \
        as logarithms, and their τ² is the variance of the logarithms. Intervals are at 95 %.
        """
        for outcome in outcomes {
            if let reason = outcome.pooled.reason {
                "\(outcome.name): not computable, because \(reason)."
            }
            if let reason = outcome.pooled.value?.tauSquaredInterval.reason {
                "\(outcome.name): no interval of τ², because \(reason)."
            }
            for lab in outcome.labs {
                if let reason = lab.estimate.reason {
                    "\(outcome.name), \(lab.lab): left out, because \(reason)."
                }
            }
        }
    }

    /// Formats a variance with enough decimals that a small variance is not printed as zero.
    private func variance(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        for digits in 3..<8 where (Double(fixed(value, digits)) ?? 0) != 0 {
            return fixed(value, value >= 100 ? 0 : value >= 1 ? 2 : digits)
        }
        return "below 0.0000001"
    }

    private func leftOutTable(_ outcome: PooledOutcome) -> Table? {
        guard !outcome.leftOut.isEmpty else { return nil }
        return Table(
            caption: "\(outcome.name), leaving out one lab at a time",
            columns: ["Without"],
            figures: ["Pooled", "95 % interval", "I²"],
            rows: outcome.leftOut.map { lab, pooled in
                guard let found = pooled.value else { return [Phrase(lab), "-", "-", "-"] }
                let (value, interval) = pooledWords(found, outcome)
                return [Phrase(lab), "\(value)", "\(interval)", "\(percent(found.iSquared))"]
            }
        )
    }

    private func words(of model: LabModel) -> Phrase {
        let what = """
            Mixed model of ln time, \(model.names.first) ÷ \(model.names.second), with condition \
            and task as fixed effects, and participant and lab as random effects
            """
        switch model.model {
        case .notComputable(let reason): return "\(what): not computable, because \(reason)."
        case .value(let model):
            guard let condition = model.coefficients.first(where: { $0.name == "condition" }) else {
                return """
                    \(what): not computable, because the effects of the conditions cannot be \
                    separated.
                    """
            }
            let interval = condition.interval().map { exp($0).coarse }
            let digits = decimals(of: interval, atLeast: 2, null: 1)
            let total =
                model.groupVariance + (model.crossedVariance ?? 0) + model.residualVariance
            return """
                \(what): ratio of times \(fixed(exp(condition.estimate).coarse, digits)) (95 % \
                interval \(span(interval, digits)), Satterthwaite's degrees of \
                freedom), \(counted(model.observations, "observation")); the labs account for \
                \(percent(((model.crossedVariance ?? 0) / total).coarse)) of the variance.
                """
        }
    }

    private func deviationsTable(_ labs: [AcrossLabs.Lab]) -> Table {
        let hasPlan = entries.contains { $0.start.plan != nil }
        return Table(
            caption: "Labs: deviations",
            columns: ["Lab"],
            figures: ["Sessions left out", "Unplanned events", "Interrupted"]
                + (hasPlan
                    ? ["Departures from the plan", "Sessions without a row in the plan"] : []),
            rows: labs.map { lab in
                let own = lab.findings.entries
                // If there was a plan, the sequence of a session without a row in the plan is 0.
                let planned = own.filter { ($0.start.plan?.sequence ?? 0) > 0 }
                let departures = planned.count { $0.start.plan?.departure != nil }
                let unplanned = own.count - planned.count
                return [
                    Phrase(lab.name), "\(lab.findings.sample.exclusions.count)",
                    "\(own.map(\.record.reasons.count).reduce(0, +))",
                    "\(own.count { !$0.record.gaps.isEmpty })",
                ] + (hasPlan ? ["\(departures)", "\(unplanned)"] : [])
            }
        )
    }
}
