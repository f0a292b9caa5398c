/// Number of seconds in a day.
package let secondsOfDay: Int64 = 86_400

extension ExpressionNode {
    /// The number of whole days that the expression adds to `CAST(now(), "NSNumber")`. The number
    /// is negative for a subtraction. Nil for any other expression.
    package var daysAddedToNow: Int64? {
        guard case .arithmetic(let time, let op, let distance) = kind,
            case .cast(let now, .number) = time.kind, now.kind == .function(.now, []),
            case .literal(.integer(let seconds)) = distance.kind,
            seconds > 0, seconds % secondsOfDay == 0
        else { return nil }
        switch op {
        case .add: return seconds / secondsOfDay
        case .subtract: return -(seconds / secondsOfDay)
        default: return nil
        }
    }
}
