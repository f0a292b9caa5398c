import Diagnostics
import ResultsStore
import Statistics

/// Interval for a proportion by number of attempts: adjusted Wald up to thirty, Wilson above
/// (``completionInterval(_:of:)``). From ten to thirty the report adds Wilson's.
struct IntervalRule: Sendable, Hashable {
    var attempts: Int

    var isOfFew: Bool { attempts <= 30 }

    var words: String {
        isOfFew ? "the adjusted Wald interval (n ≤ 30)" : "Wilson's interval (n > 30)"
    }

    var name: String { isOfFew ? "adjusted Wald" : "Wilson" }

    var isWilsonBeside: Bool { (10...30).contains(attempts) }
}

/// Estimate of the typical time by number of successes: the geometric mean with its log-t interval
/// below ten; the same with the median up to thirty; above, the median with an interval between
/// order statistics.
enum TimeRule: Sendable, Hashable {
    case geometricMean, both, median

    init(count: Int) {
        self =
            switch count {
            case ..<10: .geometricMean
            case ...30: .both
            default: .median
            }
    }

    var words: String {
        switch self {
        case .geometricMean: "geometric mean (n < 10)"
        case .both: "geometric mean and median (10 ≤ n ≤ 30)"
        case .median: "median (n > 30)"
        }
    }

    /// For programs.
    var id: String {
        switch self {
        case .geometricMean: "geometric-mean"
        case .both: "geometric-mean-and-median"
        case .median: "median"
        }
    }
}

/// The typical time by the rule for its number of values.
struct TypicalTime: Sendable {
    var rule: TimeRule
    var value: Computed<Double>
    /// None if its ends are more than a hundredfold apart.
    var interval: Computed<Interval>

    init(_ seconds: [Double]) {
        rule = TimeRule(count: seconds.count)
        switch rule {
        case .geometricMean, .both:
            value = geometricMean(seconds)
            interval = logTInterval(seconds)
        case .median:
            value = median(seconds)
            interval = medianInterval(seconds).map(\.interval)
        }
        if let value = interval.value, !value.isInformative {
            interval = .notComputable(
                because: "\(counted(seconds.count, "value")) give no useful interval"
            )
        }
    }

    var centreName: String { rule == .median ? "median" : "geometric mean" }
    var intervalName: String {
        rule == .median ? "between ordered times" : "log-t"
    }
}

extension TaskResult {
    var rule: TimeRule { TimeRule(count: times.count) }

    /// Censored times, of attempts without success: a success would have taken longer.
    var censored: [Double] {
        cells.filter { $0.outcome.isAttempt && !$0.outcome.isSuccess }.compactMap(\.seconds)
    }

    /// Median time to success by Kaplan and Meier, with failures censored at their end.
    var censoredMedian: Computed<Double> { survival.flatMap(\.median) }

    /// The curve of times to success, with failures censored at their end.
    var survival: Computed<KaplanMeier> {
        kaplanMeier(
            times.map { CensoredTime($0, succeeded: true) }
                + censored.map { CensoredTime($0, succeeded: false) }
        )
    }
}
