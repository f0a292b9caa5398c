extension PredicateFormat {
    /// A time that is known before the predicate is evaluated.
    package struct Time: Sendable, Hashable {
        /// Whether ``seconds`` is the distance from the time at which the query runs. If false, it
        /// is the distance from 2001-01-01 00:00 UTC.
        package var isFromNow: Bool
        package var seconds: Double

        /// Returns the time plus or minus a number of seconds; nil for any other operation.
        fileprivate func moved(_ op: ArithmeticOperator, by distance: ExpressionNode) -> Time? {
            guard let distance = distance.number else { return nil }
            switch op {
            case .add: return Time(isFromNow: isFromNow, seconds: seconds + distance)
            case .subtract: return Time(isFromNow: isFromNow, seconds: seconds - distance)
            default: return nil
            }
        }
    }
}

extension ExpressionNode {
    /// The time of an expression such as `now()`, `now() - 60`, `CAST(60, "NSDate")` or
    /// `CAST(CAST(now(), "NSNumber") - 60, "NSDate")`. Nil for any other expression.
    var time: PredicateFormat.Time? {
        switch kind {
        case .function(.now, _): PredicateFormat.Time(isFromNow: true, seconds: 0)
        case .cast(let inner, .date): inner.timeAsNumber
        case .arithmetic(let base, let op, let distance): base.time?.moved(op, by: distance)
        default: nil
        }
    }

    /// The time of an expression whose value is a number of seconds since 2001-01-01 00:00 UTC.
    private var timeAsNumber: PredicateFormat.Time? {
        switch kind {
        case .literal: number.map { PredicateFormat.Time(isFromNow: false, seconds: $0) }
        case .cast(let inner, .number): inner.time
        case .arithmetic(let base, let op, let distance):
            base.timeAsNumber?.moved(op, by: distance)
        default: nil
        }
    }

    fileprivate var number: Double? {
        switch kind {
        case .literal(.integer(let number)): Double(number)
        case .literal(.real(let number)): number.isFinite ? number : nil
        default: nil
        }
    }
}
