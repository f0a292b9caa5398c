import Diagnostics
import Foundation
import Statistics
import StudyDefinition

/// Result of one test that the study registered.
struct RegisteredResult: Sendable {
    enum Scale: String, Sendable {
        case ratio = "ratio of times"
        case odds = "odds ratio"
        case rate = "ratio of counts"
        case hazard = "hazard ratio"
        case difference
        /// Of a covariate, in the units of the response.
        case coefficient
        case seconds
        case share = "share"
        case mean
        /// A test of several effects together, without an estimate.
        case joint = "test"
    }

    struct Row: Sendable {
        var effect: String
        var scale: Scale
        var value: Double?
        var interval: Interval?
        /// Such as `t(11.0) = 2.34`.
        var statistic = ""
        var p: Double?
        /// After Holm over the rows of the same family.
        var holm: Double?
        /// Why there is no value.
        var reason: String?

        init(_ effect: String, _ scale: Scale) { (self.effect, self.scale) = (effect, scale) }

        init(_ effect: String, _ scale: Scale, because reason: String?) {
            self.init(effect, scale)
            self.reason = reason ?? "nothing is known"
        }

        init(_ effect: String, _ scale: Scale, _ value: Double, _ interval: Interval) {
            self.init(effect, scale)
            (self.value, self.interval) = (value, interval)
        }

        /// On logarithms for every ratio.
        init(_ effect: String, _ scale: Scale, logarithm: Double, _ interval: Interval) {
            self.init(effect, scale, exp(logarithm), interval.map(exp))
        }
    }

    var test: RegisteredTest
    var rows: [Row] = []
    var notes: [String] = []

    /// Reasons of rows that could not be computed.
    var reasons: [String] {
        rows.compactMap { row in row.reason.map { "\(row.effect): \($0)" } }
    }

    /// Corrects the rows from `start` on.
    mutating func holm(from start: Int = 0) {
        guard rows.count - start > 1 else { return }
        let corrected = Multiplicity.holm(rows[start...].map(\.p))
        for (place, p) in zip(start..., corrected) { rows[place].holm = p }
    }
}

/// The conditions of one version with what registered tests need of them.
struct RegisteredInput: Sendable {
    var parts: [ReportAnalysis.Part]
    var observations: AttemptObservations
    var conditions: [String] { observations.conditions }

    /// Numbers of attempts that the registered rules leave out of a test.
    func exclusions(of test: RegisteredTest) -> [String] {
        if case .score = test.measure { return [] }
        // A benchmark of completion is over participants.
        if test.measure == .completion, test.method == .benchmark { return [] }
        return observations.excluded.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            rule,
            count in
            "\(counted(count, "attempt")) left out by the rule “\(rule.rawValue)”."
        }
    }

    /// Every two conditions, the first of the study as the one compared with.
    var pairs: [(base: Int, other: Int)] {
        conditions.indices.flatMap { base in
            conditions.indices.dropFirst(base + 1).map { (base, $0) }
        }
    }

    func name(_ pair: (base: Int, other: Int), _ scale: RegisteredResult.Scale) -> String {
        let sign = scale == .difference ? "−" : "÷"
        return "\(conditions[pair.other]) \(sign) \(conditions[pair.base])"
    }

    /// Participant → value, for each condition: the mean of ln time, or the score.
    func values(_ measure: RegisteredTest.Measure) -> [[String: Double]] {
        parts.indices.map { place in
            switch measure {
            case .time: observations.means(of: place) { $0.seconds.map { log($0) } }
            case .completion: observations.means(of: place) { $0.succeeded ? 1 : 0 }
            case .errors: observations.means(of: place) { Double($0.mistakes) }
            case .score(let name): parts[place].scores(named: name)
            }
        }
    }
}

extension ReportAnalysis.Part {
    /// Participant → score of a questionnaire's instrument, or the answer to `questionnaire.item`.
    fileprivate func scores(named name: String) -> [String: Double] {
        let found = scoreValues.first {
            $0.instrument == name || $0.id == name.replacing(".", with: " ", maxReplacements: 1)
        }
        guard let found else { return [:] }
        let known = zip(group.entries, found.values).compactMap { entry, value in
            value.map { (entry.participant, $0) }
        }
        return Dictionary(known, uniquingKeysWith: { _, last in last })
    }
}
