import Foundation
import Reporting
import ResultsStore
import Testing

/// Which number and which interval stand for how many participants.
@Suite struct DefaultsTests {
    private func report(
        _ count: Int,
        failures: Int = 0,
        marks: [(kind: Marked.Kind, text: String)] = []
    ) async throws -> Report {
        try await withStore { store in
            for index in 0..<count {
                let fails = index < failures
                try await Played(
                    participant: "P\(index + 1)",
                    runs: [
                        .init(
                            task: "first",
                            seconds: fails ? 500 : Double(10 + index),
                            ending: fails ? .gaveUp : .checkPassed,
                            marks: marks
                        ), .init(task: "second", seconds: Double(5 + index)),
                    ]
                ).record(in: store)
            }
            return try Report(store: store, study: "small")
        }
    }

    private func outcomes(_ report: Report) throws -> String {
        try #require(
            report.text("report.md").split(separator: "\n").first {
                $0.hasPrefix("| Task 1: The first |") && $0.contains(" of ")
            }.map(String.init)
        )
    }

    @Test(arguments: [
        (1, "geometric mean (n < 10)"), (9, "geometric mean (n < 10)"),
        (10, "geometric mean and median (10 ≤ n ≤ 30)"),
        (30, "geometric mean and median (10 ≤ n ≤ 30)"), (31, "median (n > 30)"),
    ]) func theTypicalTimeGoesByTheNumberOfTimes(count: Int, rule: String) async throws {
        let text = try await report(count).text("report.md").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("\\", with: "")
        #expect(
            text.contains(
                """
                The typical time (in bold in report.html) depends on the number n of successful \
                attempts: \(rule).
                """
            )
        )
        // The geometric mean stands third, the median after its interval.
        let row = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("| Task 1: The first | \(count) |") }
        )
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(cells[2].hasPrefix("**") == (count <= 30))
        #expect(cells[4].hasPrefix("**") == (count > 30))
        #expect(text.contains("95 % interval of the median") == (count > 9))
    }

    /// Times 10 to 19: binomial tables give the second smallest and second largest, 97.9 %.
    @Test func theMediansIntervalLiesBetweenOrderedTimes() async throws {
        let text = try await report(10).text("report.md")
        #expect(text.contains("| 14.5 | 11.0 to 18.0 |"))
        let json = try await report(10).text("report.json")
        #expect(json.contains("\"median_low_seconds\": 11.0,"))
        #expect(json.contains("\"median_high_seconds\": 18.0,"))
    }

    /// From 31 times on, the typical time is the median. Of 26 times of 30 s and five of 1 ms, its
    /// interval is 30 to 30; the log-t interval is wide. Of 15 times of 10 s and 16 of 60 s, it is
    /// 10 to 60; the log-t interval is narrow.
    @Test(arguments: [(0.001, 5, 30.0, false), (10.0, 15, 60.0, true)])
    func theLimitationsUseTheSameRule(
        low: Double,
        count: Int,
        high: Double,
        isWide: Bool
    ) async throws {
        let text = try await withStore { store in
            for index in 0..<31 {
                let run = Played.Run(task: "first", seconds: index < count ? low : high)
                try await Played(participant: "P\(index + 1)", runs: [run]).record(in: store)
            }
            return try Report(store: store, study: "small")
        }.text("report.md")
        #expect(
            text.contains("In 1 task the upper end of the interval of the typical time") == isWide
        )
    }

    @Test func theSummaryUsesTheSameRule() async throws {
        let text = try await report(31).text("report.md")
        #expect(text.contains("(median, from order statistics)<br>Who: the 31 who completed "))
        #expect(text.contains("(Wilson)<br>Who: 31 participants"))
        let few = try await report(6).text("report.md")
        #expect(few.contains("would complete every task is 88 % (LaPlace)."))
        #expect(!text.contains("A cautious estimate"))
        // The estimate is above the observed share of 0 %.
        let failed = try await report(6, failures: 6).text("report.md")
        #expect(failed.contains("An estimate of the share who would complete every task is 13 %"))
        #expect(!failed.contains("A cautious estimate"))
    }

    /// The first task has 31 times with a median of 10 s and a geometric mean of 93 s, the second
    /// has 30 times of 50 s.
    @Test func tasksAreComparedByOneKindOfAverage() async throws {
        let text = try await withStore { store in
            for index in 0..<31 {
                try await Played(
                    participant: "P\(index + 1)",
                    runs: [
                        .init(task: "first", seconds: index < 16 ? 10 : 1000),
                        .init(
                            task: "second",
                            seconds: 50,
                            ending: index == 0 ? .gaveUp : .checkPassed
                        ),
                    ]
                ).record(in: store)
            }
            return try Report(store: store, study: "small")
        }.text("report.md")
        #expect(text.contains("| Slowest task, typical time: The first | **1:33 (min:s)** |"))
    }

    /// Two gave up at 500 s; successes took 12, 13, 14 s. By Kaplan and Meier the curve falls to
    /// 0.4 at 14 s, the first time at or below one half.
    @Test func failuresAreCountedAndCensoredBesideTheMean() async throws {
        let report = try await report(5, failures: 2)
        let json = report.text("report.json")
        #expect(json.contains("\"censored\": 2,"))
        #expect(json.contains("\"median_censored_seconds\": 14.0,"))
        #expect(report.text("report.md").contains("| 12.0 | 14.0 | 2 | 14.0 |"))
    }

    /// Twelve of 24 succeeded, the last at 33 s. The product of the curve's factors there is
    /// 0.5000000000000001.
    @Test func theCurvesTextHasTheTimeByWhichHalfSucceeded() async throws {
        let report = try await report(24, failures: 12)
        #expect(report.text("report.json").contains("\"median_censored_seconds\": 33.0,"))
        #expect(report.text("report.html").contains("time at which half had succeeded: 0:33."))
    }

    /// 6 of 6: LaPlace 7/8. Adjusted Wald: (6 + 1.9207)/(6 + 3.8415) = 0.8048 ± 0.2476, cut at 1.
    @Test func completionIsAdjustedWaldForFew() async throws {
        let row = try outcomes(try await report(6))
        #expect(row.contains("| 6 of 6 | 88 % | 56 % to 100 % | 6 of 6 | 56 % to 100 % |"))
    }

    @Test func wilsonStandsBesideFromTenAndAloneAboveThirty() async throws {
        let ten = try await report(10).text("report.md")
        #expect(ten.contains("Wilson's interval"))
        // Wilson 10 of 10: 10 / (10 + 3.8415) = 0.7225 to 1.
        let row = try outcomes(try await report(10))
        #expect(row.contains("| 72 % to 100 % |"))
        let many = try await report(31)
        // 31 of 31: 31 / 34.8415 = 0.8897 to 1.
        #expect(try outcomes(many).contains("| 31 of 31 | 97 % | 89 % to 100 % |"))
        #expect(many.text("report.json").contains("\"completion_interval\": \"Wilson\""))
    }

    @Test func helpCountsAgainstTheUnassistedShareOfTheSameAttempts() async throws {
        let row = try outcomes(try await report(6, marks: [(.assist, "look there")]))
        // 0 of 6: adjusted Wald 0 to 0.44.
        #expect(row.contains("| 6 of 6 | 88 % | 56 % to 100 % | 0 of 6 | 0 % to 44 % |"))
        let text = try await report(6).text("report.md")
        #expect(text.contains("“Without an assist” counts only success, out of the same attempts."))
    }
}
