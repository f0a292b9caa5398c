package import Diagnostics

extension CSVTable {
    /// Options for reading a table that also contains lines other than headings and data, such as
    /// the export of a survey program.
    package struct Layout: Sendable, Hashable {
        /// Line numbers of the lines that contain the headings; nil for the first line that is not
        /// empty. The heading of a column consists of the column's texts in these lines. An empty
        /// cell above a filled cell has the text of the nearest filled cell on its left, as if
        /// these two cells were merged.
        package var headings: ClosedRange<Int>?
        /// Whether to skip lines with only one filled cell, such as a title, when searching for the
        /// headings.
        package var findsHeadings = false
        /// Texts in lowercase, such as `mean`. A row is left out if its first filled cell is one of
        /// these texts.
        package var leaveOut: Set<String> = []
        /// Texts in lowercase, keyed by column heading. A row is left out if its cell in that
        /// column is one of the texts.
        package var leaveOutIf: [String: Set<String>] = [:]
        /// Heading of the column of participant codes. A row with only a code is kept. In a table
        /// with a column for each usability problem, such a row belongs to a participant who had no
        /// problems.
        package var codes: String?

        package init() {}
    }

    /// Returns the lines of a file, the separator of the cells, and notes on how the file was read.
    /// Does not check that all lines have the same number of cells.
    package static func lines(
        bytes: some Sequence<UInt8>,
        file: String
    ) throws(DiagnosticError) -> (lines: [[Cell]], separator: Separator, notes: [String]) {
        try CSVReader.readNoting(bytes: bytes, file: file)
    }

    /// Creates a table from the lines of a file from a spreadsheet or survey program. Adds missing
    /// headings, and appends a number to repeated headings. Leaves out empty rows, and empty
    /// columns at the right. Also leaves out Qualtrics' rows of question texts and import ids; the
    /// question texts are in ``descriptions``.
    package init(
        lines: [[Cell]],
        file: String,
        separator: Separator? = nil,
        notes: [String] = [],
        layout: Layout
    ) throws(DiagnosticError) {
        var shape = LooseShape(lines: lines, file: file)
        (shape.separator, shape.notes) = (separator, notes)
        try shape.takeHeadings(layout)
        shape.takeDescriptions()
        shape.leaveOut(layout)
        shape.removeRemarks(layout)
        try shape.pad()
        (self.file, self.separator) = (file, separator)
        (header, rows) = (shape.header, shape.rows)
        (self.notes, descriptions) = (shape.notes, shape.descriptions)
        (leftOut, headingLine) = (shape.leftOut, shape.headingLine)
    }
}

/// A table whose lines are being converted to rows of equal length.
private struct LooseShape {
    var header: [CSVTable.Cell] = []
    var rows: [[CSVTable.Cell]]
    var descriptions: [String] = []
    var leftOut: [String] = []
    var notes: [String] = []
    var headingLine: Int?
    var separator: CSVTable.Separator?
    let file: String

    init(lines: [[CSVTable.Cell]], file: String) {
        (rows, self.file) = (lines, file)
    }

    mutating func takeHeadings(_ layout: CSVTable.Layout) throws(DiagnosticError) {
        notes += CSVTable.removeEmptyRows(&rows)
        guard let first = rows.first?.first?.place.line else { throw CSVTable.withoutRows(file) }
        if layout.headings == nil, layout.findsHeadings { headingLine = foundHeadings }
        let range = layout.headings ?? headingLine.map { $0...$0 } ?? first...first
        let headings = rows.filter { $0.first?.place.line.map(range.contains) ?? false }
        guard !headings.isEmpty else {
            throw DiagnosticError(
                "no-heading-row",
                at: .init(file: file, line: range.lowerBound),
                "the line of headings is empty or missing",
                fix: "correct `heading_rows` in the mapping"
            )
        }
        let above = rows.count { ($0.first?.place.line ?? 0) < range.lowerBound }
        if above > 0 { notes.append("left out \(counted(above, "line")) above the headings") }
        rows.removeAll { ($0.first?.place.line ?? 0) <= range.upperBound }
        join(headings)
        name()
    }

    /// Line number of the headings below a title. A title is a first line with only one filled
    /// cell. The headings are the first line with two or more filled cells. Nil if there is no
    /// title, or if none of the first 20 nonempty lines has more than two filled cells.
    private var foundHeadings: Int? {
        let filled = rows.prefix(20).map { row in row.count { !folded($0.text).isEmpty } }
        guard filled.first == 1, filled.max() ?? 0 > 2,
            let place = filled.firstIndex(where: { $0 > 1 })
        else { return nil }
        return rows[place].first?.place.line
    }

    private mutating func join(_ headings: [[CSVTable.Cell]]) {
        let width = headings.map(\.count).max() ?? 0
        header = (0..<width).map { column in
            let texts = headings.enumerated().map { row, cells in
                let own = cells.indices.contains(column) ? folded(cells[column].text) : ""
                guard own.isEmpty, row + 1 < headings.count else { return own }
                let below = headings[row + 1]
                guard below.indices.contains(column), !folded(below[column].text).isEmpty else {
                    return own
                }
                return cells.prefix(column).map { folded($0.text) }.last { !$0.isEmpty } ?? ""
            }
            let line = headings.first { $0.indices.contains(column) } ?? []
            let place =
                line.indices.contains(column) ? line[column].place : Diagnostic.Place(file: file)
            let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
            return CSVTable.Cell(text: text, place: place)
        }
    }

    /// Adds missing headings, and appends a number, such as ` (2)`, to repeated headings. All
    /// headings are then different.
    private mutating func name() {
        let isUsed = header.indices.map { column in
            rows.contains { $0.indices.contains(column) && !folded($0[column].text).isEmpty }
        }
        while let last = header.last, folded(last.text).isEmpty, !isUsed[header.count - 1] {
            header.removeLast()
        }
        var taken = Set(header.map { folded($0.text) })
        // The last number that was appended to each heading.
        var numbers: [String: Int] = [:]
        func numbered(_ name: String) -> String {
            var number = numbers[name] ?? 1
            repeat { number += 1 } while taken.contains("\(name) (\(number))")
            numbers[name] = number
            return "\(name) (\(number))"
        }
        var seen: Set<String> = []
        for column in header.indices {
            let text = folded(header[column].text)
            if text.isEmpty {
                let name = "column \(column + 1)"
                header[column].text = taken.contains(name) ? numbered(name) : name
                if isUsed[column] {
                    notes.append(
                        "\(name) has no heading and gets the name \"\(header[column].text)\""
                    )
                }
            } else if !seen.insert(text).inserted {
                header[column].text = numbered(text)
                notes.append(
                    "the repeated heading \"\(text)\" is renamed to \"\(header[column].text)\""
                )
            }
            taken.insert(folded(header[column].text))
        }
    }

    /// Removes the rows of question texts and import ids that Qualtrics writes below the headings.
    /// Stores the question texts in `descriptions`.
    mutating func takeDescriptions() {
        let found = rows.prefix(2).firstIndex { row in
            let texts = row.map { folded($0.text) }.filter { !$0.isEmpty }
            return !texts.isEmpty && texts.allSatisfy { $0.hasPrefix("{\"ImportId\"") }
        }
        guard let found else { return }
        if found == 1 { descriptions = rows[0].map { folded($0.text) } }
        rows.removeFirst(found + 1)
        notes.append(
            "left out Qualtrics' rows of question texts and import ids"
        )
    }

    mutating func leaveOut(_ layout: CSVTable.Layout) {
        rows.removeAll { row in
            let first = row.lazy.map { folded($0.text) }.first { !$0.isEmpty } ?? ""
            guard layout.leaveOut.contains(first.lowercased()) else { return false }
            leftOut.append(first)
            return true
        }
        if !leftOut.isEmpty {
            notes.append(
                "left out \(counted(leftOut.count, "row")): \(leftOut.joined(separator: ", "))"
            )
        }
        for (name, texts) in layout.leaveOutIf.sorted(by: { $0.key < $1.key }) {
            let column = header.firstIndex { folded($0.text) == folded(name) }
            let count = rows.count
            rows.removeAll { row in
                guard let column, row.indices.contains(column) else { return false }
                return texts.contains(folded(row[column].text).lowercased())
            }
            notes.append(
                "left out \(counted(count - rows.count, "row")) because of the text in the column "
                    + "\"\(folded(name))\""
            )
        }
    }

    /// Removes remarks at the end of the file. A remark is a row with only one filled cell in a
    /// table of three or more columns.
    ///
    /// Stops at a row that may belong to a participant without data. In such a row, the filled cell
    /// is one of these:
    ///
    /// - the first cell, if it is one word with a digit;
    /// - the cell in the column of codes, if it is one word, or one word and a number.
    mutating func removeRemarks(_ layout: CSVTable.Layout) {
        var found: [String] = []
        let codes = layout.codes.flatMap { name in
            header.firstIndex { folded($0.text) == folded(name) }
        }
        while header.count > 2, rows.count > 1, let last = rows.last {
            let filled = last.filter { !folded($0.text).isEmpty }
            guard filled.count == 1, let cell = filled.first,
                cell != last.first || !CSVTable.isCode(cell)
            else { break }
            if let codes, last.count >= header.count, last[codes] == cell,
                folded(cell.text).wholeMatch(of: /\S+( [0-9]+)?/) != nil
            {
                break
            }
            found.append("\(cell.place.text) was skipped: the row has only one filled cell")
            rows.removeLast()
        }
        notes += found.reversed()
    }

    /// Checks that every row has a cell for each column. Any further cells must be empty, and are
    /// removed.
    mutating func pad() throws(DiagnosticError) {
        let quoting = separator.map {
            "put double quotes around each cell that contains a \($0.name)"
        }
        var problems: [Diagnostic] = []
        for index in rows.indices {
            let row = rows[index]
            let beyond = row.dropFirst(header.count).first { !folded($0.text).isEmpty }
            if row.count < header.count || beyond != nil, let first = row.first {
                problems.append(
                    Diagnostic(
                        "csv-row",
                        at: beyond?.place ?? first.place,
                        "the row has \(counted(row.count, "cell"))",
                        expected: "\(header.count), as in the header",
                        fix: (quoting ?? "correct the row") + "; if the row is not data, add the "
                            + "text of its first cell to `leave_out` in the mapping"
                    )
                )
            }
            rows[index] = Array(row.prefix(header.count))
        }
        guard problems.isEmpty else { throw DiagnosticError(problems) }
    }
}
