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
                "this is a spreadsheet in the older XLS format",
                fix: "save the table as XLSX or CSV"
            )
        }
        // The signature of a ZIP file. All four bytes are compared, because the heading of a CSV
        // file may begin with the first two, `PK`.
        guard data.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
            if let sheet {
                throw DiagnosticError(
                    "no-sheet",
                    at: .init(file: file.name),
                    "this is not a workbook, so it has no sheet \"\(sheet)\"",
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
        let (chosen, content) = try choose(sheet, of: book)
        var table = try CSVTable(
            lines: content.lines,
            file: "\(file.name) [\(chosen.name)]",
            layout: layout
        )
        if let note = note(on: content.hidden, of: table) { table.notes.append(note) }
        return table
    }

    /// Returns a note for the user about rows of the table that are hidden in the workbook; nil if
    /// there are none.
    private static func note(on hidden: Set<Int>, of table: CSVTable) -> String? {
        let rows = table.rows.compactMap { $0.first?.place.line }.filter(hidden.contains)
        guard !rows.isEmpty else { return nil }
        let first = rows.prefix(5).map { "\($0)" } + (rows.count > 5 ? ["…"] : [])
        return "\(table.file): \(counted(rows.count, "row")) that the sheet hides or filters out "
            + "\(rows.count == 1 ? "was" : "were") read like the others "
            + "(\(rows.count == 1 ? "row" : "rows") \(first.joined(separator: ", "))): in the "
            + "workbook, delete rows that are not data, or add the texts of their first cells to "
            + "`leave_out` in the mapping"
    }

    private static func choose(
        _ name: String?,
        of book: Workbook
    ) throws(DiagnosticError) -> (Workbook.Sheet, Workbook.Content) {
        var filled: [(Workbook.Sheet, Workbook.Content)] = []
        var problems: [Diagnostic] = []
        for sheet in book.sheets where name.map({ $0 == sheet.name }) ?? true {
            let content = try book.content(of: sheet)
            if !content.lines.isEmpty || content.formulas != nil { filled.append((sheet, content)) }
            problems += [content.formulas].compactMap(\.self)
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
        try requireRegularFile(at: file.url.path, name: file.name)
        guard kind == .file, let data = FileManager.default.contents(atPath: file.url.path) else {
            throw DiagnosticError(
                "unreadable",
                at: place,
                kind == .file ? "cannot be read" : "this is a folder",
                expected: "a CSV file or an XLSX workbook",
                status: .noInput
            )
        }
        return data
    }
}
