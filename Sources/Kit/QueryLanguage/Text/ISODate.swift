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

/// Returns the number of seconds from 2001-01-01 00:00 UTC to an ISO 8601 date in whole seconds. A
/// date without a time is the beginning of that day in UTC. Returns nil if the text is invalid, the
/// date does not exist, or the date is outside ``isoRange``.
package func seconds(ofISO text: String) -> Int64? {
    let full = text.count == 10 ? text + "T00:00:00Z" : text
    let local = "\(full.prefix(19))Z"
    // Foundation would read a date that does not exist, such as 2020-02-31, as 2020-03-02.
    guard
        let rest = full.dropFirst(19)
            .wholeMatch(of: /(?:\.0+)?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)/),
        let named = try? Date(local, strategy: .iso8601),
        named.formatted(.iso8601) == local,
        let date = try? Date("\(full.prefix(19))\(rest.1.uppercased())", strategy: .iso8601)
    else { return nil }
    let seconds = Int64(date.timeIntervalSinceReferenceDate.rounded())
    return isoRange.contains(seconds) ? seconds : nil
}
