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
    /// Description of one row, such as "a question of the study".
    var row: String
    var columns: [Column]
    var rows: [[String]]

    /// The table in RFC 4180 format with LF line ends, as ``CSVText`` writes it.
    var csv: String {
        var text = CSVText()
        text.addRow(columns.map(\.name))
        for row in rows {
            for (column, cell) in zip(columns, row) { add(cell, of: column, to: &text) }
            text.endRow()
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Adds one cell to `text`. A number is written unchanged. Any other cell that a spreadsheet
    /// would take for a formula, for instance because of a leading sign, gets an apostrophe in
    /// front.
    private func add(_ cell: String, of column: Column, to text: inout CSVText) {
        let isNumber =
            (column.kind == .integer || column.kind == .number)
            && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber { text.add(plain: cell) } else { text.add(cell) }
    }
}
