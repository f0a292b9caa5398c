import CSV
import Foundation

extension MappedReading {
    /// A number as the study's scale has it.
    func turned(_ cell: CSVTable.Cell, _ answer: Mapping.Answer?) -> CSVTable.Cell {
        guard let number = number(cell) else { return cell }
        let turned = number * (answer?.factor ?? 1) + (answer?.offset ?? 0)
        var changed = cell
        changed.text =
            turned == turned.rounded() && abs(turned) < 1e15 ? "\(Int64(turned))" : "\(turned)"
        changed.isNumber = true
        return changed
    }

    func number(_ cell: CSVTable.Cell) -> Double? {
        cell.isNumber ? Double(cell.text) : number(cell.text)
    }

    func number(_ text: String) -> Double? {
        MappedReading.number(text, decimal: mapping.decimal ?? ".", thousands: mapping.thousands)
    }

    /// The marks that the mapping states are the only ones: with a decimal comma, `1.234` is a
    /// number only where the point is the mark of thousands.
    private static func number(_ text: String, decimal: String, thousands: String?) -> Double? {
        guard let text = without(thousands, folded(text), decimal: decimal), !text.isEmpty,
            text.allSatisfy({ $0.isASCII }), decimal == "." || !text.contains(".")
        else { return nil }
        guard let value = Double(text.replacing(decimal, with: ".")), value.isFinite else {
            return nil
        }
        return value
    }

    /// The fix for a number that only its marks keep from being read.
    func decimalFix(_ text: String) -> String? {
        guard number(text) == nil else { return nil }
        guard mapping.decimal == "," else {
            return Double(text.replacing(",", with: ".")) == nil
                ? nil : "say decimal: \",\" or thousands: \",\" in the mapping"
        }
        if mapping.thousands == nil,
            MappedReading.number(text, decimal: ",", thousands: ".") != nil
        {
            return "say thousands: \".\" in the mapping if the point is a mark of thousands"
        }
        return Double(text) == nil
            ? nil : "say decimal: \".\" in the mapping, or write the cell with a decimal comma"
    }

    /// Nil if marks of thousands are not three digits apart.
    private static func without(
        _ thousands: String?,
        _ text: String,
        decimal: String
    ) -> String? {
        guard let mark = thousands else { return text }
        let halves = text.split(separator: decimal, omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        let groups = whole.split(omittingEmptySubsequences: false) { character in
            mark == " " ? character.isWhitespace : mark.contains(character)
        }
        guard groups.count > 1 else { return text }
        let first = groups[0].trimmingPrefix("-")
        guard (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined() + (halves.count == 2 ? decimal + halves[1] : "")
    }

    /// Whether a cell says that there is no value.
    func isMissing(_ text: String) -> Bool {
        Missing.words.contains(text.lowercased()) || (mapping.missing ?? []).contains(text)
    }

    /// Units that the cell names count, before that of the mapping.
    func nanoseconds(_ cell: CSVTable.Cell, unit: String) -> Int64? {
        let text = folded(cell.text)
        if let seconds = seconds(inWords: text) {
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

/// Seconds, three years: the nanoseconds of many such times can still be added.
private let longestTime = 1e8

/// `m:ss` or `h:mm:ss`, perhaps with decimals of a second.
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
    let minutes = parts.dropLast().reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) }
    guard Double(minutes) * 60 < longestTime else { return nil }
    return minutes * 60_000_000_000 + Int64((seconds * 1e9).rounded())
}
