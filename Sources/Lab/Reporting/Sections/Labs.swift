import Diagnostics
import Foundation
import ResultsStore
import Statistics

extension ReportAnalysis {
    /// Results for each lab, and pooled across the labs; empty if all sessions come from one lab.
    var labsSection: Section {
        guard let across = acrossLabs else { return Section(id: "labs", title: "Labs", blocks: []) }
        let measured = parts.filter { part in
            !part.tasks.isEmpty || part.scoreValues.contains { $0.instrument != nil }
        }
        var blocks: [Block] = measured.map { .table(table(of: $0, across.labs)) }
        if !across.outcomes.isEmpty {
            blocks.append(.table(pooledTable(across.outcomes)))
            blocks += across.outcomes.flatMap { outcome -> [Block] in
                (forest(outcome).map { [.figure($0)] } ?? [])
                    + (leftOutTable(outcome).map { [.table($0)] } ?? [])
            }
        }
        blocks += across.models.map { .paragraph(words(of: $0)) }
        blocks.append(.table(deviationsTable(across.labs)))
        return Section(id: "labs", title: "Labs", blocks: blocks)
    }

    private func table(of part: Part, _ labs: [AcrossLabs.Lab]) -> Table {
        let scores = part.scoreValues.filter { $0.instrument != nil }
        let hasTasks = !part.tasks.isEmpty
        let rows = labs.map { lab -> [Phrase] in
            let own = lab.findings.parts.first {
                $0.group.version == part.group.version
                    && $0.group.conditionID == part.group.conditionID
            }
            guard let own else {
                return [Phrase(lab.name), "0"] + (hasTasks ? ["-", "-"] : [])
                    + scores.map { _ in "-" }
            }
            let completion = own.completion()
            let times = logTInterval(own.totals).value
            let typical = geometricMean(own.totals).value.map(roundedTime) ?? "-"
            let interval = times.map { " [\(timeRange($0))]" } ?? ""
            return [Phrase(lab.name), "\(own.group.entries.count)"]
                + (hasTasks
                    ? [
                        "\(outOf(completion.completed, completion.judged))",
                        "\(typical)\(interval)",
                    ] : [])
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
            columns: [.init("Lab"), .init("Participants", .figure)]
                + (hasTasks
                    ? [
                        .init("Completed every task", .figure),
                        .init("Time of all tasks [95 % interval]", .figure),
                    ] : [])
                + scores.map { .init(Phrase($0.name), .figure) },
            rows: rows,
            notes: hasTasks
                ? [
                    """
                    Times are geometric means over those who completed every task, with log-t \
                    intervals; scores are means.
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
            let interval = found.pooled.interval.map(outcome.inUnit)
            let tau = found.tauSquaredInterval.value.map {
                " [\(variance($0.low)), \(variance($0.high))]"
            }
            let share = found.iSquaredInterval.value.map { " [\(percentages($0))]" }
            return [
                Phrase(outcome.name), "\(count)",
                "\(words(outcome.inUnit(found.pooled.value), outcome))",
                "\(words(interval.low, outcome)) to \(words(interval.high, outcome))",
                "\(fixed(found.q.chiSquared, 2)) (\(found.q.df))", "\(probability(found.q.p))",
                "\(percent(found.iSquared))\(share ?? "")",
                "\(variance(found.tauSquared))\(tau ?? "")",
            ]
        }
        var notes: [Phrase] = [
            """
            Random-effects model, in which each lab has its own true value: τ² by restricted \
            maximum likelihood with its Q-profile interval, the mean with Knapp and Hartung's t \
            interval, made at least as wide as Wald's. Ratios and times are pooled as logarithms, \
            and their τ² is the variance of the logarithms. Intervals are at 95 %.
            """
        ]
        for outcome in outcomes {
            if let reason = outcome.pooled.reason {
                notes.append("\(outcome.name): not computable, because \(reason).")
            }
            if let reason = outcome.pooled.value?.tauSquaredInterval.reason {
                notes.append("\(outcome.name): no interval of τ², because \(reason).")
            }
            for lab in outcome.labs {
                guard let reason = lab.estimate.reason else { continue }
                notes.append("\(outcome.name), \(lab.lab): left out, because \(reason).")
            }
        }
        var table = Table(
            caption: "Pooled over labs, with heterogeneity",
            columns: [.init("Outcome")]
                + ["Labs", "Pooled", "95 % interval", "Q (df)", "p of Q", "I²", "τ²"]
                .map { .init(Phrase($0), .figure) },
            rows: rows,
            notes: notes
        )
        table.isMain = true
        return table
    }

    /// Formats a variance with enough decimals that a small one is not printed as zero.
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
            caption: "\(outcome.name), without one lab",
            columns: [.init("Without")]
                + ["Pooled", "95 % interval", "I²"].map { .init(Phrase($0), .figure) },
            rows: outcome.leftOut.map { lab, pooled in
                guard let found = pooled.value else { return [Phrase(lab), "-", "-", "-"] }
                let interval = found.pooled.interval.map(outcome.inUnit)
                return [
                    Phrase(lab), "\(words(outcome.inUnit(found.pooled.value), outcome))",
                    "\(words(interval.low, outcome)) to \(words(interval.high, outcome))",
                    "\(percent(found.iSquared))",
                ]
            }
        )
    }

    private func words(of model: LabModel) -> Phrase {
        let what = """
            Mixed model of ln time, \(model.names.first) against \(model.names.second), with condition \
            and task fixed, participant and lab random
            """
        switch model.model {
        case .notComputable(let reason): return "\(what): not computable, because \(reason)."
        case .value(let model):
            guard let condition = model.coefficients.first(where: { $0.name == "condition" }) else {
                return """
                    \(what): not computable, because the effects of the conditions \
                    cannot be separated.
                    """
            }
            let interval = condition.interval()
            let total =
                model.groupVariance + (model.crossedVariance ?? 0) + model.residualVariance
            return """
                \(what): ratio of times \(fixed(exp(condition.estimate).coarse, 2)) (95 % \
                \(span(interval.map { exp($0).coarse }, 2)), Satterthwaite's degrees of freedom), \
                \(counted(model.observations, "time")); the labs account for \
                \(percent(((model.crossedVariance ?? 0) / total).coarse)) of the variance.
                """
        }
    }

    private func deviationsTable(_ labs: [AcrossLabs.Lab]) -> Table {
        let hasPlan = entries.contains { $0.start.plan != nil }
        return Table(
            caption: "Labs: deviations",
            columns: [.init("Lab")]
                + (["Sessions left out", "Events outside the study", "Interrupted"]
                + (hasPlan ? ["Departures from the plan", "Without a row in the plan"] : []))
                .map { .init(Phrase($0), .figure) },
            rows: labs.map { lab in
                let own = lab.findings.entries
                let departures = own.count { $0.start.plan?.departure != nil }
                let unplanned = own.count { $0.start.plan == nil }
                return [
                    Phrase(lab.name), "\(lab.findings.sample.exclusions.count)",
                    "\(own.map(\.record.reasons.count).reduce(0, +))",
                    "\(own.count { !$0.record.gaps.isEmpty })",
                ] + (hasPlan ? ["\(departures)", "\(unplanned)"] : [])
            }
        )
    }
}
