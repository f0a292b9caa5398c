import Statistics
import Testing

/// Expectations: published by measuringux.com (4 of 5); the others computed with SciPy.
@Suite struct ProportionTests {
    @Test(arguments: [
        (4, 5, 0.359631152424, 0.979679368706),
        (9, 10, 0.574032262605, 1),
        (6, 6, 0.557219222402, 1),
        (0, 6, 0, 0.442780777598),
        (1, 1, 0.167499485479, 1),
    ])
    func adjustedWaldAgreesWithTheReference(x: Int, n: Int, low: Double, high: Double) {
        let interval = adjustedWald(x, of: n).value
        #expect(isClose(interval?.low, low))
        #expect(isClose(interval?.high, high))
    }

    @Test func laplaceNeverSaysCertain() {
        #expect(laplace(6, of: 6) == .value(0.875))
        #expect(laplace(0, of: 6) == .value(0.125))
        #expect(isClose(laplace(5, of: 5).value, 0.857142857143))
    }

    @Test func noAttemptsIsAReason() {
        #expect(adjustedWald(0, of: 0).reason == "there are no attempts")
        #expect(laplace(0, of: 0).reason == "there are no attempts")
    }
}
