import Diagnostics
import Exchange
import Foundation
import Testing

@testable import StudyDefinition

/// What a draft fills in and what it leaves open; an open draft is refused.
@Suite struct GuessTests {
    private func study(_ conditions: [(String, String)]) -> StudyFolder {
        var folder = smallStudy
        folder.study.conditions = conditions.map { .init(id: $0.0, title: $0.1) }
        return folder
    }

    private let tools = [("vs", "Visual Studio"), ("eclipse", "Eclipse")]

    private func guess(_ data: String, _ conditions: [(String, String)]? = nil) throws -> String {
        try withFolder { folder in
            try MappedImport(study: study(conditions ?? tools)).guess(folder.file("d.csv", data))
        }
    }

    private func refusal(_ data: String) throws -> String {
        try withFolder { folder in
            let importer = MappedImport(study: study(tools))
            let file = try folder.file("d.csv", data)
            let mapping = try folder.file("map.yaml", try importer.guess(file))
            do {
                _ = try importer.read(file, mapping: mapping)
                return "accepted"
            } catch let error as DiagnosticError {
                return render(error.diagnostics)
            } catch {
                return "\(error)"
            }
        }
    }

    /// In the order of the alphabet Eclipse would have become Visual Studio.
    @Test func cellsThatAreNoIdOrTitleAreLeftOpen() throws {
        let data = "Subject,IDE,Seconds_first\n1,VStudio,20\n2,Eclipse,30\n"
        let draft = try guess(data)
        #expect(draft.contains("values: {\"Eclipse\": eclipse, \"VStudio\": \"?\"}"))
        #expect(draft.contains("# one of vs (Visual Studio), eclipse (Eclipse)"))
        let text = try refusal(data)
        #expect(text.contains("\"VStudio\" in \"condition\" still has the value \"?\""))
        #expect(text.contains("map.yaml:"))
    }

    /// Everybody succeeded in the second condition, whose id is `y`.
    @Test func anOutcomeIsNotTakenForACondition() throws {
        let draft = try guess(
            """
            Subject,x_first,x_first_ok,y_first,y_first_ok
            1,0:43,N,0:30,Y
            2,0:24,Y,0:26,Y
            """,
            [("x", "Xed"), ("y", "Yed")]
        )
        #expect(!draft.contains("condition:\n"))
        #expect(draft.contains("outcome: {column: \"y_first_ok\", values: {\"Y\": success}}"))
    }

    @Test func germanHeadingsOfCodesAndOutcomesAreKnown() throws {
        let draft = try guess("Versuchsperson,first s,first geschafft\nVP1,20,ja\nVP2,30,nein\n")
        #expect(draft.contains("participant: \"Versuchsperson\""))
        #expect(draft.contains("column: \"first geschafft\""))
        #expect(draft.contains("\"ja\": success"))
    }

    /// As in published data on issues that developers took with and without a tool.
    @Test func severalRowsOfAParticipantAreAskedAboutAndForecastsAreNoTimes() throws {
        let draft = try guess(
            """
            dev_id,IDE,predicted_time,exposure_time_1-5,first_time
            a,VS,60,4,70.5
            a,VS,50,3,80.5
            a,Eclipse,50,3,80.5
            """
        )
        #expect(draft.contains("participant: \"dev_id\"  # 1 different value"))
        #expect(
            draft.contains(
                "repeats: \"?\"  # up to 2 rows of one participant in the same condition: `keep` if"
            )
        )
        #expect(draft.contains("column: \"first_time\", task: first"))
        #expect(draft.contains("ignore: [\"predicted_time\", \"exposure_time_1-5\"]"))
    }

    /// Ids of conditions may look like codes of people.
    @Test func theColumnOfConditionsIsNoParticipant() throws {
        let draft = try guess("someone,IDE,first_time\nann,v1,70.5\nbob,v2,80.5\n")
        #expect(draft.contains("  column: \"IDE\""))
        #expect(!draft.contains("perhaps \"IDE\""))
    }

    @Test func aTitleAboveTheHeadingsIsPassedOver() throws {
        let draft = try guess("Study of tools\n\nSubject,IDE,first_time (s)\n1,VS,7\n2,Eclipse,8\n")
        #expect(draft.contains("heading_rows: \"3\""))
        #expect(draft.contains("task: first, unit: \"s\""))
        let data = "Study of tools\n\nSubject,IDE,first_time (s)\n1,vs,7\n2,eclipse,8\n"
        #expect(try refusal(data) == "accepted")
    }

    /// An instrument in another language: its columns are known by their number and their answers.
    @Test func columnsInARowMayBeAQuestionnairesItems() throws {
        var folder = study(tools)
        folder.study.questionnaires[1].items = (1...4).map { number in
            Questionnaire.Item(
                id: "i\(number)",
                text: "Item \(number)",
                kind: .scale(min: 1, max: 5, minLabel: nil, maxLabel: nil)
            )
        }
        let lines = ["tak,nie,nie,tak", "raczej,tak,nie,nie"]
        let data = "kod,a1,b2,c3,d4,uwagi\n" + lines.map { "x,\($0),dobre\n" }.joined()
        let found = try withFolder { place in
            try MappedImport(study: folder).guess(place.file("d.csv", data))
        }
        #expect(found.contains("columns: [\"a1\", \"b2\", \"c3\", \"d4\"], questionnaire: \"?\""))
        #expect(found.contains("values: {\"nie\": \"?\", \"raczej\": \"?\", \"tak\": \"?\"}"))
        #expect(found.contains("perhaps the 4 items of after, in their order"))
        #expect(found.contains("ignore: [\"kod\", \"uwagi\"]"))
    }

    @Test func oneRowOfAParticipantAndConditionIsNotAskedAbout() throws {
        let draft = try guess("Subject No,IDE,first_time\n1,VS,7.5\n1,Eclipse,8.5\n2,VS,9.5\n")
        #expect(draft.contains("participant: \"Subject No\""))
        #expect(!draft.contains("repeats"))
    }

    @Test func titlesAndIdsInAnyCaseAreCertain() throws {
        let data = "Subject,IDE,Seconds_first\n1,VS,20\n2,eclipse,30\n"
        #expect(try guess(data).contains("values: {\"VS\": vs, \"eclipse\": eclipse}"))
        #expect(try refusal(data) == "accepted")
    }

    @Test(arguments: [
        ("Subject,Group,t\n1,1,5\n2,2,6\n", "{\"1\": \"?\", \"2\": \"?\"}"),
        ("Subject,Task,Seconds\n1,T1,5\n2,Task 2,6\n", "{\"T1\": \"?\", \"Task 2\": \"?\"}"),
        ("Subject,Task,Seconds\n1,first,5\n2,other,6\n", "{\"other\": \"?\"}}"),
        ("Subject,Task 1 seconds\n1,9\n2,8\n", "task: \"?\", unit: \"s\""),
        ("Subject,first time\n1,9\n2,8\n", "task: first, unit: \"?\""),
        ("Subject,first or second seconds\n1,9\n2,8\n", "task: \"?\", unit: \"s\""),
        ("Who,first_ms\nP1,9\nP2,8\n", "participant: \"?\"  # perhaps \"Who\""),
        ("id,code,first_ms\n1,A1,9\n2,B1,8\n", "participant: \"?\"  # perhaps \"id\" or \"code\""),
        ("Subject,first_s\n1,\"1,234\"\n2,\"2,345\"\n", "decimal: \"?\""),
        (
            "Subject,Task,Seconds,Success\n1,first,5,1\n2,first,6,0\n",
            "{\"0\": \"?\", \"1\": success}"
        ),
        ("Subject,Task,Seconds,Status\n1,first,5,1\n2,first,6,0\n", "{\"0\": \"?\", \"1\": \"?\"}"),
    ]) func whatIsNotCertainIsLeftOpenAndRefused(_ data: String, _ open: String) throws {
        #expect(try guess(data).contains(open))
        #expect(try refusal(data).contains("still has the value \"?\""))
    }

    @Test(arguments: [
        ("Subject,Time_first (ms)\n1,900\n", "unit: \"ms\""),
        ("Subject,first min\n1,9\n", "unit: \"min\""),
        ("Subject,first\n1,1:05\n", "unit: \"m:ss\""),
        ("Subject,first_s\n1,\"1,5\"\n", "decimal: \",\""),
    ]) func whatTheTableSaysIsFilledIn(_ data: String, _ line: String) throws {
        #expect(try guess(data, [("only", "Only")]).contains(line))
    }

    @Test func aWordInsideAnotherNamesNoCondition() throws {
        let draft = try guess("Subject,canvas_first_s,eclipse_first_s\n1,5,6\n")
        #expect(draft.contains("{column: \"canvas_first_s\", task: first, unit: \"s\"}"))
        #expect(draft.contains("task: first, condition: eclipse, unit: \"s\"}"))
    }

    @Test func aColumnOfTwoWordsIsNoConditionUnlessItsHeadingSaysSo() throws {
        let draft = try guess("id,Gender,Group\nA,f,x\nB,m,y\n")
        #expect(draft.contains("values: {\"x\": \"?\", \"y\": \"?\"}"))
        #expect(draft.contains("ignore: [\"Gender\"]"))
    }
}
