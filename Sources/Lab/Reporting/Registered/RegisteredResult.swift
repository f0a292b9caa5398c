import Diagnostics
import Foundation
import Statistics
import StudyDefinition

/// The result of one test that the study registered.
struct RegisteredResult: Sendable {
    enum Scale: String, Sendable {
        case ratio = "ratio of times"
        case odds = "odds ratio"
        case rate = "ratio of counts"
        case hazard = "hazard ratio"
        case difference
        /// Coefficient of a covariate, in the units of the response.
        case coefficient
        case seconds
        case share = "share"
        case mean
        /// A joint test of several effects, without an estimate.
        case joint = "test"
    }

    struct Row: Sendable {
        var effect: String
        var scale: Scale
        var value: Double?
        var interval: Interval?
        /// The test statistic as text, such as `t(11.0) = 2.34`.
        var statistic = ""
        var p: Double?
        /// The p-value after Holm's correction over the rows of the same family.
        var holm: Double?
        /// The reason why there is no value; nil if there is one.
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

        /// Creates a row from a logarithm and its interval; every ratio is computed on logarithms.
        init(_ effect: String, _ scale: Scale, logarithm: Double, _ interval: Interval) {
            self.init(effect, scale, exp(logarithm), interval.map(exp))
        }
    }

    var test: RegisteredTest
    var rows: [Row] = []
    var notes: [String] = []

    /// The reasons of the rows that could not be computed.
    var reasons: [String] {
        rows.compactMap { row in row.reason.map { "\(row.effect): \($0)" } }
    }

    /// Applies Holm's correction to the rows from index `start` on.
    mutating func holm(from start: Int = 0) {
        guard rows.count - start > 1 else { return }
        let corrected = Multiplicity.holm(rows[start...].map(\.p))
        for (place, p) in zip(start..., corrected) { rows[place].holm = p }
    }
}

/// The conditions of one version, with the data that registered tests need.
struct RegisteredInput: Sendable {
    var parts: [ReportAnalysis.Part]
    var observations: AttemptObservations
    var conditions: [String] { observations.conditions }

    /// Returns sentences on how many attempts each registered rule leaves out of a test.
    func exclusions(of test: RegisteredTest) -> [String] {
        if case .score = test.measure { return [] }
        // A benchmark of completion counts participants, not attempts.
        if test.measure == .completion, test.method == .benchmark { return [] }
        return observations.excluded.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            rule,
            count in
            "\(counted(count, "attempt")) left out by the rule “\(rule.rawValue)”."
        }
    }

    /// Every pair of conditions; the base is the one that comes first in the study.
    var pairs: [(base: Int, other: Int)] {
        conditions.indices.flatMap { base in
            conditions.indices.dropFirst(base + 1).map { (base, $0) }
        }
    }

    func name(_ pair: (base: Int, other: Int), _ scale: RegisteredResult.Scale) -> String {
        let sign = scale == .difference ? "−" : "÷"
        return "\(conditions[pair.other]) \(sign) \(conditions[pair.base])"
    }

    /// Returns, for each condition, a value per participant: the score, or the mean over attempts
    /// (of ln time, success or mistakes).
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
    /// Returns each participant's score. `name` is a questionnaire with an instrument, or an item
    /// as `questionnaire.item`.
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
