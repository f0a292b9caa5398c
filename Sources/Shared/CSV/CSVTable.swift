package import Diagnostics

/// A CSV file with a header row. Each cell has its position in the file.
package struct CSVTable: Sendable, Hashable {
    package struct Cell: Sendable, Hashable {
        package var text: String
        package var place: Diagnostic.Place
        /// Whether the cell contains a number in a workbook. If so, ``text`` has a decimal point
        /// and no thousands separators. Always false for a CSV file.
        package var isNumber: Bool
        /// Whether the time in ``text`` is ambiguous. The workbook shows hours and minutes, but the
        /// person who typed the time may have meant minutes and seconds. False if other cells of
        /// the column resolve the ambiguity.
        package var mayBeMinutes = false
        /// Whether ``text`` is an error value of a workbook, such as `#N/A`.
        package var isError = false
        /// A number with the leading zeros that a workbook shows, such as `001`; nil for any other
        /// cell.
        package var zeroPadded: String?
        /// Whether a workbook shows the number as a percentage. For example, it shows 0.85 as 85 %.
        package var isPercent = false

        package init(text: String, place: Diagnostic.Place, isNumber: Bool = false) {
            (self.text, self.place, self.isNumber) = (text, place, isNumber)
        }
    }

    /// The character that separates the cells of a line.
    package struct Separator: Sendable, Hashable {
        package static let comma = Separator(scalar: ",")

        let scalar: Unicode.Scalar

        /// The name in messages, such as `comma`.
        var name: String {
            switch scalar {
            case ",": "comma"
            case ";": "semicolon"
            case "\t": "tab"
            default: "\"\(scalar)\""
            }
        }

        /// The plural of ``name``, such as `commas`. A name in quotation marks, such as `"|"`, is
        /// unchanged.
        var plural: String { name.hasPrefix("\"") ? name : "\(name)s" }
    }

    /// The file's name in diagnostics.
    package var file: String
    /// The separator of the cells; nil for a sheet of a workbook.
    package var separator: Separator?
    package var header: [Cell]
    /// Rows below the header, with a cell for each column.
    package var rows: [[Cell]]

    /// Notes on deviations from RFC 4180, and on omitted lines.
    package var notes: [String] = []
    /// The question texts of a survey, one for each column. They are in a row below the headings.
    /// Empty if there is no such row.
    package var descriptions: [String] = []
    /// Line number of the headings if they were found below a title (see ``Layout/findsHeadings``);
    /// otherwise nil.
    package var headingLine: Int?
    /// Text of the first filled cell of each row that was removed because of ``Layout/leaveOut``.
    package var leftOut: [String] = []

    /// Creates a table from the bytes of a whole file. If headings are invalid or lines have the
    /// wrong number of cells, throws one error that lists all of these problems.
    ///
    /// - Parameter mayHaveJunk: whether to leave out lines at the end of the file that are not rows
    ///   of the table. False for files that evalrun writes: such a line is a row that was cut off.
    package init(
        bytes: some Sequence<UInt8>,
        file: String,
        mayHaveJunk: Bool = true
    ) throws(DiagnosticError) {
        var (lines, separator, notes) = try CSVReader.readNoting(bytes: bytes, file: file)
        if lines.first?.count ?? 0 > 1 { notes += CSVTable.removeEmptyRows(&lines) }
        if mayHaveJunk { notes += CSVTable.removeJunk(below: &lines) }
        self.notes = notes
        guard let header = lines.first else { throw CSVTable.withoutRows(file) }
        (self.file, self.separator) = (file, separator)
        self.header = header
        rows = Array(lines.dropFirst())
        let problems = headerProblems + raggedRows
        guard problems.isEmpty else { throw DiagnosticError(problems) }
    }

    static func withoutRows(_ file: String) -> DiagnosticError {
        DiagnosticError(
            "empty-csv",
            at: .init(file: file),
            "the table has no rows",
            expected: "a header row"
        )
    }

    /// Removes rows in which every cell is empty, as some spreadsheets write them. Returns a note
    /// about the removed rows.
    static func removeEmptyRows(_ rows: inout [[Cell]]) -> [String] {
        let isEmpty = { (row: [Cell]) in row.allSatisfy { folded($0.text).isEmpty } }
        let empty = rows.filter(isEmpty)
        guard let first = empty.first?.first?.place else { return [] }
        rows.removeAll(where: isEmpty)
        return ["left out \(counted(empty.count, "empty row")) (first: \(first.text))"]
    }

    /// Removes lines at the end of the file that are not rows of the table, such as sums or
    /// remarks. These lines have only one filled cell in a table of three or more columns. Returns
    /// a note for each removed line.
    ///
    /// Keeps a line that may belong to a participant without data. Such a line has a cell for each
    /// column, and its filled cell is the first cell and may be a code (``isCode(_:)``).
    private static func removeJunk(below lines: inout [[Cell]]) -> [String] {
        guard let header = lines.first, header.count > 2 else { return [] }
        var notes: [String] = []
        while lines.count > 2, let last = lines.last {
            let filled = last.filter { !folded($0.text).isEmpty }
            guard filled.count == 1, let cell = filled.first, last.count <= header.count,
                last.count < header.count || cell != last.first || !isCode(cell)
            else { break }
            notes.append("\(cell.place.text) was skipped: the row has only one filled cell")
            lines.removeLast()
        }
        return notes.reversed()
    }

    /// Returns whether a cell may contain a participant's code: one word with a digit.
    static func isCode(_ cell: Cell) -> Bool {
        !folded(cell.text).contains(" ") && cell.text.contains(where: \.isNumber)
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
                "the heading \"\(name)\" appears twice",
                expected: "each heading once",
                fix: "rename this column or the column at \(first.text)"
            )
        }
    }

    private var raggedRows: [Diagnostic] {
        let mark = (separator ?? .comma).name
        return rows.filter { $0.count != header.count }.compactMap { row in
            row.first.map {
                Diagnostic(
                    "csv-row",
                    at: $0.place,
                    "the row has \(counted(row.count, "cell"))",
                    expected: "\(header.count), as in the header",
                    fix: "put double quotes around each cell that contains a \(mark)"
                )
            }
        }
    }
}

/// Returns the text without leading and trailing whitespace. Every other run of whitespace becomes
/// a single space.
package func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
