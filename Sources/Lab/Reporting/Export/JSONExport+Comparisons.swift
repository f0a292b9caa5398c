import Statistics

extension JSONExport {
    func comparison(_ value: Comparison) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("study_version", .string(value.version)), ("first", .string(value.names.first)),
            ("second", .string(value.names.second)),
            ("design", .string(value.isWithin ? "within" : "between")),
            ("overall", row(value.overall)), ("tasks", .array(value.tasks.map(row))),
        ]
        members.append(("mixed_model", model(value.model)))
        if !value.scores.isEmpty { members.append(("scores", .array(value.scores.map(score)))) }
        return .object(members)
    }

    private func row(_ row: Comparison.Row) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("task", .optional(row.task)), ("label", .string(row.label)),
            ("ranked_n", .integer(Int64(row.ranked.count))),
            ("ranked_missing", .integer(Int64(row.ranked.missing))),
        ]
        members += computed("p", row.ranked.p.map(\.p.portable))
        if let p = row.ranked.p.value { members.append(("p_method", .string(p.method.rawValue))) }
        members += computed("p_asymptotic", row.ranked.asymptotic.map(\.ties.portable))
        members += computed("p_continuity", row.ranked.asymptotic.map(\.continuity.portable))
        if let holm = row.holm { members.append(("p_holm", .number(holm.portable))) }
        members.append(("smallest_p", .number(row.ranked.smallestP.portable)))
        members += computed("rank_effect", row.ranked.effect.map(\.portable))
        members += [
            ("ratio_n", .integer(Int64(row.ratio.count))),
            ("ratio_dropped", .integer(Int64(row.ratio.dropped))),
        ]
        members += computed("ratio", row.ratio.value.map(\.ratio.portable))
        members += computed("ratio_low", row.ratio.value.map(\.ratioInterval.low.portable))
        members += computed("ratio_high", row.ratio.value.map(\.ratioInterval.high.portable))
        members += computed("ratio_t", row.ratio.value.map(\.t.portable))
        members += computed("ratio_df", row.ratio.value.map(\.df.portable))
        members += computed("ratio_p", row.ratio.value.map(\.p.portable))
        members += computed("effect", row.ratio.standardized.map(\.value.portable))
        members += computed("effect_low", row.ratio.standardized.map(\.interval.low.portable))
        members += computed("effect_high", row.ratio.standardized.map(\.interval.high.portable))
        let completion = row.completion
        members += [
            ("completed_first", .integer(Int64(completion.first.x))),
            ("attempts_first", .integer(Int64(completion.first.n))),
            ("completed_second", .integer(Int64(completion.second.x))),
            ("attempts_second", .integer(Int64(completion.second.n))),
        ]
        members += computed("completion_difference", completion.difference.map(\.value.portable))
        members += computed("completion_low", completion.difference.map(\.interval.low.portable))
        members += computed("completion_high", completion.difference.map(\.interval.high.portable))
        members += computed("completion_p", completion.p.map(\.portable))
        return .object(members)
    }

    private func model(_ value: SensitivityModel) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("observations", .integer(Int64(value.observations))),
            ("left_out", .integer(Int64(value.leftOut))),
        ]
        if let reason = value.model.reason { members.append(("why", .string(reason))) }
        for name in ["condition", "period"] {
            guard let factor = value.factor(name) else { continue }
            // Found by search: no digits beyond those are the machine's own.
            members += [
                (name, .number(factor.value.coarse)),
                ("\(name)_low", .number(factor.interval.low.coarse)),
                ("\(name)_high", .number(factor.interval.high.coarse)),
            ]
        }
        return .object(members)
    }

    private func score(_ value: ScoreComparison) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("score", .string(value.name)),
            ("n_first", .integer(Int64(value.counts.first))),
            ("n_second", .integer(Int64(value.counts.second))),
            ("mean_first", value.means.first.map { .number($0.portable) } ?? .null),
            ("mean_second", value.means.second.map { .number($0.portable) } ?? .null),
        ]
        members += computed("difference", value.difference.map(\.difference.portable))
        members += computed("difference_low", value.difference.map(\.interval.low.portable))
        members += computed("difference_high", value.difference.map(\.interval.high.portable))
        members += computed("difference_t", value.difference.map(\.t.portable))
        members += computed("p", value.p.map(\.p.portable))
        if let holm = value.holm { members.append(("p_holm", .number(holm.portable))) }
        members += computed("rank_effect", value.effect.map(\.portable))
        return .object(members)
    }

    func omnibus(_ test: OmnibusTest) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("study_version", .string(test.version)), ("conditions", .strings(test.names)),
            ("of", .string(test.score ?? "times")),
        ]
        switch test.result {
        case .within(let friedman):
            members.append(("test", .string("Friedman")))
            members += computed("statistic", friedman.map(\.test.chiSquared.portable))
            members += computed("p", friedman.map(\.test.p.portable))
            members += computed("kendalls_w", friedman.map(\.kendallsW.portable))
        case .between(let kruskal):
            members.append(("test", .string("Kruskal-Wallis")))
            members += computed("statistic", kruskal.map(\.test.chiSquared.portable))
            members += computed("p", kruskal.map(\.test.p.portable))
            members += computed("epsilon_squared", kruskal.map(\.epsilonSquared.portable))
        }
        return .object(members)
    }
}
