/// The registered analysis: the outcomes and tests for comparing the conditions of a study.
/// `evalrun lock` records it before the first session, so that later changes can be listed.
package struct RegisteredAnalysis: Sendable, Hashable, Codable {
    /// A quantity that is compared between conditions.
    package enum Measure: Sendable, Hashable {
        /// Times of successful attempts, with all tasks pooled.
        case time
        /// Whether a participant completed every task.
        case completion
        /// The main score of a questionnaire with an instrument. The value is the questionnaire's
        /// id.
        case score(String)
    }

    package struct Outcome: Sendable, Hashable, Codable {
        package var measure: Measure
        /// The largest difference that does not matter, for a test of equivalence: a ratio above 1
        /// for times, points for a score. Nil if equivalence is not tested.
        package var margin: Double?
    }

    package var primary: Outcome
    package var secondary: [Outcome] = []
    /// The hypotheses, one sentence each. Nil if the study states none.
    package var hypotheses: [String]?
    /// Treatment of failed attempts in tests of times, except survival tests. Nil means that failed
    /// attempts are left out.
    package var failures: RegisteredFailures?
    package var exclusions: [RegisteredExclusion]?
    package var tests: [RegisteredTest]?

    package var outcomes: [Outcome] { [primary] + secondary }
}

extension RegisteredAnalysis.Measure: RawRepresentable, Codable {
    package init(rawValue name: String) {
        self = name == "time" ? .time : name == "completion" ? .completion : .score(name)
    }

    /// The measure in a study file: `time`, `completion`, or the id of the questionnaire.
    package var rawValue: String {
        switch self {
        case .time: "time"
        case .completion: "completion"
        case .score(let questionnaire): questionnaire
        }
    }
}
