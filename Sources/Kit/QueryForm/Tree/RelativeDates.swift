package import QueryLanguage

/// The allowed range of a relative date, in days from now: ten thousand years in both directions.
let relativeDays: ClosedRange<Int64> = -3_652_500...3_652_500

extension ExpressionNode {
    /// The number of whole days from now to the date of this expression. It is 0 for `now()`, and
    /// -7 for `CAST(CAST(now(), "NSNumber") - 604800, "NSDate")`. Nil for an expression of a
    /// different form, and for a number outside ``relativeDays``.
    package var daysFromNow: Int64? {
        if kind == .function(.now, []) { return 0 }
        guard case .cast(let inner, .date) = kind, let days = inner.daysAddedToNow else {
            return nil
        }
        return relativeDays.contains(days) ? days : nil
    }
}
