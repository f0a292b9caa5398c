/// Rows of a CSV file (RFC 4180, LF) as bytes.
struct CSVText {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    /// A cell, quoted where it must be. What a spreadsheet would take for a formula gets an
    /// apostrophe in front, which spreadsheets do not show; NUL becomes its picture, because
    /// programs that read CSV end at it, and marks that turn writing around are replaced. A cell
    /// longer than spreadsheets hold is cut, which it says.
    mutating func add(_ text: String) {
        separate()
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.count < CSVText.longest else { return false }
            var isQuoted = false
            for byte in utf8 {
                // 0xE2 begins the marks that turn writing around.
                if byte < 0x20 || byte == 0xE2 { return false }
                if byte == 0x22 || byte == 0x2C { isQuoted = true }
            }
            if isQuoted { bytes.append(0x22) }
            if let first = utf8.first, CSVText.isDangerous(first) { bytes.append(0x27) }
            if isQuoted {
                for byte in utf8 {
                    if byte == 0x22 { bytes.append(0x22) }
                    bytes.append(byte)
                }
                bytes.append(0x22)
            } else {
                bytes.append(contentsOf: utf8)
            }
            return true
        }
        if !isPlain { bytes.append(contentsOf: CSVText.cell(text).utf8) }
    }

    mutating func add(_ number: Int64) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func add(_ number: Int) { add(Int64(number)) }

    mutating func add(_ number: Int64?) { if let number { add(number) } else { add("") } }

    /// With as few digits as give the same double back.
    mutating func add(_ number: Double?) {
        separate()
        if let number { bytes.append(contentsOf: number.description.utf8) }
    }

    /// Digits, points and signs of which the caller is sure.
    mutating func add(plain number: String) {
        separate()
        bytes.append(contentsOf: number.utf8)
    }

    mutating func add(yes: Bool) { add(yes ? "yes" : "no") }

    /// The same cells at the start of many rows, written once; add them with ``add(cells:)``.
    static func cells(_ make: (inout CSVText) -> Void) -> [UInt8] {
        var text = CSVText()
        make(&text)
        return text.bytes
    }

    mutating func add(cells: [UInt8]) {
        separate()
        bytes.append(contentsOf: cells)
    }

    mutating func add(_ cells: [String]) { for cell in cells { add(cell) } }

    mutating func endRow() {
        bytes.append(0x0A)
        isFirst = true
    }

    mutating func addRow(_ cells: [String]) {
        add(cells)
        endRow()
    }

    private mutating func separate() {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
    }

    private static func isDangerous(_ byte: UInt8) -> Bool {
        byte == 0x3D || byte == 0x2B || byte == 0x2D || byte == 0x40
    }

    private static func cell(_ text: String) -> String {
        // By its first scalar: a combining mark after the sign does not disarm it.
        let first = text.unicodeScalars.first
        var safe = text.withoutNulls.withoutOverrides
        if let first, "=+-@\t\r\n".unicodeScalars.contains(first) { safe = "'" + safe }
        if safe.utf16.count > longest { safe = String(safe.prefix(longest / 2)) + cut }
        let quoted = safe.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
        return quoted ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
    }

    /// Characters that a cell of common spreadsheets holds.
    private static let longest = 32_767
    private static let cut = "… (cut; whole in evalrun export --format json)"
}
