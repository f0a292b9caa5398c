import Foundation
import TestSupport

/// The whole report, all formats and statistics, on made-up sessions of the shipped study, beside a
/// script of ours that computes its main tables with pandas and SciPy.
func reports(_ tools: URL, home: URL) -> [Benchmark] {
    let evalrun = tools.appendingPathComponent("evalrun").path
    let scripts = Tool.root.appendingPathComponent("Scripts")
    let published = Tool.root.appendingPathComponent("Results/published/radwani-zein-2020")
    let results = home.appendingPathComponent("report-10000.sqlite").path
    return [
        Benchmark(
            name: "report-10000",
            subject: "evalrun report, 10,000 participants × 6 tasks × 25 answers",
            yardstick: "its main tables with pandas and SciPy (python3 needs both)",
            turns: 3,
            bar: .atMost(2),
            prepare: {
                try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
                let base = home.appendingPathComponent("report-base.sqlite").path
                _ = try Measured([
                    evalrun, "import", "--results", base, "--answers",
                    published.appendingPathComponent("Questionnaire Answers.csv").path, "--times",
                    published.appendingPathComponent("task-times.csv").path,
                ])
                _ = try Measured([
                    scripts.appendingPathComponent("made-up-sessions").path, base, results, "10000",
                    "--failures", "0",
                ])
            }
        ) { _ in
            let subject = try Measured([
                evalrun, "report", "--results", results, "--output",
                home.appendingPathComponent("report-out").path,
            ])
            let hasYardstick = (try? Measured(["python3", "-c", "import pandas, scipy"])) != nil
            let yardstick =
                hasYardstick
                ? try Measured([
                    "python3", scripts.appendingPathComponent("report-yardstick.py").path, results,
                    home.appendingPathComponent("report-yardstick").path,
                ]).seconds : 0
            return .init(
                subject: subject.seconds,
                yardstick: yardstick,
                memory: subject.memory
            )
        }
    ]
}
