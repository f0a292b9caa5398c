import Diagnostics
import Foundation

/// Number formats of a workbook. A format determines whether a number is a date or a time, and how
/// a spreadsheet displays it.
struct CellFormats: Sendable {
    /// Whether date serial numbers count from 1904 instead of 1900.
    var startsIn1904 = false
    /// Ids of number formats, indexed by style.
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
        // The last day of spreadsheets, 9999-12-31, has the number 2,958,465.
        guard let number = Double(raw), abs(number) < 3e6 || letters(ofStyle: style).isEmpty,
            number.isFinite
        else { return raw }
        let letters = letters(ofStyle: style)
        guard letters.contains(where: "ydhs".contains) else { return CellFormats.plain(number) }
        guard letters.contains(where: "yd".contains) else {
            return CellFormats.clock(number, letters)
        }
        let time = letters.contains("h") ? " " + CellFormats.clock(number, "hms") : ""
        return date(number) + time
    }

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
        CellFormats.letters(styles.indices.contains(style) ? code(styles[style]) : "")
    }

    /// Returns the format code for an id. Some ids have built-in formats that a file does not
    /// contain (ECMA-376 part 1, 18.8.30).
    private func code(_ id: Int) -> String {
        switch id {
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

    /// Returns the letters of a format code that represent parts of a date or time. Quoted text,
    /// escaped text and colors are skipped.
    private static func letters(_ code: String) -> String {
        var (found, isQuoted, isEscaped) = ("", false, false)
        let plain = code.lowercased().replacing(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/, with: "")
        for character in plain.split(separator: ";").first ?? "" {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, "ymdhs".contains(character) {
                found.append(character)
            }
        }
        return found
    }

    private func date(_ serial: Double) -> String {
        // Spreadsheet programs treat 1900 as a leap year, so serial number 60 is a day that never
        // existed.
        let days = Int(serial.rounded(.down)) + (startsIn1904 ? 1462 : serial < 60 ? 1 : 0)
        let seconds = Double(days - 25_569) * 86_400
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }

    private static func clock(_ days: Double, _ letters: String) -> String {
        let hasDate = letters == "hms"
        let part = hasDate ? days - days.rounded(.down) : days
        let thousandths = Int64((part * 86_400_000).rounded())
        let (whole, rest) = (thousandths / 1000, thousandths % 1000)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = rest == 0 ? "" : "." + String(format: "%03d", rest)
        let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
        if !letters.contains("h") { return "\(whole / 60):\(two(seconds))\(fraction)" }
        return "\(hours):\(two(minutes)):\(two(seconds))\(fraction)"
    }

    /// Returns the number as text, with the fewest digits that represent it.
    static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? "\(number)"
    }
}
