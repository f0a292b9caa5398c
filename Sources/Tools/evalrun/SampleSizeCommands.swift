import ArgumentParser
import Diagnostics
import Reporting

struct WidthPower: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "width",
        abstract: "Number of participants for a confidence interval of a given width, in one "
            + "condition."
    )

    @Option(help: "Margin of error of a completion rate, such as 0.1 for ± 10 percentage points.")
    var completion: Double?
    @Option(help: "Margin of error of a mean score, such as 5 for ± 5 points; needs --deviation.")
    var score: Double?
    @Option(help: "Expected standard deviation of the score.")
    var deviation: Double?
    @Option(help: "Relative error allowed in the typical time, such as 0.2; needs --spread.")
    var time: Double?
    @Option(help: "Between-participant standard deviation of ln(time), such as 0.5.")
    var spread: Double?

    func validate() throws {
        guard [completion, score, time].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("Give one of --completion, --score and --time.")
        }
        if score != nil, deviation == nil { throw ValidationError("--score needs --deviation.") }
        if time != nil, spread == nil { throw ValidationError("--time needs --spread.") }
    }

    func run() throws {
        let size: SampleSize
        if let completion {
            size = .completionInterval(margin: completion)
        } else if let score, let deviation {
            size = .scoreInterval(margin: score, deviation: deviation)
        } else {
            size = .timeInterval(share: time ?? 0, spread: spread ?? 0)
        }
        try say(size)
    }
}

struct TimePower: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time",
        abstract: "Number of participants to find a difference in time between two conditions."
    )

    @Option(help: "Time with one condition divided by time with the other, such as 0.7.")
    var ratio: Double
    @Option(
        help: """
            Between-participant standard deviation of ln(time). With --within: standard deviation \
            of ln(ratio), where a participant's ratio is the time in one condition ÷ the time in \
            the other.
            """
    )
    var spread = 0.5
    @Flag(help: "Each participant works in both conditions.")
    var within = false
    @Option(help: "Desired power.")
    var power = 0.8

    func run() throws {
        try say(.timeDifference(ratio: ratio, spread: spread, isWithin: within, power: power))
    }
}

struct CompletionPower: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Number of participants to find a difference in completion between two groups."
    )

    @Option(help: "Completion rate in one of the two conditions, such as 0.6.")
    var first: Double
    @Option(help: "Completion rate in the other condition, such as 0.9.")
    var second: Double
    @Option(help: "Desired power.")
    var power = 0.8

    func run() throws { try say(.completionDifference(first, second, power: power)) }
}

struct ProblemPower: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems",
        abstract: "Participants needed to see a problem of a given frequency at least once."
    )

    @Option(help: "Share of people who encounter the problem, such as 0.1.")
    var frequency: Double
    @Option(help: "Desired probability of seeing the problem at least once.")
    var goal = 0.85

    func run() throws { try say(.problem(frequency: frequency, goal: goal)) }
}

private func say(_ size: SampleSize) throws(DiagnosticError) {
    for line in try size.lines() { say(line) }
}
