import Diagnostics

/// Comma-separated values as RFC 4180 has them: quoted cells may hold commas, doubled quotes and
/// line breaks. Lines end in LF, CR or CRLF; a byte order mark and a missing last line end are
/// accepted, and lines with nothing in them are passed over.
struct CSVReader {
    private let file: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var column = 1

    static func read(
        bytes: some Sequence<UInt8>,
        file: String
    ) throws(DiagnosticError) -> [[CSVTable.Cell]] {
        let bytes = Array(bytes)
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            let line = 1 + bytes.prefix(validPrefix(of: bytes)).count { $0 == 0x0A }
            throw DiagnosticError(
                "csv-encoding",
                at: .init(file: file, line: line),
                "is not UTF-8 text",
                fix: "export the file again as UTF-8"
            )
        }
        var reader = CSVReader(file: file, scalars: Array(text.unicodeScalars))
        if reader.scalars.first == "\u{FEFF}" { reader.position = 1 }
        return try reader.lines()
    }

    private init(file: String, scalars: [Unicode.Scalar]) {
        self.file = file
        self.scalars = scalars
    }

    /// Bytes before the first that is no UTF-8.
    private static func validPrefix(of bytes: [UInt8]) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var source = bytes.makeIterator()
        var count = 0
        while case .valid(let unit) = decoder.parseScalar(from: &source) { count += unit.count }
        return count
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
        while next == "," {
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
        while let scalar = next, scalar != ",", scalar != "\n", scalar != "\r" {
            guard scalar != "\"" else {
                throw DiagnosticError(
                    "csv-quote",
                    at: place,
                    "a double quote stands inside a cell without quotes",
                    fix: "put the whole cell in double quotes and double the ones inside"
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
            fix: "add the closing quote; a quote inside a cell is written twice"
        )
    }

    private func closed(_ text: String.UnicodeScalarView) throws(DiagnosticError) -> String {
        guard let scalar = next, scalar != ",", scalar != "\n", scalar != "\r" else {
            return String(text)
        }
        throw DiagnosticError(
            "csv-quote",
            at: place,
            "text follows the closing double quote of a cell",
            expected: "a comma or the end of the line",
            fix: "a quote inside a cell is written twice"
        )
    }
}
