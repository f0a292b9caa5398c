import Instruments
import Statistics
import Testing

@Suite struct LimitsTests {
    /// The ends of every score of every instrument are those that its answers can reach.
    @Test func limitsAreWhatExtremeAnswersGive() throws {
        for id in InstrumentLibrary.ids {
            let instrument = try InstrumentLibrary.instrument(id)
            for score in instrument.scores where score.weights == nil {
                let limits = try #require(instrument.limits(of: score.id), "\(id) \(score.id)")
                let extremes = [true, false].map { isHigh in
                    Response(
                        instrument.items.map { item in
                            (item.aligned(item.scale.max) > item.aligned(item.scale.min)) == isHigh
                                ? item.scale.max : item.scale.min
                        }
                    )
                }
                let values = try extremes.map {
                    try #require(instrument.value(of: score.id, $0).value, "\(id) \(score.id)")
                }
                #expect(abs((values.max() ?? 0) - limits.upperBound) < 1e-9, "\(id) \(score.id)")
                #expect(abs((values.min() ?? 0) - limits.lowerBound) < 1e-9, "\(id) \(score.id)")
            }
        }
        let ueq = try InstrumentLibrary.instrument("ueq")
        #expect(ueq.limits(of: "pragmatic") == -3...3)
        let lite = try #require(
            try InstrumentLibrary.instrument("umux-lite").limits(of: "sus-equivalent")
        )
        #expect(abs(lite.lowerBound - 22.9) < 1e-9 && abs(lite.upperBound - 87.9) < 1e-9)
    }
}
