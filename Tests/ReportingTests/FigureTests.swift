import Foundation
import Reporting
import ResultsStore
import Testing

/// Drawings: none without words for those who do not see them, whole at every number of
/// participants, and free of markup from what people typed.
@Suite struct FigureTests {
    private func report(of count: Int, mark: String = "slip") async throws -> Report {
        try await withStore { store in
            for number in 1...count {
                try await Played(
                    participant: "P\(number)",
                    runs: [
                        .init(
                            task: "first",
                            seconds: 10 + Double(number % 17),
                            ending: number % 5 == 0 ? .gaveUp : .checkPassed,
                            marks: [(.mistake, mark)]
                        )
                    ]
                ).record(in: store)
            }
            return try Report(store: store, study: "small")
        }
    }

    @Test(arguments: [1, 3, 6, 31])
    func everyFigureHasATitleADescriptionAndACaption(count: Int) async throws {
        let html = try await report(of: count).text("report.html")
        let figures = html.components(separatedBy: "<figure>").dropFirst()
        #expect(figures.count >= 3)
        for figure in figures {
            #expect(figure.contains("<title id=\"figure-"))
            #expect(figure.contains("<desc id=\"figure-"))
            #expect(figure.contains("<figcaption><b>Figure "))
            #expect(!figure.contains("nan"))
            #expect(!figure.contains("inf\""))
        }
    }

    @Test func above200ParticipantsNobodyHasARowAndTheTablesHaveAll() async throws {
        let report = try await report(of: 201)
        let (html, text) = (report.text("report.html"), report.text("report.md"))
        #expect(!html.contains("<circle"))
        #expect(text.contains("The times of the 201 participants are in tables/times.csv"))
        #expect(!text.contains("P150"))
        let rows = report.text("tables/times.csv").split(separator: "\n")
        #expect(rows.count == 1 + 2 * 201)
        #expect(!report.text("report.json").contains("\"times\""))
    }

    /// 226 failures within a quarter of a second, four successes, and one failure much later.
    @Test func aCurveOfManyIsThinAndLosesNoLateFailure() async throws {
        let html = try await withStore { store in
            for number in 1...231 {
                let ending: Ending = (227...230).contains(number) ? .checkPassed : .gaveUp
                let seconds = number == 231 ? 100 : 10 + Double(number) / 1000
                try await Played(
                    participant: "P\(number)",
                    runs: [.init(task: "first", seconds: seconds, ending: ending)]
                ).record(in: store)
            }
            return try Report(store: store, study: "small").text("report.html")
        }
        let curves = try #require(
            html.components(separatedBy: "<figure>").first {
                $0.contains("Share without success over time</title>")
            }
        )
        #expect(curves.contains("Attempts that ended at about the same time share one tick."))
        let ticks = curves.components(separatedBy: "<line").filter {
            $0.contains("stroke-width=\"1.5\"")
        }
        #expect((2...4).contains(ticks.count))
        // The panel begins at 48 and is 240 wide.
        #expect(ticks.contains { $0.contains("x1=\"288\"") })
    }

    /// The log-t interval of the two ends far beyond what a whole number of seconds holds.
    @Test func wordsOfAnAxisDoNotTouchAndTwoTimesFarApartHaveNoInterval() async throws {
        let html = try await withStore { store in
            for (number, seconds) in [2.5, 1700].enumerated() {
                try await Played(
                    participant: "P\(number)",
                    runs: [.init(task: "first", seconds: seconds)]
                ).record(in: store)
            }
            return try Report(store: store, study: "small").text("report.html")
        }
        #expect(html.contains(">20:00</text>"))
        #expect(!html.contains(">30:00</text>"))
        #expect(html.contains("no interval, because the interval of 2 values is too wide"))
    }

    @Test func whatWasTypedIsTextInADrawing() async throws {
        let mark = "<script>alert(1)</script>\u{202E}\n]]>&amp;\""
        let html = try await report(of: 2, mark: mark).text("report.html")
        #expect(!html.contains("<script>alert"))
        #expect(!html.unicodeScalars.contains("\u{202E}"))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func failuresAreDrawnAsACurveAndItsMedianStandsInTheTable() async throws {
        let report = try await report(of: 6)
        #expect(report.text("report.html").contains("Share without success over time"))
        #expect(report.text("report.md").contains("Median, failures censored"))
    }

    /// Inkscape, librsvg and LibreOffice draw no line and a black area for a CSS variable.
    @Test func aFigureInAFileOfItsOwnHasNoVariables() async throws {
        let figures = try await report(of: 6).parts.filter { $0.path.hasSuffix(".svg") }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(!figures.contains { $0.contains("var(") })
        #expect(figures.contains { $0.contains("stroke=\"#d0d7de\"") })
    }

    /// In dark mode, the cells of participants without the problem are the dark ones.
    @Test func theCellsOfAProblemAreDescribedForBothModes() async throws {
        let html = try await report(of: 3).text("report.html")
        #expect(html.contains("coloured if the participant had the problem"))
    }
}
