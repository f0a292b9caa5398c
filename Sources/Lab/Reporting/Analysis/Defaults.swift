import Diagnostics
import ResultsStore
import Statistics

/// The rule that selects the confidence interval of a proportion by the number of attempts:
/// adjusted Wald for up to 30 attempts, Wilson for more (``completionInterval(_:of:)``). For 10 to
/// 30 attempts, the report also prints Wilson's interval.
struct IntervalRule: Sendable, Hashable {
    var attempts: Int

    var isOfFew: Bool { attempts <= 30 }

    var words: String {
        isOfFew ? "the adjusted Wald interval (n ≤ 30)" : "Wilson's interval (n > 30)"
    }

    var name: String { isOfFew ? "adjusted Wald" : "Wilson" }

    var isWilsonBeside: Bool { (10...30).contains(attempts) }
}

/// The rule that selects the estimate of the typical time by the number of successes:
///
/// - fewer than 10: the geometric mean with its log-t interval;
/// - 10 to 30: the geometric mean with its log-t interval; the report also prints the interval of
///   the median;
/// - more than 30: the median with an interval between order statistics.
///
/// Programs that read the report's files identify a rule by its raw value.
enum TimeRule: String, Sendable {
    case geometricMean = "geometric-mean"
    case both = "geometric-mean-and-median"
    case median

    init(count: Int) {
        self =
            switch count {
            case ..<10: .geometricMean
            case ...30: .both
            default: .median
            }
    }

    /// Selects one rule for samples that are compared with each other, so that no geometric mean is
    /// compared with a median. The size of the smallest sample determines the rule; empty samples
    /// are ignored.
    ///
    /// If a sample of more than 30 times contains a zero, the rule is always the median, because
    /// such a sample has no geometric mean.
    init(comparing samples: [[Double]]) {
        self =
            samples.contains(where: TimeRule.hasOnlyMedian)
            ? .median : TimeRule(count: samples.map(\.count).filter { $0 > 0 }.min() ?? 0)
    }

    private static func hasOnlyMedian(_ sample: [Double]) -> Bool {
        TimeRule(count: sample.count) == .median && sample.contains { $0 <= 0 }
    }

    /// Returns the words ` or if one of more than 30 times is zero`, which follow a clause about
    /// when the median is used. Empty if no sample of more than 30 times contains a zero.
    static func exception(comparing samples: [[Double]]) -> String {
        samples.contains(where: hasOnlyMedian) ? " or if more than 30 times include a zero" : ""
    }

    var words: String {
        switch self {
        case .geometricMean: "geometric mean (n < 10)"
        case .both: "geometric mean and median (10 ≤ n ≤ 30)"
        case .median: "median (n > 30)"
        }
    }
}

/// A typical time, estimated from measured times by the method that ``TimeRule`` selects.
struct TypicalTime: Sendable {
    var rule: TimeRule
    var value: Computed<Double>
    /// The confidence interval of the estimate `value`. Not computable if its upper end is more
    /// than 100 times its lower end.
    var interval: Computed<Interval>

    /// - Parameter rule: the method of estimation; nil to select it by the number of times.
    init(_ seconds: [Double], rule given: TimeRule? = nil) {
        rule = given ?? TimeRule(count: seconds.count)
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
                because: "the interval of \(counted(seconds.count, "value")) is too wide to be "
                    + "useful"
            )
        }
    }

    var centreName: String { rule == .median ? "median" : "geometric mean" }
    var intervalName: String { rule == .median ? "from order statistics" : "log-t" }
}

extension TaskResult {
    var rule: TimeRule { TimeRule(count: times.count) }

    /// Times of the attempts that ended without success. These times are censored: a success would
    /// have taken longer.
    var censored: [Double] {
        cells.filter { $0.outcome.isAttempt && !$0.outcome.isSuccess }.compactMap(\.seconds)
    }

    /// Kaplan–Meier median of the time to success, with failures censored at the end of the
    /// attempt.
    var censoredMedian: Computed<Double> { survival.flatMap(\.median) }

    /// Kaplan–Meier curve of the times to success, with failures censored at the end of the
    /// attempt.
    var survival: Computed<KaplanMeier> {
        kaplanMeier(
            times.map { CensoredTime($0, succeeded: true) }
                + censored.map { CensoredTime($0, succeeded: false) }
        )
    }
}
