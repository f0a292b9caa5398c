import SeededRandom
import Statistics
import Testing

/// Whatever the numbers, nothing crashes and no number without meaning gets out.
@Suite struct AnyInputTests {
    private static let pool: [Double] = [
        0, -0.0, 1, 1, 2, 3, 42, 42, -5, 1e-300, 1e300, 1.7e308, -1.7e308, .infinity, .nan, 0.1, 7,
    ]

    private func sample(_ generator: inout SplitMix64, plain: Bool) -> [Double] {
        let size = generator.index(below: 9)
        let count = plain ? 9 : Self.pool.count
        return (0..<size).map { _ in Self.pool[generator.index(below: count)] }
    }

    private func isClean(_ value: Computed<Double>) -> Bool { value.value?.isFinite ?? true }
    private func isClean(_ value: Computed<Interval>) -> Bool {
        value.value.map { $0.low.isFinite && $0.high.isFinite } ?? true
    }
    private func isShare(_ p: Double?) -> Bool { p.map { (0...1).contains($0) } ?? true }

    @Test func descriptions() {
        var generator = SplitMix64(seed: 11)
        for round in 0..<600 {
            let values = sample(&generator, plain: round % 2 == 0)
            let numbers: [Computed<Double>] = [
                mean(values), median(values), geometricMean(values), trimmedMean(values),
                standardDeviation(values), standardError(values), geometricDeviation(values),
                skewness(values), medianAbsoluteDeviation(values),
            ]
            #expect(numbers.allSatisfy(isClean), "\(values)")
            #expect(isClean(tInterval(values)) && isClean(logTInterval(values)), "\(values)")
            #expect(isShare(shapiroWilk(values).value?.p), "\(values)")
            _ = (tukeyOutliers(values), logOutliers(values), medianInterval(values))
            for statistic in BootstrapStatistic.allCases {
                let result = bootstrap(values, statistic, resamples: 20).value
                #expect(result.map { $0.bca.low.isFinite && $0.bca.high.isFinite } ?? true)
                if values.count < 5 { _ = exhaustiveBootstrap(values, statistic) }
            }
        }
    }

    @Test func comparisons() {
        var generator = SplitMix64(seed: 12)
        for round in 0..<600 {
            let one = sample(&generator, plain: round % 2 == 0)
            let two = sample(&generator, plain: round % 3 == 0)
            let differences = zip(one, two).map { $0 - $1 }
            #expect(isShare(signedRank(differences).value?.p.p), "\(differences)")
            #expect(isShare(signTest(differences).p.value))
            _ = (walshMedian(differences), walshInterval(differences), shift(one, two))
            let equal = min(one.count, two.count)
            let paired = pairedT(Array(one.prefix(equal)), Array(two.prefix(equal))).value
            #expect(isShare(paired?.test.p), "\(one) \(two)")
            #expect(isShare(welch(one, two).value?.p), "\(one) \(two)")
            #expect(isShare(welchLog(one, two).value?.p))
            #expect(isShare(mannWhitney(one, two).value?.exact.value))
            #expect(isShare(kruskalWallis([one, two]).value?.test.p))
            _ = standardizedDifference(one, two).value?.noncentralInterval()
            let rows = zip(one, two).map { [$0, $1, $0 * 2] }
            #expect(isShare(friedman(rows).value?.test.p))
            #expect(isShare(pageTrend(rows).value?.increasing))
            #expect(isShare(repeatedMeasures(rows).value?.test.value?.p), "\(rows)")
            _ = (cronbachAlpha(rows), learningCurve(rows))
            _ = kaplanMeier(one.map { CensoredTime($0, succeeded: $0 > 1) }).value?.median
            let model = mixedModel(
                one,
                fixed: [.intercept(one.count)],
                groups: one.indices.map { $0 / 2 },
                crossed: round % 5 == 0 ? one.indices.map { $0 % 2 } : nil
            )
            #expect(model.value.map { $0.residualVariance > 0 } ?? true)
        }
    }

    @Test func rates() {
        for x in -1...4 {
            for n in -1...3 {
                for level in [0.0, 0.5, 0.95, 1] {
                    #expect(isClean(adjustedWald(x, of: n, level: level)))
                    #expect(isClean(wilson(x, of: n, level: level)))
                    #expect(isClean(clopperPearson(x, of: n, level: level)))
                    #expect(isClean(jeffreys(x, of: n, level: level)))
                    #expect(isClean(wald(x, of: n, level: level)))
                }
                #expect(isClean(lewisSauroPoint(x, of: n)) && isClean(laplace(x, of: n)))
                #expect(isShare(midPTest(x, of: n, above: 0.7).value))
                for other in -1...3 {
                    if let rates = TwoRates(x, of: n, and: other, of: 3) {
                        #expect(isShare(rates.fisher) && isShare(rates.fisherMidP))
                    }
                }
            }
        }
        #expect(participants(forProportion: 1e-300).value == nil)
        #expect(participants(forMean: 0, deviation: 1).value == nil)
    }
}
