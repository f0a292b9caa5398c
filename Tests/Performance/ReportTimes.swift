import Foundation
import TestSupport

/// The whole report, all formats and statistics, on made-up sessions of the shipped study, beside a
/// script of ours that computes its main tables with pandas and SciPy.
func reports(_ tools: URL, home: URL) -> [Benchmark] {
    let report = ReportTimes(tools: tools, home: home)
    return [
        report.benchmark("report-10000", participants: 10_000, turns: 3, bar: .atMost(2)),
        report.benchmark(
            "report-10000-conditions",
            participants: 10_000,
            conditions: ["generator", "studio"],
            turns: 3,
            bar: .atMost(3)
        ),
        report.benchmark("report-100000", participants: 100_000, turns: 1, bar: .atMost(15)),
    ]
}

private struct ReportTimes {
    var tools: URL
    var home: URL

    private var evalrun: String { tools.appendingPathComponent("evalrun").path }
    private var scripts: URL { Tool.root.appendingPathComponent("Scripts") }

    /// - Parameter conditions: that everybody meets; those of a session without a plan where none
    ///   are named.
    func benchmark(
        _ name: String,
        participants: Int,
        conditions: [String] = [],
        turns: Int,
        bar: Benchmark.Bar?
    ) -> Benchmark {
        let results = home.appendingPathComponent("\(name).sqlite").path
        let each = "6 tasks" + (conditions.isEmpty ? " × 25 answers" : "")
        let under = conditions.isEmpty ? "" : " × \(conditions.count) conditions"
        return Benchmark(
            name: name,
            subject: "evalrun report, \(participants) participants × \(each)\(under)",
            yardstick: "its main tables with pandas and SciPy (python3 needs both)",
            turns: turns,
            bar: bar,
            prepare: { try makeUp(participants, conditions, results) }
        ) { _ in
            let out = home.appendingPathComponent("\(name)-out").path
            let subject = try Measured([
                evalrun, "report", "--results", results, "--output", out,
            ])
            return .init(
                subject: subject.seconds,
                yardstick: try yardstick(results),
                memory: subject.memory
            )
        }
    }

    private func makeUp(_ participants: Int, _ conditions: [String], _ results: String) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let base = results + ".base"
        let published = Tool.root.appendingPathComponent("Results/published/radwani-zein-2020")
        _ = try Measured([
            evalrun, "import", "--results", base, "--answers",
            published.appendingPathComponent("Questionnaire Answers.csv").path, "--times",
            published.appendingPathComponent("task-times.csv").path,
        ])
        let named = conditions.isEmpty ? [] : ["--conditions", conditions.joined(separator: ",")]
        _ = try Measured(
            [
                scripts.appendingPathComponent("made-up-sessions").path, base, results,
                "\(participants)", "--failures", "0",
            ] + named
        )
    }

    /// Seconds; 0 where Python does not have what it takes.
    private func yardstick(_ results: String) throws -> Double {
        guard (try? Measured(["python3", "-c", "import pandas, scipy"])) != nil else { return 0 }
        return try Measured([
            "python3", scripts.appendingPathComponent("report-yardstick.py").path, results,
            home.appendingPathComponent("report-yardstick").path,
        ]).seconds
    }
}
