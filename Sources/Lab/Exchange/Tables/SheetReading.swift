import CSV
import Diagnostics

/// A reader that extracts the cells from the XML of a sheet.
struct SheetReading {
    private let file: String
    private let strings: [String]
    private let formats: CellFormats
    private struct Cell {
        var text: String
        var isNumber = false
        /// Whether the text is an error, such as `#N/A`.
        var isError = false
        /// The number with the leading zeros that the sheet shows; nil if there are none.
        var zeroPadded: String?
        /// Whether the sheet shows the number in percent.
        var isPercent = false
        /// Whether the cell's format shows hours but no seconds. Nil if the cell is not a number,
        /// if its format shows a date, or if its format shows no hours.
        var hidesSeconds: Bool?

        /// Whether a time may have been typed as minutes and seconds but stored as hours and
        /// minutes. For example, a typed `25:30` is displayed as `25:30:00`.
        var mayBeMinutes: Bool {
            guard let hidesSeconds, text.hasSuffix(":00") else { return false }
            return hidesSeconds || !isBelowOneDay
        }

        /// Whether the time in ``text`` is shorter than 24 hours.
        var isBelowOneDay: Bool {
            let parts = text.split(separator: ":")
            return parts.count < 3 || (Int(parts[0]) ?? 0) < 24
        }

        /// Whether the cell is a text of the form `h:mm:ss`.
        var isClockText: Bool {
            hidesSeconds == nil && text.wholeMatch(of: /[0-9]{1,2}:[0-9]{2}:[0-9]{2}/) != nil
        }
    }

    /// The row and column numbers that Excel allows in a sheet.
    private static let (rowNumbers, columnNumbers) = (1...1_048_576, 1...16_384)
    /// Maximum number of cells in ``lines``, including empty cells.
    private static let mostCells = 5_000_000
    /// Maximum number of empty columns to the left of the rightmost used cell.
    private static let mostEmptyColumns = 1_000

    private struct Row {
        var number: Int
        /// The cells that are not empty, keyed by column number.
        var cells: [Int: Cell] = [:]

        /// The number of the last column with a cell; 0 if there is none.
        var width: Int { cells.keys.max() ?? 0 }
    }

    private var rows: [Row] = []
    /// Numbers of the rows that a user or a filter has hidden.
    private(set) var hidden: Set<Int> = []
    private var (row, column, style, kind, text) = (0, 0, 0, "", "")
    private var isValue = false
    /// Whether the current cell has a formula, and whether the cell has a stored value.
    private var (hasFormula, hasValue) = (false, false)
    /// Cells with a formula but no stored value; only a spreadsheet program can compute them.
    private var uncomputed: [Diagnostic.Place] = []
    /// Cells that refer to a shared string which the workbook does not contain.
    private var withoutText: [Diagnostic.Place] = []
    /// The first address that no cell or row of a sheet can have; nil if there is none.
    private var invalidAddress: String?

    init(file: String, strings: [String], formats: CellFormats) {
        (self.file, self.strings, self.formats) = (file, strings, formats)
    }

    mutating func take(_ piece: SheetXML.Piece) {
        switch piece {
        case .start("row", let attributes):
            row = position(attributes["r"], after: row, in: SheetReading.rowNumbers) { Int($0) }
            column = 0
            rows.append(Row(number: row))
            if ["1", "true"].contains(attributes["hidden"]) { hidden.insert(row) }
        case .start("c", let attributes):
            column = position(
                attributes["r"],
                after: column,
                in: SheetReading.columnNumbers,
                SheetReading.column
            )
            style = attributes["s"].flatMap { Int($0) } ?? 0
            kind = attributes["t"] ?? "n"
            text = ""
            (hasFormula, hasValue) = (false, false)
        case .start("f", _): hasFormula = true
        case .start("v", _), .start("t", _): (isValue, hasValue) = (true, true)
        case .end("v"), .end("t"): isValue = false
        case .text(let words): if isValue { text += words }
        case .end("c"): keep()
        default: break
        }
    }

    /// Returns the row or the column of an address. Without an address, returns the position after
    /// the last one. Keeps an invalid address for ``addressProblem``.
    private mutating func position(
        _ address: String?,
        after last: Int,
        in numbers: ClosedRange<Int>,
        _ read: (String) -> Int?
    ) -> Int {
        let next = last + 1
        let number = address.map(read) ?? next
        if let number, numbers ~= number { return number }
        invalidAddress = invalidAddress ?? address ?? "\(next)"
        return next
    }

    private mutating func keep() {
        let place = Diagnostic.Place(file: file, line: row, column: column)
        if SheetXML.isBlank(text) { text = "" }
        let shown: String
        switch kind {
        case "s":
            let index = Int(text) ?? -1
            let isKnown = strings.indices.contains(index)
            shown = isKnown ? strings[index] : ""
            if !isKnown, !text.isEmpty { withoutText.append(place) }
        case "b": shown = text == "1" ? "TRUE" : "FALSE"
        case "n": shown = formats.text(text, style: style)
        default: shown = SheetXML.decoded(text)
        }
        // The stored result of a formula may be an empty text, but not an empty number.
        if hasFormula, !hasValue || kind == "n" && text.isEmpty {
            uncomputed.append(place)
        }
        guard !SheetXML.isBlank(shown), !rows.isEmpty else { return }
        rows[rows.count - 1].cells[column] = Cell(
            text: shown,
            isNumber: kind == "n" && Double(shown) != nil,
            isError: kind == "e",
            zeroPadded: kind == "n" ? formats.zeroPadded(text, style: style) : nil,
            isPercent: kind == "n" && formats.isPercent(style: style),
            hidesSeconds: kind == "n" && formats.isClock(style: style)
                ? formats.hidesSeconds(style: style) : nil
        )
    }

    /// Returns the number of the column in a cell reference: `AB12` gives 28. Returns nil if the
    /// reference does not begin with one to three capital letters.
    private static func column(_ reference: String) -> Int? {
        let letters = reference.utf8.prefix { (0x41...0x5A).contains($0) }
        guard !letters.isEmpty, letters.count <= 3 else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 0x40 }
    }

    /// Returns the letters of a column number: 28 gives `AB`.
    static func letters(_ column: Int) -> String {
        var (letters, rest) = ("", column)
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(0x41 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }

    /// The error about cells with a formula but no stored value; nil if all formulas have values.
    var formulaProblem: Diagnostic? {
        problem(
            "formula-without-value",
            of: uncomputed,
            "has a formula but no stored value",
            fix: "open the workbook in a spreadsheet program and save it there"
        )
    }

    /// The error about cells that refer to a shared string missing from the workbook; nil if there
    /// are none.
    var textProblem: Diagnostic? {
        problem(
            "no-shared-string",
            of: withoutText,
            "refers to a shared string that the workbook does not contain",
            fix: "open the workbook in a spreadsheet program, correct the cell, and save it there"
        )
    }

    private func problem(
        _ id: String,
        of cells: [Diagnostic.Place],
        _ words: String,
        fix: String
    ) -> Diagnostic? {
        guard let first = cells.first else { return nil }
        let name = SheetReading.letters(first.column ?? 0) + "\(first.line ?? 0)"
        let others = cells.count > 1 ? "; \(cells.count - 1) more like this" : ""
        return Diagnostic(id, at: first, "cell \(name) \(words)\(others)", fix: fix)
    }

    /// The error about an address that no cell or row of a sheet can have; nil if there is none.
    var addressProblem: Diagnostic? {
        invalidAddress.map { address in
            Diagnostic(
                "no-cell-address",
                at: .init(file: file),
                "the sheet has a cell or row with the invalid address \"\(address)\"",
                expected: "a cell from A1 to XFD1048576",
                fix: "open the workbook in a spreadsheet program and save it there"
            )
        }
    }

    /// The error about a sheet so wide that ``lines`` would need too much memory, or that has a
    /// stray cell far to the right of the table; nil if the sheet is not too wide.
    var sizeProblem: Diagnostic? {
        let filled = rows.count { !$0.cells.isEmpty }
        guard let widest = rows.max(by: { $0.width < $1.width }) else { return nil }
        let used = rows.reduce(into: Set<Int>()) { $0.formUnion($1.cells.keys) }.count
        let isTooLarge = widest.width * filled > SheetReading.mostCells
        guard isTooLarge || widest.width - used > SheetReading.mostEmptyColumns else { return nil }
        let cell = SheetReading.letters(widest.width) + "\(widest.number)"
        return Diagnostic(
            "too-wide",
            at: .init(file: file, line: widest.number, column: widest.width),
            "the sheet has \(filled) rows and \(widest.width) columns; the rightmost used "
                + "cell is \(cell)",
            expected: isTooLarge
                ? "at most \(SheetReading.mostCells) cells"
                : "at most \(SheetReading.mostEmptyColumns) empty columns",
            fix: "delete the cells to the right of the table"
        )
    }

    /// The true meaning of times that the sheet displays as hours and minutes: minutes and seconds,
    /// hours and minutes, or unknown.
    private enum Clock { case minutes, hours, open }

    /// Meaning of the times in a column that are displayed as hours and minutes, such as `2:05`;
    /// keyed by column. Cells displayed as `mm:ss` are ignored. The first rule that applies
    /// determines the meaning:
    ///
    /// - If at least one of these times has seconds that the display hides, the times mean hours
    ///   and minutes. For example, 12 minutes 30 seconds are displayed as `0:12`.
    /// - If other times in the column are displayed with seconds, such as `0:12:30`, the meaning is
    ///   unknown.
    /// - Otherwise, the times mean minutes and seconds: a person typed `2:05`, and the spreadsheet
    ///   read it as hours and minutes.
    private var clocks: [Int: Clock] {
        var (minutes, hours, open): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
        for row in rows {
            for (column, cell) in row.cells {
                if cell.mayBeMinutes {
                    if cell.hidesSeconds == true { minutes.insert(column) }
                } else if cell.hidesSeconds == true {
                    hours.insert(column)
                } else if cell.hidesSeconds == false || cell.isClockText && cell.isBelowOneDay {
                    open.insert(column)
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: minutes.union(hours).map { column in
                let clock: Clock =
                    hours.contains(column) ? .hours : open.contains(column) ? .open : .minutes
                return (column, clock)
            }
        )
    }

    var lines: [[CSVTable.Cell]] {
        let width = rows.lazy.map(\.width).max() ?? 0
        let clocks = clocks
        return rows.filter { !$0.cells.isEmpty }.map { row in
            (1...max(width, 1)).map { column in
                let cell = row.cells[column] ?? Cell(text: "")
                let clock = cell.mayBeMinutes ? clocks[column] : nil
                var shown = CSVTable.Cell(
                    text: clock == .minutes ? String(cell.text.dropLast(3)) : cell.text,
                    place: Diagnostic.Place(file: file, line: row.number, column: column),
                    isNumber: cell.isNumber
                )
                shown.mayBeMinutes = clock == .open
                (shown.isError, shown.zeroPadded) = (cell.isError, cell.zeroPadded)
                shown.isPercent = cell.isPercent
                return shown
            }
        }
    }
}
