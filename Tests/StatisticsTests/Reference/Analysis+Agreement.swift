import Foundation
import Statistics

extension Analysis {
    var problems: JSON {
        let matrix = input["problems"].elements.map { $0.numbers.map { $0 == 1 } }
        guard let found = ProblemDiscovery(matrix) else { return ["why": "nothing was found"] }
        func needed(_ goal: Double) -> JSON {
            ProblemDiscovery.participantsNeeded(finding: goal, at: found.combined).value
                .map { json($0) } ?? .null
        }
        return [
            "n": json(found.participants), "problems": json(found.problems),
            "p_observed": .number(found.observed), "singletons": json(found.singletons),
            "doubletons": json(found.doubletons), "p_good_turing": .number(found.goodTuring),
            "p_deflated": .number(found.deflated), "p_combined": .number(found.combined),
            "discovered_share_estimate": .number(found.discoveredShare),
            "problems_total_estimate": json(found.estimatedTotal), "chao2": .number(found.chao2),
            "turing_coverage": .number(found.turingCoverage),
            "n_needed": [
                "0.8": needed(0.8), "0.85": needed(0.85), "0.9": needed(0.9), "0.95": needed(0.95),
            ],
            "binomial_curve_p_combined": json(
                (1...found.participants).map {
                    ProblemDiscovery.share(found: found.combined, by: $0)
                }
            ),
            "rarefaction_expected": json(found.rarefaction),
            "any_two_agreement": json(found.anyTwoAgreement),
            "per_problem": .array(
                found.counts.map { count in
                    [
                        "count": json(count),
                        "mle": .number(Double(count) / Double(found.participants)),
                        "adjusted_wald": json(adjustedWald(count, of: found.participants)),
                    ]
                }
            ),
        ]
    }

    var kappa: JSON {
        let raters = input["raters"].elements.map { $0.elements.map(label) }
        let used = Array(Set(raters.flatMap(\.self))).sorted()
        let order = input["rater_order"].elements.map(label)
        return kappaAnswers(raters[0], raters[1], order.isEmpty ? used : order)
    }

    private func label(_ value: JSON) -> String {
        value.string ?? value.number.map { String(Int($0)) } ?? ""
    }
}

func kappaAnswers(_ first: [String], _ second: [String], _ categories: [String]) -> JSON {
    let named = categories.map { name in
        Double(name).map(JSON.number) ?? .string(name)
    }
    var result: JSON = [
        "n": json(first.count), "categories": .array(named),
    ]
    let isOrdered = categories.allSatisfy { Double($0) != nil }
    result = members(cohensKappa(first, second, categories: categories), result) { kappa in
        [
            "agreement": .number(kappa.agreement),
            "kappa": .number(kappa.kappa), "kappa_se": .number(kappa.standardError),
            "kappa_ci": json(kappa.interval),
        ]
    }
    if isOrdered {
        func weighted(_ weights: Kappa.Weights) -> JSON {
            json(weightedKappa(first, second, categories: categories, weights: weights))
        }
        result.set("kappa_linear", weighted(.linear))
        result.set("kappa_quadratic", weighted(.quadratic))
    }
    return result
}
