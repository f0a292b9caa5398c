import JSON
import Statistics
import StudyDefinition

extension JSONExport {
    func comparison(_ value: Comparison) -> JSONNode {
        let members: [(String, JSONNode)] = [
            ("study_version", JSONNode(value.version)), ("first", JSONNode(value.names.first)),
            ("second", JSONNode(value.names.second)),
            ("design", JSONNode(value.isWithin ? "within" : "between")),
            ("overall", row(value.overall)), ("tasks", JSONNode(value.tasks.map(row))),
            ("mixed_model", model(value.model)),
        ]
        return JSONNode(
            members + list("scores", value.scores.map(score))
                + list("equivalence", equivalences(value))
        )
    }

    /// Returns the equivalence tests of the registered outcomes. Empty if the version has several
    /// pairs of conditions, because the margins apply only to a single pair.
    private func equivalences(_ value: Comparison) -> [JSONNode] {
        guard findings.comparisons.count(where: { $0.version == value.version }) == 1 else {
            return []
        }
        let registered = value.analysis?.outcomes ?? []
        return value.outcomes.compactMap { outcome in
            guard let place = outcome.registered, let test = outcome.equivalence else { return nil }
            let margin = registered[place].margin ?? outcome.measure.null
            let low = outcome.measure == .time ? 1 / margin : -margin
            var members: [(String, JSONNode)] = [
                ("measure", JSONNode(registered[place].measure.rawValue)),
                ("margin_low", JSONNode(low.portable)),
                ("margin_high", JSONNode(margin.portable)),
            ]
            members += computed("p", test.map(\.p.portable))
            members += bounds("", test.map(\.interval))
            return JSONNode(members)
        }
    }

    private func row(_ row: Comparison.Row) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("task", JSONNode(row.task)), ("label", JSONNode(row.label)),
            ("ranked_n", JSONNode(row.ranked.count)),
            ("ranked_missing", JSONNode(row.ranked.missing)),
        ]
        members += computed("p", row.ranked.p.map(\.p.portable))
        if let p = row.ranked.p.value { members.append(("p_method", JSONNode(p.method.rawValue))) }
        members += computed("p_asymptotic", row.ranked.asymptotic.map(\.ties.portable))
        members += computed("p_continuity", row.ranked.asymptotic.map(\.continuity.portable))
        if let holm = row.holm { members.append(("p_holm", JSONNode(holm.portable))) }
        members.append(("smallest_p", JSONNode(row.ranked.smallestP.portable)))
        members += computed("rank_effect", row.ranked.effect.map(\.portable))
        members += [
            ("ratio_n", JSONNode(row.ratio.count)),
            ("ratio_dropped", JSONNode(row.ratio.dropped)),
        ]
        members += computed("ratio", row.ratio.estimate.map(\.portable))
        members += bounds("ratio_", row.ratio.value.map(\.ratioInterval))
        members += computed("ratio_t", row.ratio.value.map(\.t.portable))
        members += computed("ratio_df", row.ratio.value.map(\.df.portable))
        members += computed("ratio_p", row.ratio.value.map(\.p.portable))
        members += computed("effect", row.ratio.standardized.map(\.value.portable))
        members += bounds("effect_", row.ratio.standardized.map(\.interval))
        let completion = row.completion
        members += [
            ("completed_first", JSONNode(completion.first.x)),
            ("attempts_first", JSONNode(completion.first.n)),
            ("completed_second", JSONNode(completion.second.x)),
            ("attempts_second", JSONNode(completion.second.n)),
        ]
        members += computed("completion_difference", completion.difference.map(\.value.portable))
        members += bounds("completion_", completion.difference.map(\.interval))
        members += computed("completion_p", completion.p.map(\.portable))
        if let holm = completion.holm {
            members.append(("completion_p_holm", JSONNode(holm.portable)))
        }
        return JSONNode(members)
    }

    private func model(_ value: SensitivityModel) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("observations", JSONNode(value.observations)),
            ("left_out", JSONNode(value.leftOut + value.unmatched)),
        ]
        if let reason = value.model.reason { members.append(("why", JSONNode(reason))) }
        for name in ["condition", "period"] {
            guard let factor = value.factor(name) else { continue }
            // These values are computed by numerical optimization. They are rounded, because their
            // last digits may differ between machines.
            members += [
                (name, JSONNode(factor.value.coarse)),
                ("\(name)_low", JSONNode(factor.interval.low.coarse)),
                ("\(name)_high", JSONNode(factor.interval.high.coarse)),
            ]
        }
        return JSONNode(members)
    }

    private func score(_ value: ScoreComparison) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("score", JSONNode(value.name)),
            ("n_first", JSONNode(value.counts.first)),
            ("n_second", JSONNode(value.counts.second)),
            ("mean_first", JSONNode(value.means.first?.portable)),
            ("mean_second", JSONNode(value.means.second?.portable)),
        ]
        members += computed("difference", value.estimate.map(\.portable))
        members += bounds("difference_", value.difference.map(\.interval))
        members += computed("difference_t", value.difference.map(\.t.portable))
        members += computed("p", value.p.map(\.p.portable))
        if let holm = value.holm { members.append(("p_holm", JSONNode(holm.portable))) }
        members += computed("rank_effect", value.effect.map(\.portable))
        return JSONNode(members)
    }

    func omnibus(_ test: OmnibusTest) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("study_version", JSONNode(test.version)), ("conditions", JSONNode(test.names)),
            ("of", JSONNode(test.score ?? "times")),
        ]
        switch test.result {
        case .within(let friedman):
            members.append(("test", JSONNode("Friedman")))
            members += computed("statistic", friedman.map(\.test.chiSquared.portable))
            members += computed("p", friedman.map(\.test.p.portable))
            members += computed("kendalls_w", friedman.map(\.kendallsW.portable))
        case .between(let kruskal):
            members.append(("test", JSONNode("Kruskal-Wallis")))
            members += computed("statistic", kruskal.map(\.test.chiSquared.portable))
            members += computed("p", kruskal.map(\.test.p.portable))
            members += computed("epsilon_squared", kruskal.map(\.epsilonSquared.portable))
        }
        return JSONNode(members)
    }
}
