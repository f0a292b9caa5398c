import CSV
import Foundation

extension MappedReading {
    /// A number as the study's scale has it.
    func turned(_ cell: CSVTable.Cell, _ answer: Mapping.Answer?) -> CSVTable.Cell {
        guard let number = number(cell.text) else { return cell }
        let turned = number * (answer?.factor ?? 1) + (answer?.offset ?? 0)
        var changed = cell
        changed.text =
            turned == turned.rounded() && abs(turned) < 1e15 ? "\(Int64(turned))" : "\(turned)"
        return changed
    }

    func number(_ text: String) -> Double? {
        guard let text = withoutThousands(folded(text)), !text.isEmpty,
            text.allSatisfy({ $0.isASCII })
        else { return nil }
        let plain = mapping.decimal == "," ? text.replacing(",", with: ".") : text
        guard let value = Double(plain), value.isFinite else { return nil }
        return value
    }

    /// Nil if marks of thousands are not three digits apart.
    private func withoutThousands(_ text: String) -> String? {
        guard let mark = mapping.thousands else { return text }
        let decimal = mapping.decimal ?? "."
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

    func nanoseconds(_ text: String, unit: String) -> Int64? {
        if unit == "m:ss" { return clockTime(text) }
        guard let value = number(text), value >= 0 else { return nil }
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
    guard whole, second.prefix(2).count == 2,
        second.prefix(2).allSatisfy({ $0.isASCII && $0.isNumber }),
        second.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let seconds = Double(second),
        seconds < 60
    else { return nil }
    let minutes = parts.dropLast().reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) }
    guard Double(minutes) * 60 < longestTime else { return nil }
    return minutes * 60_000_000_000 + Int64((seconds * 1e9).rounded())
}
