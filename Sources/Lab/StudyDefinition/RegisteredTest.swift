/// A test or model that the study registers, besides the comparisons that every report has.
package struct RegisteredTest: Sendable, Hashable, Codable {
    package enum Measure: Sendable, Hashable {
        /// ln time of each attempt.
        case time
        /// Success of each attempt.
        case completion
        /// Mistakes marked in each attempt.
        case errors
        /// The main score of a questionnaire with an instrument, or `questionnaire.item`, a number
        /// or scale.
        case score(String)
    }

    package enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// t tests of two conditions; of more, analysis of variance, repeated measures or Welch's.
        case means
        /// Random intercepts of participants and tasks; logistic for completion, Poisson for errors.
        case mixedModel = "mixed-model"
        /// Ordinary least squares with HC3 and clustered errors.
        case leastSquares = "least-squares"
        /// Log-rank test and Cox model, failures censored.
        case survival
        /// Against a given value.
        case benchmark
        /// BCa intervals.
        case bootstrap
    }

    package var measure: Measure
    package var method: Method
    /// `questionnaire.item`, a single choice asked outside conditions, crossed with the condition.
    package var factor: String?
    /// Numbers that a model takes into account.
    package var covariates: [Covariate]?
    /// Of a benchmark: seconds, a rate from 0 to 1, or points.
    package var against: Double?

    package init(
        _ measure: Measure,
        _ method: Method,
        factor: String? = nil,
        covariates: [Covariate]? = nil,
        against: Double? = nil
    ) {
        (self.measure, self.method, self.factor, self.against) = (measure, method, factor, against)
        self.covariates = covariates
    }

    /// An answer that is a number: of the participant, of the participant in the condition, or of
    /// the attempt, by where its questionnaire is asked.
    package struct Covariate: Sendable, Hashable {
        package var questionnaire: String
        package var item: String
        /// Whether the model has its natural logarithm.
        package var isLogarithm: Bool

        /// `questionnaire.item` or `log(questionnaire.item)`; nil for another text.
        package init?(_ text: String) {
            isLogarithm = text.hasPrefix("log(") && text.hasSuffix(")")
            let name = isLogarithm ? text.dropFirst(4).dropLast() : Substring(text)
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return nil }
            (questionnaire, item) = (String(parts[0]), String(parts[1]))
        }

        package var name: String {
            isLogarithm ? "log(\(questionnaire).\(item))" : "\(questionnaire).\(item)"
        }
    }
}

extension RegisteredTest.Covariate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(text) is not a covariate"
            )
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// The treatment of failures in registered tests of times.
package enum RegisteredFailures: String, Sendable, Hashable, Codable, CaseIterable {
    case leftOut = "left-out"
    /// A failure's time is the task's time limit.
    case timeLimit = "time-limit"
}

/// Attempts that registered tests leave out.
package enum RegisteredExclusion: String, Sendable, Hashable, Codable, CaseIterable {
    /// Attempts in which the facilitator helped.
    case assisted
    /// Attempts with an interval that could not be measured.
    case flagged
}

extension RegisteredTest.Measure: Codable {
    package init(_ name: String) {
        switch name {
        case "time": self = .time
        case "completion": self = .completion
        case "errors": self = .errors
        default: self = .score(name)
        }
    }

    /// `time`, `completion`, `errors`, or the id of a questionnaire or item.
    package var name: String {
        switch self {
        case .time: "time"
        case .completion: "completion"
        case .errors: "errors"
        case .score(let id): id
        }
    }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    package var methods: [RegisteredTest.Method] {
        switch self {
        case .time: RegisteredTest.Method.allCases
        case .completion: [.mixedModel, .benchmark]
        case .errors: [.mixedModel]
        case .score: [.means, .mixedModel, .leastSquares, .benchmark, .bootstrap]
        }
    }
}
