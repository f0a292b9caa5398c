import Foundation
import Statistics
import StudyDefinition

/// The result of comparing two conditions in one outcome. A difference counts as shown only if both
/// the interval and the test show it. If interval and test disagree, the result is open. A
/// difference that is the same for all participants has no interval; it counts as shown if the test
/// shows it.
struct ComparedOutcome: Sendable {
    enum Measure: Sendable, Hashable {
        case time
        case completion
        /// An instrument's main score, or the numeric answers to one item. The associated value is
        /// the id of the ``ScoreValues``.
        case score(String)

        /// The value for no difference: a ratio of 1, or a difference of 0.
        var null: Double { self == .time ? 1 : 0 }
    }

    enum Decision: Sendable, Hashable {
        /// A difference is shown: the first condition has the smaller value.
        case firstLower
        case firstHigher
        /// Neither the interval, if there is one, nor the test shows a difference.
        case notShown
        /// Only the interval or only the test shows a difference, or the two favor different
        /// conditions. The associated value is the reason why the result is open.
        case open(String)
        case notComputable(String)
    }

    /// The size of the difference in the unit of the outcome: a ratio of times (first ÷ second), or
    /// a difference of proportions or scores (first minus second).
    struct Size: Sendable {
        var value: Double
        var interval: Interval
        /// For times, the p-value of the t test from which the interval is derived; nil for other
        /// outcomes. The rank test has a different p-value.
        var p: Double?
    }

    static let timeName = "Time on task"
    static func completionName(_ everyTask: String) -> String { "Completion of \(everyTask)" }

    var measure: Measure
    var name: String
    /// The short name that the instrument gives the score, such as `SUS score`; nil if there is
    /// none.
    var shortName: String?
    /// Whether the condition with the smaller value is ahead: for times, and for scores of which a
    /// lower one is better.
    var isLowBetter: Bool
    var decision: Decision
    var size: Size?
    /// The difference in the unit of `size`, if it is the same for all pairs or if the values
    /// within each group are equal; otherwise nil. A constant difference has no interval, so `size`
    /// is nil.
    var constant: Double?
    /// The reason why `size` is nil; nil if there is a size.
    var reason: String?
    /// The p-value, after Holm's correction if there are several pairs of conditions; nil if the
    /// test is not computable.
    var p: Double?
    /// The p-value before Holm's correction; nil if the test is not computable.
    var ownP: Double?
    /// Name of the test that gives the p-value. The interval may be derived from another test.
    var test: String
    /// Words that state how failures are ranked, as in `, failures ranked slowest`; printed after
    /// the test's name. Empty if there are no failures.
    var failures = ""
    /// Number of pairs, or total number of participants in the two groups, from which `size` is
    /// computed.
    var count: Int
    /// Number of pairs, or total number of participants in the two groups, that the test uses. For
    /// times, the test also includes failures.
    var testCount: Int
    /// Means of both conditions; nil for times and proportions.
    var values: (first: Double, second: Double)?
    /// Index of the outcome in the study's list of registered outcomes; nil if it is not
    /// registered.
    var registered: Int?
    /// The equivalence test against the registered margin, in the unit of `size`. Nil if no margin
    /// is registered, or if the outcome is completion.
    var equivalence: Computed<Equivalence>?

    /// The smallest p-value that the test can give with this number of participants.
    var smallestP: Double
    /// Sentence for a contradiction: the size of the difference favors one condition, but the test
    /// favors the other condition. Nil if there is no contradiction.
    var opposite: String?

    /// Whether the equivalence test shows that the difference is within the registered margin.
    var isEquivalent: Bool { (equivalence?.value?.p ?? 1) < 0.05 }

    /// Whether there are too few participants to show a difference: even the smallest possible
    /// p-value is above 0.05.
    var isTooFew: Bool {
        switch decision {
        case .notShown, .open: smallestP > 0.05
        default: false
        }
    }

    /// Whether the size of the difference leaves out participants or failed attempts that the test
    /// uses. False if there is no size.
    var isOfFewer: Bool { size != nil && (count != testCount || !failures.isEmpty) }

    /// Whether a difference is shown, but its size is less certain than the result of the test. In
    /// this case, the size is computed from fewer participants than the test, and the p-value of
    /// the size is larger than that of the test. Both are p-values before Holm's correction.
    var isLessSureOfSize: Bool {
        guard isShown, isOfFewer, count < testCount, let ownP, let size = size?.p
        else { return false }
        return size > ownP
    }

    /// Whether the interval shows a difference but the test does not.
    var isSurerByInterval: Bool {
        guard case .open = decision, size != nil, let p else { return false }
        return p >= 0.05
    }

    /// The sentence `opposite` if the test favors a condition; otherwise nil. The test favors a
    /// condition if its p-value before Holm's correction is below 0.05.
    var contradiction: String? { (ownP ?? 1) < 0.05 ? opposite : nil }

    /// Whether the interval shows a difference that disappears when failures are counted. The
    /// interval uses only completed tasks, but the test also ranks failures. The difference
    /// disappears if the test's p-value before Holm's correction is at least 0.05, or if the test
    /// favors the other condition.
    var isUndoneByFailures: Bool {
        isSurerByInterval && !failures.isEmpty && ((ownP ?? 1) >= 0.05 || opposite != nil)
    }

    /// Whether the test shows a difference, but the size of the difference does not support the
    /// test. In this case, the interval shows no difference or the opposite difference, or the size
    /// is not computable.
    var isContested: Bool {
        guard case .open = decision, let p else { return false }
        return p < 0.05
    }

    /// Whether all participants have equal values in both conditions. False if the values leave out
    /// failed attempts or participants whom the test uses.
    var isEqual: Bool {
        constant == measure.null && failures.isEmpty && count == testCount && decision == .notShown
    }

    var isComputable: Bool { if case .notComputable = decision { false } else { true } }

    /// Whether a difference is shown.
    var isShown: Bool { decision == .firstLower || decision == .firstHigher }

    fileprivate init(
        _ measure: Measure,
        _ name: String,
        size: Size?,
        constant: Double? = nil,
        p: (own: Double?, holm: Double?),
        smallest: Double,
        test: String,
        failures: String = "",
        count: Int,
        testCount: Int? = nil,
        opposite: String? = nil,
        reason: @autoclosure () -> String
    ) {
        self.measure = measure
        self.name = name
        isLowBetter = measure == .time
        self.size = size
        self.constant = constant
        self.reason = size == nil ? reason() : nil
        self.count = count
        self.testCount = testCount ?? count
        smallestP = smallest
        self.test = test
        self.failures = failures
        self.p = p.holm ?? p.own
        ownP = p.own
        self.opposite = opposite
        let null = measure.null
        // If there are failures, or if the test has more participants than the size of the
        // difference, the test and the size are computed from different data.
        let isOfAll = failures.isEmpty && count == self.testCount
        let excludes = size.map { $0.interval.low > null || $0.interval.high < null }
        switch (excludes, self.p.map { $0 < 0.05 }) {
        case (true, true):
            decision =
                opposite.map(Decision.open)
                ?? ((size?.value ?? null) < null ? .firstLower : .firstHigher)
        case (nil, true) where isOfAll && (constant ?? null) != null:
            decision = (constant ?? null) < null ? .firstLower : .firstHigher
        case (false, false), (false, nil), (nil, false): decision = .notShown
        case (nil, nil) where constant == null: decision = .notShown
        case (nil, nil): decision = .notComputable(reason())
        case (true, nil): decision = .open("there is no test of the difference")
        case (nil, true): decision = .open("the size of the difference is not computable")
        case (true, false):
            decision = .open(
                smallest > 0.05
                    ? "p cannot be below 0.05 with so few participants"
                    : !failures.isEmpty
                        ? "the interval is from completed tasks and excludes 0; with failures "
                            + "ranked slowest, p is not below 0.05"
                        : "the interval excludes 0, but p is not below 0.05"
            )
        case (false, true): decision = .open("p is below 0.05, but the interval includes 0")
        }
    }
}

extension Comparison {
    /// The outcomes that both conditions have: time, completion and scores. Registered outcomes
    /// come first, in their registered order.
    var outcomes: [ComparedOutcome] {
        let all =
            (tasks.isEmpty ? [] : [timeOutcome, completionOutcome])
            + scores.map { ComparedOutcome($0, isWithin: isWithin, names) }
        guard let registered = analysis?.outcomes else { return all }
        let found = registered.indices.compactMap { place -> ComparedOutcome? in
            let outcome = registered[place]
            guard var found = all.first(where: { self.is($0, outcome.measure) }) else { return nil }
            found.registered = place
            found.equivalence = outcome.margin.flatMap { equivalence(of: found, within: $0) }
            return found
        }
        return found + all.filter { one in !found.contains { $0.measure == one.measure } }
    }

    private func `is`(
        _ outcome: ComparedOutcome,
        _ measure: RegisteredAnalysis.Measure
    ) -> Bool {
        switch (outcome.measure, measure) {
        case (.time, .time), (.completion, .completion): true
        case (.score(let id), .score(let questionnaire)):
            scores.contains { $0.id == id && $0.instrument == questionnaire }
        default: false
        }
    }

    private func equivalence(
        of outcome: ComparedOutcome,
        within margin: Double
    ) -> Computed<Equivalence>? {
        switch outcome.measure {
        case .time:
            let margin = Interval(low: -log(margin), high: log(margin))
            return overall.ratio.value.map { test in
                let found = test.equivalence(within: margin)
                return Equivalence(
                    p: found.p,
                    interval: found.interval.map(exp),
                    margin: found.margin.map(exp)
                )
            }
        case .completion: return nil
        case .score(let id):
            let margin = Interval(low: -margin, high: margin)
            return scores.first { $0.id == id }?.difference.map { $0.equivalence(within: margin) }
        }
    }

    fileprivate static func ranked(_ isWithin: Bool) -> String {
        isWithin ? "Wilcoxon signed-rank test" : "Mann–Whitney test"
    }

    private var timeOutcome: ComparedOutcome {
        let test = overall.ratio.value.value
        return ComparedOutcome(
            .time,
            ComparedOutcome.timeName,
            size: test.map { .init(value: $0.ratio, interval: $0.ratioInterval, p: $0.p) },
            constant: overall.ratio.constant,
            p: (overall.ranked.p.value?.p, overall.holm),
            smallest: overall.ranked.smallestP,
            test: Comparison.ranked(isWithin),
            failures: overall.ranked.failures > 0 ? ", failures ranked slowest" : "",
            count: test == nil && overall.ratio.constant == nil
                ? overall.ranked.count : overall.ratio.count,
            testCount: overall.ranked.count,
            opposite: oppositeOfTimes,
            reason: overall.ratio.value.reason ?? "there are no times"
        )
    }

    /// Sentence stating that one condition is quicker in completed tasks, but the other condition
    /// ranks better in the test. Nil unless the ratio of times and the test favor different
    /// conditions.
    var oppositeOfTimes: String? {
        guard let ratio = overall.ratio.value.value?.ratio,
            let effect = overall.ranked.effect.value, (ratio > 1) != (effect > 0), effect != 0
        else { return nil }
        let (quicker, ahead) = ratio < 1 ? (names.first, names.second) : (names.second, names.first)
        let how =
            overall.ranked.failures > 0
            ? "with failures ranked slowest" : "in the ranks of all participants tested"
        return "\(quicker) is quicker in completed tasks, but \(ahead) is ahead \(how)"
    }

    private var completionOutcome: ComparedOutcome {
        let value = overall.completion
        let (first, second) = (value.first, value.second)
        return ComparedOutcome(
            .completion,
            ComparedOutcome.completionName(everyTask),
            size: value.difference.value.map { .init(value: $0.value, interval: $0.interval) },
            p: (value.p.value, value.holm),
            smallest: value.smallestP(isWithin: isWithin),
            test: isWithin ? "McNemar's mid-p test" : "N − 1 χ² test",
            count: isWithin ? first.n : first.n + second.n,
            reason: value.difference.reason ?? "no outcome could be judged"
        )
    }
}

extension ComparedOutcome {
    fileprivate init(
        _ score: ScoreComparison,
        isWithin: Bool,
        _ names: (first: String, second: String)
    ) {
        let test = score.difference.value
        var opposite: String?
        if let difference = test?.difference, let effect = score.effect.value,
            difference * effect < 0
        {
            let (higher, other) = difference > 0 ? names : (names.second, names.first)
            opposite =
                "the mean is higher \(withOrUnder(higher)), but the ranks are higher \(withOrUnder(other))"
        }
        self.init(
            .score(score.id),
            score.name,
            size: test.map { .init(value: $0.difference, interval: $0.interval) },
            constant: score.constant,
            p: (score.p.value?.p, score.holm),
            smallest: isWithin
                ? SignedRank.smallestP(score.counts.first)
                : MannWhitney.smallestP(score.counts.first, score.counts.second),
            test: Comparison.ranked(isWithin),
            count: isWithin ? score.counts.first : score.counts.first + score.counts.second,
            opposite: opposite,
            reason: score.difference.reason ?? "there are no scores"
        )
        shortName = score.shortName
        isLowBetter = score.isLowBetter
        if let first = score.means.first, let second = score.means.second {
            values = (first, second)
        }
    }
}

extension Comparison.Completion {
    /// Returns the p-value of the most extreme result: everybody completes every task in one
    /// condition, and nobody does in the other. Within participants, the test is McNemar's mid-p
    /// test; between groups, the N − 1 two-proportion test.
    fileprivate func smallestP(isWithin: Bool) -> Double {
        guard first.n > 0, second.n > 0 else { return 1 }
        let extreme =
            isWithin
            ? PairedOutcomes((0..<first.n).map { _ in (true, false) }).mcNemar().map(\.midP)
            : TwoRates(first.n, of: first.n, and: 0, of: second.n)?.nMinusOne.map(\.p)
        return extreme?.value ?? 1
    }
}
