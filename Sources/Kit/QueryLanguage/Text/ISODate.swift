import Foundation

/// Returns the date in ISO 8601, such as `2020-01-01T00:00:00Z`.
///
/// - Parameter seconds: seconds since 2001-01-01 00:00 UTC.
package func isoText(_ seconds: Int64) -> String {
    Date(timeIntervalSinceReferenceDate: Double(seconds)).formatted(.iso8601)
}

/// The range of dates that ISO 8601 can express with four-digit years (1 to 9999), in seconds since
/// 2001-01-01 00:00 UTC.
package let isoRange: ClosedRange<Int64> = -63_113_904_000...252_423_993_599

/// Returns the date, such as `2020-01-31`. If the time is not midnight UTC, returns the date and
/// the time. Returns nil for a date outside ``isoRange``.
package func dayText(_ seconds: Int64) -> String? {
    guard isoRange.contains(seconds) else { return nil }
    let whole = isoText(seconds)
    return whole.hasSuffix("T00:00:00Z") ? String(whole.prefix(10)) : whole
}
