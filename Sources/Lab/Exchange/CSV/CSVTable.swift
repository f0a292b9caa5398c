package import Diagnostics

/// A CSV file with a header row; every cell knows where it began.
package struct CSVTable: Sendable, Hashable {
    package struct Cell: Sendable, Hashable {
        package var text: String
        package var place: Diagnostic.Place
    }

    /// As it is named in diagnostics.
    package var file: String
    package var header: [Cell]
    /// Rows with a cell for each column of the header.
    package var rows: [[Cell]]

    /// Reads a whole file; every problem of its shape is reported at once.
    package init(bytes: some Sequence<UInt8>, file: String) throws(DiagnosticError) {
        let lines = try CSVReader.read(bytes: bytes, file: file)
        guard let header = lines.first else {
            throw DiagnosticError(
                "empty-csv",
                at: .init(file: file),
                "has no rows",
                expected: "a header row"
            )
        }
        self.file = file
        self.header = header
        rows = Array(lines.dropFirst())
        let problems = [semicolons].compactMap(\.self) + headerProblems + raggedRows
        guard problems.isEmpty else { throw DiagnosticError(problems) }
    }

    private var semicolons: Diagnostic? {
        guard header.count == 1, header[0].text.contains(";") else { return nil }
        return Diagnostic(
            "csv-separator",
            at: header[0].place,
            "the header is one cell with semicolons in it",
            expected: "columns separated by commas",
            fix: "export the file with commas"
        )
    }

    private var headerProblems: [Diagnostic] {
        var seen: [String: Diagnostic.Place] = [:]
        return header.compactMap { cell in
            let name = folded(cell.text)
            guard !name.isEmpty else {
                return Diagnostic(
                    "csv-header",
                    at: cell.place,
                    "the column has no heading",
                    fix: "name the column or remove it"
                )
            }
            guard let first = seen[name] else {
                seen[name] = cell.place
                return nil
            }
            return Diagnostic(
                "csv-header",
                at: cell.place,
                "the heading \"\(name)\" stands twice",
                expected: "each heading once",
                fix: "the first is at \(first.text)"
            )
        }
    }

    private var raggedRows: [Diagnostic] {
        rows.filter { $0.count != header.count }.compactMap { row in
            row.first.map {
                Diagnostic(
                    "csv-row",
                    at: $0.place,
                    "the row has \(counted(row.count, "cell"))",
                    expected: "\(header.count), as in the header",
                    fix: "a cell with a comma in it needs double quotes around it"
                )
            }
        }
    }
}

/// Runs of white space as one space, ends trimmed.
package func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// `1 row`, `2 rows`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
