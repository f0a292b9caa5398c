import CoverageSimulation
import Foundation
import Statistics

/// Prints coverage by distribution and number of participants; false where a bar is missed: log-t
/// 0.93 at five participants, completion 0.95 on average up to thirty.
func printCoverage(rounds: Int) -> Bool {
    var holds = true
    print("Coverage of the nominal 95 % interval of task time (log-t), \(rounds) samples each")
    print("what it holds: the geometric mean of all participants, exp(E ln time)")
    let counts = [5, 6, 8, 10, 15, 20, 30]
    print(padded("distribution", 30) + counts.map { padded("n = \($0)", 9) }.joined())
    for distribution in TimeDistribution.all {
        let row = counts.map { timeCoverage(distribution, count: $0, rounds: rounds) }
        if row[0] < 0.93 { holds = false }
        let cells = row.map { padded(String(format: "%.3f", $0), 9) }
        print(padded(distribution.name, 30) + cells.joined())
    }
    let error = 0.25 / Double(rounds).squareRoot()
    print(String(format: "standard error of each figure at most %.4f", error))
    print("")
    print(
        "Coverage of intervals of completion, rates 0.50 to 0.99, computed exactly: mean (least at)"
    )
    let sizes = [5, 6, 8, 10, 15, 20, 30, 40, 60, 100]
    let kinds: [(String, (Int, Int) -> Computed<Interval>)] = [
        ("default", { completionInterval($0, of: $1) }),
        ("adjusted Wald", { adjustedWald($0, of: $1) }), ("Wilson", { wilson($0, of: $1) }),
        ("Clopper-Pearson", { clopperPearson($0, of: $1) }),
        ("Jeffreys", { jeffreys($0, of: $1) }), ("Wald", { wald($0, of: $1) }),
    ]
    print(padded("n", 6) + kinds.map { padded($0.0, 20) }.joined())
    for size in sizes {
        let row = kinds.map { completionCoverage(count: size, $0.1) }
        if size <= 30, row[0].mean < 0.95 { holds = false }
        let cells = row.map { cell in
            padded(String(format: "%.3f (%.3f at %.2f)", cell.mean, cell.least, cell.leastAt), 20)
        }
        print(padded("\(size)", 6) + cells.joined())
    }
    let bars = "log-t >= 0.93 at n = 5, completion mean >= 0.95 up to n = 30"
    print(holds ? "bars hold: \(bars)" : "A BAR IS MISSED: \(bars)")
    return holds
}

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}
