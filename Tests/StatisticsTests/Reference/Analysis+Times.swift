import Foundation
import Statistics

extension Analysis {
    func addTimes(to result: inout JSON) {
        result.set("task_time", perTask { described(column(times, $0), resampled: true) })
        result.set("participant_time", participantTimes)
        guard tasks.count > 1 else { return }
        for (key, value) in comparedColumns(times) { result.set(key, value) }
        result.set("lmm_log", mixed(times))
        let pairs = taskPairs
        result.set("task_pairs", pairs)
        result.set("task_pairs_adjusted", adjusted(pairs.elements))
    }

    func perTask(_ make: (Int) -> JSON) -> JSON {
        .object(Dictionary(uniqueKeysWithValues: zip(tasks, tasks.indices.map(make))))
    }

    private var participantTimes: JSON {
        var result: JSON = [:]
        for (name, row) in zip(participants, times) {
            let known = row.compactMap(\.self)
            result.set(
                name,
                [
                    "n": json(known.count), "total": .number(known.reduce(0, +)),
                    "geomean": json(geometricMean(known)),
                ]
            )
        }
        return result
    }

    /// Procedures over all columns in the same participants.
    func comparedColumns(_ rows: [[Double?]]) -> [(String, JSON)] {
        let full = complete(rows)
        let positive = full.filter { $0.allSatisfy { $0 > 0 } }
        return [
            ("friedman", friedmanAnswers(full)),
            (
                "rm_anova_log",
                repeatedAnswers(positive.map { logarithms($0).value ?? [] })
            ),
            ("learning", learningAnswers(rows)),
        ]
    }

    private func learningAnswers(_ rows: [[Double?]]) -> JSON {
        let curve = learningCurve(rows)
        let known: JSON = ["slopes": json(curve.slopes), "n": json(curve.slopes.count)]
        return members(curve.test, known) {
            [
                "mean_slope": .number($0.difference), "ratio_per_step": .number($0.ratio),
                "ratio_ci": json($0.ratioInterval), "t": .number($0.t), "df": .number($0.df),
                "p": .number($0.p),
            ]
        }
    }

    private func friedmanAnswers(_ full: [[Double]]) -> JSON {
        let trend = pageTrend(full)
        return members(friedman(full), ["n_complete": json(full.count)]) { test in
            [
                "k": json(test.rankSums.count), "rank_sums": json(test.rankSums),
                "chi2": .number(test.test.chiSquared), "df": json(test.test.df),
                "p": .number(test.test.p), "kendalls_w": .number(test.kendallsW),
                "scipy": .number(test.test.p),
                "iman_davenport": members(test.imanDavenport) { test in
                    [
                        "F": .number(test.f), "df1": .number(test.df1), "df2": .number(test.df2),
                        "p": .number(test.p),
                    ]
                },
                "page": members(trend) { trend in
                    [
                        "L": .number(trend.l), "z": .number(trend.z),
                        "p_increasing_asymptotic": .number(trend.increasing),
                        "p_decreasing_asymptotic": .number(trend.decreasing),
                        "scipy_exact_increasing": json(trend.exactIncreasing),
                    ]
                },
            ]
        }
    }

    private func repeatedAnswers(_ logs: [[Double]]) -> JSON {
        members(repeatedMeasures(logs), ["n_complete": json(logs.count)]) { anova in
            let known: JSON = [
                "k": json(anova.columns), "SS_task": .number(anova.columnSquares),
                "SS_participant": .number(anova.rowSquares),
                "SS_residual": .number(anova.residualSquares),
                "df1": .number(anova.df.columns), "df2": .number(anova.df.residual),
            ]
            return members(anova.test, known) { test in
                var result: JSON = [
                    "partial_eta2": json(anova.partialEtaSquared),
                    "generalized_eta2": json(anova.generalizedEtaSquared),
                    "var_residual": .number(anova.residualVariance),
                    "var_participant": .number(anova.rowVariance),
                    "icc": json(anova.intraclass), "F": .number(test.f), "p": .number(test.p),
                ]
                if let epsilon = anova.greenhouseGeisser.value {
                    result.set("gg_epsilon", .number(epsilon))
                    result.set("p_gg", json(anova.adjustedP))
                    result.set("hf_epsilon", json(anova.huynhFeldt))
                }
                return result
            }
        }
    }
}

/// Descriptives of one column.
func described(_ values: [Double], resampled: Bool = false) -> JSON {
    guard !values.isEmpty else { return ["n": 0, "why": "there are no values"] }
    let interval = medianInterval(values)
    let coverage = rangeCoverage(count: values.count)
    func shapiro(_ values: Computed<[Double]>) -> JSON {
        guard let test = values.flatMap(shapiroWilk).value else { return .null }
        return ["W": .number(test.w), "p": .number(test.p)]
    }
    var result: JSON = [
        "n": json(values.count), "mean": json(mean(values)), "median": json(median(values)),
        "min": json(values.min()), "max": json(values.max()),
        "q1_type7": json(quantile(values, at: 0.25)),
        "q3_type7": json(quantile(values, at: 0.75)),
        "q1_type6": json(quantile(values, at: 0.25, type: .six)),
        "q3_type6": json(quantile(values, at: 0.75, type: .six)),
        "sd": json(standardDeviation(values)),
        "mad_raw": json(medianAbsoluteDeviation(values)),
        "trimmed_mean_20": json(trimmedMean(values)), "t_ci": json(tInterval(values)),
        "se": json(standardError(values)), "skewness_g1_adjusted": json(skewness(values)),
        "shapiro": shapiro(.value(values)), "shapiro_log": shapiro(logarithms(values)),
        "n_nonpositive": json(values.count { $0 <= 0 }), "geomean": json(geometricMean(values)),
        "geosd": json(geometricDeviation(values)),
        "log_t_ci": json(logTInterval(values, widthless: true)),
        "log_mad_outlier_index": values.count > 1
            ? logOutliers(values).value.map { json($0) } ?? .null : .null,
        "tukey_outlier_index": tukeyOutliers(values).value.map { json($0) } ?? .null,
        "median_ci": members(
            interval,
            interval.value == nil
                ? [
                    "max_coverage": json(coverage),
                    "min_max": coverage.value == nil
                        ? .null : [json(values.min()), json(values.max())],
                ] : [:]
        ) {
            [
                "lo": .number($0.interval.low), "hi": .number($0.interval.high),
                "coverage": .number($0.coverage), "k": json($0.rank),
            ]
        },
    ]
    if let reason = geometricMean(values).reason { result.set("geomean_why", .string(reason)) }
    if resampled, values.count <= 30 { result.set("bootstrap", .array(resampledAnswers(values))) }
    return result
}

private func resampledAnswers(_ values: [Double]) -> [JSON] {
    let names: [(BootstrapStatistic, String, ([Double]) -> Computed<Double>)] = [
        (.mean, "mean", mean), (.median, "median", median),
        (.geometricMean, "geomean", geometricMean),
    ]
    return names.filter { $0.0 != .geometricMean || values.allSatisfy { $0 > 0 } }
        .map { statistic, name, estimate in
            let found = bootstrap(values, statistic)
            let known: JSON =
                values.count > 1 && found.value == nil
                ? ["value": json(estimate(values))] : [:]
            return members(found, known) { result in
                var answers: JSON = [
                    "statistic": .string(name), "seed": .number(Double(bootstrapSeed)),
                    "B": json(result.resamples), "value": .number(result.value),
                    "percentile": json(result.percentile), "bca": json(result.bca),
                    "z0": .number(result.bias), "acceleration": .number(result.acceleration),
                ]
                if let all = exhaustiveBootstrap(values, statistic).value {
                    answers.set(
                        "exhaustive",
                        [
                            "resamples": json(all.resamples), "percentile": json(all.percentile),
                            "bca": json(all.bca), "z0": .number(all.bias),
                            "acceleration": .number(all.acceleration),
                        ]
                    )
                }
                return answers
            }
        }
}
