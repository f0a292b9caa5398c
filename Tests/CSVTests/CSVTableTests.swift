import CSV
import Diagnostics
import Testing

@Suite struct CSVTableTests {
    private func table(_ text: String) throws -> CSVTable {
        try CSVTable(bytes: Array(text.utf8), file: "a.csv")
    }

    private func refusal(_ bytes: [UInt8]) -> String {
        do throws(DiagnosticError) {
            _ = try CSVTable(bytes: bytes, file: "a.csv")
            return "accepted"
        } catch {
            return render(error.diagnostics)
        }
    }

    private func refusal(_ text: String) -> String { refusal(Array(text.utf8)) }

    @Test func cellsMayHoldCommasQuotesAndLineBreaks() throws {
        let rows = try table("a,b\n\"x, y\",\"say \"\"no\"\"\"\n\"two\nlines\",\n").rows
        #expect(rows.map { $0.map(\.text) } == [["x, y", "say \"no\""], ["two\nlines", ""]])
    }

    @Test(arguments: ["a,b\n1,2", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "\u{FEFF}a,b\n1,2\n\n\n"])
    func lineEndsByteOrderMarkAndEmptyLinesDoNotMatter(text: String) throws {
        let read = try table(text)
        #expect(read.header.map(\.text) == ["a", "b"])
        #expect(read.rows.map { $0.map(\.text) } == [["1", "2"]])
    }

    @Test func placesCountLinesInsideOfQuotes() throws {
        let read = try table("a,b\r\n\"é\r\nf\",2\r\n3,4")
        #expect(read.rows[0][0].text == "é\r\nf")
        #expect(read.rows[0][1].place == .init(file: "a.csv", line: 3, column: 4))
        #expect(read.rows[1][1].place == .init(file: "a.csv", line: 4, column: 3))
    }

    @Test func columnsCountUnicodeScalars() throws {
        let read = try table("a,b\n👩‍💻,2")
        #expect(read.rows[0][1].place == .init(file: "a.csv", line: 2, column: 5))
    }

    @Test func everyRaggedRowIsNamed() {
        let text = refusal("a,b\n1\n1,2\n1,2,3\n")
        #expect(text.contains("a.csv:2:1: the row has 1 cell\n  expected 2, as in the header"))
        #expect(text.contains("a.csv:4:1: the row has 3 cells"))
        #expect(!text.contains("a.csv:3"))
    }

    @Test(arguments: [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "\"|\"")])
    func theSeparatorOfTheFileIsNamed(_ separator: String, _ name: String) throws {
        let start = separator == "|" ? "sep=|\n" : ""
        let header = "\(start)a\(separator)b\n"
        #expect(refusal("\(header)1\n").contains("around each cell that contains a \(name)"))
        #expect(
            refusal("\(header)\"1\"x\(separator)2\n")
                .contains("expected a \(name) or the end of the line")
        )
        let notes = try table("\(header)1\(separator)2\n").notes
        let words = separator == "|" ? "\"|\"" : "\(name)s"
        #expect(notes == (separator == "," ? [] : ["cells of a.csv are separated by \(words)"]))
    }

    @Test func theSeparatorOfATableOfAnyShapeIsNamed() throws {
        let (lines, separator, _) = try CSVTable.lines(
            bytes: Array("a;b\n1;2;3\n".utf8),
            file: "a.csv"
        )
        let error = #expect(throws: DiagnosticError.self) {
            try CSVTable(lines: lines, file: "a.csv", separator: separator, layout: .init())
        }
        #expect(
            error?.diagnostics.first?.fix
                == "put double quotes around each cell that contains a semicolon; if the row is "
                + "not data, add the text of its first cell to `leave_out` in the mapping"
        )
    }

    @Test func brokenQuotesAreNamedWithTheirPlace() {
        #expect(
            refusal("a\n\"x\ny\n").hasPrefix("a.csv:2:1: the double quote that opens this cell")
        )
        #expect(refusal("a,b\n1,x\"y\n").hasPrefix("a.csv:2:4: an unquoted cell contains"))
        #expect(refusal("a,b\n\"x\"y,2\n").hasPrefix("a.csv:2:4: text follows the closing"))
    }

    /// é is 0xE9 in Windows-1252 and “€” is 0x80; 0x81 is in none of its tables.
    @Test func otherEncodingsAreReadAndSaid() throws {
        let old = try CSVTable(bytes: [0x61, 0x0A, 0xE9, 0x80, 0x0A], file: "a.csv")
        #expect(old.rows[0][0].text == "é€")
        #expect(old.notes == ["a.csv was read as Windows-1252"])
        let wide = try CSVTable(
            bytes: [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0xE9, 0x00],
            file: "a.csv"
        )
        #expect(wide.rows[0][0].text == "é")
        #expect(wide.notes == ["a.csv was read as UTF-16"])
        #expect(refusal([0x61, 0x0A, 0x81, 0x0A]).hasPrefix("a.csv:2: this line is neither UTF-8"))
        #expect(refusal([0x61, 0x61, 0x00, 0xE9]).hasPrefix("a.csv: the file contains bytes"))
        #expect(refusal([0xFF, 0xFE, 0x61]).hasPrefix("a.csv: the file is not valid UTF-16"))
        for bytes: [UInt8] in [[0x61, 0, 0x0A, 0], [0, 0x61, 0, 0x0A]] {
            #expect(refusal(bytes).contains("seems to be UTF-16 text without a byte order mark"))
        }
    }

    @Test func semicolonsAndTabsMaySeparate() throws {
        let read = try table("a;b, c;d\n\"1;2\";3,5;\n")
        #expect(read.header.map(\.text) == ["a", "b, c", "d"])
        #expect(read.rows.map { $0.map(\.text) } == [["1;2", "3,5", ""]])
        #expect(read.notes == ["cells of a.csv are separated by semicolons"])
        #expect(try table("a\tb\n1\t2").rows.map { $0.map(\.text) } == [["1", "2"]])
    }

    /// Headings and numbers may hold another mark as often as the separator is there.
    @Test(arguments: [
        ("Code;Zeit a, s;Zeit b, s\n1;20,5;30,5\n", ["Code", "Zeit a, s", "Zeit b, s"]),
        ("id\ttime a, sec\n1\t20.5\n2\t22\n", ["id", "time a, sec"]),
        ("Code;a, b, c\n1;2\n", ["Code", "a, b, c"]),
        ("who,parts\nA,Form;Text\nB,Docs;Form\n", ["who", "parts"]),
        ("a,b,c\n1,2,3\n4,5,6\n", ["a", "b", "c"]),
        ("a,\"b;c;d;e\"\n1,2\n", ["a", "b;c;d;e"]),
    ])
    func theSeparatorDividesAllLinesAlike(_ text: String, _ header: [String]) throws {
        #expect(try table(text).header.map(\.text) == header)
    }

    @Test func remarksBelowTheTableAreLeftOutAndNamed() throws {
        let read = try table("a,b,c\n1,2,3\n4,5,6\n\nTotal: 2\n,,Made by a program\n")
        #expect(read.rows.count == 2)
        #expect(
            read.notes == [
                "a.csv:5:1 was skipped: the row has only one filled cell",
                "a.csv:6:3 was skipped: the row has only one filled cell",
            ]
        )
        // In the midst of a table nothing is left out.
        #expect(refusal("a,b,c\n1,2,3\nx\n4,5,6\n").contains("a.csv:3:1: the row has 1 cell"))
    }

    @Test func aLastRowWithOnlyACodeIsAParticipantWithoutData() throws {
        let read = try table("id,a,b\nP1,2,3\nP2,,\n")
        #expect(read.rows.map { $0.map(\.text) } == [["P1", "2", "3"], ["P2", "", ""]])
        #expect(read.notes.isEmpty)
        // A sum, a remark, and an incomplete row.
        for last in ["Total,,", "made by v2 of a program,,", "P2"] {
            #expect(try table("id,a,b\nP1,2,3\n\(last)\n").rows.count == 1, "\(last)")
        }
    }

    @Test func anEmptyFileAndDoubledHeadingsAreRefused() {
        #expect(refusal("").hasPrefix("a.csv: the table has no rows"))
        #expect(refusal("a, a\n1,2").contains("a.csv:1:3: the heading \"a\" appears twice"))
        #expect(refusal("a,\n1,2").hasPrefix("a.csv:1:3: the column has no heading"))
    }
}
