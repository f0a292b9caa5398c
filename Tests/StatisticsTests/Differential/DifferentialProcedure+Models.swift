import Statistics

extension DifferentialProcedure {
    static let proportions: [String: DifferentialProcedure] = [
        "wilson": .init { ends(wilson($0["x1"].integer, of: $0["n1"].integer)) },
        "clopperPearson": .init { ends(clopperPearson($0["x1"].integer, of: $0["n1"].integer)) },
        "adjustedWald": .init { ends(adjustedWald($0["x1"].integer, of: $0["n1"].integer)) },
        "newcombe": .init { set in
            let interval = rates(set)?.newcombe()
            return known(["low": interval?.low, "high": interval?.high])
        },
        "fisher": .init { known(["p": rates($0)?.fisher]) },
        "midPTest": .init { set in
            known(["p": midPTest(set["x1"].integer, of: set["n1"].integer, above: 0.7).value])
        },
    ]

    static let models: [String: DifferentialProcedure] = [
        "leastSquares": .init { set in
            let observed = Observed(set)
            let fit = leastSquares(observed.y, fixed: observed.fixed, clusters: observed.person)
            let found = fit.value?.coefficients[1]
            let (robust, clustered) = (found?.robust.value, found?.clustered.value)
            return known([
                "estimate": found?.estimate, "hc3": robust?.error, "hc3P": robust?.p,
                "hc3Low": robust?.interval.low, "hc3High": robust?.interval.high,
                "clustered": clustered?.error, "clusteredP": clustered?.p,
                "low": clustered?.interval.low, "high": clustered?.interval.high,
            ])
        },
        "leastSquaresCovariate": .init { set in
            let observed = Observed(set, covariate: true)
            let fit = leastSquares(observed.y, fixed: observed.fixed, clusters: observed.person)
            let (effect, slope) = (fit.value?.coefficients[1], fit.value?.coefficients[3])
            return known([
                "estimate": effect?.estimate, "slope": slope?.estimate,
                "hc3": slope?.robust.value?.error, "hc3P": effect?.robust.value?.p,
                "clustered": effect?.clustered.value?.error,
                "clusteredP": slope?.clustered.value?.p,
            ])
        },
        "mixedModelCovariate": .init(1e-6) { set in
            let fit = Observed(set, covariate: true).linear
            let (effect, slope) = (fit?.coefficients[1], fit?.coefficients[3])
            return known([
                "estimate": effect?.estimate, "error": effect?.error, "slope": slope?.estimate,
                "slopeError": slope?.error, "likelihood": fit?.restrictedLogLikelihood,
            ])
        },
        "mixedModel": .init(1e-6) { set in
            let fit = Observed(set).linear
            return known([
                "estimate": fit?.coefficients[1].estimate, "error": fit?.coefficients[1].error,
                "likelihood": fit?.restrictedLogLikelihood, "residual": fit?.residualVariance,
            ])
        },
        "satterthwaite": .init(1e-6) { known(["df": Observed($0).linear?.coefficients[1].df]) },
        "logisticMixedModel": .init(2e-4) { set in
            Observed(set).generalized(.logistic, set["done"].numbers)
        },
        "poissonMixedModel": .init(2e-4) { set in
            Observed(set).generalized(.poisson, set["errors"].numbers)
        },
        "logisticByPerson": .init(2e-4) { set in
            Observed(set, tasks: false).generalized(.logistic, set["done"].numbers)
        },
        "logRank": .init { set in
            let sample = censored(set)
            let groups = (0..<3).map { group in
                zip(sample.groups, sample.times).filter { $0.0 == group }.map(\.1)
            }
            return known(["chiSquared": logRank(groups).value?.chiSquared])
        },
        "proportionalHazards": .init(1e-7) { set in
            let sample = censored(set)
            let labels = sample.groups.map(String.init)
            let fixed = FixedEffect.indicators(labels, levels: ["0", "1", "2"], dropping: true)
            let fit = proportionalHazards(sample.times, fixed).value
            return known([
                "first": fit?.coefficients[0].estimate, "second": fit?.coefficients[1].estimate,
                "error": fit?.coefficients[0].error, "likelihood": fit?.logLikelihood,
            ])
        },
        "kaplanMeier": .init { set in
            let curve = kaplanMeier(censored(set).times).value
            let ends = curve?.medianInterval
            let second = curve?.steps[1].interval.value
            return known([
                "median": curve?.median.value, "low": ends?.low, "high": ends?.high,
                "stepLow": second?.low, "stepHigh": second?.high,
            ])
        },
    ]

    private struct Observed {
        var y: [Double]
        var fixed: [FixedEffect]
        var person: [Int]
        var task: [Int]?

        init(_ set: JSON, tasks: Bool = true, covariate: Bool = false) {
            y = set["y"].numbers
            let condition = set["condition"].numbers
            fixed = [
                .intercept(y.count), FixedEffect("c2", condition.map { $0 == 1 ? 1 : 0 }),
                FixedEffect("c3", condition.map { $0 == 2 ? 1 : 0 }),
            ]
            if covariate { fixed.append(FixedEffect("errors", set["errors"].numbers)) }
            person = set["person"].numbers.map { Int($0) }
            task = tasks ? set["task"].numbers.map { Int($0) } : nil
        }

        var linear: MixedModel? { mixedModel(y, fixed: fixed, groups: person, crossed: task).value }

        func generalized(
            _ family: GeneralizedMixedModel.Family,
            _ response: [Double]
        ) -> [String: Double] {
            let fit = generalizedMixedModel(
                response,
                family: family,
                fixed: fixed,
                groups: person,
                crossed: task
            ).value
            return known([
                "c2": fit?.coefficients[1].estimate, "c3": fit?.coefficients[2].estimate,
                "error": fit?.coefficients[1].error, "person": fit?.groupDeviation,
                "task": fit?.crossedDeviation, "likelihood": fit?.logLikelihood,
            ])
        }
    }

    private static func censored(_ set: JSON) -> (groups: [Int], times: [CensoredTime]) {
        let times = zip(set["times"].numbers, set["events"].numbers)
            .map { CensoredTime($0, succeeded: $1 == 1) }
        return (set["group"].numbers.map { Int($0) }, times)
    }

    private static func rates(_ set: JSON) -> TwoRates? {
        TwoRates(
            set["x1"].integer,
            of: set["n1"].integer,
            and: set["x2"].integer,
            of: set["n2"].integer
        )
    }

    private static func ends(_ interval: Computed<Interval>) -> [String: Double] {
        known(["low": interval.value?.low, "high": interval.value?.high])
    }
}
