import Diagnostics

/// A reader of CSV text in the format of RFC 4180. Quoted cells may contain separators, doubled
/// quotes and line breaks. Lines end in LF, CR or CRLF; the last line end may be missing. Empty
/// lines are skipped.
///
/// The first line may state the separator (`sep=;`). Otherwise, the separator is the comma,
/// semicolon or tab that divides the most lines into the same number of cells.
struct CSVReader {
    private let file: String
    private let separator: CSVTable.Separator
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var column = 1

    /// Reads all lines. Also returns the separator, and notes on deviations from RFC 4180.
    static func readNoting(
        bytes: some Sequence<UInt8>,
        file: String
    ) throws(DiagnosticError) -> (
        lines: [[CSVTable.Cell]], separator: CSVTable.Separator, notes: [String]
    ) {
        let (text, encoding) = try TextDecoding.decode(Array(bytes), file: file)
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        let stated = takeStatedSeparator(&scalars)
        let separator = CSVTable.Separator(scalar: stated ?? separator(in: scalars))
        var reader = CSVReader(file: file, separator: separator, scalars: scalars)
        if stated != nil { reader.line = 2 }
        var notes = encoding.map { ["\(file) was read as \($0)"] } ?? []
        if separator != .comma {
            notes.append("cells of \(file) are separated by \(separator.plural)")
        }
        return (try reader.lines(), separator, notes)
    }

    /// Removes the first line if it states the separator in Excel's notation (`sep=;`). Returns
    /// that separator; nil if there is no such line.
    private static func takeStatedSeparator(_ scalars: inout [Unicode.Scalar]) -> Unicode.Scalar? {
        let line = scalars.prefix { $0 != "\n" && $0 != "\r" }
        guard line.count == 5, String(String.UnicodeScalarView(line.prefix(4))) == "sep=",
            let last = line.last
        else { return nil }
        let end = scalars.dropFirst(5).prefix(2)
        scalars.removeFirst(5 + (end.starts(with: ["\r", "\n"]) ? 2 : min(1, end.count)))
        return last
    }

    /// Number of lines that are examined to find the separator.
    private static let linesCompared = 1000

    /// Returns the separator that divides the most lines into the same number of cells. In a tie,
    /// returns the separator with more cells per line. In a second tie, prefers a separator other
    /// than the comma: a comma may be a decimal mark or part of a heading.
    private static func separator(in scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        let candidates: [Unicode.Scalar] = ["\t", ";", ","]
        let lines = separators(in: scalars, of: candidates)
        var best = (separator: Unicode.Scalar(","), lines: 0, count: 0)
        for (index, candidate) in candidates.enumerated() {
            let counts = lines.map { $0[index] }.filter { $0 > 0 }
            let groups = Dictionary(grouping: counts) { $0 }.mapValues(\.count)
            for (count, lines) in groups where (lines, count) > (best.lines, best.count) {
                best = (candidate, lines, count)
            }
        }
        return best.separator
    }

    /// Counts how often each candidate for the separator occurs outside quotes. Returns an array
    /// with these counts for each line that is not empty.
    private static func separators(
        in scalars: [Unicode.Scalar],
        of candidates: [Unicode.Scalar]
    ) -> [[Int]] {
        var lines: [[Int]] = []
        var counts = candidates.map { _ in 0 }
        var (isQuoted, isEmpty) = (false, true)
        func endLine() {
            if !isEmpty { lines.append(counts) }
            (counts, isEmpty) = (candidates.map { _ in 0 }, true)
        }
        for scalar in scalars {
            if scalar == "\"" { isQuoted.toggle() }
            if !isQuoted, scalar == "\n" || scalar == "\r" {
                endLine()
                if lines.count == linesCompared { return lines }
                continue
            }
            isEmpty = false
            if !isQuoted, let index = candidates.firstIndex(of: scalar) { counts[index] += 1 }
        }
        endLine()
        return lines
    }

    private var place: Diagnostic.Place { .init(file: file, line: line, column: column) }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func advance() {
        position += 1
        column += 1
    }

    private mutating func lines() throws(DiagnosticError) -> [[CSVTable.Cell]] {
        var lines: [[CSVTable.Cell]] = []
        while next != nil {
            let cells = try cells()
            if cells.count > 1 || cells.contains(where: { !$0.text.isEmpty }) {
                lines.append(cells)
            }
        }
        return lines
    }

    private mutating func cells() throws(DiagnosticError) -> [CSVTable.Cell] {
        var cells = [try cell()]
        while next == separator.scalar {
            advance()
            cells.append(try cell())
        }
        endLine()
        return cells
    }

    private mutating func endLine() {
        guard let end = next else { return }
        advance()
        if end == "\r", next == "\n" { advance() }
        line += 1
        column = 1
    }

    private mutating func cell() throws(DiagnosticError) -> CSVTable.Cell {
        let start = place
        return CSVTable.Cell(
            text: next == "\"" ? try quoted(from: start) : try plain(),
            place: start
        )
    }

    private mutating func plain() throws(DiagnosticError) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next, scalar != separator.scalar, scalar != "\n", scalar != "\r" {
            guard scalar != "\"" else {
                throw DiagnosticError(
                    "csv-quote",
                    at: place,
                    "an unquoted cell contains a double quote",
                    fix:
                        "put the whole cell in double quotes, and write \"\" for each quote inside the cell"
                )
            }
            text.append(scalar)
            advance()
        }
        return String(text)
    }

    private mutating func quoted(from start: Diagnostic.Place) throws(DiagnosticError) -> String {
        var text = String.UnicodeScalarView()
        advance()
        while let scalar = next {
            if scalar == "\"" {
                advance()
                guard next == "\"" else { return try closed(text) }
            } else if scalar == "\n" || scalar == "\r" {
                text.append(scalar)
                if scalar == "\r", position + 1 < scalars.count, scalars[position + 1] == "\n" {
                    text.append("\n")
                }
                endLine()
                continue
            }
            text.append(scalar)
            advance()
        }
        throw DiagnosticError(
            "csv-quote",
            at: start,
            "the double quote that opens this cell is never closed",
            fix: "add the closing quote; write \"\" for each quote inside the cell"
        )
    }

    private func closed(_ text: String.UnicodeScalarView) throws(DiagnosticError) -> String {
        guard let scalar = next, scalar != separator.scalar, scalar != "\n", scalar != "\r" else {
            return String(text)
        }
        throw DiagnosticError(
            "csv-quote",
            at: place,
            "text follows the closing double quote of a cell",
            expected: "a \(separator.name) or the end of the line",
            fix: "write \"\" for each quote inside the cell"
        )
    }
}
