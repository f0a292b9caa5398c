import Foundation
import Statistics

// Formatting of numbers as text, independent of the locale.

/// Formats `value` with `digits` decimals, rounded half away from zero.
func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12, digits < 7 || abs(value) < 1e6 else {
        return "\(value)"
    }
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int64((abs(value) * Double(scale)).rounded())
    let (whole, rest) = (scaled / Int64(scale), scaled % Int64(scale))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let decimals = String(rest)
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - decimals.count) + decimals
}

/// Returns the number of decimals with which to print an interval. This is the smallest number from
/// `least` to `least` + 5 that meets three conditions:
///
/// - The interval is at least five units of the last decimal wide.
/// - No end is rounded to `null`, the value for no difference, unless the end equals `null`.
/// - No end is rounded to 0 unless the end equals 0. A ratio, for example, is never 0.
///
/// If no number meets all three conditions, the third is ignored. If no number meets the first two,
/// returns `least` + 6. Returns `least` if there is no interval, or if its ends are equal.
func decimals(of interval: Interval?, atLeast least: Int, null: Double? = nil) -> Int {
    guard let interval, interval.high > interval.low else { return least }
    let most = least + 6
    func hides(_ value: Double, _ digits: Int) -> Bool {
        [interval.low, interval.high].contains {
            $0 != value && fixed($0, digits) == fixed(value, digits)
        }
    }
    var unit = (0..<least).reduce(1.0) { power, _ in power / 10 }
    let enough = (least..<most).filter { digits in
        defer { unit /= 10 }
        let isHidden = null.map { hides($0, digits) } ?? false
        return interval.high - interval.low >= 5 * unit && !isHidden
    }
    return enough.first { !hides(0, $0) } ?? enough.first ?? most
}

/// Formats both ends of an interval with `digits` decimals.
func span(_ interval: Interval, _ digits: Int) -> String {
    "\(fixed(interval.low, digits)) to \(fixed(interval.high, digits))"
}

/// Formats a p-value with three decimals, or with four if it is below 0.01. Adds decimals if they
/// are needed to show whether it is below or above 0.05.
func probability(_ p: Double?) -> String {
    guard let p else { return "-" }
    if p < 0.0001 { return "< 0.0001" }
    let digits = p < 0.01 ? 4 : 3
    for more in digits...8 where p == 0.05 || Double(fixed(p, more)) != 0.05 {
        return fixed(p, more)
    }
    return p < 0.05 ? "just below 0.05" : "just above 0.05"
}

/// Formats a p-value with its symbol, as in `p = 0.031` or `p < 0.0001`.
func equation(_ p: Double?) -> String {
    let words = probability(p)
    return words.first?.isNumber == true || words == "-" ? "p = \(words)" : "p \(words)"
}

extension Interval {
    /// Whether an interval of times is narrow enough to be useful: its upper end is at most a
    /// hundred times its lower end. An interval that is computed from only two times is often
    /// wider.
    var isInformative: Bool { high <= 100 * low }
}

/// Formats seconds as `m:ss`, truncated to the whole second.
func truncatedTime(_ seconds: Double) -> String {
    enormous(seconds) ?? minutes(Int64(seconds.rounded(.down)))
}

/// Formats seconds as `m:ss`, rounded to the nearest second.
func roundedTime(_ seconds: Double) -> String {
    enormous(seconds) ?? minutes(Int64(seconds.rounded()))
}

/// Returns `seconds` in scientific notation if the number is at least 10¹²; otherwise nil. The
/// upper end of an interval computed from two very different times can be that large.
private func enormous(_ seconds: Double) -> String? {
    abs(seconds) < 1e12 ? nil : String(format: "%.1e s", seconds)
}

private func minutes(_ seconds: Int64) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}

/// Formats a proportion as a whole percentage. If a proportion other than 0 or 1 would read 0 % or
/// 100 %, adds one or two decimals.
func percent(_ proportion: Double) -> String {
    guard proportion > 0, proportion < 1 else { return "\(fixed(proportion * 100, 0)) %" }
    for digits in 0..<3 {
        let text = fixed(proportion * 100, digits)
        if Double(text) != 0, Double(text) != 100 { return "\(text) %" }
    }
    return proportion < 0.5 ? "below 0.01 %" : "above 99.99 %"
}

/// Formats both ends of an interval as percentages. If the ends would look equal, adds one or two
/// decimals.
func percentages(_ interval: Interval) -> String {
    let (low, high) = (interval.low * 100, interval.high * 100)
    if low < high, percent(interval.low) == percent(interval.high) {
        for digits in 1...2 where fixed(low, digits) != fixed(high, digits) {
            return "\(fixed(low, digits)) % to \(fixed(high, digits)) %"
        }
    }
    return "\(percent(interval.low)) to \(percent(interval.high))"
}

/// Formats both ends of an interval as `m:ss`. If the ends would look equal, adds one to three
/// decimals.
func timeRange(_ interval: Interval) -> String {
    let digits = decimals(ofTimes: interval)
    return [interval.low, interval.high].map { clockTime($0, digits) }.joined(separator: " to ")
}

/// Formats an estimate as `m:ss`, with as many decimals as ``timeRange(_:)`` uses for the
/// estimate's interval. With fewer decimals, the estimate could be outside the printed interval.
func roundedTime(_ seconds: Double, within interval: Interval?) -> String {
    clockTime(seconds, interval.map(decimals(ofTimes:)) ?? decimals(ofTime: seconds))
}

/// Returns the smallest number of decimals, up to three, for an interval of times in seconds. With
/// these decimals, the ends look different, and a lower end above zero does not look like zero.
private func decimals(ofTimes interval: Interval) -> Int {
    let least = decimals(ofTime: interval.low)
    guard interval.low < interval.high, interval.high < 1e12 else { return least }
    let most = 3
    return (least..<most).first { digits in
        clockTime(interval.low, digits) != clockTime(interval.high, digits)
    } ?? most
}

/// Returns the smallest number of decimals, up to three, with which a time above zero does not look
/// like zero.
private func decimals(ofTime seconds: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return (0..<3).first { Double(fixed(seconds, $0)) != 0 } ?? 3
}

private func clockTime(_ seconds: Double, _ digits: Int) -> String {
    guard digits > 0, abs(seconds) < 1e12 else { return roundedTime(seconds) }
    let second: Int64 = (0..<digits).reduce(1) { power, _ in power * 10 }
    let parts = Int64((seconds * Double(second)).rounded())
    let rest = parts % (60 * second)
    let zero = rest < 10 * second ? "0" : ""
    return "\(parts / (60 * second)):\(zero)\(fixed(Double(rest) / Double(second), digits))"
}

/// Formats a count and its total, as in `3 of 5`; returns a dash if the total is zero.
func outOf(_ count: Int, _ total: Int) -> String { total == 0 ? "-" : "\(count) of \(total)" }

/// Joins names, as in `a`, `a and b`, or `a, b and c`.
func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
}

/// Returns a condition's title as a noun in a sentence. A title that begins with a preposition,
/// such as `With the tool`, is put in quotation marks: `“With the tool” took less time`.
func noun(_ title: String) -> String {
    let first = title.prefix { !$0.isWhitespace }.lowercased()
    return prepositions.contains(first) ? "“\(title)”" : title
}

/// Returns the title of a condition after a preposition. The preposition is `under` before a title
/// in quotation marks, otherwise `with`: `with Generator`, `under “With the tool”`.
func withOrUnder(_ condition: String) -> String {
    "\(condition.hasPrefix("“") ? "under" : "with") \(condition)"
}

/// Words, in several languages, that are not nouns but may begin a condition's title.
private let prepositions: Set<String> = [
    "after", "at", "before", "by", "during", "for", "from", "in", "no", "not", "of", "on",
    "through", "to", "under", "using", "via", "with", "without", "mit", "ohne", "avec", "sans",
    "con", "sin",
]

/// Returns the text with its first letter capitalized.
func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

extension Double {
    /// The number rounded to twelve significant digits, for results computed with logarithms. Math
    /// libraries differ in the last bits of logarithms; rounding makes the report the same on every
    /// machine.
    var portable: Double { Double(String(format: "%.12g", self)) ?? self }

    /// The number rounded to six significant digits, for results found by numerical optimization.
    var coarse: Double { Double(String(format: "%.6g", self)) ?? self }
}
