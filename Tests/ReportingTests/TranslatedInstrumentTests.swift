import Instruments
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// The report on an instrument that was asked in the study's language.
@Suite struct TranslatedInstrumentTests {
    private func translation(source: String?) -> Instrument.Translation {
        Instrument.Translation(
            source: source,
            low: "nein",
            high: "ja",
            items: (1...10).map { Instrument.Translation.Item(text: "Aussage \($0)") }
        )
    }

    private func report(_ translation: Instrument.Translation?) async throws -> Report {
        let sus = try InstrumentLibrary.instrument("sus")
        var folder = smallStudy()
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "Danach",
            items: InstrumentUse.items(of: sus, in: translation),
            instrument: InstrumentUse(id: "sus", translation: translation)
        )
        let study = folder
        return try await withStore { store in
            for person in 1...3 {
                let answers = (1...10).map { item in
                    let answer = (person + item * item) % 5 + 1
                    return Answered(
                        questionnaire: "after",
                        item: "sus-\(item)",
                        condition: "only",
                        value: AnswerValue(raw: "\(answer)", meaning: .number(Double(answer)))
                    )
                }
                try await Played(
                    participant: "P\(person)",
                    answers: answers,
                    runs: [.init(task: "first", seconds: 20)]
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
    }

    @Test func theScoresAreThoseOfTheEnglishForm() async throws {
        let english = try await report(nil).text("tables/scores.csv")
        let german = try await report(translation(source: nil)).text("tables/scores.csv")
        #expect(english.contains("P3,1,only,after,sus,score,"))
        #expect(german == english)
    }

    @Test func theMethodAndTheNormsNameTheTranslation() async throws {
        let text = try await report(translation(source: "Jemand 2020")).text("report.md")
        #expect(
            text.contains(
                "System Usability Scale (“Danach”) was asked in translation (source of the wording: "
                    + "Jemand 2020). It is scored like the English form."
            )
        )
        #expect(text.contains("these norms come from the English form."))
        let unnamed = try await report(translation(source: nil)).text("report.md")
        #expect(unnamed.contains("in translation (the study names no source of the wording)."))
    }

    @Test(arguments: [
        ("Jemand 2020" as String?, "\"Jemand 2020\""), (nil, "null"),
    ])
    func programsFindTheSourceOfTheWording(source: String?, shown: String) async throws {
        let json = try await report(translation(source: source)).text("report.json")
        #expect(json.contains("\"translation\": {\"source\": \(shown)}"))
        let english = try await report(nil).text("report.json")
        #expect(!english.contains("\"translation\""))
    }

    @Test func theQuestionsAreThoseThatWereAsked() async throws {
        let text = try await report(translation(source: nil)).text("report.md")
        #expect(text.contains("Aussage 1"))
        #expect(!text.contains("I think that I would"))
    }

    @Test func withoutATranslationNothingIsSaidOfOne() async throws {
        let text = try await report(nil).text("report.md")
        #expect(!text.contains("translat"))
        #expect(text.contains("The mean of other products"))
    }
}
