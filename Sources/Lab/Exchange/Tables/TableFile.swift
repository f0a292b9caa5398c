import CSV
import Diagnostics
import Foundation

/// A table to import: a CSV file with any separator, or a sheet of an XLSX workbook.
enum TableFile {
    /// - Parameter sheet: name of the sheet; required if several sheets have cells.
    static func read(
        _ file: Importer.File,
        sheet: String?,
        layout: CSVTable.Layout
    ) throws(DiagnosticError) -> CSVTable {
        let data = try bytes(file)
        if data.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw DiagnosticError(
                "old-spreadsheet",
                at: .init(file: file.name),
                "is a spreadsheet in the older XLS format",
                fix: "save it as XLSX or CSV"
            )
        }
        guard data.starts(with: Array("PK".utf8)) else {
            if let sheet {
                throw DiagnosticError(
                    "no-sheet",
                    at: .init(file: file.name),
                    "is not a workbook, so it has no sheet \"\(sheet)\"",
                    fix: "remove --sheet, or remove `sheet` from the mapping"
                )
            }
            let (lines, separator, notes) = try CSVTable.lines(bytes: data, file: file.name)
            return try CSVTable(
                lines: lines,
                file: file.name,
                separator: separator,
                notes: notes,
                layout: layout
            )
        }
        let book = try Workbook(data, file: file.name)
        let (chosen, lines) = try choose(sheet, of: book)
        return try CSVTable(lines: lines, file: "\(file.name) [\(chosen.name)]", layout: layout)
    }

    private static func choose(
        _ name: String?,
        of book: Workbook
    ) throws(DiagnosticError) -> (Workbook.Sheet, [[CSVTable.Cell]]) {
        var filled: [(Workbook.Sheet, [[CSVTable.Cell]])] = []
        var problems: [Diagnostic] = []
        for sheet in book.sheets where name.map({ $0 == sheet.name }) ?? true {
            let (lines, formulas) = try book.lines(of: sheet)
            if !lines.isEmpty || formulas != nil { filled.append((sheet, lines)) }
            problems += [formulas].compactMap(\.self)
        }
        if let first = filled.first, filled.count == 1 {
            guard problems.isEmpty else { throw DiagnosticError(problems) }
            return first
        }
        let names = book.sheets.map(\.name)
        throw DiagnosticError(
            "which-sheet",
            at: .init(file: book.file),
            name.map { names.contains($0) ? "sheet \"\($0)\" is empty" : "has no sheet \"\($0)\"" }
                ?? (filled.isEmpty
                    ? "all sheets are empty"
                    : "has \(filled.count) sheets that are not empty, but only one can be read"),
            expected: names.map { "\"\($0)\"" }.joined(separator: ", "),
            fix: name.flatMap { suggestion(for: $0, among: names) }
                ?? "name a sheet with --sheet NAME, or with `sheet: NAME` in the mapping"
        )
    }

    private static func bytes(_ file: Importer.File) throws(DiagnosticError) -> Data {
        let place = Diagnostic.Place(file: file.name)
        guard let kind = FileKind(at: file.url.path) else {
            throw DiagnosticError("no-file", at: place, "there is no such file", status: .noInput)
        }
        guard kind == .file, let data = FileManager.default.contents(atPath: file.url.path) else {
            throw DiagnosticError(
                "unreadable",
                at: place,
                kind == .file ? "cannot be read" : "is a folder",
                expected: "a CSV file or an XLSX workbook",
                status: .noInput
            )
        }
        return data
    }
}
