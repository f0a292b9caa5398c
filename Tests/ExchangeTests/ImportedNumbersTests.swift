import Exchange
import Foundation
import ResultsStore
import StudyDefinition
import Testing

/// Numbers, durations and codes as tables have them.
@Suite struct ImportedNumbersTests {
    private let table = MappedTable()

    private let first = "participant: who\ntimes: [{column: first, task: first, unit: s}]\n"
    private let answers =
        "participant: who\nanswers: [{column: ease, questionnaire: after, item: ease}]\n"

    /// Seconds of one cell, or the refusal.
    private func seconds(_ cell: String, _ more: String = "", unit: String = "s") throws -> String {
        let data = "who;first\nA;\(cell)\n"
        let mapping = first.replacing("unit: s", with: "unit: \"\(unit)\"") + more
        let refusal = table.refusal(data, mapping)
        guard refusal == "accepted" else { return refusal }
        return try table.read(data, mapping).sessions.map(MappedTable.values)[0][1]
    }

    // MARK: Marks

    @Test func aPointIsNoDecimalMarkWhereTheCommaIsOne() throws {
        let german = "decimal: \",\"\n"
        for cell in ["1.234", "12.345", "1.234.567"] {
            let text = try seconds(cell, german)
            #expect(text.contains("data.csv:2:3: \"\(cell)\" is not a time"))
            #expect(text.contains("set `thousands: \".\"` in the mapping"))
        }
        #expect(try seconds("85.5", german).contains("write the cell with a decimal comma"))
        #expect(try seconds("1.234,5", german).contains("set `thousands: \".\"`"))
        #expect(try seconds("85,5", german) == "first only 85.5 success")
        let thousands = german + "thousands: \".\"\n"
        #expect(try seconds("1.234", thousands) == "first only 1234.0 success")
        #expect(try seconds("1.234,5", thousands) == "first only 1234.5 success")
        #expect(try seconds("987", thousands) == "first only 987.0 success")
        #expect(try seconds("1,2.5", thousands).contains("is not a time"))
    }

    @Test func aCommaIsNoDecimalMarkUnlessTheMappingSaysSo() throws {
        #expect(
            try seconds("1,234")
                .contains("set `decimal: \",\"` or `thousands: \",\"` in the mapping")
        )
        #expect(try seconds("1,234", "thousands: \",\"\n") == "first only 1234.0 success")
    }

    @Test func anAnswerHasTheMarksOfTheMappingToo() throws {
        var load = table
        load.study.study.questionnaires[1].items[1].kind = .number(min: 0, max: nil, unit: nil)
        let refused = load.refusal("who;ease\nA;1.234\n", answers + "decimal: \",\"")
        #expect(
            refused.contains(
                "data.csv:2:3: \"1.234\" cannot be read as a number with the decimal and thousands marks"
            )
        )
        #expect(refused.contains("set `thousands: \".\"` in the mapping"))
        let (sessions, _) = try load.read(
            "who;ease\nA;1.234\nB;1,5\nC;top\n",
            answers.replacing("item: ease", with: "item: ease, values: {top: 99.5}")
                + "decimal: \",\"\nthousands: \".\""
        )
        #expect(
            sessions.map { MappedTable.values($0)[1] } == [
                "ease number(1234.0)", "ease number(1.5)", "ease number(99.5)",
            ]
        )
    }

    // MARK: Scales

    /// The result of reading one answer to a scale from 1 (Disagree) to 5 (Agree, 2 or 3 times).
    private func ease(_ cell: String, _ more: String = "") throws -> String {
        var scale = table
        scale.study.study.questionnaires[1].items[1].kind = .scale(
            min: 1,
            max: 5,
            minLabel: "Disagree",
            maxLabel: "Agree, 2 or 3 times"
        )
        let mapping = """
            participant: who
            answers: [{column: ease, questionnaire: after, item: ease\(more)}]
            """
        let data = "who;ease\nA;\(cell)\n"
        let refusal = scale.refusal(data, mapping)
        guard refusal == "accepted" else { return refusal }
        return try scale.read(data, mapping).sessions.map(MappedTable.values)[0][1]
    }

    @Test(arguments: [
        ("4 - agree", 4.0), ("4 (agree)", 4), ("4 agree", 4), ("4: stimme zu", 4), ("(4) agree", 4),
        ("[4] agree", 4), ("4 = agree", 4), ("4. agree", 4), ("4) agree", 4), ("agree (4)", 4),
        ("agree [4]", 4), ("1 disagree", 1), ("5 - Agree, 2 or 3 times", 5),
        ("4 may be useful", 4), ("3 - to some extent", 3), ("5 or more", 5), ("1 oder weniger", 1),
    ]) func theNumberInALabelIsTheAnswer(_ cell: String, _ number: Double) throws {
        #expect(try ease(cell) == "ease number(\(number))")
    }

    @Test(arguments: [
        "4 or 5", "3 oder 4", "6 crossed out: 5", "3 May", "3-May", "3. Mai", "4 or five", "4th",
        "5 of 7 points", "5 - disagree", "2 Agree, 2 or 3 times", "4 - agree (5)", "3 and a half",
        "4 or more",
    ]) func anAnswerThatMayBeAnotherNumberIsRefused(_ cell: String) throws {
        let text = try ease(cell)
        #expect(text.contains("data.csv:2:3: \"\(cell)\" is not an answer to item \"ease\""))
        #expect(text.contains("add `values: {LABEL: NUMBER}` to the entry of column \"ease\""))
    }

    /// The label belongs to the number after its conversion.
    @Test func aLabelIsComparedOnTheScaleOfTheStudy() throws {
        #expect(try ease("0 disagree", ", offset: 1") == "ease number(1.0)")
        #expect(try ease("1 disagree", ", offset: 1").contains("is not an answer"))
        let advice = "add `offset` or `factor` to all entries of the questionnaire"
        #expect(try ease("0 disagree").contains(advice))
        #expect(try !ease("4 or 5").contains(advice))
    }

    @Test(arguments: [1, 5]) func bothEndsMayHaveTheSameLabel(_ number: Int) {
        var scale = table
        scale.study.study.questionnaires[1].items[1].kind = .scale(
            min: 1,
            max: 5,
            minLabel: "Extreme",
            maxLabel: "Extreme"
        )
        #expect(scale.refusal("who;ease\nA;\(number) - extreme\n", answers) == "accepted")
        #expect(scale.refusal("who;ease\nA;3 - extreme\n", answers) != "accepted")
    }

    // MARK: Percentages

    /// An item that ends at 1 asks for a proportion.
    @Test(arguments: [(100, "85.0"), (1, "0.85"), (nil, "85.0")] as [(Double?, String)])
    func percentagesAreReadAsTheyAreShown(_ max: Double?, _ number: String) throws {
        var load = table
        load.study.study.questionnaires[1].items[1].kind = .number(min: 0, max: max, unit: nil)
        let book = SmallWorkbook(
            rows: [["who", "ease"], ["A", .number("0.85", style: 1)]],
            formats: ["0%"]
        )
        let shown = try load.read(book, answers).sessions.map(MappedTable.values)
        #expect(shown == [["A", "ease number(\(number))"]])
        // Tables of answers have the participant's text.
        let raws = try load.read(book, answers).sessions.joined().compactMap { event -> String? in
            if case .answered(let answer) = event { answer.value.raw } else { nil }
        }
        #expect(raws == ["85 %"])
        let draft = try withFolder { try MappedImport(study: load.study).guess(book.file(in: $0)) }
        #expect(draft.contains("answers 85 % to 85 %"), "\(draft)")
        for cell in ["85%", "85 %", "85,0 %"] {
            let data = "who;ease\nA;\(cell)\n"
            let (sessions, _) = try load.read(data, answers + "decimal: \",\"\n")
            #expect(sessions.map(MappedTable.values) == [["A", "ease number(\(number))"]])
        }
        #expect(load.refusal("who;ease\nA;85,5 %\n", answers).contains("set `decimal: \",\"`"))
    }

    @Test func aPercentageBeyondTheRangeIsRefused() {
        var load = table
        load.study.study.questionnaires[1].items[1].kind = .number(min: 0, max: 10, unit: nil)
        let book = SmallWorkbook(
            rows: [["who", "ease"], ["A", .number("0.85", style: 1)]],
            formats: ["0.0\\ %"]
        )
        let text = load.refusal(book, answers)
        #expect(text.contains("\"85\" is not an answer to item \"ease\""))
    }

    // MARK: Workbooks

    /// The first cell is shown as 0:12 and is 12 minutes 30 seconds: so the one shown as 2:05 has hours,
    /// too. The last is a text.
    @Test func cellsOfAWorkbookCountAsTheyAreStored() throws {
        let (sessions, _) = try table.read(
            fixture: "clock-formats.xlsx",
            """
            participant: Participant
            decimal: ","
            thousands: "."
            times:
              - {column: first, task: first, unit: "m:ss"}
              - {column: second, task: second, unit: s}
            """
        )
        #expect(
            sessions.map(MappedTable.values) == [
                ["A", "first only 750.0 success", "second only 12.345 success"],
                ["B", "first only 7500.0 success", "second only 1234.5 success"],
            ]
        )
    }

    /// One unit for a column, whichever of its cells show their seconds. A spreadsheet stores a typed
    /// `25:30` as 25 hours and shows it as 25:30:00.
    @Test(arguments: [
        ("Hours", nil), ("Minutes", [125.0, 190, 1530]), ("Text", nil),
    ])
    func timesOfAColumnHaveOneUnit(_ sheet: String, _ seconds: [Double]?) throws {
        let mapping = """
            participant: Participant
            sheet: \(sheet)
            times: [{column: first, task: first, unit: "m:ss"}]
            """
        guard let seconds else {
            let text = table.refusal(fixture: "hidden-seconds.xlsx", mapping)
            return #expect(text.contains("write each time in the column with hours, minutes and"))
        }
        let (sessions, _) = try table.read(fixture: "hidden-seconds.xlsx", mapping)
        #expect(
            sessions.map { MappedTable.values($0)[1] }
                == seconds.map { "first only \($0) success" }
        )
    }

    @Test func aFormulaWithoutAStoredValueIsRefused() throws {
        let mapping = """
            participant: Participant
            times: [{column: first, task: first, unit: s}]
            ignore: [note]
            sheet: Times
            """
        let text = table.refusal(fixture: "formulas.xlsx", mapping)
        #expect(
            text.contains(
                "formulas.xlsx [Times]:3:2: cell B3 has a formula but no stored value; "
                    + "1 more like this"
            )
        )
        #expect(text.contains("open the workbook in a spreadsheet program and save it there"))
        let (sessions, _) = try table.read(
            fixture: "formulas.xlsx",
            mapping.replacing("sheet: Times", with: "sheet: Computed")
        )
        #expect(sessions.map(MappedTable.values) == [["A", "first only 50.0 success"]])
    }

    @Test(arguments: [
        ("[mm]", "0.0868055555555556", "m:ss", 7500.0), ("[h]:m:s", "1.0625", "m:ss", 91800),
        ("#,##0.00_s", "125", "s", 125),
        ("&quot;a;b&quot;[h]:mm:ss", "1.0625", "m:ss", 91800),
        ("[Red]\\;[h]:mm:ss", "0.5", "m:ss", 43200),
    ])
    func formatsOfElapsedTimeAreDurations(
        _ format: String,
        _ number: String,
        _ unit: String,
        _ seconds: Double
    ) throws {
        let book = SmallWorkbook(
            rows: [["who", "first"], ["A", .number(number, style: 1)]],
            formats: [format]
        )
        let mapping = first.replacing("unit: s", with: "unit: \"\(unit)\"")
        let (sessions, _) = try table.read(book, mapping)
        #expect(sessions.map(MappedTable.values) == [["A", "first only \(seconds) success"]])
    }

    /// 2026-03-05 at 23:59:59.9999.
    @Test func aTimeJustBeforeMidnightBelongsToTheNextDay() {
        let book = SmallWorkbook(
            rows: [["who", "first"], ["A", .number("46086.99999999884", style: 1)]],
            formats: ["yyyy-mm-dd h:mm:ss"]
        )
        #expect(table.refusal(book, first).contains("\"2026-03-06 0:00:00\" is not a time"))
    }

    @Test func hiddenRowsAreReadAndNamed() throws {
        let people: [[SmallWorkbook.Cell]] = (1...8).map { number in
            [SmallWorkbook.Cell(stringLiteral: "A\(number)"), .number("\(number)")]
        }
        var book = SmallWorkbook(rows: [["who", "first"]] + people)
        book.hidden = [3]
        let (sessions, lines) = try table.read(book, first)
        #expect(sessions.count == 8)
        #expect(
            lines.contains(
                "book.xlsx [Data]: 1 row that the sheet hides or filters out was read like the "
                    + "others (row 3): in the workbook, delete rows that are not data, or add the "
                    + "texts of their first cells to `leave_out` in the mapping"
            )
        )
        let (others, rest) = try table.read(book, first + "leave_out: [A2]\n")
        #expect(others.count == 7)
        #expect(!rest.contains { $0.contains("hides") })
        book.hidden = Set(2...9)
        let all = try table.read(book, first).lines
        #expect(all.contains { $0.contains("8 rows that the sheet hides or filters out were") })
        #expect(all.contains { $0.contains("(rows 2, 3, 4, 5, 6, …)") })
    }

    private let which =
        "participant: who\nanswers: [{column: words, questionnaire: before, item: which}]\n"

    @Test func escapedCharactersOfAWorkbookAreDecoded() throws {
        let text = "a_x000D__x000A_b_x005F_x0041_"
        let book = SmallWorkbook(
            rows: [["who", "words"], ["A", .init(stringLiteral: text)], ["B", .shared(0)]],
            strings: [text]
        )
        let (sessions, _) = try table.read(book, which)
        #expect(
            sessions.flatMap(MappedTable.answers).map(\.value.meaning)
                == [.text("a\r\nb_x0041_"), .text("a\r\nb_x0041_")]
        )
    }

    /// XML prescribes that a line end is read as one line feed, and a reference as it is.
    @Test func aLineEndInACellIsReadAsALineFeed() throws {
        let text = SmallWorkbook.Cell(stringLiteral: "a\r\nb\rc<![CDATA[\r\n]]>&#13;d")
        let book = SmallWorkbook(rows: [["who", "words"], ["A", text]])
        let (sessions, _) = try table.read(book, which)
        #expect(
            sessions.flatMap(MappedTable.answers).map(\.value.meaning)
                == [.text("a\nb\nc\n\rd")]
        )
    }

    @Test func partsOfAWorkbookMayHaveAnyName() throws {
        var book = SmallWorkbook(
            rows: [["who", "words"], ["A", .shared(0)], ["B", .number("46086", style: 1)]],
            formats: ["yyyy-mm-dd"],
            strings: ["fine"]
        )
        (book.stringsPart, book.stylesPart) = ("SharedStrings.xml", "styles1.xml")
        let (sessions, _) = try table.read(book, which)
        #expect(
            sessions.map(MappedTable.values) == [
                ["A", "which text(\"fine\")"], ["B", "which text(\"2026-03-05\")"],
            ]
        )
        book.strings = []
        #expect(
            table.refusal(book, which)
                .contains("cell B2 refers to a shared string that the workbook does not contain")
        )
    }

    @Test func aWorkbookMayLackPartsThatNoCellNeeds() throws {
        var book = SmallWorkbook(rows: [["who", "words"], ["A", "fine"]])
        book.lacksParts = true
        let (sessions, _) = try table.read(book, which)
        #expect(sessions.map(MappedTable.values) == [["A", "which text(\"fine\")"]])
        book.rows[1][1] = .shared(0)
        #expect(
            table.refusal(book, which)
                .contains("cell B2 refers to a shared string that the workbook does not contain")
        )
    }

    /// Each column takes time, so a stray cell in the last one would be expensive.
    @Test(arguments: [
        (
            "<c r=\"XFD2\"><v>1</v></c>",
            "[Data]:2:16384: the sheet has 2 rows and 16384 columns; the rightmost used cell is XFD2",
            "at most 1000 empty columns"
        ),
        ("<c r=\"XFE2\"><v>1</v></c>", "invalid address \"XFE2\"", "from A1 to XFD1048576"),
        ("<c r=\"ZZZZZZZ2\"><v>1</v></c>", "invalid address \"ZZZZZZZ2\"", "from A1"),
        (
            "</row><row r=\"1048577\"><c><v>1</v></c>", "invalid address \"1048577\"",
            "from A1 to XFD1048576"
        ),
    ])
    func aCellFarFromTheTableIsRefused(_ cell: String, _ problem: String, _ limit: String) {
        let stray = SmallWorkbook.Cell(xml: cell)
        let refused = table.refusal(
            SmallWorkbook(rows: [["who", "words"], ["A", "fine", stray]]),
            which
        )
        #expect(refused.contains(problem))
        #expect(refused.contains(limit))
        let blank = SmallWorkbook.Cell(xml: "<c r=\"XFD2\" s=\"1\"/>")
        #expect(
            table.refusal(SmallWorkbook(rows: [["who", "words"], ["A", "fine", blank]]), which)
                == "accepted"
        )
    }

    @Test func anErrorOfAWorkbookIsNoAnswer() throws {
        func book(_ error: String) -> SmallWorkbook {
            SmallWorkbook(rows: [["who", "words"], ["A", "fine"], ["B", .error(error)]])
        }
        let (sessions, lines) = try table.read(book("#N/A"), which)
        #expect(
            sessions.flatMap(MappedTable.answers).map(\.value.meaning) == [.text("fine"), .missing]
        )
        #expect(
            lines.contains {
                $0.hasPrefix("1 cell with an error instead of a value (first: #N/A at ")
            }
        )
        let refused = table.refusal(book("#DIV/0!"), which)
        #expect(refused.contains("[Data]:3:2: the cell has the error #DIV/0! instead of an answer"))
        #expect(refused.contains("add the error to `missing` or `values` in the mapping"))
        #expect(table.refusal(book("#DIV/0!"), which + "missing: [\"#DIV/0!\"]\n") == "accepted")
    }

    @Test func anErrorInAnIgnoredColumnIsLeftAlone() throws {
        let book = SmallWorkbook(
            rows: [["who", "first", "rest"], ["A", .number("5"), .error("#DIV/0!")]]
        )
        let (sessions, lines) = try table.read(book, first + "ignore: [rest]\n")
        #expect(sessions.map(MappedTable.values) == [["A", "first only 5.0 success"]])
        #expect(!lines.contains { $0.contains("#DIV/0!") })
    }

    // MARK: Durations

    @Test(arguments: [
        ("2m 5s", 125.0), ("125 s", 125), ("1h 2m", 3720), ("PT2M5S", 125), ("PT1H0.5S", 3600.5),
        ("2 min. 5 sec.", 125), ("1 h, 2 min", 3720), ("1500ms", 1.5), ("2.5 min", 150),
        ("3 Minuten 4 Sekunden", 184), ("2M 5S", 125),
    ])
    func unitsInACellCountBeforeThatOfTheMapping(_ cell: String, _ expected: Double) throws {
        for unit in ["s", "ms", "min", "m:ss"] {
            #expect(try seconds(cell, unit: unit) == "first only \(expected) success")
        }
    }

    @Test(arguments: [
        "5s 2m", "2m 5", "m", "2 parsecs", "PT", "-5 s", "2m 2m", "2:05 min", "5 min s", "P1D",
        "0x1F",
    ])
    func otherWordsAreNoDuration(_ cell: String) throws {
        #expect(try seconds(cell).contains("\"\(cell)\" is not a time"))
    }

    @Test func aSumThatIsTooLongIsNamedAsASum() throws {
        let mapping = "participant: who\ntimes: [{column: a, plus: [b], task: first, unit: s}]\n"
        let text = table.refusal("who,a,b\nA,9000000,9000000\n", mapping)
        #expect(text.contains("data.csv:2:11: 9000000 + 9000000 is too long for a time"))
        #expect(!text.contains("is not a time"))
    }

    @Test func anHourHasSixtyMinutes() throws {
        for cell in ["1:75:00", "0:60:00"] {
            #expect(try seconds(cell, unit: "m:ss").contains("\"\(cell)\" is not a time"))
        }
        #expect(try seconds("1:59:00", unit: "m:ss") == "first only 7140.0 success")
    }

    @Test func aClockTimeHasTwoDigitsOfSeconds() throws {
        #expect(try seconds("2:055", unit: "m:ss").contains("\"2:055\" is not a time"))
        #expect(try seconds("2:05.5", unit: "m:ss") == "first only 125.5 success")
        #expect(try seconds("65:00").contains("set `unit: \"m:ss\"` in the mapping"))
    }

    // MARK: Separators

    @Test func headingsWithCommasAreReadWhereAnotherMarkSeparates() throws {
        let (sessions, lines) = try table.read(
            "Code;Zeit a, s;Zeit b, s\n1;20,5;30,5\n",
            """
            participant: Code
            decimal: ","
            times: [{columns: ["Zeit a, s", "Zeit b, s"], tasks: [first, second], unit: s}]
            """
        )
        #expect(
            sessions.map(MappedTable.values) == [
                ["P1", "first only 20.5 success", "second only 30.5 success"]
            ]
        )
        #expect(lines[0].hasSuffix("are separated by semicolons"))
    }

    // MARK: Codes

    @Test func spacesOfNumberedCodesBecomeHyphens() throws {
        let (sessions, lines) = try table.read(
            "who,first\nParticipant 1,5\nParticipant 2,6\n",
            first
        )
        #expect(
            sessions.map(MappedTable.values) == [
                ["Participant-1", "first only 5.0 success"],
                ["Participant-2", "first only 6.0 success"],
            ]
        )
        #expect(
            lines.contains(
                "in 2 codes, spaces were replaced with hyphens: \"Participant 1\" is now "
                    + "\"Participant-1\""
            )
        )
        let twice = table.refusal("who,first\nUser 1,5\nUser-1,6\n", first)
        #expect(twice.contains("\"User-1\" and \"User 1\" would both get the code User-1"))
        // A sum or a title is no participant.
        #expect(table.refusal("who,first\nA,5\nGrand total,6\nB,7\n", first) != "accepted")
        #expect(table.refusal("who,first\nGroup 1,\nA,6\n", first) != "accepted")
    }

    /// A spreadsheet shows 001, and stores 1.
    @Test func leadingZerosOfACodeAreKept() throws {
        let book = SmallWorkbook(
            rows: [["who", "first"], [.number("1", style: 1), .number("5", style: 1)]],
            formats: ["000"]
        )
        let (sessions, _) = try table.read(book, first)
        #expect(sessions.map(MappedTable.values) == [["P001", "first only 5.0 success"]])
        let (others, _) = try table.read("who,first\n001,5\n", first)
        #expect(others.map { MappedTable.values($0)[0] } == ["P001"])
    }

    @Test func rowsOfMeansAreRefusedUnlessTheyAreLeftOut() throws {
        let data = "who,first\nP1,5\nP2,7\nMittelwert,6\nSD,1\nSumme,12\n"
        let text = table.refusal(data, first)
        for (line, word) in [(4, "Mittelwert"), (5, "SD"), (6, "Summe")] {
            let problem = "data.csv:\(line):1: \"\(word)\" seems to be the label of a summary row"
            #expect(text.contains(problem))
            #expect(text.contains("add \"\(word)\" to `leave_out` in the mapping"))
        }
        let (sessions, _) = try table.read(data, first + "leave_out: [Mittelwert, SD, Summe]\n")
        #expect(sessions.map { MappedTable.values($0)[0] } == ["P1", "P2"])
        #expect(table.refusal("who,first\nP1,5\nSD,6\n", first).contains("\"SD\" seems"))
        #expect(table.refusal("who,first\nEva,5\nMax,6\nSD,7\n", first) == "accepted")
        #expect(table.refusal("who,first\nP1,5\nMax,6\nP3,7\n", first) == "accepted")
    }

    @Test func theLabelOfAMeanMayBeInAnotherColumn() {
        let numbered = first + "ignore: [nr]\n"
        let data = "nr,who,first\n1,P1,5\n2,Mean,6\n"
        #expect(
            table.refusal(data, numbered)
                .contains("add `leave_out_if: {\"who\": [\"Mean\"]}` to the mapping")
        )
        #expect(table.refusal(data, numbered + "leave_out_if: {who: [Mean]}\n") == "accepted")
        let mean = table.refusal("nr,who,first\n1,3,5\n2,4,7\nMean,3.5,6\n", numbered)
        #expect(mean.contains("data.csv:4:1: \"Mean\" seems"))
        let unnamed = numbered.replacing("participant: who\n", with: "")
        #expect(table.refusal("nr,first\n1,5\nMean,5\n", unnamed).contains("\"Mean\" seems"))
        let skill = "nr,who,first\nAverage,P1,5\nGood,P2,5\nAverage,P3,7\n"
        #expect(table.refusal(skill, numbered) == "accepted")
        let empty = table.refusal("nr,who,first\n1,P1,5\nSD,,6\n", numbered)
        #expect(empty.contains("the cell with the participant's code is empty"))
        #expect(empty.contains("if the row is not data, add \"SD\" to `leave_out` in the mapping"))
    }

    @Test func anEmptyConditionIsNamedAsAnEmptyCell() {
        let text = MappedTable(conditions: 2).refusal(
            "who,tool,first\nA,One,5\nB,,6\n",
            first + "condition: {column: tool}\n"
        )
        #expect(text.contains("data.csv:3:3: the cell of `condition` is empty"))
        #expect(text.contains("fill in the cell; in merged cells, only the first cell has a value"))
        #expect(!text.contains("add \"\""))
    }

    @Test func anEmptyCodeIsNamedAsAnEmptyCell() {
        let text = table.refusal("who,first\nA,5\n,6\n", first)
        #expect(text.contains("data.csv:3:1: the cell with the participant's code is empty"))
        #expect(text.contains("fill in the code in each row"))
    }

    /// Who met no problem counts in how many met each.
    @Test func aParticipantWithoutAProblemStaysInTheMatrix() throws {
        let matrix = "participant: who\nproblems: [{column: UP1}, {column: UP2}]\n"
        let (sessions, lines) = try table.read(
            "who,UP1,UP2\nAnna,x,\nBen,,x\nDora,,\nUser 4,,\n",
            matrix
        )
        #expect(sessions.map { MappedTable.values($0)[0] } == ["Anna", "Ben", "Dora", "User-4"])
        #expect(lines.contains("4 participants in 4 rows"))
        let (others, notes) = try table.read("who,UP1,UP2\nAnna,x,\nMade by hand,,\n", matrix)
        #expect(others.map { MappedTable.values($0)[0] } == ["Anna"])
        #expect(notes.contains("data.csv:3:1 was skipped: the row has only one filled cell"))
    }
}
