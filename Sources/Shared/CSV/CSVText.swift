import Diagnostics

/// The rows of a CSV file as bytes, in the format of RFC 4180 with LF line ends. All CSV files in
/// reports and exports are written by this type.
package struct CSVText {
    package private(set) var bytes: [UInt8] = []
    private var isFirst = true

    package init() {}

    /// Adds a cell. Quotes it if necessary, and adds an apostrophe before a formula (see
    /// ``Formula``).
    ///
    /// Replaces control characters other than tabs and line breaks: programs that read CSV stop at
    /// NUL, and terminals execute escape sequences. Characters that change the direction of text
    /// become U+FFFD. Truncates text that is too long for a spreadsheet cell, and appends a note.
    package mutating func add(_ text: String) {
        separate()
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.count < CSVText.longest else { return false }
            var isQuoted = false
            for byte in utf8 {
                if byte < 0x20 || byte > 0x7E { return false }
                if byte == 0x22 || byte == 0x2C || byte == 0x3B { isQuoted = true }
            }
            if let first = utf8.first, !CSVText.isWord(first) { return false }
            append(utf8, isQuoted: isQuoted)
            return true
        }
        if !isPlain { addCleaned(text) }
    }

    package mutating func add(_ number: Int64) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    package mutating func add(_ number: Int) { add(Int64(number)) }

    package mutating func add(_ number: Int64?) { if let number { add(number) } else { add("") } }

    /// Adds a number with the fewest digits that represent the same double. Adds an empty cell for
    /// nil.
    package mutating func add(_ number: Double?) {
        separate()
        if let number { bytes.append(contentsOf: number.description.utf8) }
    }

    /// Adds the text of a number, unchanged. The caller guarantees that the text is a number, which
    /// needs no quotes.
    package mutating func add(plain number: String) {
        separate()
        bytes.append(contentsOf: number.utf8)
    }

    package mutating func add(yes: Bool) { add(yes ? "yes" : "no") }

    /// Returns the bytes of the cells that `make` adds. If many rows contain the same cells, call
    /// this function once, and add the bytes to each row with ``add(cells:)``.
    package static func cells(_ make: (inout CSVText) -> Void) -> [UInt8] {
        var text = CSVText()
        make(&text)
        return text.bytes
    }

    package mutating func add(cells: [UInt8]) {
        separate()
        bytes.append(contentsOf: cells)
    }

    package mutating func add(_ cells: [String]) { for cell in cells { add(cell) } }

    package mutating func endRow() {
        bytes.append(0x0A)
        isFirst = true
    }

    package mutating func addRow(_ cells: [String]) {
        add(cells)
        endRow()
    }

    private mutating func separate() {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
    }

    /// Returns whether the byte is a letter or a digit. Text that begins with such a byte is not a
    /// formula.
    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }

    private mutating func addCleaned(_ text: String) {
        var safe = Formula.neutralized(CSVText.harmless(text))
        if safe.utf16.count > CSVText.longest {
            let start = safe.unicodeScalars.prefix(CSVText.longest / 2)
            safe = String(String.UnicodeScalarView(start)) + CSVText.cut
        }
        let isQuoted = safe.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C, 0x3B].contains($0) }
        append(safe.utf8, isQuoted: isQuoted)
    }

    private mutating func append(_ utf8: some Sequence<UInt8>, isQuoted: Bool) {
        guard isQuoted else { return bytes.append(contentsOf: utf8) }
        bytes.append(0x22)
        for byte in utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    /// Replaces control characters other than tabs and line breaks, and characters that change the
    /// direction of text. Works on scalars, because CR and LF together form one `Character`.
    private static func harmless(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: scalars.append(scalar)
            case 0x00...0x1F: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: scalars.append("\u{2421}")
            case 0x80...0x9F, 0x200E, 0x200F: scalars.append("\u{FFFD}")
            default: scalars.append(scalar.reordersText ? "\u{FFFD}" : scalar)
            }
        }
        return String(scalars)
    }

    /// Maximum number of characters in a cell of common spreadsheets.
    private static let longest = 32_767
    private static let cut = "… (cut off; the JSON export has the whole text)"
}
