import Testing

@testable import SessionEngine
@testable import StudyDefinition

@Suite struct AnswerReadingTests {
    /// Labels that are numbers themselves, as in the published questionnaire.
    private let apps = Questionnaire.Item(
        id: "apps",
        text: "How many?",
        kind: .single(["0", "1", "2 - 3"].map { .init(id: "n\($0.prefix(1))", label: $0) }),
        required: true
    )

    @Test func aKeyNamesAnOptionByItsPlaceAndAScriptByItsLabel() throws {
        #expect(try apps.read("1", numbered: true).raw == "0")
        #expect(try apps.read("1").raw == "1")
    }

    @Test(arguments: ["0", "4", "-1", "\(Int.min)", "\(Int.max)"])
    func aNumberWithoutAnOptionIsRefused(typed: String) {
        var item = apps
        item.kind = .single([.init(id: "a", label: "A"), .init(id: "b", label: "B")])
        #expect(throws: AnswerRefusal(sentence: "Type a number from 1 to 2.")) {
            try item.read(typed, numbered: true)
        }
    }

    @Test func aRequiredAnswerCannotBeLeftOut() {
        #expect(throws: AnswerRefusal(sentence: "This question needs an answer.")) {
            try apps.read("  ")
        }
    }

    @Test func severalOptionsComeInTheOrderOfTheItem() throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .multiple([.init(id: "a", label: "A"), .init(id: "b", label: "B")])
        )
        #expect(try item.read("B, A").meaning == .options(["a", "b"]))
        for typed in ["3", "1,3", "1;2", ",", ",,"] {
            #expect(
                throws: AnswerRefusal(sentence: "Type numbers from 1 to 2, separated by commas.")
            ) {
                try item.read(typed, numbered: true)
            }
        }
    }

    @Test func anAnswerStandsOnTheStepsOfItsScale() throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .number(min: 0, max: 100, unit: nil),
            step: 5
        )
        #expect(try item.read("35").meaning == .number(35))
        let sentence = "Type a number (at least 0, at most 100), in steps of 5."
        #expect(throws: AnswerRefusal(sentence: sentence)) { try item.read("37") }
    }

    /// A comma may separate decimals or thousands.
    @Test(
        arguments: [
            ("1,5", "1.5"), ("1,500", "1.5"), ("1.500", "1.5"), ("007", "7"), ("12", nil),
            ("1.5", nil),
        ] as [(String, String?)]
    )
    func aNumberThatIsReadDifferentlyIsAskedFor(typed: String, read: String?) throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .number(min: nil, max: nil, unit: nil)
        )
        let sentence = read.map { "“\(typed)” is read as \($0). Confirm it, or correct it." }
        #expect(item.doubt(try item.read(typed)) == sentence)
    }

    /// A participant whose keyboard has these digits is not asked about them. The answer is kept as
    /// it was typed.
    @Test(
        arguments: [
            ("\u{661}\u{662}", 12), ("\u{661}\u{662}\u{66B}\u{665}", 12.5),
            ("\u{6F1}\u{6F2}\u{66B}\u{6F5}", 12.5), ("-\u{663}", -3),
        ] as [(String, Double)]
    )
    func arabicAndPersianDigitsAreUnderstood(typed: String, number: Double) throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .number(min: nil, max: nil, unit: nil)
        )
        let value = try item.read(typed)
        #expect(value == AnswerValue(raw: typed, meaning: .number(number)))
        #expect(item.doubt(value) == nil)
        // Two decimal marks.
        #expect(throws: AnswerRefusal.self) { try item.read("\u{661}\u{66B}\u{662},\u{663}") }
    }

    @Test func aScaleTakesArabicDigits() throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .scale(min: 0, max: 100, minLabel: nil, maxLabel: nil)
        )
        let value = AnswerValue(raw: "45", meaning: .number(45))
        #expect(try item.read("\u{664}\u{665}") == value)
    }

    @Test(arguments: [("b", true), (" N ", true), ("4", true), ("ب", false), ("no", false)])
    func aTextThatMayBeAKeyIsAskedFor(typed: String, isAsked: Bool) throws {
        let item = Questionnaire.Item(id: "i", text: "?", kind: .text)
        #expect((item.doubt(try item.read(typed)) != nil) == isAsked)
    }

    @Test func aDecimalCommaIsUnderstoodAndBoundsHold() throws {
        let item = Questionnaire.Item(
            id: "i",
            text: "?",
            kind: .number(min: 0, max: 80, unit: "years")
        )
        #expect(try item.read("12,5").meaning == .number(12.5))
        for typed in ["81", "0x1F", "inf", "nan"] {
            #expect(throws: AnswerRefusal(sentence: "Type a number (at least 0, at most 80).")) {
                try item.read(typed)
            }
        }
    }
}
