import Instruments
import Statistics

extension Analysis {
    func addQuestionnaires(to result: inout JSON) {
        if !input["seq"].isNull {
            result.set("seq", perTask { described(column(rows("seq"), $0)) })
        }
        if !input["nps"].isNull { result.set("nps", promoters) }
        if !input["sus"].isNull { result.set("sus", usability) }
        if !input["ueq"].isNull { result.set("ueq", experience) }
        if !input["tlx"].isNull { result.set("tlx", taskLoad) }
        if !input["pssuq"].isNull {
            result.set(
                "pssuq",
                scored("pssuq", "pssuq", ["overall", "sysuse", "infoqual", "intqual"]) {
                    ["answered": json($0.answered)]
                }
            )
        }
        if !input["umux"].isNull { result.set("umux", scored("umux", "umux", ["score"])) }
        if !input["umux_lite"].isNull {
            result.set(
                "umux_lite",
                scored("umux_lite", "umux-lite", ["score", "sus-equivalent"])
            )
        }
    }

    private func responses(_ key: String) -> [Response] { rows(key).map { Response($0) } }

    /// Scores of each response under the reference's names.
    private func scored(
        _ key: String,
        _ id: String,
        _ scores: [String],
        _ more: (Response) -> JSON = { _ in [:] }
    ) -> JSON {
        guard let instrument = try? InstrumentLibrary.instrument(id) else { return .null }
        return .array(
            responses(key).map { response in
                var answers = more(response)
                for score in scores {
                    let name = String(score.map { $0 == "-" ? "_" : $0 })
                    answers.set(name, json(instrument.value(of: score, response)))
                }
                return answers
            }
        )
    }

    private var promoters: JSON {
        let known = input["nps"].numbers
        guard let score = NetPromoterScore(known) else {
            return ["why": "an answer is out of range"]
        }
        return members(score.adjustedWald()) { adjusted in
            [
                "n": json(score.count), "promoters": json(score.promoters),
                "passives": json(score.passives), "detractors": json(score.detractors),
                "nps": json(score.score), "mean": json(mean(known)),
                "adjusted_wald_point": .number(adjusted.point),
                "adjusted_wald_ci": json(adjusted.interval),
            ]
        }
    }

    private var usability: JSON {
        guard let sus = try? InstrumentLibrary.instrument("sus"), let norms = sus.norms else {
            return .null
        }
        let given = responses("sus")
        let scores = given.compactMap { sus.value(of: "score", $0).value }
        // As the reference has it, items and α are over all answers, an out-of-range one too.
        let items = sus.items.indices.map { item in mean(given.compactMap { $0.answers[item] }) }
        let complete = given.filter { $0.answered == sus.items.count }
        let aligned = complete.map { response in
            zip(sus.items, response.answers).compactMap { item, answer in answer.map(item.aligned) }
        }
        var result: JSON = [
            "responses": .array(given.map { susAnswers(sus, $0) }), "n_scored": json(scores.count),
            "describe": described(scores, resampled: true), "item_means": json(items),
            "alpha": alphaAnswers(aligned, dropped: given.count - complete.count),
        ]
        guard let centre = mean(scores).value else { return result }
        result.set("mean_grade", norms.grade(centre).map(JSON.string))
        result.set("mean_percentile", json(norms.percentile(centre)))
        if let interval = tInterval(scores).value {
            let clipped = interval.clipped(to: 0...100)
            result.set("ci_clipped", json(clipped))
            let grades = [norms.grade(clipped.low), norms.grade(clipped.high)]
            result.set("grade_range_over_ci", .array(grades.map { .string($0 ?? "") }))
        }
        if let test = oneSampleT(scores, against: norms.mean ?? .nan).value {
            result.set(
                "t_vs_68",
                ["t": .number(test.t), "df": .number(test.df), "p_two_sided": .number(test.p)]
            )
        }
        return result
    }

    private func susAnswers(_ sus: Instrument, _ response: Response) -> JSON {
        let score = sus.value(of: "score", response)
        guard sus.fault(in: response) == nil else {
            return ["score": .null, "why": score.reason.map(JSON.string) ?? .null]
        }
        let contributions = zip(sus.items, response.answers).map { item, answer in
            answer.map(item.contribution)
        }
        let missing = sus.items.count - response.answered
        var result: JSON = [
            "contributions": json(contributions), "missing": json(missing), "score": json(score),
        ]
        guard score.value != nil else {
            result.set("why", score.reason.map(JSON.string))
            return result
        }
        result.set("score_missing_as_3", json(sus.value(of: "score", response, imputing: true)))
        for part in ["usability", "learnability"] {
            result.set(part, sus.value(of: part, response).value.map(JSON.number))
        }
        result.set("straight_line", .bool(sus.isStraightLine(response)))
        result.set(
            "agrees_with_all_or_disagrees",
            .bool(sus.agreesWithBothDirections(response))
        )
        return result
    }

    private func alphaAnswers(_ rows: [[Double]], dropped: Int) -> JSON {
        let known: JSON = ["n_complete": json(rows.count), "n_dropped": json(dropped)]
        return members(cronbachAlpha(rows), known) { alpha in
            [
                "k": json(alpha.items), "alpha": .number(alpha.alpha),
                "feldt_ci": json(alpha.interval), "mean_inter_item_r": json(alpha.meanCorrelation),
                "standardized_alpha": json(alpha.standardized),
                "corrected_item_total": json(alpha.itemTotal),
                "alpha_if_deleted": json(alpha.withoutItem),
            ]
        }
    }

    private var experience: JSON {
        guard let ueq = try? InstrumentLibrary.instrument("ueq") else { return .null }
        let given = responses("ueq")
        let names = ueq.benchmark?.values.keys.sorted() ?? []
        var scales: JSON = [:]
        for name in names {
            let values = given.compactMap { ueq.value(of: name, $0).value }
            var answers = described(values)
            let level = mean(values).value.flatMap { ueq.benchmark?.level($0, of: name) }
            answers.set("category", level.map(JSON.string))
            scales.set(name, answers)
        }
        let each = given.map { response in
            var answers: JSON = [
                "inconsistent_scales": json(ueq.inconsistentScales(response, by: 3)),
                "max_same_raw_answer": json(ueq.mostFrequent(response)),
                "suspicious": .bool(!ueq.suspicions(in: response).isEmpty),
            ]
            for name in names + ["pragmatic", "hedonic"] {
                answers.set(name, json(ueq.value(of: name, response)))
            }
            return answers
        }
        return ["responses": .array(each), "scales": scales]
    }

    private var taskLoad: JSON {
        guard let tlx = try? InstrumentLibrary.instrument("nasa-tlx") else { return .null }
        let weights = input["tlx_weights"].elements
        let answers = rows("tlx").enumerated().map { place, answers in
            let weight = place < weights.count ? weights[place].numbers : []
            let response = Response(answers, weights: weight.isEmpty ? nil : weight)
            let raw = tlx.value(of: "raw", response)
            var result: JSON = ["raw": json(raw), "n_answered": json(response.answered)]
            result.set("why", raw.reason.map(JSON.string))
            result.set("weighted", tlx.value(of: "weighted", response).value.map(JSON.number))
            return result
        }
        return ["responses": .array(answers)]
    }
}
