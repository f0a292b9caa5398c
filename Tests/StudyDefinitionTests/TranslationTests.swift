import Foundation
import Instruments
import Testing

@testable import StudyDefinition

/// The words of an instrument in the language of the study.
@Suite struct TranslationTests {
    private static let path = "questionnaires/about-you.yaml"

    private func questionnaire(_ text: String) throws -> Questionnaire {
        let sample = try Sample()
        try sample.write(text, to: Self.path)
        return try #require(try StudyReader.read(sample.folder).study.questionnaires.first)
    }

    private static func translated(
        _ instrument: String,
        _ keys: String,
        _ items: [String]
    ) -> String {
        let list = items.map { "    - \($0)\n" }.joined()
        return "title: Fragen\ninstrument: \(instrument)\ntranslation:\n\(keys)  items:\n\(list)"
    }

    private static let ends = "  low: nein\n  high: ja\n"
    private static let statements = (1...10).map { "Aussage \($0)" }
    private static let performance = "{text: Erfolg?, name: Leistung, low: perfekt, high: schlecht}"
    private static let demands = ["Geist?", "Leib?", "Zeit?", performance, "Mühe?", "Frust?"]
    private static let withSource = "  source: Jemand 2020\n\(ends)"
    private static let misspelt = "  soruce: Jemand\n\(ends)"
    private static let nine = Array(statements.dropLast())
    private static let withoutInstrument = """
        title: Fragen
        translation: {items: [a]}
        items:
          - {id: q, text: Q?, type: text}

        """
    private static let pairs = (1...8).map { "{left: links \($0), right: rechts \($0)}" }

    @Test func itsItemsAreAskedInsteadOfTheEnglishOnes() throws {
        let read = try questionnaire(
            Self.translated("sus", Self.withSource, Self.statements)
        )
        #expect(read.items.map(\.id) == (1...10).map { "sus-\($0)" })
        #expect(read.items.map(\.text) == Self.statements)
        #expect(read.items.map(\.short) == (1...10).map { "Item \($0)" })
        #expect(read.items.filter(\.required).count == 10)
        #expect(
            read.items.allSatisfy {
                $0.kind == .scale(min: 1, max: 5, minLabel: "nein", maxLabel: "ja")
            }
        )
        #expect(read.instrument?.id == "sus")
        #expect(read.instrument?.translation?.source == "Jemand 2020")
    }

    @Test func aNumberBetweenItsEndsHasNoEnglishWords() throws {
        let read = try questionnaire(Self.translated("nasa-tlx", Self.ends, Self.demands))
        #expect(
            read.items[0].kind
                == .number(min: 0, max: 100, unit: "0 = nein; 5; 10; …; 100 = ja")
        )
        #expect(
            read.items[3].kind
                == .number(min: 0, max: 100, unit: "0 = perfekt; 5; 10; …; 100 = schlecht")
        )
        #expect(read.items.allSatisfy { $0.step == 5 })
        #expect(read.items[0].short == "Mental Demand")
        #expect(read.items[3].short == "Leistung")
    }

    @Test func aWordPairHasTwoWords() throws {
        let read = try questionnaire(Self.translated("ueq-s", "", Self.pairs))
        #expect(read.items[0].text == "links 1 – rechts 1")
        #expect(
            read.items[7].kind
                == .scale(min: 1, max: 7, minLabel: "links 8", maxLabel: "rechts 8")
        )
    }

    /// The two published forms of CSUQ have opposite ends, so the instrument has no words there.
    @Test func anEndWithoutEnglishWordsMayHaveTranslatedOnes() throws {
        let count = try InstrumentLibrary.instrument("csuq").items.count
        let items = (1...count).map { "Aussage \($0)" }
        let labelled = try questionnaire(
            Self.translated("csuq\nbetter: high", Self.ends, items)
        )
        #expect(
            labelled.items.allSatisfy {
                $0.kind == .scale(min: 1, max: 7, minLabel: "nein", maxLabel: "ja")
            }
        )
        let plain = try questionnaire(Self.translated("csuq\nbetter: high", "", items))
        #expect(plain.items[0].kind == .scale(min: 1, max: 7, minLabel: nil, maxLabel: nil))
    }

    struct Fault: CustomTestStringConvertible {
        let text: String
        let says: String

        var testDescription: String { String(says.prefix { !$0.isNewline }) }
    }

    private static func changed(_ items: [String], _ place: Int, _ item: String) -> [String] {
        var changed = items
        changed[place] = item
        return changed
    }

    static let faults: [Fault] = [
        Fault(
            text: translated("sus", ends, nine),
            says: """
                \(path):7:5: the translation has 9 items, but System Usability Scale has 10
                  expected 10 items, in the order of the instrument's form
                  translate every item of the instrument
                """
        ),
        Fault(
            text: translated("seq", ends, ["Wie leicht?", "Wie schwer?"]),
            says: """
                \(path):7:5: the translation has 2 items, but Single Ease Question has 1
                  expected 1 item, in the order of the instrument's form
                  remove the additional items
                """
        ),
        Fault(
            text: withoutInstrument,
            says: """
                \(path):2:14: "translation" has no effect, because questionnaire "about-you" has no \
                "instrument"
                  add the translated "instrument", or remove "translation"
                """
        ),
        Fault(
            text: translated("seq", misspelt, ["Wie leicht?"]),
            says: """
                \(path):4:3: "soruce" is not a key of the translation
                  expected "source", "low", "high" or "items"
                  did you mean "source"?
                """
        ),
        Fault(
            text: translated("seq", ends, ["{txt: Wie leicht?, text: Wie schwer?}"]),
            says: """
                \(path):7:8: "txt" is not a key of translated item "seq-1"
                  expected "text", "name", "low", "high", "left" or "right"
                  did you mean "text"?
                """
        ),
        Fault(
            text: translated("seq", ends, ["\"\""]),
            says: """
                \(path):7:7: a translated item is empty
                  expected a text, or a mapping with "text"
                """
        ),
        Fault(
            text: translated("seq", ends, ["{text: \" \"}"]),
            says: """
                \(path):7:14: "text" of translated item "seq-1" is " "
                  expected the wording
                """
        ),
        Fault(
            text: translated("seq", ends, ["{left: leicht, right: schwer}"]),
            says: """
                \(path):7:14: translated item "seq-1" has "left", but "How easy or difficult was it \
                to complete this task?" is not a word pair
                  expected "text"
                  list the items in the order of the instrument's form
                """
        ),
        Fault(
            text: translated("ueq-s", "", changed(pairs, 0, "{text: gut}")),
            says: """
                \(path):5:14: translated item "ueq-s-1" has "text", but "obstructive – supportive" \
                is a word pair
                  expected "left" and "right"
                  list the items in the order of the instrument's form
                """
        ),
        Fault(
            text: translated("ueq-s", "", changed(pairs, 0, "gut")),
            says: """
                \(path):5:7: a translated item is "gut"
                  expected a mapping with "left" and "right"
                """
        ),
        Fault(
            text: translated("ueq-s", "  low: nein\n", pairs),
            says: """
                \(path):4:8: "low" of the translation has no effect, because every item of \
                User Experience Questionnaire, short version has its own words at this end of its \
                scale
                  remove it
                """
        ),
        Fault(
            text: translated("sus", "", statements),
            says: """
                \(path):4:3: the translation has no "low" and no "high", so participants would see \
                "Strongly disagree" and "Strongly agree"
                  expected translated words for the ends of the scale
                  add "low" and "high"
                """
        ),
        Fault(
            text: translated("nasa-tlx", ends, changed(demands, 3, "Erfolg?")),
            says: """
                \(path):10:7: translated item "nasa-tlx-4" has no "low" and no "high", so \
                participants would see "Perfect" and "Failure"
                  expected translated words for the ends of the scale
                  add "low" and "high"
                """
        ),
        Fault(
            text: translated("nasa-tlx", ends, changed(demands, 3, "{text: Erfolg?, low: gut}")),
            says: """
                \(path):10:7: translated item "nasa-tlx-4" has no "high", so participants would see \
                "Failure"
                  expected translated words for the ends of the scale
                  add "high"
                """
        ),
        Fault(
            text: translated("sus", ends, changed(statements, 9, "Aussage 3")),
            says: """
                \(path):16:7: warning: translated item "sus-10" has the same text as item "sus-3"
                  correct one of the texts; an import matches columns to items by text
                """
        ),
    ]

    @Test(arguments: faults) func eachFaultIsOneFinding(fault: Fault) throws {
        let sample = try Sample()
        try sample.write(fault.text, to: Self.path)
        #expect(sample.rendered() == fault.says)
    }

    @Test func itIsStoredWithTheStudy() throws {
        let read = try questionnaire(Self.translated("nasa-tlx", Self.ends, Self.demands))
        let data = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode(Questionnaire.self, from: data) == read)
        #expect(read.instrument?.translation?.items[3].low == "perfekt")
    }

    /// Also the lock of a study without a translation, which is a hash of its JSON, stays the same.
    @Test func definitionsOfEarlierVersionsAreReadAndUnchanged() throws {
        let stored = Data(#"{"better":"low","id":"csuq"}"#.utf8)
        let use = try JSONDecoder().decode(InstrumentUse.self, from: stored)
        #expect(use == InstrumentUse(id: "csuq", better: .low))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        #expect(try encoder.encode(use) == stored)
    }
}
