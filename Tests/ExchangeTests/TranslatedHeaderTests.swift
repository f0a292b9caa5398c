import Diagnostics
import Exchange
import Foundation
import Instruments
import Testing

@testable import StudyDefinition

/// A form in another language than the instrument's.
@Suite struct TranslatedHeaderTests {
    private let headings = (1...10).map { "Das System fände ich auf die Art \($0)x gut." }

    private func study() throws -> StudyFolder {
        let translation = Instrument.Translation(
            low: "nein",
            high: "ja",
            items: headings.map { Instrument.Translation.Item(text: $0) }
        )
        let sus = try InstrumentLibrary.instrument("sus")
        var folder = smallStudy
        folder.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "Danach",
            items: InstrumentUse.items(of: sus, in: translation),
            instrument: InstrumentUse(id: "sus", translation: translation)
        )
        return folder
    }

    private var table: String {
        let header = headings.joined(separator: ",")
        return "\(header)\n1,2,3,4,5,5,4,3,2,1\n"
    }

    @Test func theColumnsAreFoundByTheTranslatedItems() throws {
        let study = try study()
        try withFolder { folder in
            let answers = try folder.file("answers.csv", table)
            let (sessions, _) = try Importer(study: study).read(answers: answers, times: nil)
            let values = try #require(sessions.first.map(MappedTable.values))
            #expect(sessions.count == 1)
            #expect(values.count == 11)
            #expect(values.contains("sus-1 number(1.0)"))
            #expect(values.contains("sus-5 number(5.0)"))
            #expect(values.contains("sus-9 number(2.0)"))
        }
    }

    @Test func anEnglishHeadingIsUnknown() throws {
        let study = try study()
        try withFolder { folder in
            let heading = "I found the system unnecessarily complex."
            let answers = try folder.file("answers.csv", "\(heading)\n4\n")
            let error = #expect(throws: DiagnosticError.self) {
                try Importer(study: study).read(answers: answers, times: nil)
            }
            let text = render(error?.diagnostics ?? [])
            #expect(text.contains("no item of the study has the heading \"\(heading)\""))
        }
    }

    @Test func theDraftOfAMappingHasTheTranslatedItems() throws {
        let study = try study()
        let draft = try withFolder { folder in
            try MappedImport(study: study).guess(folder.file("d.csv", table))
        }
        for item in 1...10 {
            #expect(draft.contains("questionnaire: after, item: sus-\(item)}"), "\(draft)")
        }
    }
}
