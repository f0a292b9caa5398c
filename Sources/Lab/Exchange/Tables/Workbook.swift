import CSV
import Diagnostics
import Foundation

/// An XLSX workbook (ECMA-376). The cells of its sheets are read as the texts that a spreadsheet
/// displays.
struct Workbook {
    struct Sheet {
        var name: String
        /// Path inside the ZIP file.
        var path: String
    }

    let file: String
    private let parts: [String: [UInt8]]
    private(set) var sheets: [Sheet] = []
    private var strings: [String] = []
    private var formats = CellFormats()

    init(_ data: Data, file: String) throws(DiagnosticError) {
        self.file = file
        parts = try ZipParts(data, file: file) {
            $0.hasPrefix("xl/") && ($0.hasSuffix(".xml") || $0.hasSuffix(".rels"))
        }.parts
        let targets = try targets()
        try readSheets(targets)
        try readStrings()
        if let bytes = parts["xl/styles.xml"] {
            try formats.read(SheetXML(bytes, part: "xl/styles.xml", file: file))
        }
    }

    /// Returns the paths of the parts to which the workbook refers, keyed by relationship id.
    private func targets() throws(DiagnosticError) -> [String: String] {
        let path = "xl/_rels/workbook.xml.rels"
        var xml = try part(path)
        var targets: [String: String] = [:]
        while let piece = try xml.next() {
            guard case .start("Relationship", let attributes) = piece,
                let id = attributes["Id"], let target = attributes["Target"]
            else { continue }
            targets[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
        }
        return targets
    }

    private mutating func readSheets(_ targets: [String: String]) throws(DiagnosticError) {
        var xml = try part("xl/workbook.xml")
        while let piece = try xml.next() {
            guard case .start(let name, let attributes) = piece else { continue }
            if name == "workbookPr", ["1", "true"].contains(attributes["date1904"]) {
                formats.startsIn1904 = true
            }
            guard name == "sheet", let title = attributes["name"], let id = attributes["id"],
                let path = targets[id], parts[path] != nil
            else { continue }
            sheets.append(Sheet(name: title, path: path))
        }
    }

    private mutating func readStrings() throws(DiagnosticError) {
        let path = "xl/sharedStrings.xml"
        guard parts[path] != nil else { return }
        var xml = try part(path)
        var (text, isText, isPhonetic) = ("", false, false)
        while let piece = try xml.next() {
            switch piece {
            case .start("si", _): text = ""
            case .start("t", _): isText = !isPhonetic
            case .start("rPh", _): isPhonetic = true
            case .end("rPh"): isPhonetic = false
            case .end("t"): isText = false
            case .end("si"): strings.append(text)
            case .text(let words): if isText { text += words }
            default: break
            }
        }
    }

    private func part(_ path: String) throws(DiagnosticError) -> SheetXML {
        guard let bytes = parts[path] else {
            throw DiagnosticError(
                "no-spreadsheet",
                at: .init(file: file),
                "has no part \(path)",
                expected: "an XLSX workbook",
                fix: "save the table as XLSX or CSV; XLS and ODS files are not read"
            )
        }
        return SheetXML(bytes, part: path, file: file)
    }

    /// Returns the rows, all as wide as the widest row; empty rows are omitted. `formulas` reports
    /// the formulas that have no stored value; nil if there are none.
    func lines(
        of sheet: Sheet
    ) throws(DiagnosticError) -> (lines: [[CSVTable.Cell]], formulas: Diagnostic?) {
        var reading = SheetReading(
            file: "\(file) [\(sheet.name)]",
            strings: strings,
            formats: formats
        )
        var xml = try part(sheet.path)
        while let piece = try xml.next() { reading.take(piece) }
        if let problem = reading.sizeProblem { throw DiagnosticError([problem]) }
        return (reading.lines, reading.formulaProblem)
    }
}
