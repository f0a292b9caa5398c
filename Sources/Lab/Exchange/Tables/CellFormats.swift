import Diagnostics
import Foundation

/// Number formats of a workbook. A format determines whether a number is a date or a time, and how
/// a spreadsheet displays it.
struct CellFormats: Sendable {
    /// Whether date serial numbers count from 1904 instead of 1900.
    var startsIn1904 = false
    /// Ids of number formats, indexed by the style number of a cell.
    private var styles: [Int] = []
    private var codes: [Int: String] = [:]

    mutating func read(_ xml: SheetXML) throws(DiagnosticError) {
        var (xml, isCell) = (xml, false)
        while let piece = try xml.next() {
            switch piece {
            case .start("numFmt", let attributes):
                if let id = attributes["numFmtId"].flatMap({ Int($0) }) {
                    codes[id] = attributes["formatCode"]
                }
            case .start("cellXfs", _): isCell = true
            case .end("cellXfs"): isCell = false
            case .start("xf", let attributes):
                if isCell { styles.append(attributes["numFmtId"].flatMap { Int($0) } ?? 0) }
            default: break
            }
        }
    }

    /// Returns the text of a number in a cell with the given style. A date becomes `2026-03-31`,
    /// followed by the time if the format has one. A time of day or a duration becomes `h:mm:ss`,
    /// or `m:ss` if the format shows no hours. Any other number is written with the fewest digits
    /// that represent it. Times have seconds even if the format hides them; see
    /// ``hidesSeconds(style:)``.
    func text(_ raw: String, style: Int) -> String {
        let letters = letters(ofStyle: style)
        // The last day of spreadsheets, 9999-12-31, has the number 2,958,465.
        guard let number = Double(raw), abs(number) < 3e6 || letters.isEmpty, number.isFinite
        else { return raw }
        guard letters.contains(where: "[ydhs".contains) else { return CellFormats.plain(number) }
        // Round before dividing the number into day and time. A time just before midnight then
        // becomes the start of the next day.
        let milliseconds = Int64((number * Double(CellFormats.day)).rounded())
        let hasHours = letters.contains("h")
        guard letters.contains(where: "yd".contains) else {
            return CellFormats.clock(milliseconds, hasHours: hasHours)
        }
        let days = Int((Double(milliseconds) / Double(CellFormats.day)).rounded(.down))
        let rest = milliseconds - Int64(days) * CellFormats.day
        return date(days) + (hasHours ? " " + CellFormats.clock(rest, hasHours: true) : "")
    }

    /// Returns a whole number with the leading zeros that its style displays, such as `001`.
    /// Returns nil if the style adds no zeros.
    func zeroPadded(_ raw: String, style: Int) -> String? {
        let code = code(ofStyle: style)
        // Spreadsheet programs limit a format code to 255 characters.
        guard (2...255).contains(code.count), code.allSatisfy({ $0 == "0" }),
            let number = Double(raw).flatMap({ Int64(exactly: $0) }), number >= 0
        else { return nil }
        let digits = String(number)
        guard digits.count < code.count else { return nil }
        return String(repeating: "0", count: code.count - digits.count) + digits
    }

    /// Returns whether the style displays numbers in percent: 0.85 as 85 %.
    func isPercent(style: Int) -> Bool {
        let code = code(ofStyle: style)
        // Most styles have no percent sign, and `unquoted` is slow.
        return code.contains("%") && CellFormats.unquoted(code).contains("%")
    }

    /// Number of milliseconds in a day.
    private static let day: Int64 = 86_400_000

    /// Returns whether the style displays numbers as times with hours and without a date.
    func isClock(style: Int) -> Bool {
        let letters = letters(ofStyle: style)
        return letters.contains("h") && !letters.contains { "yd".contains($0) }
    }

    /// Returns whether the style displays numbers as times with hours and minutes but no seconds.
    func hidesSeconds(style: Int) -> Bool {
        let letters = letters(ofStyle: style)
        return letters.contains("h") && !letters.contains { "yds".contains($0) }
    }

    private func letters(ofStyle style: Int) -> String {
        CellFormats.letters(code(ofStyle: style))
    }

    private func code(ofStyle style: Int) -> String {
        styles.indices.contains(style) ? code(styles[style]) : ""
    }

    /// Returns the number format code with this id. Some ids have built-in formats that a file does
    /// not contain (ECMA-376 part 1, 18.8.30).
    private func code(_ id: Int) -> String {
        switch id {
        case 9: "0%"
        case 10: "0.00%"
        case 14...17: "yyyy-mm-dd"
        case 18, 20: "h:mm"
        case 19, 21: "h:mm:ss"
        case 22: "yyyy-mm-dd h:mm"
        case 45: "mm:ss"
        case 46: "[h]:mm:ss"
        case 47: "mm:ss.0"
        default: codes[id] ?? ""
        }
    }

    /// Returns the letters in a number format code that stand for parts of a date or time. Also
    /// keeps the opening bracket before an elapsed time: `[mm]:ss` gives `[mmss`.
    private static func letters(_ code: String) -> String {
        unquoted(code).filter { "[ymdhs".contains($0) }
    }

    /// Returns the first section of a spreadsheet's number format code, in lowercase. Leaves out:
    ///
    /// - quoted text;
    /// - text in brackets, such as a color, but not the hours, minutes or seconds in `[h]`;
    /// - each backslash and the character that it escapes;
    /// - each `_` and the character whose width it leaves blank;
    /// - each `*` and the character that fills the cell.
    private static func unquoted(_ code: String) -> String {
        var (found, rest) = ("", code.lowercased()[...])
        while let character = rest.popFirst(), character != ";" {
            switch character {
            case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\", "_", "*": rest = rest.dropFirst()
            case "[" where rest.prefixMatch(of: /(h+|m+|s+)\]/) == nil:
                rest = rest.drop { $0 != "]" }.dropFirst()
            default: found.append(character)
            }
        }
        return found
    }

    private func date(_ serial: Int) -> String {
        // Spreadsheet programs treat 1900 as a leap year, so serial number 60 is a day that never
        // existed.
        let days = serial + (startsIn1904 ? 1462 : serial < 60 ? 1 : 0)
        let seconds = Double(days - 25_569) * 86_400
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }

    private static func clock(_ milliseconds: Int64, hasHours: Bool) -> String {
        let (whole, rest) = (milliseconds / 1000, milliseconds % 1000)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = rest == 0 ? "" : "." + String(format: "%03d", rest)
        let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
        if !hasHours { return "\(whole / 60):\(two(seconds))\(fraction)" }
        return "\(hours):\(two(minutes)):\(two(seconds))\(fraction)"
    }

    /// Returns the number as text, with the fewest digits that represent it.
    static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? "\(number)"
    }
}
