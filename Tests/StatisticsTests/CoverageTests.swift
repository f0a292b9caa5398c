import CoverageSimulation
import Statistics
import Testing

/// A short run of what `Simulations coverage` prints at length.
@Suite struct CoverageTests {
    @Test func logTHoldsForFiveTimesOfAnyShape() {
        for distribution in TimeDistribution.all {
            let coverage = timeCoverage(distribution, count: 5, rounds: 20_000)
            #expect(coverage >= 0.93, "\(distribution.name)")
        }
    }

    @Test(arguments: [5, 6, 8, 10, 15, 20, 30])
    func completionHoldsOnAverage(count: Int) {
        let coverage = completionCoverage(count: count) { completionInterval($0, of: $1) }
        #expect(coverage.mean >= 0.95)
        #expect(coverage.least >= 0.9)
    }

    @Test func theSimulationIsTheSameEveryTime() {
        let one = timeCoverage(.weibull(shape: 1.5), count: 5, rounds: 100)
        #expect(one == timeCoverage(.weibull(shape: 1.5), count: 5, rounds: 100))
    }
}
