import Statistics

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
    }

    var measure: Measure
    var name: String
    var decision: Decision
    var size: Size?
    /// After Holm where there are several pairs of conditions.
    var p: Double?
    var isCorrected: Bool
    /// Pairs, or participants of both groups, that the size is computed from.
    var count: Int
    /// Values of both conditions, where they are not times.
    var values: (first: Double, second: Double)?

    /// Both the interval and the test show a difference.
    var isShown: Bool { decision == .firstLower || decision == .firstHigher }

    fileprivate init(
        _ measure: Measure,
        _ name: String,
        size: Size?,
        null: Double,
        p: (own: Double?, holm: Double?),
        smallest: Double = 0,
        count: Int,
        reason: @autoclosure () -> String
    ) {
        self.measure = measure
        self.name = name
        self.size = size
        self.count = count
        self.p = p.holm ?? p.own
        isCorrected = p.holm != nil
        let excludes = size.map { $0.interval.low > null || $0.interval.high < null }
        switch (excludes, self.p.map { $0 < 0.05 }) {
        case (true, true): decision = (size?.value ?? null) < null ? .firstLower : .firstHigher
        case (false, false), (false, nil), (nil, false): decision = .notShown
        case (nil, nil): decision = .notComputable(reason())
        case (true, nil): decision = .open("there is no test of it")
        case (nil, true): decision = .open("its size is not computable")
        case (true, false):
            decision = .open(
                smallest > 0.05
                    ? "with so few participants the test cannot reach 0.05"
                    : "the test does not confirm it"
            )
        case (false, true):
            decision = .open("the interval does not confirm it")
        }
    }
}

extension Comparison {
    /// One for each outcome that both conditions have: time, completion, scores.
    var outcomes: [ComparedOutcome] {
        (tasks.isEmpty ? [] : [timeOutcome, completionOutcome])
            + scores.map { ComparedOutcome($0, isWithin: isWithin) }
    }

    private var timeOutcome: ComparedOutcome {
        let test = overall.ratio.value.value
        return ComparedOutcome(
            .time,
            "Time on task",
            size: test.map { .init(value: $0.ratio, interval: $0.ratioInterval) },
            null: 1,
            p: (overall.ranked.p.value?.p, overall.holm),
            smallest: overall.ranked.smallestP,
            count: test == nil ? overall.ranked.count : overall.ratio.count,
            reason: overall.ratio.value.reason ?? "no time is known"
        )
    }

    private var completionOutcome: ComparedOutcome {
        let value = overall.completion
        let (first, second) = (value.first, value.second)
        var outcome = ComparedOutcome(
            .completion,
            "Completion of every task",
            size: value.difference.value.map { .init(value: $0.value, interval: $0.interval) },
            null: 0,
            p: (value.p.value, value.holm),
            count: isWithin ? first.n : first.n + second.n,
            reason: value.difference.reason ?? "nobody could be judged"
        )
        if first.n > 0, second.n > 0 {
            outcome.values = (
                Double(first.x) / Double(first.n), Double(second.x) / Double(second.n)
            )
        }
        return outcome
    }
}

extension ComparedOutcome {
    fileprivate init(_ score: ScoreComparison, isWithin: Bool) {
        let test = score.difference.value
        self.init(
            .score(score.id),
            score.name,
            size: test.map { .init(value: $0.difference, interval: $0.interval) },
            null: 0,
            p: (score.p.value?.p, score.holm),
            count: isWithin ? score.counts.first : score.counts.first + score.counts.second,
            reason: score.difference.reason ?? "no score is known"
        )
        if let first = score.means.first, let second = score.means.second {
            values = (first, second)
        }
    }
}
