import Foundation

/// `2020-01-01T00:00:00Z`, from seconds since 2001-01-01 00:00 UTC.
package func isoText(_ seconds: Int64) -> String {
    Date(timeIntervalSinceReferenceDate: Double(seconds)).formatted(.iso8601)
}

/// The seconds that ISO 8601 can write: years 1 to 9999, with four digits.
package let isoRange: ClosedRange<Int64> = -63_113_904_000...252_423_993_599

/// `2020-01-31`, with the time if it is not midnight; nil for what ISO 8601 cannot write.
package func dayText(_ seconds: Int64) -> String? {
    guard isoRange.contains(seconds) else { return nil }
    let whole = isoText(seconds)
    return whole.hasSuffix("T00:00:00Z") ? String(whole.prefix(10)) : whole
}
