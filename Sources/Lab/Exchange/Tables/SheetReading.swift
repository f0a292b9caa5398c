import CSV
import Diagnostics

/// Cells of a sheet from its XML.
struct SheetReading {
    private let file: String
    private let strings: [String]
    private let formats: CellFormats
    private var rows: [(number: Int, cells: [Int: String])] = []
    private var (row, column, style, kind, text) = (0, 0, 0, "", "")
    private var isValue = false

    init(file: String, strings: [String], formats: CellFormats) {
        (self.file, self.strings, self.formats) = (file, strings, formats)
    }

    mutating func take(_ piece: SheetXML.Piece) {
        switch piece {
        case .start("row", let attributes):
            row = attributes["r"].flatMap { Int($0) } ?? row + 1
            column = 0
            rows.append((row, [:]))
        case .start("c", let attributes):
            column = attributes["r"].flatMap(SheetReading.column) ?? column + 1
            style = attributes["s"].flatMap { Int($0) } ?? 0
            kind = attributes["t"] ?? "n"
            text = ""
        case .start("v", _), .start("t", _): isValue = true
        case .end("v"), .end("t"): isValue = false
        case .text(let words): if isValue { text += words }
        case .end("c"): keep()
        default: break
        }
    }

    private mutating func keep() {
        let shown: String
        switch kind {
        case "s":
            let index = Int(text) ?? -1
            shown = strings.indices.contains(index) ? strings[index] : ""
        case "b": shown = text == "1" ? "TRUE" : "FALSE"
        case "n": shown = formats.text(text, style: style)
        default: shown = text
        }
        guard !shown.isEmpty, (1...16_384).contains(column), !rows.isEmpty else { return }
        rows[rows.count - 1].cells[column] = shown
    }

    /// `AB12` as 28.
    private static func column(_ reference: String) -> Int? {
        let letters = reference.utf8.prefix { (0x41...0x5A).contains($0) }
        guard !letters.isEmpty, letters.count <= 3 else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 }
    }

    var lines: [[CSVTable.Cell]] {
        let width = rows.lazy.compactMap { $0.cells.keys.max() }.max() ?? 0
        return rows.filter { !$0.cells.isEmpty }.map { row in
            (1...max(width, 1)).map { column in
                CSVTable.Cell(
                    text: row.cells[column] ?? "",
                    place: Diagnostic.Place(file: file, line: row.number, column: column)
                )
            }
        }
    }
}
