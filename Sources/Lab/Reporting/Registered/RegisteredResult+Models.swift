import Statistics
import StudyDefinition

extension RegisteredResult {
    /// Returns the effects of the conditions in a mixed model or a least-squares model. If a second
    /// factor is registered, the model includes the factor and its interaction with the conditions.
    static func model(_ test: RegisteredTest, _ input: RegisteredInput) -> RegisteredResult {
        let table = ModelTable(test, input)
        var result = RegisteredResult(test: test)
        result.notes = table.notes(test)
        guard let levels = table.levels else {
            let found = pairs(table, test, input)
            result.rows = found.rows
            result.notes += found.notes
            result.ignored = found.ignored
            return result
        }
        let covariates = table.covariates
        let effects = table.indicators(levels) + table.nested(levels) + covariates
        let nested = table.fit(effects, test)
        result.notes += [nested.deviations].compactMap(\.self)
        let additive = table.indicators(levels) + table.conditionEffects(base: 0) + covariates
        if test.method == .mixedModel {
            let name = "Interaction of condition and factor"
            result.rows.append(
                levels.count == 1
                    ? Row(name, .joint, because: "all answers are “\(levels[0].title)”")
                    : joint(name, nested, table.fit(additive, test))
            )
        }
        for (level, title) in levels {
            for other in input.conditions.indices.dropFirst() {
                let name = "\(input.name((0, other), table.scale)) (\(title))"
                result.rows += nested.rows("\(other) in \(level)", name, table.scale)
                    .map { $0.comparing(input.titles((0, other))) }
            }
        }
        result.add(table, nested, effects)
        return result
    }

    private static func pairs(
        _ table: ModelTable,
        _ test: RegisteredTest,
        _ input: RegisteredInput
    ) -> RegisteredResult {
        let intercept = FixedEffect.intercept(table.count)
        let covariates = table.covariates
        // Each fit has a different condition as the reference. The last condition is never the
        // reference, because the fits already compare it with every condition.
        let fits = input.conditions.indices.dropLast().map { base in
            table.fit([intercept] + table.conditionEffects(base: base) + covariates, test)
        }
        var result = RegisteredResult(test: test)
        if input.conditions.count > 2, test.method == .mixedModel {
            let without = table.fit([intercept] + covariates, test)
            result.rows.append(joint("All conditions", fits[0], without))
        }
        var places: [Range<Int>] = []
        for pair in input.pairs {
            let (name, start) = (input.name(pair, table.scale), result.rows.count)
            result.rows += fits[pair.base].rows("\(pair.other)", name, table.scale)
                .map { $0.comparing(input.titles(pair)) }
            places.append(start..<result.rows.count)
        }
        // A pair has one row for each type of standard error, or a single row with the reason why
        // its effect is not computable. Holm's correction is applied to each type, across all
        // pairs.
        let width = places.map(\.count).max() ?? 0
        for type in 0..<width {
            result.holm(places.filter { $0.count == width }.map { $0.lowerBound + type })
        }
        if let fit = fits.first {
            result.add(table, fit, [intercept] + table.conditionEffects(base: 0) + covariates)
        }
        result.notes = [fits.first?.deviations].compactMap(\.self)
        return result
    }

    /// Adds the rows of the covariates in a model with these effects.
    private mutating func add(_ table: ModelTable, _ fit: ModelFit, _ effects: [FixedEffect]) {
        let reasons = table.ignored(effects)
        ignored = Set(reasons.keys)
        for name in table.covariates.map(\.name) {
            if let reason = reasons[name] {
                rows.append(Row(name, .coefficient, because: reason))
            } else {
                rows += fit.rows(name, name, .coefficient)
            }
        }
    }

    /// Returns a row with the likelihood-ratio test of two models fitted to the same observations.
    private static func joint(_ name: String, _ larger: ModelFit, _ smaller: ModelFit) -> Row {
        let found: Computed<ChiSquaredTest> =
            switch (larger, smaller) {
            case (.linear(let one), .linear(let two)):
                one.flatMap { one in two.flatMap { one.likelihoodRatio(over: $0) } }
            case (.generalized(let one), .generalized(let two)):
                one.flatMap { one in two.flatMap { one.likelihoodRatio(over: $0) } }
            default: .notComputable(because: "there is no likelihood-ratio test for least squares")
            }
        return found.row(name, .joint) { test in
            Row(name, .joint).tested(
                "χ²(\(test.df)) = \(fixed(test.chiSquared, 2)), likelihood ratio",
                test.p
            )
        }
    }
}

/// A model fitted by any of the registered methods.
enum ModelFit {
    case linear(Computed<MixedModel>)
    case generalized(Computed<GeneralizedMixedModel>)
    case squares(Computed<LeastSquares>)

    /// Returns the rows for one coefficient. Least squares gives two rows, one for each type of
    /// standard error; other models give one.
    func rows(
        _ coefficient: String,
        _ effect: String,
        _ scale: RegisteredResult.Scale
    ) -> [RegisteredResult.Row] {
        typealias Row = RegisteredResult.Row
        func row(_ name: String, _ estimate: Double, _ interval: Interval) -> Row {
            let isLog = scale != .difference && scale != .coefficient
            return Row(name, scale, estimate, interval, isLog: isLog)
        }
        func rows<Own>(_ found: Computed<Own?>, _ make: (Own) -> [Row]) -> [Row] {
            if case .value(let own?) = found { return make(own) }
            let reason = found.reason ?? "the model has no term for this effect"
            return [Row(effect, scale, because: reason)]
        }
        switch self {
        case .linear(let fit):
            let own = fit.map { $0.coefficients.first { $0.name == coefficient } }
            return rows(own) { own in
                let t = "t(\(fixed(own.df, 1))) = \(fixed(own.estimate / own.error, 2))"
                return [row(effect, own.estimate, own.interval()).tested(t, own.p)]
            }
        case .generalized(let fit):
            let own = fit.map { $0.coefficients.first { $0.name == coefficient } }
            return rows(own) { own in
                let z = "z = \(fixed(own.estimate / own.error, 2))"
                return [row(effect, own.estimate, own.interval()).tested(z, own.p)]
            }
        case .squares(let fit):
            let own = fit.map { $0.coefficients.first { $0.name == coefficient } }
            return rows(own) { own in
                [("HC3", own.robust), ("clustered", own.clustered)].map { name, inference in
                    let label = "\(effect) (\(name))"
                    return inference.row(label, scale) { value in
                        let t = fixed(own.estimate / value.error, 2)
                        return row(label, own.estimate, value.interval)
                            .tested("t(\(fixed(value.df, 0))) = \(t)", value.p)
                    }
                }
            }
        }
    }
}

extension ModelFit {
    /// Standard deviations of the random effects as text; nil for least squares, or if the model
    /// could not be fitted.
    fileprivate var deviations: String? {
        let (group, crossed, residual): (Double, Double?, Double?)
        switch self {
        case .linear(let fit):
            guard let model = fit.value else { return nil }
            group = model.groupVariance.squareRoot()
            crossed = model.crossedVariance?.squareRoot()
            residual = model.residualVariance.squareRoot()
        case .generalized(let fit):
            guard let model = fit.value else { return nil }
            (group, crossed, residual) = (model.groupDeviation, model.crossedDeviation, nil)
        case .squares: return nil
        }
        let parts = [
            "participants \(fixed(group, 3))", crossed.map { "tasks \(fixed($0, 3))" },
            residual.map { "residual \(fixed($0, 3))" },
        ]
        return "Standard deviations: \(listed(parts.compactMap(\.self)))."
    }
}
