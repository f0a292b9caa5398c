import Foundation

/// A reader and writer of dates in one format. The formats most common in JSON are read without a
/// formatter, because a formatter would take several times as long as storing the record.
package struct ImportDates {
    static let standard = "yyyy-MM-dd'T'HH:mm:ssZZZZZ"

    let format: String
    private let formatter: DateFormatter
    /// The formatter for times before the year 1. Its format contains `uuuu`, the year in ISO 8601,
    /// instead of `yyyy`, the year within the era. For 1 BC, `uuuu` yields 0000 and `yyyy` 0001.
    private let earlyFormatter: DateFormatter
    /// Whether the format is one of the two formats that are read without `formatter`.
    private let isISO: Bool
    /// Whether the format has a year of four digits. False for a format with an era, in which a
    /// year can have fewer digits.
    private let hasLongYear: Bool

    package init(format: String?) {
        let format = format ?? Self.standard
        self.format = format
        isISO = format == Self.standard || format == "yyyy-MM-dd"
        // The parts at even positions are outside quotation marks.
        let parts = format.split(separator: "'", omittingEmptySubsequences: false)
        let fields = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }.joined(separator: " ")
        hasLongYear = fields.contains("yyyy") && !fields.contains("G")
        formatter = Self.formatter(format)
        // `u` cannot replace `y` in a year with an era, or in `yy`, the last two digits of a year.
        let keepsYear = fields.contains("G") || fields.count { $0 == "y" } == 2
        let early = parts.indices.map { index in
            index % 2 == 0 && !keepsYear
                ? parts[index].replacingOccurrences(of: "y", with: "u") : String(parts[index])
        }
        earlyFormatter = Self.formatter(early.joined(separator: "'"))
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        // The Gregorian calendar for all times, as in ISO 8601. By default, the formatter uses the
        // Julian calendar before 1582-10-15.
        formatter.gregorianStartDate = Date(timeIntervalSinceReferenceDate: -1e13)
        formatter.dateFormat = format
        return formatter
    }

    /// Returns the time in the text as seconds since 2001-01-01 00:00 UTC; nil if the text does not
    /// have the format `format`.
    package func seconds(_ text: String) -> Double? {
        if isISO {
            var text = text
            let isDay = format == "yyyy-MM-dd"
            if let quick = text.withUTF8({ isoSeconds($0, isDay: isDay) }) { return quick }
        }
        let digits = text.split { !$0.isWholeNumber }
        // The formatter also accepts other years and separators: it reads 03/04/21 as a day in the
        // year 3.
        if hasLongYear, !(isISO ? digits.prefix(1) : digits[...]).contains(where: { $0.count >= 4 })
        {
            return nil
        }
        guard let date = formatter.date(from: text) else {
            let early = earlyFormatter.date(from: text)?.timeIntervalSinceReferenceDate
            return early.flatMap { $0 < yearOne ? $0 : nil }
        }
        // The formatter reads 12000-01-01 as a day in the year 2000.
        if isISO, let year = digits.first, year.count > 4,
            !formatter.string(from: date).hasPrefix(year)
        {
            return nil
        }
        return date.timeIntervalSinceReferenceDate
    }

    private func string(_ seconds: Double) -> String {
        (seconds < yearOne ? earlyFormatter : formatter)
            .string(from: Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// Returns the time as text that `seconds(_:)` can read. In the format `standard`, fractions of
    /// a second are rounded to microseconds. In other formats, they are rounded to milliseconds, or
    /// omitted if the format does not contain `S`.
    package func text(_ seconds: Double) -> String {
        if format.contains("S") {
            // The formatter truncates. Without the addition, a result could be a millisecond too
            // low.
            let time = (seconds * 1000).rounded() / 1000 + 0.000_1
            return string(time)
        }
        let whole = seconds.rounded(.down)
        let text = string(whole)
        guard format == Self.standard, seconds != whole, text.hasSuffix("Z") else { return text }
        let digits = String(format: "%.6f", locale: nil, seconds - whole)
        // If the digits do not begin with 0, the fraction was rounded up to a whole second.
        guard digits.hasPrefix("0") else {
            return string(whole + 1)
        }
        return text.dropLast() + digits.dropFirst() + "Z"
    }
}

/// The beginning of the year 1 in seconds since 2001-01-01.
private let yearOne = -63_113_904_000.0

/// Reads a day, such as `2001-02-03`, if `isDay` is true. Otherwise reads a time with a time zone,
/// such as `2001-02-03T04:05:06Z` or `2001-02-03T04:05:06.789+01:00`; the fraction of a second is
/// optional. Returns seconds since 2001-01-01 00:00 UTC; nil if the text has another form.
private func isoSeconds(_ text: UnsafeBufferPointer<UInt8>, isDay: Bool) -> Double? {
    guard text.count >= 10, let year = number(text, 0, 4), text[4] == dash,
        let month = number(text, 5, 2), text[7] == dash, let day = number(text, 8, 2),
        (1...12).contains(month), day >= 1, day <= days(in: month, of: year)
    else { return nil }
    let midnight = Double(daysSince2001(year, month, day)) * 86400
    if isDay { return text.count == 10 ? midnight : nil }
    guard text.count >= 20, text[10] == UInt8(ascii: "T"), let hour = number(text, 11, 2),
        text[13] == colon, let minute = number(text, 14, 2), text[16] == colon,
        let second = number(text, 17, 2), hour < 24, minute < 60, second < 60
    else { return nil }
    var place = 19
    var fraction = 0.0
    if text[place] == UInt8(ascii: ".") {
        var scale = 0.1
        place += 1
        let start = place
        while place < text.count, let digit = number(text, place, 1) {
            fraction += Double(digit) * scale
            scale /= 10
            place += 1
        }
        if place == start { return nil }
    }
    guard let zone = zone(text, place) else { return nil }
    return midnight + Double(hour * 3600 + minute * 60 + second - zone) + fraction
}

/// Reads the time zone, such as `Z` or `+01:00`, from the index `place` to the end of the text.
/// Returns its offset in seconds east of UTC; nil if the time zone is invalid.
private func zone(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int? {
    if text.count == place + 1, text[place] == UInt8(ascii: "Z") { return 0 }
    guard text.count == place + 6, text[place + 3] == colon,
        let hours = number(text, place + 1, 2), let minutes = number(text, place + 4, 2),
        hours < 24, minutes < 60
    else { return nil }
    let size = hours * 3600 + minutes * 60
    return text[place] == UInt8(ascii: "+") ? size : text[place] == dash ? -size : nil
}

private let dash = UInt8(ascii: "-")
private let colon = UInt8(ascii: ":")

private func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> Int? {
    var value = 0
    for byte in text[start..<start + length] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - 48)
    }
    return value
}

private func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
}

/// Returns the number of days since 2001-01-01 in the Gregorian calendar. The algorithm is
/// Hinnant's `days_from_civil`.
private func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146097 + dayOfEra - 730_791
}
