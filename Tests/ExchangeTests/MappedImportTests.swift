import Diagnostics
import Exchange
import Foundation
import ResultsStore
import Testing

@testable import StudyDefinition

/// Tables of any shape, read by a mapping.
@Suite struct MappedImportTests {
    private var twoConditions: StudyFolder {
        var study = smallStudy.study
        study.conditions = [.init(id: "one", title: "One"), .init(id: "two", title: "Two")]
        return StudyFolder(
            study: study,
            url: URL(filePath: "/nowhere"),
            files: [:],
            hash: "h2",
            wrongVariants: []
        )
    }

    private func read(
        _ data: String,
        _ mapping: String
    ) throws -> (sessions: [[SessionEvent]], lines: [String]) {
        try withFolder { folder in
            try MappedImport(study: twoConditions).read(
                folder.file("data.csv", data),
                mapping: folder.file("map.yaml", mapping)
            )
        }
    }

    private func refusal(_ data: String, _ mapping: String) -> String {
        do {
            _ = try read(data, mapping)
            return "accepted"
        } catch let error as DiagnosticError {
            return render(error.diagnostics)
        } catch {
            return "\(error)"
        }
    }

    private func times(_ events: [SessionEvent]) -> [String] {
        events.compactMap { event in
            guard case .timeImported(let time) = event else { return nil }
            let seconds = Double(time.duration) / 1e9
            return "\(time.task) \(time.condition) \(seconds) \(time.outcome.rawValue)"
        }
    }

    private func order(_ events: [SessionEvent]) -> [String] {
        guard case .sessionStarted(let start)? = events.first else { return [] }
        return [start.participant] + start.conditions
    }

    private let long = """
        format: 1
        participant: Who
        condition: {column: Tool, values: {A: one}}
        period: Turn
        task: {column: Task}
        outcome: {column: End, values: {ok: success, lost: gave-up}}
        decimal: ","
        times: [{column: Zeit, unit: s}]
        ignore: [Remark]
        """

    @Test func longRowsOfOneParticipantBelongTogetherInTheOrderOfTheirPeriods() throws {
        let (sessions, lines) = try read(
            """
            Who;Tool;Turn;Task;Zeit;End;Remark
            7;Two;1;first;12,5;ok;x
            7;A;2;first;30;lost;
            7;A;2;second;-;ok;
            """,
            long
        )
        #expect(sessions.map(order) == [["P7", "two", "one"]])
        #expect(
            times(try #require(sessions.first)) == [
                "first two 12.5 success", "first one 30.0 gave-up", "second one 0.0 success",
            ]
        )
        #expect(lines.contains("cells of \(try name(lines)) are separated by semicolons"))
        #expect(lines.contains("column \"Remark\" was not read"))
        #expect(
            lines.contains(
                "1 success without a time: counted as completed, but not in tables of times"
            )
        )
        #expect(
            lines.contains(
                "order of conditions: stated for all participants (1 participant worked in "
                    + "several conditions)"
            )
        )
    }

    private func name(_ lines: [String]) throws -> String {
        let line = try #require(lines.first { $0.contains("separated by") })
        return String(line.dropFirst("cells of ".count).prefix { $0 != " " })
    }

    @Test func wideColumnsBelongToAConditionEach() throws {
        let (sessions, lines) = try read(
            "id,One_first,Two_first\nA,1:30,90\nB,0:05.5,100\n",
            """
            format: 1
            participant: id
            times:
              - {column: One_first, task: first, condition: one, unit: "m:ss"}
              - {column: Two_first, task: first, condition: two, unit: ms}
            """
        )
        #expect(sessions.map(times)[0] == ["first one 90.0 success", "first two 0.09 success"])
        #expect(sessions.map(times)[1][0] == "first one 5.5 success")
        #expect(lines.contains("2 participants in 2 rows"))
    }

    @Test func everythingThatCannotBeMatchedIsNamed() {
        let data = "Who,Tool,Turn,Task,Zeit,End,More\n7,B,1,third,soon,fine,x\n"
        let text = refusal(data, long)
        #expect(text.contains("has no column \"Remark\""))
        #expect(text.contains("does not mention column \"More\""))
        let rows = refusal(
            data,
            long.replacing("[Remark]", with: "[More]")
        )
        #expect(rows.contains("\"B\" is not a condition of the study"))
        let outcome = refusal(
            data.replacing(",B,", with: ",A,"),
            long.replacing("[Remark]", with: "[More]")
        )
        #expect(outcome.contains("\"fine\" is not an outcome"))
    }

    @Test func aMisspeltKeyIsRefusedWithItsPlace() {
        let text = refusal("a\n1\n", "format: 1\nparticipants: a\n")
        #expect(text.contains("map.yaml:2:1: \"participants\" is not a key of a mapping"))
        #expect(
            refusal("a\n1\n", "format: 1\ntimes: [{colum: a}]\n").contains("\"colum\" is not a key")
        )
        #expect(refusal("a\n1\n", "format: 2\n").contains("format 2"))
        #expect(refusal("a\n1\n", "times: 3\n").contains("is not a valid mapping"))
    }

    @Test func aTimeGivenTwiceIsRefused() {
        let text = refusal(
            "id,t\nA,1\nA,2\n",
            "format: 1\nparticipant: id\ntimes: [{column: t, task: first, condition: one, unit: s}]\n"
        )
        #expect(
            text.contains("data.csv:3:3: an earlier cell already states the time of participant")
        )
    }

    @Test func aGuessedMappingReadsTheTableItWasDraftedFrom() throws {
        try withFolder { folder in
            let data = try folder.file(
                "data.csv",
                "Subject,Tool,Time_first_s,Ease,Other\n1,One,12,4,x\n2,Two,20,5,y\n"
            )
            let importer = MappedImport(study: twoConditions)
            let draft = try importer.guess(data)
            #expect(draft.contains("participant: \"Subject\""))
            #expect(draft.contains("{\"One\": one, \"Two\": two}"))
            #expect(draft.contains("task: first"))
            #expect(draft.contains("ignore: [\"Other\"]"))
            let mapping = try folder.file("map.yaml", draft)
            let (sessions, _) = try importer.read(data, mapping: mapping)
            #expect(
                sessions.map(times) == [["first one 12.0 success"], ["first two 20.0 success"]]
            )
        }
    }

    @Test func aLongTableIsGuessedByItsCells() throws {
        let draft = try guess(
            """
            Teilnehmer;Zeitstempel;Aufgabe;Dauer (mm:ss);Erfolg;SUS1;Bemerkung
            P1;2026-03-01 10:00;first;1:05;ja;4;gut
            P1;2026-03-01 10:00;second;0:45,5;nein;4;gut
            P2;2026-03-01 11:00;The first;2:05;ja;5;-
            """
        )
        #expect(draft.contains("participant: \"Teilnehmer\"  # 2 different values"))
        #expect(draft.contains("submitted: \"Zeitstempel\""))
        #expect(draft.contains("task: {column: \"Aufgabe\"}\n"))
        #expect(draft.contains("{column: \"Dauer (mm:ss)\", unit: \"m:ss\"}  # 3 values"))
        #expect(draft.contains("values: {\"ja\": success, \"nein\": \"?\"}"))
        #expect(draft.contains("outcome:  # one of success, assisted-success,"))
        #expect(draft.contains("ignore: [\"SUS1\", \"Bemerkung\"]"))
        #expect(!draft.contains("condition"))
    }

    @Test func emptyRowsAreLeftOutAndCounted() throws {
        let mapping = """
            format: 1
            participant: id
            task: {column: task}
            times: [{column: s, condition: one, unit: s}]
            """
        let (sessions, lines) = try read(
            "id,task,s\n,,\nA,first,5\n,,\n ,,\nSum,,\n",
            mapping
        )
        #expect(sessions.map(times) == [["first one 5.0 success"]])
        #expect(lines.contains("left out 3 empty rows (first: data.csv:2:1)"))
        let (others, notes) = try read(
            ",,\nid,task,s\nA,first,5\n,,\n",
            mapping
        )
        #expect(others.map(times) == [["first one 5.0 success"]])
        #expect(notes.contains("left out 2 empty rows (first: data.csv:1:1)"))
        #expect(lines.contains("data.csv:6:1 was skipped: the row has only one filled cell"))
    }

    @Test func aTimeOfYearsIsNoTime() {
        let mapping = """
            format: 1
            participant: id
            times: [{column: t, task: first, condition: one, unit: "m:ss"}]
            """
        #expect(refusal("id,t\nA,999999:00:00\n", mapping).contains("is not a time"))
        #expect(
            refusal("id,t\nA,1e8\n", mapping.replacing("m:ss", with: "s"))
                .contains("is not a time")
        )
    }

    @Test func failuresWithoutATimeAreAttempts() throws {
        let (sessions, lines) = try read(
            "id,task,s,end\nA,first,5,success\nA,second,,gave-up\n",
            """
            format: 1
            participant: id
            task: {column: task}
            outcome: {column: end, values: {}}
            times: [{column: s, condition: one, unit: s}]
            """
        )
        #expect(sessions.map(times) == [["first one 5.0 success", "second one 0.0 gave-up"]])
        #expect(lines.contains { $0.hasPrefix("1 failure without a time: counted") })
    }

    /// Neither failure is in a table of times.
    @Test func aFailureWithTheTimeZeroIsCountedAsOneWithoutATime() throws {
        let (_, lines) = try read(
            "id,task,s,end\nA,first,5,success\nA,second,0,gave-up\nB,first,,gave-up\n",
            """
            format: 1
            participant: id
            task: {column: task}
            outcome: {column: end, values: {}}
            times: [{column: s, condition: one, unit: s}]
            """
        )
        #expect(lines.contains { $0.hasPrefix("2 failures without a time: counted") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix(": 1 value, 5.0 s to 5.0 s") }, "\(lines)")
    }

    /// Conditions that only a plan brings are none of a table that names none.
    @Test func theUsualConditionNeedsNoColumn() throws {
        var study = twoConditions
        study.study.conditions[1].onlyPlanned = true
        try withFolder { folder in
            let (sessions, _) = try MappedImport(study: study).read(
                folder.file("data.csv", "id,t\nA,5\n"),
                mapping: folder.file(
                    "map.yaml",
                    "format: 1\nparticipant: id\ntimes: [{column: t, task: first, unit: s}]\n"
                )
            )
            #expect(sessions.map(times) == [["first one 5.0 success"]])
        }
    }

    private func guess(_ data: String) throws -> String {
        try withFolder { folder in
            try MappedImport(study: twoConditions).guess(folder.file("data.csv", data))
        }
    }

    // MARK: Order

    private let wide = """
        format: 1
        participant: id
        times:
          - {column: A, task: first, condition: one, unit: s}
          - {column: B, task: first, condition: two, unit: s}

        """

    private func stated(_ events: [SessionEvent]) -> Bool? {
        guard case .sessionStarted(let start)? = events.first else { return nil }
        return start.statesOrder
    }

    @Test func aWideTableDoesNotKnowTheOrder() throws {
        let (sessions, lines) = try read("id,A,B\nX,1,2\nY,3,4\n", wide)
        #expect(sessions.map(stated) == [false, false])
        #expect(
            lines.contains(
                "order of conditions: not known for any participant (2 participants worked in "
                    + "several conditions)"
            )
        )
    }

    @Test func aWideTableCanStateTheOrderByAColumn() throws {
        let (sessions, _) = try read(
            "id,A,B,Seq\nX,1,2,\"Two, one\"\nY,3,4,12\nZ,5,6,-\n",
            wide + "order: {column: Seq, values: {\"12\": [one, two]}}\n"
        )
        #expect(
            sessions.map(order) == [
                ["X", "two", "one"], ["Y", "one", "two"], ["Z", "one", "two"],
            ]
        )
        #expect(sessions.map(stated) == [true, true, false])
        #expect(
            refusal("id,A,B,Seq\nX,1,2,BA\n", wide + "order: {column: Seq}\n")
                .contains("\"BA\" is not an order of the study's conditions")
        )
    }

    @Test func aWideTableCanStatePeriods() throws {
        let (all, _) = try read("id,A,B\nX,1,2\n", wide + "periods: {one: 2, two: 1}\n")
        #expect(all.map(order) == [["X", "two", "one"]])
        #expect(all.map(stated) == [true])
        let (each, _) = try read(
            "id,A,B,First\nX,1,2,2\n",
            wide + "periods: {one: First, two: 1}\n"
        )
        #expect(each.map(order) == [["X", "two", "one"]])
        #expect(refusal("id,A,B\nX,1,2\n", wide + "periods: {three: 1}\n").contains("\"three\""))
    }

    /// Tasks for practice are not analyzed, so their times would be lost.
    @Test func aTimeOfATaskForPracticeIsRefused() {
        var table = MappedTable()
        var trial = table.study.study.tasks[0]
        (trial.id, trial.title) = ("trial", "Trial")
        table.study.study.tasks.append(trial)
        table.study.study.phases.insert(.practice(["trial"]), at: 0)
        let column = table.refusal(
            "who,T\nA,12\n",
            "participant: who\ntimes: [{column: T, task: trial, unit: s}]"
        )
        #expect(
            column.contains(
                "the mapping names task \"trial\", but the study does not analyse this task"
            ),
            "\(column)"
        )
        let rows = table.refusal(
            "who,Task,T\nA,Trial,12\nA,first,13\n",
            "participant: who\ntask: {column: Task}\ntimes: [{column: T, unit: s}]"
        )
        #expect(
            rows.contains("data.csv:2:3: \"Trial\" is a task that the study does not analyse"),
            "\(rows)"
        )
        #expect(rows.contains("add `leave_out_if: {\"Task\": [\"Trial\"]}` to the mapping"))
    }

    // MARK: Words

    @Test(arguments: ["3.10", "007", "12345678901234567890"])
    func wordsThatLookLikeNumbersStayAsTheyAre(_ words: String) throws {
        var table = MappedTable()
        func meaning(_ values: String = "") throws -> AnswerValue.Meaning? {
            let mapping = """
                participant: who
                answers:
                  - {column: used, questionnaire: before, item: used}
                  - {column: which, questionnaire: before, item: which\(values)}
                """
            let cell = values.isEmpty ? words : "it"
            let (sessions, _) = try table.read("who,used,which\nA,Yes,\(cell)\n", mapping)
            return MappedTable.answers(sessions[0]).last?.value.meaning
        }
        #expect(try meaning() == .text(words))
        let options: [Questionnaire.Option] = [
            .init(id: "other", label: "3.1"), .init(id: "own", label: words),
        ]
        table.study.study.questionnaires[0].items[1].kind = .single(options)
        #expect(try meaning() == .options(["own"]))
        #expect(try meaning(", values: {it: \"\(words)\"}") == .options(["own"]))
    }

    // MARK: Headings

    @Test(arguments: [
        ("T,T,T (2)", ["T", "T (2)", "T (3)"]), ("T (2),T,T", ["T", "T (2)", "T (3)"]),
        ("T,T,T", ["T", "T (2)", "T (3)"]), (",column 2,x", ["column 2", "column 2 (2)", "x"]),
    ])
    func eachColumnHasItsOwnName(_ headings: String, _ names: [String]) throws {
        let data = "who,\(headings)\nA,1,2,3\n"
        let table = MappedTable()
        func mapping(_ names: [String]) -> String {
            "participant: who\nrepeats: keep\ntimes:\n"
                + names.map { "  - {column: \($0), task: first, unit: s}\n" }.joined()
        }
        let (sessions, _) = try table.read(data, mapping(names))
        let found = sessions.flatMap(times)
        #expect(Set(found).count == 3, "\(found)")
        for name in names {
            let others = names.filter { $0 != name }
            let refused = table.refusal(data, mapping(others))
            #expect(refused.contains("the mapping does not mention column \"\(name)\""))
        }
    }
}
