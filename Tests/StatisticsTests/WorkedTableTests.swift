import Foundation
import Statistics
import Testing

/// Worked values for tables of counts and for agreement. Made with SciPy 1.17, statsmodels 0.15 and
/// pingouin 0.7 where not by hand.
@Suite struct WorkedTableTests {
    @Test func elevenOfTwelveAgainstFive() throws {
        let rates = try #require(TwoRates(11, of: 12, and: 5, of: 12))
        #expect(isClose(rates.nMinusOne.value?.chiSquared, 6.46875))
        #expect(isClose(rates.nMinusOne.value?.p, 0.0109787726067))
        #expect(isClose(rates.pearson.value?.chiSquared, 6.75))
        #expect(isClose(rates.yates.value?.p, 0.0303828219766))
        #expect(isClose(rates.fisher, 0.0271907389958))
        #expect(isClose(rates.fisherMidP, 0.0142684075919))
        #expect(isClose(rates.newcombe().low, 0.122114422855))
        #expect(isClose(rates.newcombe().high, 0.733662787594))
        #expect(isClose(rates.adjustedWaldDifference().low, 0.113282160083))
        #expect(isClose(rates.agrestiCaffo().high, 0.746055751943))
        #expect(isClose(rates.oddsRatio.value, 15.4))
        #expect(isClose(rates.haldaneOddsRatio().interval.high, 79.3031782394))
        #expect(isClose(rates.cohensH, 1.15255886256))
    }

    @Test func intervalsOfNineOfTen() {
        #expect(isClose(laplace(9, of: 10).value, 10.0 / 12))
        #expect(isClose(lewisSauroPoint(9, of: 10).value, 10.0 / 12))
        #expect(isClose(lewisSauroPoint(4, of: 5).value, 0.8))
        #expect(isClose(wilson(0, of: 1).value?.high, 0.793450685623))
        #expect(isClose(clopperPearson(0, of: 1).value?.high, 0.975))
        #expect(isClose(jeffreys(0, of: 1).value?.high, 0.85325368369))
        // 0.7⁵ / 2: five of five against 70 %.
        #expect(isClose(midPTest(5, of: 5, above: 0.7).value, 0.084035))
        #expect(
            isClose(adjustedWald(5, of: 5, level: 0.9, clipped: false).value?.high, 1.04987409529)
        )
    }

    @Test func changeInTheSamePeople() throws {
        let pairs = PairedOutcomes(both: 10, firstOnly: 1, secondOnly: 8, neither: 2)
        let test = try #require(pairs.mcNemar().value)
        #expect(isClose(test.chiSquared.value?.chiSquared, 49.0 / 9))
        #expect(isClose(test.corrected.value?.p, 0.0455002638964))
        #expect(isClose(test.difference, -1.0 / 3))
        #expect(isClose(test.interval.low, -0.558136023283))
        #expect(isClose(test.interval.high, -0.0505596288909))
    }

    /// Four complete rows by hand: columns sum to 4, 3 and 1, rows to 3, 2, 2 and 1:
    /// Q = 2 (3 · 26 − 64) / (3 · 8 − 18).
    @Test func cochranByHand() throws {
        let rows = [
            [true, true, true], [true, true, false], [true, true, false], [true, false, false],
        ]
        let test = try #require(cochranQ(rows).value)
        #expect(isClose(test.chiSquared, 2 * (3 * 26 - 64) / 6.0))
        #expect(test.df == 2)
    }

    /// By hand: both items have variance 5/3, their sum 6.
    @Test func alphaByHand() throws {
        let alpha = try #require(cronbachAlpha([[1, 2], [2, 4], [3, 3], [4, 5]]).value)
        #expect(isClose(alpha.alpha, 2 * (1 - (10.0 / 3) / 6)))
        #expect(isClose(alpha.meanCorrelation.value, 0.8))
        #expect(isClose(alpha.standardized.value, 1.6 / 1.8))
        #expect(alpha.withoutItem[0].value == nil)
    }

    @Test func twoRaters() throws {
        let one = ["Y", "Y", "Y", "Y", "N", "N", "N", "N", "N", "N"]
        let two = ["Y", "Y", "Y", "N", "Y", "N", "N", "N", "N", "N"]
        let kappa = try #require(cohensKappa(one, two, categories: ["N", "Y"]).value)
        #expect(isClose(kappa.agreement, 0.8))
        #expect(isClose(kappa.kappa, 0.583333333333))
        #expect(isClose(kappa.standardError, 0.262376881768))
    }

    /// Severity 0 to 4, one category used by one rater only.
    @Test func weightedAgreement() {
        let one = [3, 2, 3, 3, 0, 4, 0, 2, 1, 0, 2, 0, 0, 2, 0, 0, 0, 4, 4, 4]
        let two = [2, 2, 4, 0, 4, 2, 1, 4, 0, 0, 0, 0, 2, 2, 4, 1, 1, 2, 1, 4]
        func kappa(_ weights: Kappa.Weights) -> Double? {
            weightedKappa(one, two, categories: [0, 1, 2, 3, 4], weights: weights).value
        }
        #expect(isClose(kappa(.none), 0.0384615384615))
        #expect(isClose(kappa(.linear), 0.127906976744))
        #expect(isClose(kappa(.quadratic), 0.188034188034))
    }

    @Test func groupsOfPeople() throws {
        let (one, two): ([Double], [Double]) = ([80, 60, 150], [90, 180, 130])
        let d = try #require(standardizedDifference(one, two).value)
        #expect(isClose(d.d, -0.793856620136))
        #expect(isClose(d.correction.value, 0.797884560803))
        #expect(isClose(d.standardError, 0.848047184877))
        let ratio = try #require(welchLog(one, two).value)
        #expect(isClose(ratio.df, 3.68523805569))
        #expect(isClose(ratio.ratio, 0.699237497526))
        #expect(isClose(ratio.ratioInterval.high, 1.83868111067))
        let ranks = try #require(mannWhitney(one, two).value)
        #expect(isClose(ranks.exact.value, 0.4))
        #expect(isClose(ranks.cliffsDelta, -5.0 / 9))
        #expect(shift(one, two).value == -30)
    }

    /// d of five and seven values with the interval .649 to 3.608 (SciPy's noncentral t): g's is
    /// J(10) = .92275 times it.
    @Test func intervalOfGIsCorrectedAsGIs() throws {
        let first = [-1.0, -0.5, 0, 0.5, 1], second = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5]
        let plain = try #require(standardizedDifference(first.map { $0 + 1 }, second).value)
        let shift = 2.1602849422572494 / plain.d
        let found = try #require(standardizedDifference(first.map { $0 + shift }, second).value)
        let d = try #require(found.noncentralInterval().value)
        let g = try #require(found.correctedInterval().value)
        #expect(abs(d.low - 0.649) < 1e-6 && abs(d.high - 3.60804905) < 1e-6)
        #expect(abs(g.low - 0.5988619) < 1e-6 && abs(g.high - 3.3293114) < 1e-6)
    }

    @Test func oneObservationForEachParticipantIsTheReason() {
        let model = mixedModel(
            [1.0, 2, 4, 3, 5, 4.5],
            fixed: [.intercept(6), FixedEffect("condition", [0, 0, 0, 1, 1, 1])],
            groups: Array(0..<6)
        )
        #expect(model.reason?.hasPrefix("each participant has only one observation") == true)
    }

    /// 10 of 20 against 17 of 20 participants. A logistic model has no variance between them; counts
    /// may vary more than a Poisson distribution does.
    @Test func oneOutcomeForEachParticipantIsTheReason() {
        let place = Array(0..<40)
        let fixed = [
            .intercept(40), FixedEffect("condition", place.map { $0 < 20 ? 0 : 1 }),
        ]
        let outcomes = place.map { $0 < 10 || (20..<37).contains($0) ? 1.0 : 0.0 }
        let logistic = generalizedMixedModel(
            outcomes,
            family: .logistic,
            fixed: fixed,
            groups: place
        )
        #expect(logistic.reason?.hasPrefix("each participant has only one observation") == true)
        let counts = place.map { Double($0 % 5 * ($0 % 3)) }
        let poisson = generalizedMixedModel(
            counts,
            family: .poisson,
            fixed: fixed,
            groups: place
        )
        #expect(poisson.reason?.hasPrefix("each participant has only one observation") != true)
    }

    /// Interval of d by the noncentral t; SciPy gives 0.025 of each tail at these ends.
    @Test func noncentralInterval() throws {
        let d = try #require(
            standardizedDifference([62, 40, 180], [90, 300, 83]).value?.noncentralInterval().value
        )
        #expect(isClose(d.low, -2.24208350706))
        #expect(isClose(d.high, 1.06530215514))
    }
}
