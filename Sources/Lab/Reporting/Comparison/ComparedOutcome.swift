import Foundation
import Statistics
import StudyDefinition

/// The result of a comparison of two conditions in one outcome. It is decided by the interval of
/// the difference and by the test together; where they disagree it stays open.
struct ComparedOutcome: Sendable {
    enum Measure: Sendable, Hashable {
        case time
        case completion
        /// Main score of an instrument, or a number of the study's own; with its id.
        case score(String)
    }

    enum Decision: Sendable, Hashable {
        /// The first condition has the smaller value.
        case firstLower
        case firstHigher
        /// Neither the interval nor the test shows a difference.
        case notShown
        /// The interval and the test disagree, or one of them is missing; with the reason.
        case open(String)
        case notComputable(String)
    }

    /// In the unit of the outcome: a ratio of times, first ÷ second; a difference of proportions or
    /// of scores, first minus second.
    struct Size: Sendable {
        var value: Double
        var interval: Interval
        /// Of times, the p of the test that the interval is from.
        var p: Double?
    }

    var measure: Measure
    var name: String
    /// The score as its instrument calls it, such as `SUS score`; nil where it has none.
    var shortName: String?
    var decision: Decision
    var size: Size?
    /// Why there is no size; nil if there is one.
    var reason: String?
    /// After Holm where there are several pairs of conditions.
    var p: Double?
    /// Before Holm.
    var ownP: Double?
    /// Name of the test that gives p, which may be of another kind than the interval.
    var test: String
    /// The rank of failures in the test, printed after its name. Empty without failures.
    var failures = ""
    /// Pairs, or participants of both groups, that the size is computed from.
    var count: Int
    /// Those of the test, which for times has failures too.
    var testCount: Int
    /// Means of both conditions; nil of times and proportions.
    var values: (first: Double, second: Double)?
    /// Its place among the outcomes that the study registered; nil if it is not one of them.
    var registered: Int?
    /// The test against the registered margin, in the unit of `size`.
    var equivalence: Equivalence?

    /// The smallest p that so many participants can give.
    var smallestP: Double
    /// Words for a size that has one condition ahead and a test that has the other; nil if they agree.
    var opposite: String?

    /// The test against the registered margin shows that the conditions are within it.
    var isEquivalent: Bool { equivalence.map { $0.p < 0.05 } ?? false }

    /// No difference is shown, and none could be: the test cannot reach 0.05.
    var isTooFew: Bool {
        switch decision {
        case .notShown, .open: smallestP > 0.05
        default: false
        }
    }

    /// Whether the size leaves out failures, which the test counts.
    var isOfFewer: Bool { size != nil && (count != testCount || !failures.isEmpty) }

    /// Whether the test is surer of a difference than the size, which leaves out failures.
    var isLessSureOfSize: Bool {
        guard isShown, isOfFewer, count < testCount, let p, let own = size?.p else { return false }
        return own > p
    }

    /// Whether the interval shows a difference and the test does not.
    var isSurerByInterval: Bool {
        guard case .open = decision, size != nil, let p else { return false }
        return p >= 0.05
    }

    /// `opposite`, if p before Holm is below 0.05: else the test shows neither condition ahead.
    var contradiction: String? { (ownP ?? 1) < 0.05 ? opposite : nil }

    /// Whether the interval of completed tasks shows a difference, and the test with failures none, be it
    /// for one pair alone.
    var isUndoneByFailures: Bool {
        isSurerByInterval && !failures.isEmpty && ((ownP ?? 1) >= 0.05 || opposite != nil)
    }

    /// Whether the test shows a difference that is not to be named, as the size has none or another.
    var isContested: Bool {
        guard case .open = decision, let p else { return false }
        return p < 0.05
    }

    var isComputable: Bool {
        if case .notComputable = decision { false } else { true }
    }

    /// Both the interval and the test show a difference.
    var isShown: Bool { decision == .firstLower || decision == .firstHigher }

    fileprivate init(
        _ measure: Measure,
        _ name: String,
        size: Size?,
        null: Double,
        p: (own: Double?, holm: Double?),
        smallest: Double,
        test: String,
        failures: String = "",
        count: Int,
        opposite: String? = nil,
        reason: @autoclosure () -> String
    ) {
        self.measure = measure
        self.name = name
        self.size = size
        self.reason = size == nil ? reason() : nil
        self.count = count
        testCount = count
        smallestP = smallest
        self.test = test
        self.failures = failures
        self.p = p.holm ?? p.own
        ownP = p.own
        self.opposite = opposite
        let excludes = size.map { $0.interval.low > null || $0.interval.high < null }
        switch (excludes, self.p.map { $0 < 0.05 }) {
        case (true, true):
            decision =
                opposite.map(Decision.open)
                ?? ((size?.value ?? null) < null ? .firstLower : .firstHigher)
        case (false, false), (false, nil), (nil, false): decision = .notShown
        case (nil, nil): decision = .notComputable(reason())
        case (true, nil): decision = .open("there is no test of it")
        case (nil, true): decision = .open("its size is not computable")
        case (true, false):
            decision = .open(
                smallest > 0.05
                    ? "with so few participants the test cannot reach 0.05"
                    : !failures.isEmpty
                        ? "the interval is from completed tasks and excludes 0; with failures "
                            + "ranked slowest, p is not below 0.05"
                        : "the interval excludes 0, but p is not below 0.05"
            )
        case (false, true):
            decision = .open("p is below 0.05, but the interval includes 0")
        }
    }
}

extension Comparison {
    /// One for each outcome that both conditions have: time, completion, scores. Registered ones
    /// come first, in the order in which they are registered.
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

    private func equivalence(of outcome: ComparedOutcome, within margin: Double) -> Equivalence? {
        switch outcome.measure {
        case .time:
            let margin = Interval(low: -log(margin), high: log(margin))
            return overall.ratio.value.value.map { test in
                let found = test.equivalence(within: margin)
                return Equivalence(
                    p: found.p,
                    interval: found.interval.map(exp),
                    margin: found.margin.map(exp)
                )
            }
        case .completion: return nil
        case .score(let id):
            let test = scores.first { $0.id == id }?.difference.value
            return test?.equivalence(within: Interval(low: -margin, high: margin))
        }
    }

    fileprivate static func ranked(_ isWithin: Bool) -> String {
        isWithin ? "Wilcoxon signed-rank test" : "Mann–Whitney test"
    }

    private var timeOutcome: ComparedOutcome {
        let test = overall.ratio.value.value
        var outcome = ComparedOutcome(
            .time,
            "Time on task",
            size: test.map { .init(value: $0.ratio, interval: $0.ratioInterval, p: $0.p) },
            null: 1,
            p: (overall.ranked.p.value?.p, overall.holm),
            smallest: overall.ranked.smallestP,
            test: Comparison.ranked(isWithin),
            failures: overall.ranked.failures > 0 ? ", failures ranked slowest" : "",
            count: test == nil ? overall.ranked.count : overall.ratio.count,
            opposite: oppositeOfTimes,
            reason: overall.ratio.value.reason ?? "no time is known"
        )
        outcome.testCount = overall.ranked.count
        return outcome
    }

    /// Words for completed tasks in which one condition is quicker while the ranking with failures has
    /// the other ahead; nil if both agree.
    var oppositeOfTimes: String? {
        guard let ratio = overall.ratio.value.value?.ratio,
            let effect = overall.ranked.effect.value, (ratio > 1) != (effect > 0), effect != 0
        else { return nil }
        let (quicker, ahead) =
            ratio < 1 ? (names.first, names.second) : (names.second, names.first)
        let how =
            overall.ranked.failures > 0
            ? "with failures ranked slowest" : "in the ranks of all who were tested"
        return "\(quicker) is quicker in completed tasks, but \(how) \(ahead) is ahead"
    }

    private var completionOutcome: ComparedOutcome {
        let value = overall.completion
        let (first, second) = (value.first, value.second)
        return ComparedOutcome(
            .completion,
            "Completion of every task",
            size: value.difference.value.map { .init(value: $0.value, interval: $0.interval) },
            null: 0,
            p: (value.p.value, value.holm),
            smallest: value.smallestP(isWithin: isWithin),
            test: isWithin ? "McNemar's mid-p test" : "N − 1 χ² test",
            count: isWithin ? first.n : first.n + second.n,
            reason: value.difference.reason ?? "nobody could be judged"
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
            let (higher, ahead) = difference > 0 ? names : (names.second, names.first)
            opposite = "the mean is higher with \(higher), but the ranks are with \(ahead)"
        }
        self.init(
            .score(score.id),
            score.name,
            size: test.map { .init(value: $0.difference, interval: $0.interval) },
            null: 0,
            p: (score.p.value?.p, score.holm),
            smallest: isWithin
                ? SignedRank.smallestP(score.counts.first)
                : MannWhitney.smallestP(score.counts.first, score.counts.second),
            test: Comparison.ranked(isWithin),
            count: isWithin ? score.counts.first : score.counts.first + score.counts.second,
            opposite: opposite,
            reason: score.difference.reason ?? "no score is known"
        )
        shortName = score.shortName
        if let first = score.means.first, let second = score.means.second {
            values = (first, second)
        }
    }
}

extension Comparison.Completion {
    /// The p of a condition in which everybody completes every task and one in which nobody does.
    fileprivate func smallestP(isWithin: Bool) -> Double {
        guard first.n > 0, second.n > 0 else { return 1 }
        let extreme =
            isWithin
            ? PairedOutcomes((0..<first.n).map { _ in (true, false) }).mcNemar().map(\.midP)
            : TwoRates(first.n, of: first.n, and: 0, of: second.n)?.nMinusOne.map(\.p)
        return extreme?.value ?? 1
    }
}
