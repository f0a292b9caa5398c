import Testing

@testable import Reporting

/// Text of the charts: within the drawing, and correct.
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

    /// Lines at the quarters of 10 had the labels 0, 3, 5, 8 and 10.
    @Test(arguments: [
        (1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]), (3.0, ["0", "1", "2", "3"]),
        (10.0, ["0", "2", "4", "6", "8", "10"]), (130.0, ["0", "50", "100"]),
    ])
    func theLabelsOfADiscoveryCurveAreExact(highest: Double, labels: [String]) {
        let curve = DiscoveryCurve(seen: [highest / 2, highest], expected: nil, total: nil)
        let found = curve.canvas.body.matches(of: /text-anchor="end">([0-9.]+)</)
            .map { String($0.1) }
        #expect(found == labels)
    }

    /// A drawing in a file of its own is XML, in which a bare `<` or `&` is an error.
    @Test func markupWithACombiningMarkIsText() {
        let escaped = Array(Canvas.escape("a <\u{338} b &\u{301} c").unicodeScalars)
        #expect(escaped == Array("a &lt;\u{338} b &amp;\u{301} c".unicodeScalars))
    }

    /// Times of an hour or more were rounded to whole hours, also in the table of the labs' pooled
    /// times.
    @Test(arguments: [
        (0.5, "0.5 s"), (90.0, "1:30"), (3600.0, "1 h"), (5460.0, "91:00"),
        (86_400.0, "1 d"), (90_000.0, "25 h"), (86_460.0, "1441:00"),
    ])
    func aTimeIsNotRoundedToHours(seconds: Double, words: String) {
        #expect(Scale.time(seconds) == words)
    }

    /// Codes of more than six characters began alike and overlapped.
    @Test(arguments: [(6, true), (20, false)])
    func codesAboveCellsAreWholeOrLeftOut(count: Int, isNamed: Bool) {
        let names = (0..<count).map { "2024-\($0 + 10)" }
        let met = names.map { _ in false }
        let cells = ProblemCells(participants: names, problems: [("Lost", met)])
        let body = cells.canvas.body
        #expect(names.allSatisfy { body.contains(">\($0)</text>") } == isNamed)
        #expect(!body.contains("2024-…"))
    }

    @Test func cellsWithoutCodesAreNotWidened() {
        let name = String(repeating: "x", count: 100)
        let cells = ProblemCells(participants: [name], problems: [("Lost", [false])])
        #expect(!cells.canvas.body.contains(">\(name)</text>"))
        #expect(cells.canvas.body.contains("width=\"24\""))
    }
}
