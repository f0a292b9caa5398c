import Exchange
import Foundation
import Testing
import Zip

/// A workbook of one sheet, for tests of details that a spreadsheet program rarely writes.
struct SmallWorkbook {
    /// A cell as XML.
    struct Cell: ExpressibleByStringLiteral {
        var xml: String

        init(xml: String) { self.xml = xml }
        init(stringLiteral text: String) {
            xml = "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>"
        }

        /// - Parameter style: 0, or the place of a format in ``SmallWorkbook/formats``, from 1.
        static func number(_ number: String, style: Int = 0) -> Cell {
            Cell(xml: "<c s=\"\(style)\"><v>\(number)</v></c>")
        }
        static func shared(_ index: Int) -> Cell { Cell(xml: "<c t=\"s\"><v>\(index)</v></c>") }
        static func error(_ error: String) -> Cell { Cell(xml: "<c t=\"e\"><v>\(error)</v></c>") }
    }

    var rows: [[Cell]]
    /// Numbers of hidden rows, from 1.
    var hidden: Set<Int> = []
    /// Codes of number formats.
    var formats: [String] = []
    /// Texts of shared strings.
    var strings: [String] = []
    /// Name of the part with the shared strings.
    var stringsPart = "sharedStrings.xml"
    /// Name of the part with the styles.
    var stylesPart = "styles.xml"
    /// Whether the relationships name these two parts and the file does not contain them.
    var lacksParts = false

    /// Writes the workbook to a folder.
    func file(in folder: URL) throws -> Importer.File {
        let library = try #require(LibArchive.library)
        let written = parts.filter { path, _ in
            !lacksParts || path != stringsPart && path != stylesPart
        }
        let items = written.map { path, xml in
            LibArchive.Item(path: "xl/\(path)", mode: 0o644, bytes: Array(xml.utf8))
        }
        let url = folder.appending(path: "book.xlsx")
        try Data(library.pack(items)).write(to: url)
        return Importer.File(url: url, name: "book.xlsx")
    }

    private var parts: [(path: String, xml: String)] {
        let type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let targets = [
            ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", stringsPart),
            ("styles", stylesPart),
        ]
        let relationships = targets.map { kind, target in
            "<Relationship Id=\"\(kind)\" Type=\"\(type)/\(kind)\" Target=\"\(target)\"/>"
        }
        let codes = formats.enumerated().map { index, code in
            "<numFmt numFmtId=\"\(200 + index)\" formatCode=\"\(code)\"/>"
        }
        let styles = formats.indices.map { "<xf numFmtId=\"\(200 + $0)\"/>" }
        let cells = rows.enumerated().map { place, row in
            "<row\(hidden.contains(place + 1) ? " hidden=\"1\"" : "")>"
                + "\(row.map(\.xml).joined())</row>"
        }
        return [
            (
                "workbook.xml",
                "<workbook><sheets><sheet name=\"Data\" id=\"worksheet\"/></sheets></workbook>"
            ),
            (
                "_rels/workbook.xml.rels",
                "<Relationships>\(relationships.joined())</Relationships>"
            ),
            (
                "worksheets/sheet1.xml",
                "<worksheet><sheetData>\(cells.joined())</sheetData></worksheet>"
            ),
            (
                stringsPart,
                "<sst>\(strings.map { "<si><t>\($0)</t></si>" }.joined())</sst>"
            ),
            (
                stylesPart,
                "<styleSheet><numFmts>\(codes.joined())</numFmts><cellXfs><xf numFmtId=\"0\"/>"
                    + "\(styles.joined())</cellXfs></styleSheet>"
            ),
        ]
    }
}
