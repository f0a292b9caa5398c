import Diagnostics
import XML

/// A reader of one part of a workbook, an XML file inside the ZIP file. Returns the start, the text
/// and the end of each element in turn. Removes namespace prefixes from the names of elements and
/// attributes.
struct SheetXML {
    enum Piece {
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    private var scanner: XMLScanner
    private var open: [String] = []
    private let file: String
    private let part: String

    init(_ bytes: [UInt8], part: String, file: String) {
        let source = SourceText(file: part, contents: bytes)
        scanner = XMLScanner(source, root: "worksheet")
        // A space between two words with different formats is a separate text.
        scanner.keepsSpace = true
        (self.part, self.file) = (part, file)
    }

    /// Returns the next start, text or end of an element; nil at the end of the XML file.
    mutating func next() throws(DiagnosticError) -> Piece? {
        do throws(XMLFault) {
            switch try scanner.next() {
            case .start(let tag):
                let name = SheetXML.bare(tag.name)
                open.append(name)
                let pairs = tag.attributes.map { (SheetXML.bare($0.name), $0.value) }
                return .start(name, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
            case .end: return .end(open.popLast() ?? "")
            case .text(_, let text): return .text(text)
            case .finished: return nil
            }
        } catch {
            throw DiagnosticError(
                "no-spreadsheet",
                at: .init(file: file),
                "the part \(part) of the workbook is damaged: \(error.problem)",
                fix: "open the workbook in a spreadsheet program and save it again"
            )
        }
    }

    /// Returns the text with its escaped characters decoded: `_x000D_` is a carriage return, and
    /// `_x005F_` an underscore (ECMA-376 part 1, 22.9.2.19). The four hexadecimal digits are a
    /// UTF-16 code unit.
    static func decoded(_ text: String) -> String {
        guard text.contains("_x") else { return text }
        return text.replacing(/(?:_x[0-9A-Fa-f]{4}_)+/) { match -> String in
            let codes = match.output.split(separator: "_").map { $0.dropFirst() }
            return String(decoding: codes.compactMap { UInt16($0, radix: 16) }, as: UTF16.self)
        }
    }

    /// Returns whether the text contains only white space.
    static func isBlank(_ text: String) -> Bool {
        text.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
    }

    private static func bare(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }
}
