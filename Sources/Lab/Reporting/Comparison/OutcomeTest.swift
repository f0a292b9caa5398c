package import Diagnostics
package import ResultsStore
import Statistics

/// The test result of one outcome for one pair of conditions, used in simulations of power.
package struct OutcomeTest: Sendable, Hashable {
    /// Name of the outcome, with the names of both conditions.
    package var name: String
    package var isRegistered: Bool
    /// Whether the outcome is a score or the answers to an item.
    package var isScore: Bool
    /// Whether the verdict states a difference, because both the interval and the test show one.
    package var isShown: Bool
    /// Whether the interval excludes the value for no difference; nil if there is no interval.
    package var excludesNone: Bool?
    /// Whether the test's p-value is below 0.05; nil if there is no p-value. If there are several
    /// pairs of conditions, the p-value includes Holm's correction.
    package var isSignificant: Bool?
    /// Whether two one-sided tests show that the difference is within the registered margin. Nil if
    /// no margin is registered or the tests are not computable. Also nil if there are several pairs
    /// of conditions, because a margin applies only to a single pair.
    package var isEquivalent: Bool?
}

extension Report {
    /// Returns the tests of the study's registered outcomes, computed from the sessions in `store`.
    /// If no outcome is registered, returns the tests of every outcome.
    package static func outcomeTests(
        _ store: ResultsStore,
        study: String
    ) throws(DiagnosticError) -> [OutcomeTest] {
        let comparisons = try findings(store, study).comparisons
        let all = comparisons.flatMap { pair in
            pair.outcomes.map { outcome in
                var test = OutcomeTest(outcome, pair.names)
                // The registered margins apply only to a comparison of two conditions.
                if comparisons.count > 1 { test.isEquivalent = nil }
                return test
            }
        }
        let registered = all.filter(\.isRegistered)
        return registered.isEmpty ? all : registered
    }
}

extension OutcomeTest {
    init(_ outcome: ComparedOutcome, _ names: (first: String, second: String)) {
        let none = outcome.measure.null
        name = "\(outcome.name), \(names.first) and \(names.second)"
        isRegistered = outcome.registered != nil
        isScore = if case .score = outcome.measure { true } else { false }
        isShown = outcome.isShown
        excludesNone = outcome.size.map { $0.interval.low > none || $0.interval.high < none }
        isSignificant = outcome.p.map { $0 < 0.05 }
        isEquivalent = (outcome.equivalence?.value?.p).map { $0 < 0.05 }
    }
}
