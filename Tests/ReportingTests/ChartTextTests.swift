import Testing

@testable import Reporting

/// Text of the charts: inside of the drawing, and true.
@Suite struct ChartTextTests {
    /// The line of no difference is at 81 of 640 units, and the first text needs about 217.
    @Test func theSidesOfAForestAreNamedWithinTheDrawing() throws {
        let forest = RatioForest(
            rows: [ForestRow(label: "All tasks", value: 3, low: 0.9, high: 90, words: "3")],
            names: ("Hand-written Core Data code", "Generator")
        )
        let body = forest.canvas.body
        let first = try #require(
            body.firstMatch(of: /<text x="([0-9.]+)" y="14" font-size="11" text-anchor="end">/)
        )
        let second = try #require(body.firstMatch(of: /<text x="([0-9.]+)" y="14" font-size="11">/))
        let (end, start) = (Double(first.1) ?? 0, Double(second.1) ?? 0)
        #expect(end > 217)
        #expect(start > end)
        #expect(start < 570)
    }
}
