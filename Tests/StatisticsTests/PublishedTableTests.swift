import Foundation
import Statistics
import Testing

/// The six participants and tasks that Radwani and Zein (2020) published, in seconds. Expectations
/// computed with SciPy 1.17, statsmodels 0.15 and pingouin 0.7, to twelve digits.
@Suite struct PublishedTableTests {
    private let rows: [[Double]] = [
        [80, 62, 23, 30, 178, 60], [60, 40, 20, 29, 160, 50], [150, 180, 31, 60, 295, 75],
        [90, 90, 35, 150, 360, 100], [180, 300, 60, 37, 260, 122], [130, 83, 41, 22, 170, 150],
    ]

    private var logs: [[Double]] { rows.map { $0.map { log($0) } } }
    private func column(_ task: Int) -> [Double] { rows.map { $0[task] } }

    @Test func friedmanAndItsF() throws {
        let test = try #require(friedman(rows).value)
        #expect(test.rankSums == [24.5, 23.5, 8, 13, 35, 22])
        #expect(isClose(test.test.chiSquared, 21.4593301435))
        #expect(isClose(test.test.p, 0.000663148016383))
        #expect(isClose(test.kendallsW, 0.715311004785))
        let f = try #require(test.imanDavenport.value)
        #expect(isClose(f.f, 12.5630252101))
        #expect(isClose(f.p, 3.66484892692e-06))
    }

    @Test func repeatedMeasuresOnLogs() throws {
        let anova = try #require(repeatedMeasures(logs).value)
        let test = try #require(anova.test.value)
        #expect(isClose(test.f, 18.6380447526))
        #expect(isClose(test.p, 1.02017258644e-07))
        #expect(isClose(anova.greenhouseGeisser.value, 0.361370652829))
        #expect(isClose(anova.adjustedP.value, 0.000733746573381))
        #expect(isClose(anova.huynhFeldt.value, 0.553755922682))
        #expect(isClose(anova.generalizedEtaSquared.value, 0.636708402341))
    }

    @Test func intervalsOfTheMedianAndTheTail() throws {
        let interval = try #require(medianInterval(column(0)).value)
        #expect(interval.interval == Interval(low: 60, high: 180))
        #expect(isClose(interval.coverage, 0.96875))
        #expect(isClose(skewness(column(0)).value, 0.29714525859))
        #expect(isClose(trimmedMean(column(0)).value, 112.5))
        #expect(isClose(quantile(column(0), at: 0.25, type: .six).value, 75))
        let test = try #require(shapiroWilk(column(3)).value)
        #expect(isClose(test.w, 0.713595002068))
        #expect(isClose(test.p, 0.00857014212188))
        #expect(logOutliers(column(3)).value == [3])
        #expect(tukeyOutliers(column(1)).value == [4])
    }

    @Test func pairsOfTasks() throws {
        let ratio = try #require(pairedLogT(column(0), column(2)).value)
        #expect(isClose(ratio.test.t, 13.5237560189))
        #expect(isClose(ratio.test.p, 3.96009796444e-05))
        #expect(isClose(ratio.test.ratio, 3.27550322263))
        #expect(isClose(ratio.test.ratioInterval.low, 2.61417408596))
        let ranked = try #require(signedRank(zip(column(0), column(1)).map { $0 - $1 }).value)
        #expect(ranked.zeros == 1)
        #expect(isClose(ranked.pratt, 1))
        #expect(isClose(ranked.asymptotic, 0.892738400944))
    }

    @Test func sixPeopleNeverPassHolmOverFifteenRankTests() {
        let tasks = 0..<6
        let p = tasks.flatMap { one in
            tasks.filter { $0 > one }.map { two in
                signedRank(zip(column(one), column(two)).map { $0 - $1 }).value?.exact.value
            }
        }
        #expect(isClose(Multiplicity.holm(p).compactMap(\.self).min(), 0.46875))
    }

    @Test func learningOverPositions() throws {
        let curve = learningCurve(rows)
        let test = try #require(curve.test.value)
        #expect(isClose(curve.slopes[0], 0.0568925799776))
        #expect(isClose(test.ratio, 1.04784338992))
        #expect(isClose(test.ratioInterval.high, 1.15600493627))
        #expect(isClose(test.p, 0.275853555548))
    }

    @Test func resamplesOfTheFirstTask() throws {
        let mean = try #require(bootstrap(column(0), .mean).value)
        #expect(isClose(mean.percentile.low, 81.6666666667))
        #expect(isClose(mean.bca.high, 151.666666667))
        #expect(isClose(mean.bias, -0.00125331446543))
        #expect(isClose(mean.acceleration, 0.0147652666089))
        let all = try #require(exhaustiveBootstrap(column(0), .geometricMean).value)
        #expect(all.resamples == 46656)
        #expect(isClose(all.bca.low, 78.4596291607))
        #expect(isClose(all.bca.high, 143.5439179))
    }
}
