import Diagnostics
import Statistics

extension ReportAnalysis {
    /// Describes the result of the mixed model that serves as a sensitivity analysis.
    func sensitivity(_ comparison: Comparison) -> Phrase {
        let model = comparison.model
        let (one, two) = comparison.names
        guard let factor = model.factor("condition"), let fit = model.model.value else {
            return """
                Sensitivity analysis, a mixed model of ln time: not computable, because \
                \(model.model.reason ?? "the model has no term for the condition").
                """
        }
        func times(_ factor: (value: Double, interval: Interval)) -> (String, String) {
            let digits = decimals(of: factor.interval, atLeast: 2, null: 1)
            return (fixed(factor.value, digits), span(factor.interval, digits))
        }
        let tasks = fit.crossedVariance == nil ? "" : " and tasks"
        let sets = model.sets.compactMap { name in
            model.factor(name).map(times).map {
                " With \(name), times were \($0) times as long as with the first task set (\($1))."
            }
        }
        let confounded =
            model.confounded.isEmpty
            ? ""
            : """
             The model has no term for \(listed(model.confounded)), whose effect cannot be \
            separated from other effects.
            """
        var parts: [String] = []
        if model.leftOut > 0 {
            parts.append("\(counted(model.leftOut, "attempt")) without a success or a time")
        }
        if model.unmatched > 0 {
            parts.append(
                "\(counted(model.unmatched, "time")) in tasks without a time in the other condition"
            )
        }
        let left = parts.isEmpty ? "" : "; left out: \(parts.joined(separator: " and "))"
        let (value, range) = times(factor)
        return """
            Sensitivity analysis: in a mixed model of ln time over \(model.observations) successes \
            of \(fit.groups) participants (random intercepts for participants\(tasks), restricted \
            maximum likelihood\(left)), the ratio of times, \(one) ÷ \(two), is \(value) (95 % \
            interval \(range), Satterthwaite's degrees of freedom).\
            \(period(model, times))\(sets.joined())\(confounded)
            """
    }

    private func period(
        _ model: SensitivityModel,
        _ times: ((value: Double, interval: Interval)) -> (String, String)
    ) -> String {
        if let (value, range) = model.factor("period").map(times) {
            return """
                 From one period to the next, times changed by a factor of \(value) (\(range)): \
                practice or fatigue, for which the ratio is adjusted.
                """
        }
        if !model.isOrderKnown {
            return """
                 The order of the conditions is not known for every participant, so the model has \
                no term for practice.
                """
        }
        return model.confounded.contains("period")
            ? ""
            : """
             All times in the model are from the same period, so the model has no term for practice.
            """
    }
}
