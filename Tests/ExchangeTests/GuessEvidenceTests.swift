import Diagnostics
import Exchange
import Foundation
import StudyDefinition
import Testing

/// Drafts of tables whose cells or headings mislead: what is not certain is asked.
@Suite struct GuessEvidenceTests {
    private func guess(_ data: String, _ study: StudyFolder = smallStudy) throws -> String {
        try withFolder { try MappedImport(study: study).guess($0.file("d.csv", data)) }
    }

    /// What an import says of the draft as it is.
    private func refusal(_ data: String, _ study: StudyFolder = smallStudy) throws -> String {
        try withFolder { folder in
            let importer = MappedImport(study: study)
            let file = try folder.file("d.csv", data)
            let mapping = try folder.file("map.yaml", try importer.guess(file))
            do {
                _ = try importer.read(file, mapping: mapping)
                return "accepted"
            } catch let error as DiagnosticError {
                return render(error.diagnostics)
            }
        }
    }

    private var oneTask: StudyFolder {
        var folder = smallStudy
        folder.study.phases[1] = .eachCondition([.tasks(["first"]), .questionnaire("after")])
        return folder
    }

    // MARK: Items by number

    private func withItems(_ count: Int, instrument: String?) -> StudyFolder {
        var folder = smallStudy
        folder.study.questionnaires[1].instrument = instrument.map { InstrumentUse(id: $0) }
        folder.study.questionnaires[1].items = (1...count).map { number in
            Questionnaire.Item(
                id: "sus-\(number)",
                text: "Statement \(number)",
                kind: .scale(min: 1, max: 5, minLabel: nil, maxLabel: nil)
            )
        }
        return folder
    }

    private func answers(_ stem: String, _ numbers: some Sequence<Int>) -> String {
        let columns = numbers.map { "\(stem)\($0)" }
        return (["Subject"] + columns).joined(separator: ",") + "\n"
            + (["1"] + columns.map { _ in "4" }).joined(separator: ",") + "\n"
    }

    @Test(arguments: ["sus_", "SUS", "sus-"]) func itemsMayBeNumberedFromZero(
        _ stem: String
    ) throws {
        let study = withItems(10, instrument: "sus")
        let draft = try guess(answers(stem, 0...9), study)
        for number in 0...9 {
            let line =
                "{column: \"\(stem)\(number)\", questionnaire: after, item: sus-\(number + 1)}"
            #expect(draft.contains(line), "\(draft)")
        }
        #expect(try refusal(answers(stem, 0...9), study) == "accepted")
    }

    @Test func itemsNumberedFromOneAreTheirPlaces() throws {
        let draft = try guess(answers("SUS ", 1...10), withItems(10, instrument: "sus"))
        #expect(draft.contains("{column: \"SUS 1\", questionnaire: after, item: sus-1}"))
        #expect(draft.contains("{column: \"SUS 10\", questionnaire: after, item: sus-10}"))
    }

    @Test(arguments: [Array(1...9), Array(0...8), Array(0...10), [1, 2, 3, 5]])
    func anIncompleteRunOfNumbersIsAskedAbout(_ numbers: [Int]) throws {
        let study = withItems(10, instrument: "sus")
        let draft = try guess(answers("sus_", numbers), study)
        #expect(!draft.contains("questionnaire: after"), "\(draft)")
        #expect(draft.contains("{column: \"sus_1\", questionnaire: \"?\", item: \"?\"}"))
        #expect(draft.contains("perhaps after/sus-1"))
        #expect(try refusal(answers("sus_", numbers), study).contains("is left open"))
    }

    /// The heading `sus-1` is an item's id, and yet the second item.
    @Test func idsThatAreShiftedByOneAreAskedAbout() throws {
        let study = withItems(4, instrument: nil)
        let draft = try guess(answers("sus-", 0...3), study)
        #expect(!draft.contains("item: sus-1}"), "\(draft)")
        #expect(draft.contains("{column: \"sus-1\", questionnaire: \"?\", item: \"?\"}"))
        #expect(draft.contains("perhaps after/sus-2"))
        let usual = try guess(answers("sus-", 1...4), study)
        #expect(usual.contains("{column: \"sus-1\", questionnaire: after, item: sus-1}"))
    }

    // MARK: Marks in numbers

    @Test func marksInAListOfChoicesAreNoEvidence() throws {
        let data = "participant,tools,first time ms\n1,\"1,3\",\"12,345\"\n2,2,\"9,870\"\n"
        let draft = try guess(data)
        #expect(draft.contains("decimal: \"?\"  # \",\" where 12,345 is a fraction;"), "\(draft)")
        #expect(try refusal(data).contains("\"decimal\" is left open"))
    }

    @Test func addressesVersionsAndDatesAreNoNumbers() throws {
        let draft = try guess(
            """
            participant,IPAddress,version,day,first time (s)
            1,134.102.200.115,1.200.300,03.104.202,12.5
            """
        )
        #expect(!draft.contains("thousands"), "\(draft)")
        #expect(!draft.contains("decimal"))
    }

    @Test(arguments: [
        ("12.5,\"12,5\"", "decimal: \"?\"  # 12.5 of \"first_s\" and 12,5 of \"second_s\" have"),
        ("1.234,987", "decimal: \"?\"  # \".\" where 1.234 is a fraction;"),
        ("1.234,\"85,5\"", "decimal: \",\"\nthousands: \".\""),
    ]) func marksThatAreNotCertainAreAskedAbout(_ cells: String, _ line: String) throws {
        let draft = try guess("participant,first_s,second_s\n1,\(cells)\n")
        #expect(draft.contains(line), "\(draft)")
    }

    @Test func aFractionBelowOneSettlesTheMark() throws {
        let draft = try guess("participant,first_s\n1,1.234\n2,0.987\n")
        #expect(!draft.contains("decimal"), "\(draft)")
    }

    // MARK: Rows that are left out

    private func rows(_ firsts: [String]) -> String {
        "Expertise,ID,first seconds\n"
            + firsts.enumerated().map { "\($1),\($0 + 1),\(50 + $0)\n" }.joined()
    }

    @Test(arguments: [
        ["N", "N", "N", "E", "E", "E"], ["E", "E", "E", "N", "N", "N"],
        ["E", "N", "E", "N", "E", "N"], ["Max", "Max", "Eva", "Eva"],
        ["Total", "Part", "Total", "Part"],
    ]) func groupsAndNamesAreNoSums(_ firsts: [String]) throws {
        let draft = try guess(rows(firsts))
        #expect(!draft.contains("leave_out"), "\(draft)")
        #expect(draft.contains("# \(firsts.count) values, such as 50"), "\(draft)")
    }

    @Test(arguments: [
        (["a", "b", "Mean", "SD"], "leave_out: [\"Mean\", \"SD\"]\n"),
        (["N", "E", "N", "E", "Mean"], "leave_out: [\"Mean\"]\n"),
        (["E", "E", "E", "E", "N"], "leave_out: \"?\"  # [\"N\"], if rows that begin so"),
        (["Eva", "Ben", "Max"], "leave_out: \"?\"  # [\"Max\"], if rows"),
        (["a", "b", "c", "Mean", "d", "e", "f", "Mean"], "leave_out: \"?\"  # [\"Mean\"], if"),
    ]) func sumsAreRowsAtTheEnd(_ firsts: [String], _ line: String) throws {
        let draft = try guess(rows(firsts))
        #expect(draft.contains(line), "\(draft)")
    }

    // MARK: SoSci Survey

    @Test func aMissingCodeHidesNoItems() throws {
        let draft = try guess(
            """
            CASE;QUESTNNR;US01_01;US01_02;US01_03;US01_04
            201;base;4;-9;1;5
            205;base;3;2;2;-1
            """,
            withItems(4, instrument: nil)
        )
        #expect(
            draft.contains(
                "{columns: [\"US01_01\", \"US01_02\", \"US01_03\", \"US01_04\"], "
                    + "questionnaire: \"?\"}  # answers 1 to 5; perhaps the 4 items of after"
            ),
            "\(draft)"
        )
        #expect(draft.contains("missing: [\"-9\", \"-1\"]"))
        #expect(draft.contains("ignore: [\"QUESTNNR\"]"))
    }

    @Test func theRowOfLabelsIsNoParticipant() throws {
        let data = """
            CASE;QUESTNNR;US01_01
            Interview-Nummer;Fragebogen;Usability: Ease
            201;base;4
            205;base;-9

            """
        let draft = try guess(data)
        #expect(
            draft.contains(
                "leave_out: [\"Interview-Nummer\"]  # the row below the headings holds labels"
            ),
            "\(draft)"
        )
        #expect(draft.contains("participant: \"CASE\"  # 2 different values"))
        #expect(draft.contains("{column: \"US01_01\", questionnaire: after, item: ease}"))
        #expect(try refusal(data) == "accepted")
    }
}
