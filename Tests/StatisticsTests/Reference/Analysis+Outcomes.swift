import Foundation
import Statistics

extension Analysis {
    func addOutcomes(to result: inout JSON) {
        let cells = outcomes
        if !times.isEmpty {
            result.set(
                "task_time_success_only",
                perTask { place in
                    described(
                        zip(times, cells).compactMap { times, cells in
                            cells[place] == true ? times[place] : nil
                        }
                    )
                }
            )
            result.set("task_time_censored", perTask(censored))
        }
        result.set(
            "completion",
            perTask { place in
                let known = cells.compactMap { $0[place] }
                return proportionAnswers(known.count(where: \.self), known.count)
            }
        )
        let all = cells.flatMap { $0.compactMap(\.self) }
        result.set("completion_all", proportionAnswers(all.count(where: \.self), all.count))
        guard tasks.count > 1 else { return }
        let full = cells.filter { $0.allSatisfy { $0 != nil } }.map { $0.compactMap(\.self) }
        result.set(
            "cochran_q",
            members(cochranQ(full), ["n_complete": json(full.count)]) {
                ["Q": .number($0.chiSquared), "df": json($0.df), "p": .number($0.p)]
            }
        )
        let pairs = cells.compactMap { row in
            row[0].flatMap { first in row[1].map { (first: first, second: $0) } }
        }
        result.set("mcnemar_first_two_tasks", mcNemarAnswers(PairedOutcomes(pairs)))
    }

    private func censored(_ place: Int) -> JSON {
        let cells = zip(times, outcomes).compactMap { times, outcomes in
            times[place].flatMap { time in
                outcomes[place].map { CensoredTime(time, succeeded: $0) }
            }
        }
        let successful = cells.filter(\.succeeded).map(\.time)
        return members(kaplanMeier(cells)) { curve in
            var result: JSON = [
                "n": json(curve.count), "events": json(curve.successes),
                "km_median": json(curve.median), "km_median_first": json(curve.time(by: 0.5)),
                "km_q25_first": json(curve.time(by: 0.25)),
                "km_q75_first": json(curve.time(by: 0.75)),
                "rmst_to_max": .number(curve.restrictedMean), "tau": .number(curve.longest),
                "statsmodels_median": json(curve.medianBelow),
                "table": .array(
                    curve.steps.map { step in
                        [
                            "t": .number(step.time), "at_risk": json(step.atRisk),
                            "events": json(step.successes), "S": .number(step.survival),
                            "ci_loglog": json(step.interval),
                        ]
                    }
                ),
            ]
            if !successful.isEmpty {
                result.set("geomean_success", json(geometricMean(successful)))
                result.set("rummel_median", json(rummelMedian(cells)))
            }
            return result
        }
    }

    func addConditions(to result: inout JSON) {
        let levels = Array(Set(conditions)).sorted()
        func groups<Value>(_ rows: [[Value?]], _ place: Int) -> [[Value]] {
            levels.map { level in
                zip(rows, conditions).compactMap { $1 == level ? $0[place] : nil }
            }
        }
        result.set(
            "conditions",
            perTask { place in groupAnswers(groups(times, place), levels) }
        )
        if levels.count == 2, !outcomes.isEmpty {
            result.set(
                "conditions_success",
                perTask { place in
                    let sides = groups(outcomes, place)
                    return twoRateAnswers(
                        sides[0].count(where: \.self),
                        sides[0].count,
                        sides[1].count(where: \.self),
                        sides[1].count
                    )
                }
            )
        }
        if levels.count == 2, tasks.count > 1 {
            result.set("lmm_log_condition", mixed(times, conditions: conditions))
        }
    }

    private func groupAnswers(_ groups: [[Double]], _ levels: [String]) -> JSON {
        var result: JSON = [
            "levels": .array(levels.map(JSON.string)),
            "kruskal": kruskalAnswers(groups),
        ]
        if groups.count == 2 { result.set("two", twoGroups(groups[0], groups[1])) }
        return result
    }
}

func kruskalAnswers(_ groups: [[Double]]) -> JSON {
    members(kruskalWallis(groups)) {
        [
            "ns": json($0.counts), "H": .number($0.test.chiSquared), "df": json($0.test.df),
            "p": .number($0.test.p), "epsilon2": .number($0.epsilonSquared),
            "eta2_H": json($0.etaSquared),
        ]
    }
}

func twoGroups(_ first: [Double], _ second: [Double]) -> JSON {
    func welchAnswers(_ test: Computed<TTest>, log: Bool) -> JSON {
        members(test) {
            let plain: JSON = [
                "t": .number($0.t), "df": .number($0.df), "p": .number($0.p),
                "diff": .number($0.difference), "ci": json($0.interval),
            ]
            let ratio: JSON = ["ratio": .number($0.ratio), "ratio_ci": json($0.ratioInterval)]
            return log ? merged(plain, ratio) : plain
        }
    }
    func effect(_ value: Computed<StandardizedDifference>) -> JSON {
        members(value) {
            [
                "cohens_d": .number($0.d), "hedges_J_exact": json($0.correction),
                "hedges_J_approx": .number($0.approximateCorrection), "hedges_g": json($0.g),
                "hedges_g_approx": .number($0.approximateCorrection * $0.d),
                "d_se": .number($0.standardError), "d_ci_normal": json($0.normalInterval()),
                "d_ci_noncentral_t": json($0.noncentralInterval()),
            ]
        }
    }
    let logs = logarithms(first).flatMap { one in logarithms(second).map { (one, $0) } }
    return [
        "n1": json(first.count), "n2": json(second.count),
        "mannwhitney": members(mannWhitney(first, second)) { test in
            [
                "n1": json(test.counts.first), "n2": json(test.counts.second),
                "U1": .number(test.u1), "U2": .number(test.u2), "ties": .bool(test.hasTies),
                "cliffs_delta": .number(test.cliffsDelta),
                "rank_biserial": .number(test.cliffsDelta),
                "cles_A12": .number(test.superiority), "p_exact": json(test.exact),
                "p_exact_doubled": json(test.exactDoubled),
                "p_asymptotic": json(test.asymptotic),
                "p_asymptotic_cc": json(test.continuityCorrected),
                "hodges_lehmann_shift": json(shift(first, second)),
                "scipy": [
                    "asymptotic_cc": json(test.continuityCorrected),
                    "exact": test.hasTies ? .null : json(test.exactDoubled),
                ],
            ]
        },
        "welch": welchAnswers(welch(first, second), log: false),
        "welch_log": welchAnswers(welchLog(first, second), log: true),
        "effect": effect(standardizedDifference(first, second)),
        "effect_log": effect(logs.flatMap { standardizedDifference($0.0, $0.1) }),
    ]
}

func proportionAnswers(_ x: Int, _ n: Int, level: Double = confidence) -> JSON {
    [
        "x": json(x), "n": json(n), "conf": .number(level),
        "mle": n > 0 ? .number(Double(x) / Double(n)) : .null, "laplace": json(laplace(x, of: n)),
        "jeffreys_point": json(jeffreysPoint(x, of: n)),
        "wilson_point": json(wilsonPoint(x, of: n, level: level)),
        "lewis_sauro_2006_point": json(lewisSauroPoint(x, of: n, level: level)),
        "adjusted_wald": json(adjustedWald(x, of: n, level: level)),
        "adjusted_wald_unclipped": json(adjustedWald(x, of: n, level: level, clipped: false)),
        "wilson": json(wilson(x, of: n, level: level)),
        "clopper_pearson": json(clopperPearson(x, of: n, level: level)),
        "jeffreys": json(jeffreys(x, of: n, level: level)),
        "jeffreys_unmodified": json(jeffreys(x, of: n, level: level, modified: false)),
        "wald": json(wald(x, of: n, level: level)),
        "midp_test_vs_070": json(midPTest(x, of: n, above: 0.7)),
    ]
}

func mcNemarAnswers(_ outcomes: PairedOutcomes) -> JSON {
    let known: JSON = [
        "both": json(outcomes.both), "first_only": json(outcomes.firstOnly),
        "second_only": json(outcomes.secondOnly), "neither": json(outcomes.neither),
        "n": json(outcomes.count),
    ]
    return members(outcomes.mcNemar(), known) { test in
        [
            "p_exact": .number(test.exact), "p_midp": .number(test.midP),
            "chi2": json(test.chiSquared.map(\.chiSquared)),
            "p_chi2": json(test.chiSquared.map(\.p)),
            "chi2_cc": json(test.corrected.map(\.chiSquared)),
            "p_chi2_cc": json(test.corrected.map(\.p)), "odds_ratio": json(test.oddsRatio),
            "diff": .number(test.difference), "bonett_price_ci": json(test.interval),
        ]
    }
}

func twoRateAnswers(_ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int) -> JSON {
    guard let rates = TwoRates(x1, of: n1, and: x2, of: n2) else {
        return ["why": "a group is empty"]
    }
    let haldane = rates.haldaneOddsRatio()
    func test(_ value: Computed<ChiSquaredTest>) -> JSON {
        members(value) { ["chi2": .number($0.chiSquared), "p": .number($0.p)] }
    }
    let signed = rates.nMinusOne.map { value in
        (rates.difference < 0 ? -1 : 1) * value.chiSquared.squareRoot()
    }
    // The reference adds p = 1 to its reason where all outcomes are the same.
    let same: JSON = rates.nMinusOne.value == nil ? ["p": .number(rates.fisher)] : [:]
    return [
        "x1": json(x1), "n1": json(n1), "x2": json(x2), "n2": json(n2),
        "fisher_p": .number(rates.fisher), "fisher_midp": .number(rates.fisherMidP),
        "n_minus_1": merged(test(rates.nMinusOne), ["z": json(signed)], same),
        "pearson": test(rates.pearson), "yates": test(rates.yates),
        "diff": .number(rates.difference), "risk_difference": .number(rates.difference),
        "adjusted_wald_diff_ci": json(rates.adjustedWaldDifference()),
        "agresti_caffo_ci": json(rates.agrestiCaffo()), "newcombe_ci": json(rates.newcombe()),
        "odds_ratio": json(rates.oddsRatio), "odds_ratio_haldane": .number(haldane.ratio),
        "odds_ratio_haldane_ci": json(haldane.interval), "cohens_h": .number(rates.cohensH),
    ]
}
