import Statistics

extension Analysis {
    func addQuestionnaires(to result: inout JSON) {
        if !input["seq"].isNull {
            result.set("seq", perTask { described(column(rows("seq"), $0)) })
        }
        if !input["nps"].isNull { result.set("nps", promoters) }
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
}
