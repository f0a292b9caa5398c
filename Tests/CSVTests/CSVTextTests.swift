import CSV
import Foundation
import Testing

/// The one writer of CSV files.
@Suite struct CSVTextTests {
    /// Every way to begin a formula, and what can hide the beginning.
    static let formulas: [String] = {
        let signs = ["=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠", "﹦"]
        let hiding = ["", "\u{FEFF}", " ", "\u{A0}", "\u{200B}", "'", "''", "\u{AD}"]
        let marks = ["", "\u{301}", "\u{200D}", "\u{20E3}", "\u{FE0F}"]
        return signs.flatMap { sign in
            hiding.flatMap { hidden in marks.map { "\(hidden)\(sign)\($0)cmd|' /C calc'!A0" } }
        }
    }()

    private func csv(_ cells: [String]) -> [UInt8] {
        var text = CSVText()
        text.addRow(["a", "b"])
        for cell in cells { text.addRow([cell, "x"]) }
        return text.bytes
    }

    @Test func formulasAreDisarmedAndReadBackAsTheyWere() throws {
        let bytes = csv(Self.formulas)
        let table = try CSVTable(bytes: bytes, file: "t.csv")
        #expect(table.rows.count == Self.formulas.count)
        for (row, formula) in zip(table.rows, Self.formulas) {
            #expect(
                original(row[0].text).unicodeScalars.elementsEqual(formula.unicodeScalars)
            )
            #expect(Formula.neutralized(formula).unicodeScalars.first == "'")
        }
    }

    @Test(arguments: [
        "", "word", "'quoted'", "'", "-5", "+1.5e3", "a=b", "a,b;c\"d", "say \"\u{301}", "ä=1",
        "漢字",
        "two\r\nlines", "\"", "\"\"", "x\u{FEFF}", "5 %", "'-5",
    ]) func otherTextReadsBackAsItWas(text: String) throws {
        let table = try CSVTable(bytes: csv([text]), file: "t.csv")
        #expect(
            original(table.rows[0][0].text).unicodeScalars.elementsEqual(text.unicodeScalars)
        )
    }

    @Test func otherTextHasNoApostrophe() {
        for text in ["5", "word", "5 %", "a=b", "'word"] {
            #expect(Formula.neutralized(text) == text)
        }
    }

    @Test func controlCharactersAndOverridesAreShown() throws {
        let table = try CSVTable(bytes: csv(["a\0b\u{1B}[2J\u{202E}c"]), file: "t.csv")
        #expect(table.rows[0][0].text == "a\u{2400}b\u{241B}[2J\u{FFFD}c")
    }
}

/// The text that is written as `cell`.
private func original(_ cell: String) -> String {
    let rest = String(String.UnicodeScalarView(cell.unicodeScalars.dropFirst()))
    return Formula.neutralized(rest).unicodeScalars.elementsEqual(cell.unicodeScalars) ? rest : cell
}
