import Diagnostics
import Testing

@testable import StudyDefinition

/// A published instrument named in a questionnaire's file.
@Suite struct InstrumentQuestionnaireTests {
    private let path = "questionnaires/about-you.yaml"

    private func questionnaire(_ text: String) throws -> Questionnaire {
        let sample = try Sample()
        try sample.write(text, to: path)
        return try #require(try StudyReader.read(sample.folder).study.questionnaires.first)
    }

    private func says(_ text: String) throws -> String {
        let sample = try Sample()
        try sample.write(text, to: path)
        return sample.rendered()
    }

    @Test func susStandsForItsTenStatements() throws {
        let read = try questionnaire("title: Usability\ninstrument: SUS\n")
        #expect(read.instrument == InstrumentUse(id: "sus"))
        #expect(read.items.map(\.id) == (1...10).map { "sus-\($0)" })
        #expect(read.items[1].text == "I found the system unnecessarily complex.")
        #expect(read.items.filter(\.required).count == 10)
        #expect(
            read.items[0].kind
                == .scale(
                    min: 1,
                    max: 5,
                    minLabel: "Strongly disagree",
                    maxLabel: "Strongly agree"
                )
        )
    }

    @Test func aScaleOfOtherStepsIsANumberBetweenItsEnds() throws {
        let read = try questionnaire("title: Load\ninstrument: nasa-tlx\n")
        #expect(read.items.count == 6)
        #expect(
            read.items[3].kind
                == .number(
                    min: 0,
                    max: 100,
                    unit: "in steps of 5; low end: Perfect; high end: Failure"
                )
        )
    }

    @Test func itemsOfOnesOwnComeAfterTheInstruments() throws {
        let read = try questionnaire(
            "title: Both\ninstrument: seq\nitems:\n  - {id: why, text: Why?, type: text}\n"
        )
        #expect(read.items.map(\.id) == ["seq-1", "why"])
    }

    @Test func itemsOfOnesOwnMustNotTakeItsIds() throws {
        let text = "title: B\ninstrument: seq\nitems:\n  - {id: seq-1, text: Why?, type: text}\n"
        #expect(
            try says(text).contains(
                """
                \(path):4:10: item "seq-1" has the same id as an item of the instrument
                  rename it
                """
            )
        )
    }

    @Test func anUnknownInstrumentIsNamedWithTheNearest() throws {
        let said = try says("title: Usability\ninstrument: suss\n")
        #expect(
            said.contains("\(path):2:13: no questionnaire instrument is named \"suss\"")
        )
        #expect(said.contains("did you mean \"sus\"?"))
    }

    @Test func withoutItemsThereMustBeAnInstrument() throws {
        #expect(
            try says("title: Nothing\n").contains(
                "questionnaire \"about-you\" has no \"items\" and no \"instrument\""
            )
        )
    }

    @Test func theDirectionIsDeclaredWhereFormsDifferAndOnlyThere() throws {
        #expect(
            try says("title: C\ninstrument: csuq\n").contains(
                "questionnaire \"about-you\" does not state whether high or low scores of "
            )
        )
        #expect(
            try questionnaire("title: C\ninstrument: csuq\nbetter: low\n").instrument
                == InstrumentUse(id: "csuq", better: .low)
        )
        #expect(
            try says("title: S\ninstrument: sus\nbetter: low\n").contains(
                "System Usability Scale defines the direction: high scores are better\n  remove"
            )
        )
    }
}
