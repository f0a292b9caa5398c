import CSV

/// A table for export. Each column has a description for the codebook.
struct ExportTable: Sendable {
    struct Column: Sendable {
        enum Kind: String, Sendable { case text, integer, number, yesNo }

        var name: String
        var kind: Kind
        /// A sentence for the codebook that states the column's meaning, unit and possible values.
        var meaning: String

        init(_ name: String, _ kind: Kind, _ meaning: String) {
            (self.name, self.kind, self.meaning) = (name, kind, meaning)
        }
    }

    var name: String
    /// Description of the contents of one row, such as "a question of the study".
    var row: String
    var columns: [Column]
    var rows: [[String]]

    /// The table in RFC 4180 format with LF line ends, as ``CSVText`` writes it.
    var csv: String {
        var text = CSVText()
        text.addRow(columns.map(\.name))
        for row in rows {
            for cell in row { add(cell, to: &text) }
            text.endRow()
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Adds one cell to `text`. A cell that a spreadsheet would read as a formula gets an
    /// apostrophe in front. Numbers are written unchanged, even in a column of text, because a
    /// negative number with an apostrophe would be read as text.
    private func add(_ cell: String, to text: inout CSVText) {
        // A number of 100 or more characters is added as text, which is truncated if necessary.
        let isPlain =
            cell.utf8.count < 100
            && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        if isPlain, Double(cell) != nil { text.add(plain: cell) } else { text.add(cell) }
    }
}
