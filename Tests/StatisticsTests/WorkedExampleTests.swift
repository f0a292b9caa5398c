import Foundation
import Statistics
import Testing

/// Examples printed by others, each with its source. Printed digits are few where the source gives
/// few; `SciPy` and `pingouin` stand for the examples in those packages' documentation, `R` for its
/// help pages.
@Suite struct WorkedExampleTests {
    @Test func adjustedWaldOfFourOfFive() throws {
        // measuringux.com, four digits, cut off.
        let interval = try #require(adjustedWald(4, of: 5).value)
        #expect(abs(interval.low - 0.3596) < 1e-4)
        #expect(abs(interval.high - 0.9796) < 1e-4)
    }

    @Test func discoveryOfSauroAndLewis() throws {
        // Table 7.5: four participants, seven problems, twenty occurrences, one seen once. The book
        // rounds on the way: .345, .621 and .483.
        let matrix = [
            [true, true, true, true, true, true, true],
            [false, true, true, true, true, true, true],
            [false, false, true, true, true, true, true],
            [false, false, false, false, false, true, true],
        ]
        let found = try #require(ProblemDiscovery(matrix))
        #expect(found.counts.reduce(0, +) == 20)
        #expect(isClose(found.observed, 0.714285714286))
        #expect(isClose(found.deflated, 0.348214285714))
        #expect(isClose(found.goodTuring, 0.625))
        #expect(isClose(found.combined, 0.486607142857))
    }

    @Test func fiveUsersAtNielsensProbability() {
        #expect(isClose(ProblemDiscovery.share(found: 0.31, by: 5), 0.8435968651))
        #expect(ProblemDiscovery.participantsNeeded(finding: 0.85, at: 0.31).value == 6)
        #expect(ProblemDiscovery.participantsNeeded(finding: 0.75, at: 0.5).value == 2)
    }

    @Test func signedRankOfOneToSix() throws {
        // R, as in jasp-issues 2037.
        let differences: [Double] = [1, 2, 3, 4, 5, 6]
        let interval = try #require(walshInterval(differences).value)
        #expect(signedRank(differences).value?.exact.value == 0.03125)
        #expect(walshMedian(differences).value == 3.5)
        #expect(interval.interval == Interval(low: 1, high: 6))
        #expect(isClose(interval.achieved, 0.96875))
    }

    @Test func signedRankOfDarwinsMaize() throws {
        // SciPy.
        let differences: [Double] = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]
        let test = try #require(signedRank(differences).value)
        #expect(min(test.plus, test.minus) == 24)
        #expect(test.exact.value == 0.041259765625)
        #expect(isClose(test.asymptotic, 0.0408881329119))
    }

    @Test func signedRankWithTiesAndAZero() throws {
        // pingouin: W = 20.5, p = 0.288086, rank-biserial −0.378788.
        let x: [Double] = [20, 22, 19, 20, 22, 18, 24, 20, 19, 24, 26, 13]
        let y: [Double] = [38, 37, 33, 29, 14, 12, 20, 22, 17, 25, 26, 16]
        let test = try #require(signedRank(zip(x, y).map { $0 - $1 }).value)
        #expect(test.zeros == 1)
        #expect(min(test.plus, test.minus) == 20.5)
        #expect(test.exact.value == 0.2880859375)
        #expect(isClose(test.rankBiserial, -0.378787878788))
    }

    @Test func depressionScores() throws {
        // R, wilcox.test: V = 40, one-sided p = 0.01953.
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
        let test = try #require(signedRank(zip(before, after).map { $0 - $1 }).value)
        #expect(test.plus == 40)
        #expect(test.exact.value == 2 * 0.01953125)
    }

    @Test func mannWhitneyOfDiabetes() throws {
        // SciPy.
        let test = try #require(mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]).value)
        #expect(test.u1 == 17)
        #expect(isClose(test.exactDoubled.value, 1.0 / 9))
        #expect(isClose(test.continuityCorrected.value, 0.111346886533))
    }

    @Test func kruskalWallis() throws {
        // SciPy, then R (mucociliary clearance).
        let odd = try #require(
            Statistics.kruskalWallis([[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]).value
        )
        #expect(isClose(odd.test.chiSquared, 0.272727272727))
        #expect(isClose(odd.test.p, 0.601508134441))
        let tied = try #require(Statistics.kruskalWallis([[1, 1, 1], [2, 2, 2], [2, 2]]).value)
        #expect(isClose(tied.test.chiSquared, 7))
        #expect(isClose(tied.test.p, 0.0301973834223))
        let lungs = [
            [2.9, 3.0, 2.5, 2.6, 3.2], [3.8, 2.7, 4.0, 2.4], [2.8, 3.4, 3.7, 2.2, 2.0],
        ]
        let test = try #require(Statistics.kruskalWallis(lungs).value)
        #expect(isClose(test.test.chiSquared, 0.771428571429))
        #expect(isClose(test.test.p, 0.679964773579))
    }

    @Test func fisherOfWhalesAndSharks() throws {
        // SciPy: odds ratio 20, p = 0.034965.
        let rates = try #require(TwoRates(8, of: 10, and: 1, of: 6))
        #expect(rates.oddsRatio.value == 20)
        #expect(isClose(rates.fisher, 0.034965034965))
    }

    @Test func pageTrendOfTeaching() throws {
        // SciPy: L = 133.5, exact p = 0.0018191.
        let rows: [[Double]] = [
            [3, 4, 3], [2, 2, 4], [3, 3, 5], [1, 3, 2], [2, 3, 2], [2, 4, 5], [1, 2, 4],
            [3, 4, 4], [2, 4, 5], [1, 3, 4],
        ]
        let trend = try #require(pageTrend(rows).value)
        #expect(trend.l == 133.5)
        #expect(isClose(trend.exactIncreasing.value, 0.00181911619481))
    }

    @Test func friedmanOfWine() throws {
        // pingouin: W = 0.083333, Q = 2, p = 0.367879.
        let white: [Double] = [10, 8, 7, 9, 7, 4, 5, 6, 5, 10, 4, 7]
        let red: [Double] = [7, 5, 8, 6, 5, 7, 9, 6, 4, 6, 7, 3]
        let rose: [Double] = [8, 5, 6, 4, 7, 5, 3, 7, 6, 4, 4, 3]
        let test = try #require(
            friedman(white.indices.map { [white[$0], red[$0], rose[$0]] }).value
        )
        #expect(isClose(test.test.chiSquared, 2))
        #expect(isClose(test.test.p, 0.367879441171))
        #expect(isClose(test.kendallsW, 0.0833333333333))
    }

    @Test func effectSizes() throws {
        // pingouin, compute_effsize.
        let d = try #require(standardizedDifference([1, 2, 3, 4], [3, 4, 5, 6, 7]).value)
        #expect(isClose(d.d, -1.70782512766))
        let paired = try #require(pairedT([1, 2, 3, 4, 5, 6, 7], [1, 3, 5, 7, 9, 11, 13]).value)
        #expect(isClose(paired.dz, -1.38873014966))
    }

    @Test func mcNemarByHand() throws {
        // 2 (1 + 9) / 2⁹.
        let pairs = PairedOutcomes(both: 10, firstOnly: 1, secondOnly: 8, neither: 2)
        let test = try #require(pairs.mcNemar().value)
        #expect(isClose(test.exact, 0.0390625))
        #expect(isClose(test.midP, 0.021484375))
    }

    @Test func holmByHand() {
        let adjusted = Multiplicity.holm([0.01, 0.04, nil, 0.03, 0.005])
        let expected: [Double?] = [0.03, 0.06, nil, 0.06, 0.02]
        for (one, two) in zip(adjusted, expected) {
            #expect((one == nil) == (two == nil))
            if let one, let two { #expect(isClose(one, two)) }
        }
    }

    @Test func netPromotersOfMeasuringU() throws {
        // One promoter and one detractor: 0, −73 to 73.
        let score = try #require(NetPromoterScore([10, 3]))
        let adjusted = try #require(score.adjustedWald().value)
        #expect(score.score == .value(0))
        #expect(adjusted.interval.low.rounded() == -73)
        #expect(adjusted.interval.high.rounded() == 73)
    }
}
