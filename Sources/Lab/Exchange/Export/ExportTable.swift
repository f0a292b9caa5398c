/// A table to be written: every column with what it means.
struct ExportTable: Sendable {
    struct Column: Sendable {
        enum Kind: String, Sendable { case text, integer, number, yesNo }

        var name: String
        var kind: Kind
        /// A sentence for the codebook, with unit and values.
        var meaning: String

        init(_ name: String, _ kind: Kind, _ meaning: String) {
            self.name = name
            self.kind = kind
            self.meaning = meaning
        }
    }

    var name: String
    /// One row of it, in words.
    var row: String
    var columns: [Column]
    var rows: [[String]]

    /// RFC 4180 with LF. What a spreadsheet would take for a formula has an apostrophe in front,
    /// NUL and other control characters are their pictures, marks that turn writing around are
    /// replaced, and a cell longer than a spreadsheet holds is cut, which it says.
    var csv: String {
        var text = ""
        CSVText.append(columns.map(\.name), to: &text)
        for row in rows { CSVText.append(row, to: &text) }
        return text
    }
}

enum CSVText {
    /// Characters that a cell of common spreadsheets holds.
    static let longest = 32_767
    private static let cut = "… (cut; whole in the JSON export)"

    static func append(_ cells: [String], to text: inout String) {
        var isFirst = true
        for cell in cells {
            if !isFirst { text.append(",") }
            isFirst = false
            append(cell, to: &text)
        }
        text.append("\n")
    }

    static func append(_ cell: String, to text: inout String) {
        let isPlain = cell.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x20 || byte == 0x2E || byte == 0x5F
        }
        if isPlain, cell.utf8.count < longest {
            text.append(cell)
            return
        }
        var safe = harmless(cell)
        if isNumber(safe) {
            text.append(safe)
            return
        }
        let first = safe.drop { $0 == " " }.first
        if let first, "=+-@\t\r\n|%".contains(first) { safe = "'" + safe }
        if safe.utf16.count > longest {
            safe = String(safe.prefix((longest - cut.count) / 2)) + cut
        }
        let quoted = safe.unicodeScalars.contains {
            [",", "\"", "\n", "\r", ";", "\t"].contains($0)
        }
        text.append(quoted ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe)
    }

    /// A number with a sign is no formula.
    private static func isNumber(_ text: String) -> Bool {
        guard text.utf8.count < 40,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return false }
        return Double(text) != nil
    }

    static func harmless(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: scalars.append(scalar)
            case 0x00...0x1F: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: scalars.append("\u{2421}")
            case 0x80...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
                scalars.append("\u{FFFD}")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
