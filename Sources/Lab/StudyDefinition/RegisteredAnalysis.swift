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

    /// The rules of the analysis, one text for each outcome, hypothesis, rule and test. A text
    /// begins with the key of the study file, as in `primary: time, margin 1.25`.
    package var words: [String] {
        var words = ["primary: \(primary.words)"]
        words += secondary.map { "secondary: \($0.words)" }
        words += (hypotheses ?? []).map { text in
            "hypotheses: “\(text.split(whereSeparator: \.isNewline).joined(separator: " "))”"
        }
        if let failures { words.append("failures: \(failures.rawValue)") }
        words += (exclusions ?? []).map { "exclusions: \($0.rawValue)" }
        words += (tests ?? []).map { "tests: \($0.words)" }
        return words
    }
}

extension RegisteredAnalysis.Outcome {
    fileprivate var words: String {
        measure.rawValue + (margin.map { ", margin \(ScoreLimits.plain($0))" } ?? "")
    }
}

extension RegisteredTest {
    fileprivate var words: String {
        let covariates = (covariates ?? []).map(\.name)
        let details: [String?] = [
            measure.rawValue, method.rawValue, factor.map { "factor \($0)" },
            covariates.isEmpty ? nil : "covariates \(covariates.joined(separator: " + "))",
            against.map { "against \(ScoreLimits.plain($0))" },
        ]
        return details.compactMap(\.self).joined(separator: ", ")
    }
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
