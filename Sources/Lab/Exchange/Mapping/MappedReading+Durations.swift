import CSV

/// Durations that are written with units, such as `2m 5s`.
enum WordedDuration {
    /// Converts a duration to seconds: `2m 5s`, `125 s`, `1 h, 2 min` or `PT2M5S` (ISO 8601). Each
    /// number has one unit, and larger units come first. Returns nil for any other text.
    ///
    /// - Parameter number: a function that reads a number with the table's decimal and thousands
    ///   marks.
    static func seconds(_ text: String, number: (String) -> Double?) -> Double? {
        // Returns early, because most cells are bare numbers.
        guard text.contains(where: \.isLetter) else { return nil }
        let low = text.lowercased()
        let isISO = low.hasPrefix("pt")
        let known = isISO ? isoUnits : units
        var rest = low.dropFirst(isISO ? 2 : 0)
        var (seconds, last) = (0.0, Double.infinity)
        while !rest.isEmpty {
            var digits = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(digits.count)
            let word = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(word.count)
            // A period may end an abbreviation, and a comma may follow a unit.
            if !isISO, rest.first == "." { rest = rest.dropFirst() }
            if !isISO, last.isFinite, digits.first == "," { digits = digits.dropFirst() }
            let value = isISO ? Double(digits.replacing(",", with: ".")) : number(String(digits))
            guard let unit = known[String(word)], unit < last, let value, value >= 0,
                value.isFinite
            else { return nil }
            seconds += value * unit
            last = unit
        }
        return last.isFinite ? seconds : nil
    }

    /// Returns the numbers, without their units, in a duration such as `1 h 5 min`.
    static func numbers(_ text: String) -> [String] {
        text.split(whereSeparator: \.isLetter).map { folded(String($0.trimmingPrefix(","))) }
    }

    /// The number of seconds in each unit of ISO 8601.
    private static let isoUnits: [String: Double] = ["h": 3600, "m": 60, "s": 1]

    /// The number of seconds in each unit.
    private static let units: [String: Double] = Dictionary(
        uniqueKeysWithValues: [
            (3600, ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"]),
            (60, ["m", "min", "mins", "minute", "minutes", "minuten"]),
            (1, ["s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"]),
            (
                0.001,
                [
                    "ms", "msec", "msecs", "millisecond", "milliseconds", "millisekunde",
                    "millisekunden",
                ]
            ),
        ].flatMap { seconds, words in words.map { ($0, seconds) } }
    )
}
