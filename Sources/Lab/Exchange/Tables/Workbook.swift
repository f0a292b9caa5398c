import CSV
import Diagnostics
import Foundation

/// An XLSX workbook (ECMA-376). Reads the stored values of cells instead of the displayed ones: a
/// number is not rounded and has no symbols from its format. ``CellFormats`` converts dates and
/// times to text.
struct Workbook {
    struct Sheet {
        var name: String
        /// Path inside the ZIP file.
        var path: String
    }

    /// The contents of a sheet.
    struct Content {
        /// The rows, all as wide as the widest row; empty rows are omitted.
        var lines: [[CSVTable.Cell]]
        /// Numbers of the rows that a user or a filter has hidden.
        var hidden: Set<Int>
        /// The error about formulas that have no stored value; nil if there are none.
        var formulas: Diagnostic?
    }

    /// A reference from the workbook to one of its parts, which are files inside the ZIP file.
    private struct Relationship {
        var id: String
        /// A URI whose last component names the kind of the part, such as `styles`.
        var type: String
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
        let relationships = try relationships()
        try readSheets(relationships)
        if let xml = try part("sharedStrings", relationships) { try readStrings(xml) }
        if let xml = try part("styles", relationships) { try formats.read(xml) }
    }

    private func relationships() throws(DiagnosticError) -> [Relationship] {
        var xml = try part("xl/_rels/workbook.xml.rels")
        var found: [Relationship] = []
        while let piece = try xml.next() {
            guard case .start("Relationship", let attributes) = piece,
                let id = attributes["Id"], let target = attributes["Target"]
            else { continue }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
            found.append(Relationship(id: id, type: attributes["Type"] ?? "", path: path))
        }
        return found
    }

    /// Returns a reader of one part of the workbook, a file inside the ZIP file. Finds the part's
    /// path in the relationship of the given type; without such a relationship, uses the usual
    /// path. Returns nil if the ZIP file lacks the part. Such a workbook may be valid, because some
    /// parts are optional.
    private func part(
        _ type: String,
        _ relationships: [Relationship]
    ) throws(DiagnosticError) -> SheetXML? {
        let named = relationships.first { $0.type.hasSuffix("/\(type)") }?.path
        let path = named ?? "xl/\(type).xml"
        guard parts[path] != nil else { return nil }
        return try part(path)
    }

    private mutating func readSheets(_ relationships: [Relationship]) throws(DiagnosticError) {
        let targets = Dictionary(
            relationships.map { ($0.id, $0.path) },
            uniquingKeysWith: { first, _ in first }
        )
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

    private mutating func readStrings(_ xml: SheetXML) throws(DiagnosticError) {
        var xml = xml
        var (text, isText, isPhonetic) = ("", false, false)
        while let piece = try xml.next() {
            switch piece {
            case .start("si", _): text = ""
            case .start("t", _): isText = !isPhonetic
            case .start("rPh", _): isPhonetic = true
            case .end("rPh"): isPhonetic = false
            case .end("t"): isText = false
            case .end("si"): strings.append(SheetXML.decoded(text))
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

    func content(of sheet: Sheet) throws(DiagnosticError) -> Content {
        var reading = SheetReading(
            file: "\(file) [\(sheet.name)]",
            strings: strings,
            formats: formats
        )
        var xml = try part(sheet.path)
        while let piece = try xml.next() { reading.take(piece) }
        let problem = reading.addressProblem ?? reading.sizeProblem ?? reading.textProblem
        if let problem { throw DiagnosticError([problem]) }
        return Content(
            lines: reading.lines,
            hidden: reading.hidden,
            formulas: reading.formulaProblem
        )
    }
}
