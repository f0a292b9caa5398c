import Diagnostics
import Foundation
import Statistics

extension ReportAnalysis {
    /// Returns the size of a difference as text, as in `28 % less time`, and its interval, as in
    /// `19 % to 36 % less`. Also returns whether the size rounds to 0. The texts describe the
    /// condition that is ahead (``order(_:_:)``). Returns nil if the size is not computable.
    ///
    /// - Parameter digits: number of decimals. If nil, ``digits(_:)`` determines the number.
    func amount(
        _ verdict: ComparedOutcome,
        _ digits: Int? = nil
    ) -> (value: String, interval: String, isZero: Bool)? {
        guard let size = verdict.size, let own = self.digits(verdict) else { return nil }
        let digits = digits ?? own
        let interval = ahead(size, verdict)
        if verdict.measure == .time {
            let ratio = size.value <= 1 ? size.value : 1 / size.value
            let saved = fixed(100 * (1 - ratio), digits)
            return (
                "\(saved) % less time",
                directed(
                    interval,
                    digits,
                    unit: " %",
                    more: "less",
                    less: "more",
                    isLowBetter: true
                ),
                Double(saved) == 0
            )
        }
        let isPoints = verdict.measure == .completion
        let value = fixed(abs(size.value) * (isPoints ? 100 : 1), digits)
        // "points" refers to the scale of an instrument.
        let unit = isPoints || verdict.shortName != nil ? " points" : ""
        let (more, less) = verdict.isLowBetter ? ("below", "above") : ("above", "below")
        return (
            "\(value)\(isPoints ? percentagePoints(value) : unit) \(more)",
            directed(
                interval,
                digits,
                unit: unit,
                more: more,
                less: less,
                isLowBetter: verdict.isLowBetter
            ),
            Double(value) == 0
        )
    }

    private func percentagePoints(_ number: String) -> String {
        number == "1" ? " percentage point" : " percentage points"
    }

    /// Returns the number of decimals for the size of a difference; nil if the size is not
    /// computable. The number is large enough that no end of the interval rounds to 0 or, for a
    /// percentage of time saved, to 100 %. At most six decimals are added for this purpose.
    func digits(_ verdict: ComparedOutcome) -> Int? {
        guard let size = verdict.size else { return nil }
        let interval = ahead(size, verdict)
        return switch verdict.measure {
        case .time:
            max(
                decimals(of: interval, atLeast: 0, null: 0),
                decimals(of: interval, atLeast: 0, null: 100)
            )
        case .completion: decimals(of: interval, atLeast: 0, null: 0)
        case .score: decimals(of: interval, atLeast: 1, null: 0)
        }
    }

    /// Returns the interval of the amount by which a condition is ahead (``order(_:_:)``). The unit
    /// is percent of time saved, percentage points, or units of the score.
    private func ahead(
        _ size: ComparedOutcome.Size,
        _ verdict: ComparedOutcome
    ) -> Interval {
        let (low, high) = (size.interval.low, size.interval.high)
        if verdict.measure == .time {
            let ends = size.value <= 1 ? (low, high) : (1 / high, 1 / low)
            return Interval(low: 100 * (1 - ends.1), high: 100 * (1 - ends.0))
        }
        let isFirst = verdict.isLowBetter ? size.value <= 0 : size.value >= 0
        let isNegated = isFirst == verdict.isLowBetter
        let ends = isNegated ? Interval(low: -high, high: -low) : size.interval
        let scale = verdict.measure == .completion ? 100.0 : 1
        return ends.map { $0 * scale }
    }

    /// Formats an interval with its direction, as in `19 % to 36 % less`. If the interval includes
    /// zero, each end has its own direction. The end with the shorter time or the smaller value
    /// comes first, as in the tables: `from 36 % less to 2 % more`.
    private func directed(
        _ interval: Interval,
        _ digits: Int,
        unit: String,
        more: String,
        less: String,
        isLowBetter: Bool
    ) -> String {
        let (low, high) = (fixed(abs(interval.low), digits), fixed(abs(interval.high), digits))
        if interval.low < 0, interval.high > 0 {
            func end(_ number: String) -> String {
                number + (number == "1" && unit == " points" ? " point" : unit)
            }
            let (behind, ahead) = ("\(end(low)) \(less)", "\(end(high)) \(more)")
            // If a lower value is better, the value is smallest where the advantage is largest.
            return isLowBetter ? "from \(ahead) to \(behind)" : "from \(behind) to \(ahead)"
        }
        // In a percentage, both ends have a percent sign.
        let first = unit == " %" ? unit : ""
        return interval.high > 0 || interval.low >= 0
            ? "\(low)\(first) to \(high)\(unit) \(more)"
            : "\(high)\(first) to \(low)\(unit) \(less)"
    }

    /// Returns a sentence such as `Generator took 28 % less time than Spreadsheet`; nil if the size
    /// of the difference is not computable.
    ///
    /// - Parameter than: whether the sentence also names the condition with the longer time or the
    ///   worse value.
    func difference(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String),
        than isNamed: Bool,
        _ digits: Int? = nil
    ) -> String? {
        guard let size = verdict.size, let amount = amount(verdict, digits) else { return nil }
        let (ahead, behind) = order(verdict, names)
        if size.value == verdict.measure.null {
            let equal = verdict.measure == .time ? "took the same time" : "equal"
            return isNamed ? "\(ahead) and \(behind) \(equal)" : "equal"
        }
        if amount.isZero {
            let bound = bound(digits ?? self.digits(verdict) ?? 0, verdict.measure)
            return isNamed ? "\(ahead) and \(behind) differ by less than \(bound)" : "about equal"
        }
        let than = isNamed ? "\(than(verdict)) \(behind)" : ""
        return "\(ahead)\(verdict.measure == .time ? " took" : "") \(amount.value)\(than)"
    }

    /// Returns the size of a difference that has no interval, such as `ratio of times, Generator ÷
    /// Script: 0.67; no interval, because all differences are equal`. If the size is not computable
    /// either, returns the reason.
    func sizeWithoutInterval(_ verdict: ComparedOutcome, _ pair: Comparison) -> String {
        let reason = verdict.reason ?? "there are no values"
        guard let size = verdict.constant else { return "not computable, because \(reason)" }
        let (one, two) = pair.names
        let isOfAll = verdict.failures.isEmpty && verdict.count == verdict.testCount
        let what =
            verdict.measure == .time
            ? "ratio of times\(isOfAll ? "" : " in completed tasks"), \(one) ÷ \(two)"
            : "difference, \(one) minus \(two)"
        let values = values(verdict, pair, from: one).map { "\($0); " } ?? ""
        let digits = digits(ofConstant: size, verdict.measure)
        return "\(values)\(what): \(fixed(size, digits)); no interval, because \(reason)"
    }

    /// Returns the number of decimals for a size that has no interval. Up to six decimals are
    /// added, so that a small difference is not printed as no difference.
    func digits(ofConstant size: Double, _ measure: ComparedOutcome.Measure) -> Int {
        let (null, least) = (measure.null, measure == .time ? 2 : 1)
        let span = Interval(low: min(size, null), high: max(size, null))
        return decimals(of: span, atLeast: least, null: null)
    }

    /// Returns an upper bound for a difference that rounds to 0, such as `1 %` in `differ by less
    /// than 1 %`.
    private func bound(_ digits: Int, _ measure: ComparedOutcome.Measure) -> String {
        let bound = fixed(pow(10, -Double(digits)), digits)
        return switch measure {
        case .time: "\(bound) %"
        case .completion: digits == 0 ? "1 percentage point" : "\(bound) percentage points"
        case .score: bound
        }
    }

    /// Returns whether the sizes of the differences are computed from different numbers of
    /// participants in different pairs. Returns false if no pair that is compared within
    /// participants has a size that leaves out participants or failed attempts.
    func areOfDifferentPeople(_ pairs: [(Comparison, ComparedOutcome)]) -> Bool {
        pairs.contains { $0.0.isWithin && $0.1.isOfFewer }
            && Set(pairs.filter { $0.1.size != nil }.map(\.1.count)).count > 1
    }

    /// Returns the values of both conditions as text, beginning with the condition `ahead`; nil for
    /// times.
    func values(
        _ verdict: ComparedOutcome,
        _ pair: Comparison,
        from ahead: String
    ) -> String? {
        let completion = pair.overall.completion
        let digits = decimals(of: verdict.size?.interval, atLeast: 1, null: 0)
        let words: (first: String, second: String)? =
            switch verdict.measure {
            case .time: nil
            case .completion:
                (
                    "\(completion.first.x) of \(completion.first.n)",
                    "\(completion.second.x) of \(completion.second.n)"
                )
            case .score: verdict.values.map { (fixed($0.first, digits), fixed($0.second, digits)) }
            }
        guard let words else { return nil }
        let one = "\(pair.names.first) \(words.first)"
        let two = "\(pair.names.second) \(words.second)"
        return ahead == pair.names.first ? "\(one), \(two)" : "\(two), \(one)"
    }

    // MARK: - Conditions

    /// Returns both conditions. The condition that is ahead is first, even if the difference may be
    /// due to chance: the one with the shorter time, with the better score or, if the better end of
    /// the score is not known, with the larger value. If the size of the difference is not
    /// computable, keeps the order of `names`.
    func order(
        _ verdict: ComparedOutcome,
        _ names: (first: String, second: String)
    ) -> (ahead: String, behind: String) {
        guard let size = verdict.size?.value ?? verdict.constant else {
            return (names.first, names.second)
        }
        let null = verdict.measure.null
        let isFirst = verdict.isLowBetter ? size <= null : size >= null
        return isFirst ? (names.first, names.second) : (names.second, names.first)
    }

    func comparative(_ verdict: ComparedOutcome) -> String {
        degree(verdict, ofTime: "quicker", ofOthers: verdict.isLowBetter ? "Better" : "Higher")
    }

    func superlative(_ verdict: ComparedOutcome) -> String {
        degree(verdict, ofTime: "quickest", ofOthers: verdict.isLowBetter ? "Best" : "Highest")
    }

    private func degree(
        _ verdict: ComparedOutcome,
        ofTime time: String,
        ofOthers word: String
    ) -> String {
        switch verdict.measure {
        case .time: time
        case .completion: "\(word) completion"
        case .score: verdict.shortName.map { "\(word) \($0)" } ?? word
        }
    }

    /// Joins the name of a condition and a comparative: `Generator quicker` for times, `Higher
    /// completion with Generator` for other outcomes.
    func ahead(_ verdict: ComparedOutcome, named name: String, _ word: String) -> String {
        verdict.measure == .time ? "\(name) \(word)" : "\(word) \(withOrUnder(name))"
    }

    /// Returns the word between an amount and a condition's name: ` than` for `28 % less time than
    /// Script`; empty for `5 points above Script`.
    func than(_ verdict: ComparedOutcome) -> String { verdict.measure == .time ? " than" : "" }

    func noDifference(_ verdict: ComparedOutcome) -> String {
        "No clear difference\(inWhat(verdict))"
    }

    func equal(_ verdict: ComparedOutcome) -> String { "Equal\(inWhat(verdict))" }

    /// Returns a phrase that names the outcome, such as ` in time`; empty for a score without a
    /// short name.
    func inWhat(_ verdict: ComparedOutcome) -> String {
        switch verdict.measure {
        case .time: " in time"
        case .completion: " in completion"
        case .score: verdict.shortName.map { " in \($0)" } ?? ""
        }
    }
}
