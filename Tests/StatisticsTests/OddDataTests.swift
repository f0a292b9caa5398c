import Foundation
import SeededRandom
import Statistics
import Testing

/// Few, equal, zero and missing values: a number with its convention, or the reason why there is
/// none. Expectations from the rules that each function states.
@Suite struct OddDataTests {
    @Test func oneParticipant() {
        #expect(mean([15]) == .value(15))
        #expect(tInterval([15]).reason == "there is only one value")
        #expect(logTInterval([15]).reason == "there is only one value")
        #expect(medianInterval([15]).value == nil)
        #expect(rangeCoverage(count: 1).value == nil)
        #expect(bootstrap([15], .mean).reason == "there are fewer than two values")
        #expect(pairedT([1], [2]).reason == "there are fewer than two pairs")
        #expect(signedRank([-164]).value?.exact.value == 1)
        #expect(friedman([[1, 2, 3]]).value == nil)
    }

    @Test func allEqual() throws {
        let values = [Double](repeating: 42, count: 5)
        #expect(standardDeviation(values) == .value(0))
        #expect(tInterval(values).value == Interval(low: 42, high: 42))
        #expect(logTInterval(values).reason == "all values are equal")
        let interval = try #require(
            logTInterval(values, widthless: true).value
        )
        #expect(isClose(interval.low, 42))
        #expect(shapiroWilk(values).reason == "all values are equal")
        #expect(skewness(values).reason == "all values are equal")
        #expect(pairedT(values, values).reason == "all differences are equal")
        #expect(signedRank([0, 0, 0]).reason == "all differences are zero")
        #expect(welch(values, values).value == nil)
        #expect(mannWhitney(values, values).value?.asymptotic.value == nil)
        #expect(mannWhitney(values, values).value?.exact.value.map { isClose($0, 1) } == true)
        #expect(kruskalWallis([values, values]).reason == "all values are equal")
        #expect(friedman([[1, 1, 1], [1, 1, 1]]).reason == "all ranks are tied")
        let anova = repeatedMeasures([[3.7, 3.7, 3.7], [3.7, 3.7, 3.7]])
        #expect(anova.value?.test.reason == "the residual variance is zero")
    }

    /// Means of the same logarithms in another order may differ in their last bits.
    @Test func roundingErrorsAreNoVariation() {
        let values = [4.5, 4.5.nextUp, 4.5.nextDown]
        let others = values.map { $0 + 0.5 }
        let (allEqual, equalWithin) = (
            "all values are equal", "the values within each group are equal"
        )
        #expect(standardDeviation(values) == .value(0))
        #expect(oneSampleT(values, against: 4).reason == allEqual)
        #expect(logTInterval(values).reason == allEqual)
        #expect(bootstrap(values, .mean).reason == allEqual)
        #expect(bootstrap(values, .geometricMean).reason == allEqual)
        #expect(exhaustiveBootstrap(values, .mean).reason == allEqual)
        #expect(welch(values, others).reason == equalWithin)
        #expect(standardizedDifference(values, others).reason == equalWithin)
        #expect(bootstrapDifference(values, others).reason == equalWithin)
        #expect(commonDifference(values, others) == -0.5)
        #expect(mannWhitney(values, [4.5, 4.5, 4.5]).value?.u1 == 4.5)
    }

    @Test func zeroTimeHasNoLogarithmAndIsNotDropped() {
        let times: [Double] = [12, 0, 15, 9, 22]
        #expect(mean(times) == .value(11.6))
        #expect(geometricMean(times).reason?.contains("zero or negative") == true)
        #expect(logTInterval(times).value == nil)
        #expect(logOutliers(times).value == nil)
        #expect(pairedLogT(times, [1, 2, 3, 4, 5]).value == nil)
        #expect(bootstrap(times, .geometricMean).value == nil)
    }

    @Test func noInfinityGetsOut() {
        let huge = [1e308, 1.7e308, 1.7e308]
        #expect(mean(huge).value == nil)
        #expect(standardDeviation(huge).value == nil)
        #expect(tInterval(huge).value == nil)
        #expect(pairedT(huge, [-1e308, -1e308, -1.2e308]).value == nil)
        #expect(welch(huge, [1, 2, 3]).value == nil)
    }

    @Test func allFail() throws {
        let curve = try #require(
            kaplanMeier([CensoredTime(108, succeeded: false), CensoredTime(48, succeeded: false)])
                .value
        )
        #expect(curve.steps.isEmpty)
        #expect(curve.median.reason == "too few participants succeeded")
        #expect(curve.restrictedMean == 108)
        #expect(rummelMedian([CensoredTime(5, succeeded: false)]).reason == "nobody succeeded")
    }

    /// Six of six: an interval all the same, and a message for what has none.
    @Test func allPass() throws {
        let rates = try #require(TwoRates(6, of: 6, and: 6, of: 6))
        #expect(wilson(6, of: 6).value?.high == 1)
        #expect(rates.nMinusOne.reason == "all outcomes are the same")
        #expect(rates.fisher == 1)
        #expect(
            cochranQ([[true, true], [true, true]]).reason
                == "each participant's outcomes are all the same"
        )
        #expect(adjustedWald(7, of: 6).reason == "7 successes in 6 attempts are impossible")
    }

    /// By hand: 5 people, one gives up at 20 while two are still working.
    @Test func censoredCurveByHand() throws {
        let times = [
            CensoredTime(10, succeeded: true), CensoredTime(15, succeeded: true),
            CensoredTime(20, succeeded: false), CensoredTime(30, succeeded: true),
            CensoredTime(40, succeeded: true),
        ]
        let curve = try #require(kaplanMeier(times).value)
        #expect(curve.steps.map(\.atRisk) == [5, 4, 2, 1])
        for (step, expected) in zip(curve.steps, [0.8, 0.6, 0.3, 0]) {
            #expect(abs(step.survival - expected) < 1e-12)
        }
        #expect(curve.median == .value(30))
        // 10 + 5 · 0.8 + 15 · 0.6 + 10 · 0.3.
        #expect(isClose(curve.restrictedMean, 26))
    }

    @Test func medianOnAPlateauIsItsMiddle() throws {
        let curve = try #require(
            kaplanMeier([1, 2, 4, 8].map { CensoredTime($0, succeeded: true) }).value
        )
        #expect(curve.median == .value(3))
        #expect(curve.time(by: 0.5) == .value(2))
        #expect(curve.medianBelow == .value(4))
    }

    @Test func ratersAndItemsThatDoNotVary() {
        let minor = [String](repeating: "minor", count: 6)
        #expect(
            cohensKappa(minor, minor, categories: ["minor"]).reason
                == "both raters assigned the same category to all cases"
        )
        #expect(cronbachAlpha([[3, 3], [3, 3]]).value == nil)
        #expect(pearsonCorrelation([1, 1], [1, 2]).reason == "one of the variables does not vary")
        #expect(
            cohensKappa(["a"], ["b"], categories: ["a"]).reason
                == "a rating is not one of the categories"
        )
    }

    @Test func theReasonIsTheCauseThatTheInputHas() {
        let (early, late) = (
            CensoredTime(1, succeeded: true), CensoredTime(2, succeeded: true)
        )
        #expect(kruskalWallis([[1], [2], []]).reason == "a group is empty")
        #expect(kruskalWallis([[1, 2]]).reason == "there are fewer than two groups")
        #expect(logRank([[early], [late], []]).reason == "a group is empty")
        #expect(logRank([[early, late]]).reason == "there are fewer than two groups")
        #expect(
            cronbachAlpha([[1, 2], [3]]).reason == "the rows have different numbers of items"
        )
        let notFinite = "a number is missing, too large or too small"
        #expect(cronbachAlpha([[1, .infinity], [3, 4]]).reason == notFinite)
        #expect(cronbachAlpha([[1e200, 1], [-1e200, 4]]).reason == notFinite)
        func hazards(_ values: [Double]) -> String? {
            proportionalHazards([early, late], [FixedEffect("x", values)]).reason
        }
        #expect(hazards([1, .infinity]) == notFinite)
        #expect(hazards([0, 0]) == "a covariate has the same value for all attempts")
        #expect(proportionalHazards([early, late], []).reason == "the model has no covariate")
    }

    @Test func theReasonOfAModelIsTheCauseThatTheInputHas() {
        let notFinite = "a number is missing, too large or too small"
        let differ = "the columns of the model differ in length"
        let (ones, infinite) = (FixedEffect.intercept(4), FixedEffect("x", [1, 2, 3, .infinity]))
        func squares(_ fixed: FixedEffect) -> String? {
            leastSquares([1, 2, 3, 5], fixed: [fixed], clusters: [0, 0, 1, 1]).reason
        }
        #expect(squares(.intercept(3)) == differ)
        func reason(
            _ family: GeneralizedMixedModel.Family,
            _ response: [Double],
            _ fixed: FixedEffect,
            _ groups: [Int] = [0, 0, 1, 1]
        ) -> String? {
            generalizedMixedModel(response, family: family, fixed: [fixed], groups: groups).reason
        }
        #expect(reason(.poisson, [1, 2, 3, -1], ones) == "a count is below zero")
        #expect(reason(.poisson, [1, 2, 3, .infinity], ones) == notFinite)
        #expect(reason(.logistic, [0, 1, 1, 2], ones) == "an outcome is neither 0 nor 1")
        #expect(reason(.logistic, [0, 1, 1, 0], infinite) == notFinite)
        #expect(reason(.logistic, [0, 1, 1, 0], .intercept(3)) == differ)
        #expect(
            reason(.logistic, [0, 1, 1, 0], ones, [0, 0, 0, 0])
                == "there are fewer than two participants"
        )
    }

    /// One participant in each of two conditions: each participant's residuals add up to zero.
    @Test func aStandardErrorOfZeroIsNoCertainty() throws {
        let prefix = "the standard error is zero"
        let condition = FixedEffect("x", [0, 0, 0, 0, 1, 1, 1, 1])
        let pair = try #require(
            leastSquares(
                [4.1, 4.6, 5.3, 4.9, 4.4, 4.2, 4.7, 4.5],
                fixed: [.intercept(8), condition],
                clusters: [0, 0, 0, 0, 1, 1, 1, 1]
            ).value
        )
        #expect(pair.coefficients[1].clustered.reason?.hasPrefix(prefix) == true)
        #expect(pair.coefficients[1].robust.value != nil)
        // Two of three conditions have only the answer 7.
        let labels = ["a", "a", "b", "b", "c", "c", "c", "c"]
        let fixed =
            [.intercept(8)]
            + FixedEffect.indicators(labels, levels: ["a", "b", "c"], dropping: true)
        let scores = try #require(
            leastSquares([7, 7, 7, 7, 4, 6, 5, 7], fixed: fixed, clusters: Array(0..<8)).value
        )
        #expect(scores.coefficients[1].robust.reason?.hasPrefix(prefix) == true)
        #expect(scores.coefficients[1].clustered.reason?.hasPrefix(prefix) == true)
        #expect(scores.coefficients[2].robust.value != nil)
    }

    @Test func sizesOfStudies() {
        #expect(participants(forProportion: 0.1).value == 93)
        #expect(participants(forMean: 10, deviation: 21.4).value == 21)
        #expect(participants(forMean: log1p(0.3), deviation: log(1.6)).value == 15)
        let found = participants(forTimeRatio: exp(0.5), spread: 1, isWithin: true, power: 0.8)
        #expect(found.value?.count == 34)
        #expect(participants(forProportion: 0).value == nil)
    }

    @Test func theGeneratorIsTheOneOfItsAuthors() {
        var generator = SplitMix64(seed: 42)
        #expect(generator.next() == 13_679_457_532_755_275_413)
        #expect(generator.next() == 2_949_826_092_126_892_291)
    }
}
