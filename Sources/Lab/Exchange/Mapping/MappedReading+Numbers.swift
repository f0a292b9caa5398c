import CSV
import Foundation
import ResultsStore
import StudyDefinition

extension MappedReading {
    /// Converts a number in the cell to the study's scale. Uses the factor and the offset of
    /// `answer`, an entry of the mapping. Returns a cell without a number unchanged.
    func turned(_ cell: CSVTable.Cell, _ answer: Mapping.Answer?) -> CSVTable.Cell {
        guard let number = number(cell) else { return cell }
        var changed = cell
        (changed.text, changed.isNumber) = (plainNumber(answer?.turned(number) ?? number), true)
        return changed
    }

    /// Returns the percentage that a cell displays: 85 for the text `85 %`, or for a number 0.85
    /// displayed as `85 %`. Returns nil for any other cell.
    func percentage(_ cell: CSVTable.Cell) -> Double? {
        if let shown = cell.shownPercentage { return shown }
        let text = folded(cell.text)
        return text.last == "%" ? number(withoutPercentSign(text)) : nil
    }

    func number(_ cell: CSVTable.Cell) -> Double? {
        cell.isNumber ? Double(cell.text) : number(cell.text)
    }

    func number(_ text: String) -> Double? {
        MappedReading.number(text, decimal: mapping.decimal ?? ".", thousands: mapping.thousands)
    }

    /// Returns the number in the text; nil if the text is not a number with exactly these decimal
    /// and thousands marks. With a decimal comma, `1.234` is a number only if `thousands` is a
    /// period.
    private static func number(_ text: String, decimal: String, thousands: String?) -> Double? {
        guard let text = without(thousands, folded(text), decimal: decimal), !text.isEmpty,
            text.allSatisfy({ $0.isASCII }), decimal == "." || !text.contains(".")
        else { return nil }
        return Double(decimal: text.replacing(decimal, with: "."))
    }

    /// Returns a fix that suggests other decimal or thousands marks for the mapping. Returns nil if
    /// the text is a number already, or would not be a number with the suggested marks.
    func decimalFix(_ text: String) -> String? {
        let text = withoutPercentSign(text)
        guard number(text) == nil else { return nil }
        guard mapping.decimal == "," else {
            return Double(decimal: text.replacing(",", with: ".")) == nil
                ? nil : "set `decimal: \",\"` or `thousands: \",\"` in the mapping"
        }
        if mapping.thousands == nil,
            MappedReading.number(text, decimal: ",", thousands: ".") != nil
        {
            return "set `thousands: \".\"` in the mapping if the period is a thousands mark"
        }
        return Double(decimal: text) == nil
            ? nil : "set `decimal: \".\"` in the mapping, or write the cell with a decimal comma"
    }

    /// Returns the text without its thousands marks; nil if they do not separate groups of three
    /// digits.
    private static func without(_ thousands: String?, _ text: String, decimal: String) -> String? {
        guard let mark = thousands else { return text }
        let halves = text.split(separator: decimal, omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        let groups = whole.split(omittingEmptySubsequences: false) { character in
            mark == " " ? character.isWhitespace : mark.contains(character)
        }
        guard groups.count > 1 else { return text }
        let first = groups[0].trimmingPrefix("-")
        // In `0,125`, the comma is a decimal mark.
        guard (1...3).contains(first.count), first.first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined() + (halves.count == 2 ? decimal + halves[1] : "")
    }

    /// Returns whether a cell means that there is no value.
    func isMissing(_ text: String) -> Bool {
        Missing.words.contains(text.lowercased()) || (mapping.missing ?? []).contains(text)
    }

    /// Returns the time in a cell. A unit in the cell takes precedence over `unit`. Returns nil if
    /// the cell contains no time, or a time of ``longestTime`` or more.
    func nanoseconds(_ cell: CSVTable.Cell, unit: String) -> Int64? {
        let text = folded(cell.text)
        if let seconds = WordedDuration.seconds(text, number: number) {
            return seconds < longestTime ? Int64((seconds * 1e9).rounded()) : nil
        }
        if unit == "m:ss" { return clockTime(text) }
        guard let value = number(cell), value >= 0 else { return nil }
        let seconds = unit == "ms" ? value / 1000 : unit == "min" ? value * 60 : value
        guard seconds < longestTime else { return nil }
        return Int64((seconds * 1e9).rounded())
    }
}

/// Spellings of missing values in tables.
enum Missing {
    static let words: Set<String> = [
        "", "na", "n/a", "#n/a", "nan", "null", "none", "-", "–", ".",
    ]
}

/// The longest time that a results file can contain, in seconds: 2⁵³ ns, or about 104 days 6 hours.
let longestTime = Double(Nanoseconds.longest) / 1e9

/// Returns the nanoseconds of `m:ss` or `h:mm:ss`, optionally with decimals of a second; nil for
/// any other text.
func clockTime(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let whole = parts.dropLast().allSatisfy { part in
        !part.isEmpty && part.count <= 6 && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    let second = last.replacing(",", with: ".")
    guard whole, second.prefix(while: { $0 != "." }).count == 2,
        second.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let seconds = Double(second),
        seconds < 60
    else { return nil }
    // In `h:mm:ss`, the minutes are less than an hour.
    if parts.count == 3, Int64(parts[1]) ?? 60 > 59 { return nil }
    let minutes = parts.dropLast().reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) }
    guard Double(minutes) * 60 < longestTime else { return nil }
    return minutes * 60_000_000_000 + Int64((seconds * 1e9).rounded())
}
