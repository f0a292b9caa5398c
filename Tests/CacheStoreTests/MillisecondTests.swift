import Testing

@testable import CacheStore

@Suite struct MillisecondTests {
    /// The body of a change used to lose them, so that the server's answer put rows in another order.
    @Test func aFormatWithMillisecondsKeepsEach() {
        let dates = ImportDates(format: "yyyy-MM-dd'T'HH:mm:ss.SSS")
        for millisecond in 0..<1000 {
            let time = 817_253_257 + Double(millisecond) / 1000
            let text = dates.text(time)
            #expect(text.hasSuffix(String(1000 + millisecond).dropFirst()), "\(text)")
            let read = dates.seconds(text) ?? 0
            #expect(abs(read - time) < 0.000_2, "\(text)")
        }
    }
}
