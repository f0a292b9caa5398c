import Foundation
import Statistics

extension Analysis {
    /// ln time ~ 0 + task + (1 | participant) over all positive times.
    func mixed(_ rows: [[Double?]], conditions: [String]? = nil) -> JSON {
        var (logs, task, groups, labels) = ([Double](), [String](), [Int](), [String]())
        for (person, row) in rows.enumerated() {
            for (name, time) in zip(tasks, row) {
                guard let time, time > 0 else { continue }
                logs.append(log(time))
                task.append(name)
                groups.append(person)
                if let conditions { labels.append(conditions[person]) }
            }
        }
        let perTask = FixedEffect.indicators(task, levels: tasks)
        guard let conditions else {
            let model = mixedModel(logs, fixed: perTask, groups: groups)
            let intercept = mixedModel(logs, fixed: [.intercept(logs.count)], groups: groups)
            return members(model, ["n_obs": json(logs.count)]) { model in
                merged(
                    modelAnswers(model),
                    ["lrt_task": ratioAnswers(model, intercept)]
                )
            }
        }
        let levels = Array(Set(conditions)).sorted()
        let extra = FixedEffect.indicators(labels, levels: levels, dropping: true)
            .map { FixedEffect("condition[\($0.name)]", $0.values) }
        let model = mixedModel(logs, fixed: perTask + extra, groups: groups)
        let smaller = mixedModel(logs, fixed: perTask, groups: groups)
        return members(model, ["n_obs": json(logs.count)]) { model in
            let effect = model.coefficients[model.coefficients.count - 1]
            // The reference's interval is Wald's.
            let reach = 1.959963984540054 * effect.error
            let interval = (low: effect.estimate - reach, high: effect.estimate + reach)
            return merged(
                modelAnswers(model),
                [
                    "condition_ratio": .number(exp(effect.estimate)),
                    "condition_ratio_wald_ci": [
                        .number(exp(interval.low)), .number(exp(interval.high)),
                    ],
                    "lrt_condition": ratioAnswers(model, smaller),
                ]
            )
        }
    }

    private func ratioAnswers(_ model: MixedModel, _ smaller: Computed<MixedModel>) -> JSON {
        members(smaller.flatMap { model.likelihoodRatio(over: $0) }) {
            ["chi2": .number($0.chiSquared), "df": json($0.df), "p": .number($0.p)]
        }
    }

    private func modelAnswers(_ model: MixedModel) -> JSON {
        var coefficients: JSON = [:]
        for coefficient in model.coefficients {
            coefficients.set(
                coefficient.name,
                [.number(coefficient.estimate), .number(coefficient.error)]
            )
        }
        let variances: JSON = [
            "reml_loglik": .number(model.restrictedLogLikelihood),
            "var_residual": .number(model.residualVariance),
            "var_participant": .number(model.groupVariance),
        ]
        return merged(
            variances,
            [
                "ml_loglik": .number(model.logLikelihood), "n_groups": json(model.groups),
                "icc": .number(
                    model.groupVariance / (model.groupVariance + model.residualVariance)
                ),
                "coef": coefficients, "statsmodels": variances,
                "statsmodels_agrees": true,
            ]
        )
    }
}
