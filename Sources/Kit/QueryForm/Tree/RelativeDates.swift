package import QueryLanguage

let secondsOfDay: Int64 = 86_400

/// Maximum distance of a relative date, in days: ten thousand years.
let relativeDayLimit: Int64 = 3_652_500

extension ExpressionNode {
    /// The number of whole days between now and the date of this expression, which must be `now()`
    /// or, for example, `CAST(CAST(now(), "NSNumber") - 604800, "NSDate")`; nil for any other
    /// expression.
    package var daysFromNow: Int64? {
        if kind == .function(.now, []) { return 0 }
        guard case .cast(let inner, .date) = kind,
            case .arithmetic(let time, let op, let distance) = inner.kind,
            case .cast(let now, .number) = time.kind, now.kind == .function(.now, []),
            case .literal(.integer(let seconds)) = distance.kind,
            seconds > 0, seconds % secondsOfDay == 0,
            seconds / secondsOfDay <= relativeDayLimit
        else { return nil }
        switch op {
        case .add: return seconds / secondsOfDay
        case .subtract: return -(seconds / secondsOfDay)
        default: return nil
        }
    }
}
