package import Diagnostics
import Foundation
import Statistics

/// A sample-size calculation for a planned study.
package enum SampleSize: Sendable, Hashable {
    case completionInterval(margin: Double)
    case scoreInterval(margin: Double, deviation: Double)
    case timeInterval(share: Double, spread: Double)
    case timeDifference(ratio: Double, spread: Double, isWithin: Bool, power: Double)
    case completionDifference(Double, Double, power: Double)
    case problem(frequency: Double, goal: Double)

    /// Returns two lines of text: the number of participants, and the goal that this number
    /// achieves.
    ///
    /// - Throws: `DiagnosticError` if a value is out of range, or if the number of participants
    ///   cannot be computed.
    package func lines() throws(DiagnosticError) -> [String] {
        switch self {
        case .completionInterval(let margin):
            guard margin > 0, margin < 0.5 else {
                throw refusal(
                    "--completion must be a margin of error between 0 and 0.5, such as 0.1"
                )
            }
            return try people(participants(forProportion: margin)) {
                "for an interval of ± \(plain(100 * margin)) points at a completion rate near 50 % "
                    + "(adjusted Wald); intervals are narrower at other rates"
            }
        case .scoreInterval(let margin, let deviation):
            guard margin > 0, deviation > 0 else {
                throw refusal("--score and --deviation must be above 0")
            }
            return try people(participants(forMean: margin, deviation: deviation)) {
                "for a t interval of ± \(plain(margin)) around the mean, with a standard deviation of "
                    + "\(plain(deviation))"
            }
        case .timeInterval(let share, let spread):
            guard share > 0, spread > 0 else {
                throw refusal("--time and --spread must be above 0")
            }
            return try people(participants(forMean: log1p(share), deviation: spread)) {
                "for an interval within a factor of \(plain(1 + share)) of the geometric mean time, "
                    + "with a standard deviation of ln time of \(plain(spread)) (log-t)"
            }
        case .timeDifference(let ratio, let spread, let isWithin, let goal):
            try check(goal)
            let (count, power) = try value(
                participants(forTimeRatio: ratio, spread: spread, isWithin: isWithin, power: goal)
            )
            return [
                isWithin
                    ? "\(counted(count, "participant")), each with both conditions"
                    : "\(counted(count, "participant")) with each condition, \(2 * count) in all",
                "to detect a ratio of times of \(plain(ratio)) with power \(plain(power)) at level 0.05 "
                    + "(two-sided t test of ln time, standard deviation \(plain(spread)))",
            ]
        case .completionDifference(let first, let second, let goal):
            try check(goal)
            let (count, power) = try value(perGroup(forRates: first, second, power: goal))
            return [
                "\(counted(count, "participant")) with each condition, \(2 * count) in all",
                "to detect a difference between completion rates of \(plain(100 * first)) % and "
                    + "\(plain(100 * second)) % with power \(plain(power)) at level 0.05 "
                    + "(two-sided N − 1 χ² test, exact power)",
            ]
        case .problem(let frequency, let goal):
            return try people(participants(toSee: frequency, goal: goal)) {
                "to see at least once, with a probability of at least \(plain(goal)), a problem that "
                    + "affects \(plain(100 * frequency)) % of people"
            }
        }
    }

    private func people(
        _ count: Computed<Int>,
        _ purpose: () -> String
    ) throws(DiagnosticError) -> [String] {
        [counted(try value(count), "participant"), purpose()]
    }

    private func value<Value>(_ computed: Computed<Value>) throws(DiagnosticError) -> Value {
        guard let value = computed.value else { throw refusal(computed.reason ?? "not computable") }
        return value
    }

    private func check(_ power: Double) throws(DiagnosticError) {
        guard power > 0, power < 1 else { throw refusal("the power must be between 0 and 1") }
    }

    private func refusal(_ problem: String) -> DiagnosticError {
        DiagnosticError(
            "no-sample-size",
            "no number of participants can be computed: \(problem)",
            status: .usage
        )
    }

    private func plain(_ number: Double) -> String { String(format: "%.4g", number) }
}
