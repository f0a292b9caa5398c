/// A test or model that the study registers, in addition to the comparisons in every report.
package struct RegisteredTest: Sendable, Hashable, Codable {
    package enum Measure: Sendable, Hashable {
        /// Time of each attempt. All methods except `survival` use its logarithm.
        case time
        /// Success of each attempt.
        case completion
        /// Number of mistakes marked in each attempt.
        case errors
        /// The main score of a questionnaire that uses a standard instrument, or the answers to a
        /// numeric item. The value is the questionnaire's id for a main score, and
        /// `questionnaire.item` for an item.
        case score(String)
    }

    package enum Method: String, Sendable, Hashable, Codable, CaseIterable {
        /// For two conditions, a t test. For more than two, a repeated-measures or Welch's analysis
        /// of variance.
        case means
        /// A model with random intercepts for participants and tasks: logistic for completion,
        /// Poisson for errors, otherwise linear.
        case mixedModel = "mixed-model"
        /// Ordinary least squares with HC3 and clustered standard errors.
        case leastSquares = "least-squares"
        /// Log-rank test and Cox model, with failures as censored observations.
        case survival
        /// Comparison of the measure with the value ``RegisteredTest/against``.
        case benchmark
        /// Bootstrap with BCa confidence intervals.
        case bootstrap
    }

    package var measure: Measure
    package var method: Method
    /// A factor that is crossed with the condition: a single-choice item, as `questionnaire.item`.
    /// If the item is asked in each condition, a participant has one level per condition. Nil if
    /// there is no such factor.
    package var factor: String?
    /// Numeric covariates of a model. Nil if there are none.
    package var covariates: [Covariate]?
    /// The value to compare with in a benchmark: seconds, a rate from 0 to 1, or points. Nil for
    /// other methods.
    package var against: Double?

    /// A numeric answer used as a covariate. It has one value per participant, per participant and
    /// condition, or per attempt, depending on when its questionnaire is asked.
    package struct Covariate: Sendable, Hashable {
        package var questionnaire: String
        package var item: String
        /// Whether the model uses the natural logarithm of the answer.
        package var isLogarithm: Bool

        /// Parses `questionnaire.item` or `log(questionnaire.item)`. The item's id may contain
        /// periods; the questionnaire's id may not. Returns nil if the text has another form.
        package init?(_ text: String) {
            isLogarithm = text.hasPrefix("log(") && text.hasSuffix(")")
            let name = isLogarithm ? text.dropFirst(4).dropLast() : Substring(text)
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
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
                debugDescription: "\"\(text)\" is not a covariate"
            )
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// The treatment of failed attempts in registered tests of times. Survival tests ignore it: they
/// censor a failed attempt at the time at which the attempt ended.
package enum RegisteredFailures: String, Sendable, Hashable, Codable, CaseIterable {
    case leftOut = "left-out"
    /// The task's time limit is used as the time of a failed attempt.
    case timeLimit = "time-limit"
}

/// A type of attempt that registered tests leave out.
package enum RegisteredExclusion: String, Sendable, Hashable, Codable, CaseIterable {
    /// Attempts in which the facilitator helped.
    case assisted
    /// Attempts with a time interval that could not be measured.
    case flagged
}

extension RegisteredTest.Measure: RawRepresentable, Codable {
    package init(rawValue name: String) {
        switch name {
        case "time": self = .time
        case "completion": self = .completion
        case "errors": self = .errors
        default: self = .score(name)
        }
    }

    /// The measure in a study file: `time`, `completion`, `errors`, a questionnaire's id, or
    /// `questionnaire.item`.
    package var rawValue: String {
        switch self {
        case .time: "time"
        case .completion: "completion"
        case .errors: "errors"
        case .score(let id): id
        }
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

extension [Questionnaire] {
    /// Returns the questionnaire and the item from whose answers the score `name` is computed. For
    /// the main score of an instrument, the item is nil. Returns nil if there is no such score.
    ///
    /// - Parameter name: id of a questionnaire with an instrument, or `questionnaire.item` for a
    ///   numeric item.
    package func scored(
        as name: String
    ) -> (questionnaire: Questionnaire, item: Questionnaire.Item?)? {
        if let own = first(where: { $0.id == name && $0.instrument != nil }) { return (own, nil) }
        for questionnaire in self {
            let item = questionnaire.items.first { item in
                item.isNumeric && "\(questionnaire.id).\(item.id)" == name
            }
            if let item { return (questionnaire, item) }
        }
        return nil
    }
}
