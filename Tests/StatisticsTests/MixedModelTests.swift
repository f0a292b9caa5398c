import Foundation
import Statistics
import Testing

@Suite struct MixedModelTests {
    private let rows: [[Double]] = [
        [80, 62, 23, 30, 178, 60], [60, 40, 20, 29, 160, 50], [150, 180, 31, 60, 295, 75],
        [90, 90, 35, 150, 360, 100], [180, 300, 60, 37, 260, 122], [130, 83, 41, 22, 170, 150],
    ]

    private func model(_ rows: [[Double?]]) throws -> (MixedModel, MixedModel) {
        let cells = rows.indices.flatMap { person in
            rows[person].indices.compactMap { task in
                rows[person][task].map { (person: person, task: "T\(task)", log: log($0)) }
            }
        }
        let levels = rows[0].indices.map { "T\($0)" }
        let fixed = FixedEffect.indicators(cells.map(\.task), levels: levels)
        let response = cells.map(\.log)
        let groups = cells.map(\.person)
        return (
            try #require(mixedModel(response, fixed: fixed, groups: groups).value),
            try #require(
                mixedModel(response, fixed: [.intercept(cells.count)], groups: groups).value
            )
        )
    }

    /// Balanced data: the variances are those of the analysis of variance, to the last digits.
    @Test func balancedVariancesAreMoments() throws {
        let (model, intercept) = try model(rows)
        let anova = try #require(repeatedMeasures(rows.map { $0.map { log($0) } }).value)
        #expect(isClose(model.residualVariance, anova.residualVariance))
        #expect(isClose(model.groupVariance, anova.rowVariance))
        // statsmodels 0.15.
        #expect(abs(model.restrictedLogLikelihood + 24.2625696374) < 1e-9)
        #expect(abs(model.logLikelihood + 19.3829614534) < 1e-9)
        #expect(isClose(model.coefficients[0].estimate, 4.67455124378))
        #expect(abs(model.coefficients[0].error - 0.213707484448) < 1e-6)
        let ratio = try #require(model.likelihoodRatio(over: intercept).value)
        #expect(abs(ratio.chiSquared - 46.6025870221) < 1e-6)
        #expect(ratio.df == 5)
    }

    /// Seven people with missing cells, whose variance between people is at its bound of zero;
    /// statsmodels 0.15.
    @Test func missingCellsAndAVarianceAtItsBound() throws {
        let (model, _) = try model([
            [135, nil, 12, 181], [113, 85, 38, 64], [185, 73, 47, 51], [161, 119, 25, nil],
            [132, 118, 52, 327], [nil, nil, 71, 69], [164, 192, nil, 181],
        ])
        #expect(model.observations == 23)
        #expect(model.groupVariance == 0)
        #expect(isClose(model.residualVariance, 0.289177411821))
        #expect(abs(model.restrictedLogLikelihood + 18.6653987648) < 1e-9)
    }

    /// Balanced people × tasks, both random: (MS people − MSE)/k, (MS tasks − MSE)/n and MSE.
    @Test func crossedVariancesAreMoments() throws {
        let logs = rows.map { $0.map { log($0) } }
        let anova = try #require(repeatedMeasures(logs).value)
        let cells = (0..<6).flatMap { person in (0..<6).map { (person, $0) } }
        let model = try #require(
            mixedModel(
                cells.map { logs[$0.0][$0.1] },
                fixed: [.intercept(36)],
                groups: cells.map(\.0),
                crossed: cells.map(\.1)
            ).value
        )
        let tasks = (anova.columnSquares / 5 - anova.residualVariance) / 6
        #expect(abs(model.residualVariance / anova.residualVariance - 1) < 1e-6)
        #expect(abs(model.groupVariance / anova.rowVariance - 1) < 1e-6)
        #expect(abs((model.crossedVariance ?? 0) / tasks - 1) < 1e-6)
    }

    /// Large parts in common do not cancel what differs.
    @Test func shiftAndScaleLeaveTheFit() throws {
        let (plain, _) = try model(rows)
        let cells = (0..<6).flatMap { person in (0..<6).map { (person, $0) } }
        let response = cells.map { 1e6 + log(rows[$0.0][$0.1]) }
        let fixed = FixedEffect.indicators(
            cells.map { "\($0.1)" },
            levels: (0..<6).map(String.init)
        )
        let moved = try #require(
            mixedModel(response, fixed: fixed, groups: cells.map(\.0)).value
        )
        #expect(abs(moved.groupVariance / plain.groupVariance - 1) < 1e-7)
        #expect(abs(moved.coefficients[0].estimate - 1e6 - plain.coefficients[0].estimate) < 1e-8)
    }

    /// Every outcome of a group is the same, so that its coefficient has no bound: the slope of the
    /// fit goes to zero all the same.
    @Test func aGroupWithoutADifferentOutcomeHasNoCoefficient() {
        for groups in [2, 3] {
            let cells = (0..<8).flatMap { person in
                (0..<2 * groups).map { (person: person, group: $0 / 2, task: $0 % 2) }
            }
            let last = groups - 1
            let fixed =
                [FixedEffect.intercept(cells.count)]
                + (1..<groups).map { group in
                    FixedEffect("\(group)", cells.map { $0.group == group ? 1 : 0 })
                }
            let mixed = cells.indices.map { $0 % 3 == 0 ? 1.0 : 0.0 }
            let outcomes: [(GeneralizedMixedModel.Family, Double)] = [
                (.logistic, 0), (.logistic, 1), (.poisson, 0),
            ]
            for (family, outcome) in outcomes {
                let found = generalizedMixedModel(
                    zip(cells, mixed).map { $0.group == last ? outcome : $1 },
                    family: family,
                    fixed: fixed,
                    groups: cells.map(\.person),
                    crossed: cells.map(\.task)
                )
                #expect(found.reason?.hasPrefix("a coefficient is unbounded") == true)
            }
        }
    }

    /// With one participant per condition, the difference between the conditions cannot be
    /// separated from that between two people. The restricted likelihood is the same for every
    /// variance between participants.
    @Test func oneParticipantInEachConditionIsTheReason() {
        let people = [0, 0, 0, 0, 1, 1, 1, 1]
        let tasks = [0, 1, 2, 3, 0, 1, 2, 3]
        let fixed = [
            .intercept(8), FixedEffect("condition", people.map { Double($0) }),
        ]
        let reason = "the fixed effects explain all differences between participants"
        let seconds: [Double] = [120, 95, 200, 150, 80, 70, 110, 90]
        let linear = mixedModel(
            seconds.map { log($0) },
            fixed: fixed,
            groups: people,
            crossed: tasks
        )
        #expect(linear.reason?.hasPrefix(reason) == true)
        let logistic = generalizedMixedModel(
            [0, 1, 1, 0, 1, 1, 0, 1],
            family: .logistic,
            fixed: fixed,
            groups: people,
            crossed: tasks
        )
        #expect(logistic.reason?.hasPrefix(reason) == true)
        // Both participants work in both conditions.
        let within = mixedModel(
            seconds.map { log($0) },
            fixed: [.intercept(8), FixedEffect("condition", tasks.map { $0 < 2 ? 1 : 0 })],
            groups: people
        )
        #expect(within.value != nil)
    }

    @Test func whatCannotBeFittedSaysWhy() {
        let ones = FixedEffect.intercept(4)
        let equal = mixedModel([1, 1, 1, 1], fixed: [ones], groups: [0, 0, 1, 1])
        #expect(equal.reason == "the residual variance is zero")
        let perfect = mixedModel([1, 1, 2, 2], fixed: [ones], groups: [0, 0, 1, 1])
        #expect(perfect.reason == "the residual variance is zero")
        let twice = mixedModel([1, 2, 3, 5], fixed: [ones, ones], groups: [0, 0, 1, 1])
        #expect(twice.reason == "the fixed effects are linearly dependent")
        let one = mixedModel([1, 2, 3, 5], fixed: [ones], groups: [0, 0, 0, 0])
        #expect(one.reason == "there are fewer than two participants")
    }
}
