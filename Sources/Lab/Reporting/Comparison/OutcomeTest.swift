package import Diagnostics
package import ResultsStore
import Statistics

/// The test of one outcome for one pair of conditions, for simulations of its power.
package struct OutcomeTest: Sendable, Hashable {
    /// The outcome and both conditions, in words.
    package var name: String
    package var isRegistered: Bool
    /// The verdict names a difference: interval and test agree.
    package var isShown: Bool
    /// The interval excludes no difference; nil if there is none.
    package var excludesNone: Bool?
    /// The test has p below 0.05, after Holm with several pairs; nil if there is none.
    package var isSignificant: Bool?
    /// The registered margin holds by two one-sided tests; nil without a margin.
    package var isEquivalent: Bool?
}

extension Report {
    /// The tests of every outcome in `store`, registered ones first; those alone where there are any.
    package static func outcomeTests(
        _ store: ResultsStore,
        study: String
    ) throws(DiagnosticError) -> [OutcomeTest] {
        let sample = try Sample(store: store, study: study)
        let findings = ReportAnalysis(sample, differences: try Differences(sample, store: store))
        let all = findings.comparisons.flatMap { pair in
            pair.outcomes.map { OutcomeTest($0, pair.names) }
        }
        let registered = all.filter(\.isRegistered)
        return registered.isEmpty ? all : registered
    }
}

extension OutcomeTest {
    init(_ outcome: ComparedOutcome, _ names: (first: String, second: String)) {
        let none = outcome.measure == .time ? 1.0 : 0.0
        name = "\(outcome.name), \(names.first) and \(names.second)"
        isRegistered = outcome.registered != nil
        isShown = outcome.isShown
        excludesNone = outcome.size.map { $0.interval.low > none || $0.interval.high < none }
        isSignificant = outcome.p.map { $0 < 0.05 }
        isEquivalent = outcome.equivalence.map { $0.p < 0.05 }
    }
}
