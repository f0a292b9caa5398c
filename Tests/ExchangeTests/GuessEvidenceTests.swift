import Diagnostics
import Exchange
import Foundation
import Testing

@testable import StudyDefinition

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

    // MARK: Codes of participants

    /// A survey program numbers the responses, and a question asks for the code.
    @Test(arguments: [
        (
            "id. Response ID;lastpage;code. Participant;age. Age\n1;3;P07;30\n2;3;P03;31\n",
            "participant: \"code. Participant\"  # 2 different values"
        ),
        (
            "id. Response ID;lastpage;participant. Your participant code\n1;3;7\n2;3;3\n",
            "participant: \"participant. Your participant code\""
        ),
        (
            "id. Response ID;lastpage;Q5. Please enter your code\n1;3;7\n2;3;3\n",
            "participant: \"?\"  # perhaps \"id. Response ID\" or \"Q5. Please enter your code\""
        ),
        (
            "id. Response ID;lastpage;Q5. Developer\n1;3;Yes\n2;3;Yes\n",
            "participant: \"?\"  # perhaps \"id. Response ID\" or \"Q5. Developer\""
        ),
        (
            "CASE;QUESTNNR;CODE_01\n201;base;AB12\n205;base;CD34\n",
            "participant: \"?\"  # perhaps \"CASE\" or \"CODE_01\""
        ),
        (
            "CASE;QUESTNNR;REF\n201;base;AB12\n205;base;CD34\n",
            "participant: \"?\"  # perhaps \"CASE\" or \"REF\""
        ),
        (
            "EndDate;ResponseId;participant\n1 May;R_1;P2\n2 May;R_2;P1\n",
            "participant: \"participant\""
        ),
        (
            "EndDate;ResponseId;Q7\n1 May;R_1;P2\n2 May;R_2;P1\n",
            "participant: \"?\"  # perhaps \"ResponseId\" or \"Q7\""
        ),
        (
            "id;Teilnehmernummer;first_s\n1;7;10\n2;3;20\n",
            "perhaps \"id\" or \"Teilnehmernummer\""
        ),
    ]) func theNumberOfAResponseIsNoCertainCode(_ data: String, _ line: String) throws {
        let draft = try guess(data)
        #expect(draft.contains(line), "\(draft)")
    }

    /// In studies of programming, code is what tasks and ratings are about.
    @Test(arguments: [
        ("id;code quality rating\n1;3\n2;4\n", "id"),
        (
            "id. Response ID;lastpage;Q1. Have you used it?\n1;3;Yes\n2;3;No\n",
            "id. Response ID"
        ),
        ("id;Did the code compile?\n1;Yes\n2;No\n3;Yes\n4;No\n5;Yes\n6;No\n", "id"),
        (
            "id. Response ID;lastpage;Q1. Which do you prefer?\n1;3;A2\n2;3;A1\n3;3;A2\n",
            "id. Response ID"
        ),
        ("id;group;first_s\n1;G1;10\n2;G2;20\n3;G1;30\n", "id"),
    ]) func anIdWithoutAnotherCodeIsTheCode(_ data: String, _ column: String) throws {
        let draft = try guess(data)
        #expect(draft.contains("participant: \"\(column)\"  # "), "\(draft)")
    }

    // MARK: Labels with numbers

    /// Values for the labels of the ends alone would leave the numbers between them as they are.
    @Test func aScaleWithOtherNumbersIsAskedForItsOffset() throws {
        var study = smallStudy
        let kind = Questionnaire.Kind.scale(
            min: 1,
            max: 5,
            minLabel: "Strongly disagree",
            maxLabel: "Strongly agree"
        )
        study.study.questionnaires[1].items = ["Ease", "Speed"].map {
            .init(id: $0.lowercased(), text: $0, kind: kind)
        }
        let data = "Subject,Ease,Speed\n1,0 - Strongly disagree,1\n2,1 - Disagree,3 - Agree\n"
        let draft = try guess(data, study)
        for item in ["Ease", "Speed"] {
            let entry = "{column: \"\(item)\", questionnaire: after, item: \(item.lowercased())"
            #expect(draft.contains("\(entry), offset: \"?\"}"), "\(draft)")
        }
        #expect(draft.contains("# `offset` is added to the table's number"))
        #expect(
            try refusal(data, study).contains("\"offset\" in \"answers\" still has the value \"?\"")
        )
        let usual = data.replacing("0 - Strongly disagree", with: "1 - Strongly disagree")
        #expect(try !guess(usual, study).contains("offset"))
        #expect(try refusal(usual, study) == "accepted")
    }

    /// The draft gives labels the study's numbers, which need no offset.
    @Test func anOffsetIsNotAskedForLabelsAlone() throws {
        var study = smallStudy
        let kind = Questionnaire.Kind.scale(
            min: 1,
            max: 5,
            minLabel: "Strongly disagree",
            maxLabel: "Strongly agree"
        )
        study.study.questionnaires[1].items = ["Ease", "Speed", "Trust"].map {
            .init(id: $0.lowercased(), text: $0, kind: kind)
        }
        let data = """
            Subject,Ease,Speed,Trust
            1,0 - Strongly disagree,Agree,Agree
            2,1 - Disagree,Disagree,4

            """
        let draft = try guess(data, study)
        #expect(
            draft.contains("item: speed, values: &labels1 {\"Disagree\": 2, \"Agree\": 4}}"),
            "\(draft)"
        )
        // Trust also has a number of the table.
        #expect(
            draft.contains("item: trust, offset: \"?\", values: &labels2 {\"Agree\": \"?\"}}"),
            "\(draft)"
        )
        let filled = draft.replacing("\"Agree\": \"?\"", with: "\"Agree\": 3")
            .replacing("\"?\"", with: "1")
        let sessions = try withFolder { folder in
            try MappedImport(study: study).read(
                folder.file("d.csv", data),
                mapping: folder.file("m.yaml", filled)
            ).sessions
        }
        #expect(
            sessions.map(MappedTable.values) == [
                ["P1", "ease number(1.0)", "speed number(4.0)", "trust number(4.0)"],
                ["P2", "ease number(2.0)", "speed number(2.0)", "trust number(5.0)"],
            ]
        )
    }

    // MARK: Items by their text

    @Test(arguments: ["’", "‘", "ʼ", "'"])
    func anApostropheMayBeTypographic(_ mark: String) throws {
        var study = smallStudy
        study.study.questionnaires[1].items[1].text = "I didn't need the \"help\""
        let heading = "I didn\(mark)t need the “help”"
        let data = "Subject;\(heading)\n1;4\n2;5\n"
        let draft = try guess(data, study)
        let line = "{column: \"\(heading)\", questionnaire: after, item: ease}"
        #expect(draft.contains(line), "\(draft)")
        #expect(try refusal(data, study) == "accepted")
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
        #expect(try refusal(answers("sus_", numbers), study).contains("still has the value \"?\""))
    }

    /// The heading `sus-1` is an item's id, and yet the second item.
    @Test func idsThatAreShiftedByOneAreAskedAbout() throws {
        let study = withItems(4, instrument: nil)
        let draft = try guess(answers("sus-", 0...3), study)
        #expect(!draft.contains("item: sus-1}"), "\(draft)")
        #expect(draft.contains("{column: \"sus-1\", questionnaire: \"?\", item: \"?\"}"))
        #expect(draft.contains("perhaps after/sus-2"))
        // A question before the items does not shift them.
        let before = try guess(answers("sus-", 0...4), study)
        for number in 1...4 {
            let line = "{column: \"sus-\(number)\", questionnaire: after, item: sus-\(number)}"
            #expect(before.contains(line), "\(before)")
        }
        #expect(before.contains("ignore: [\"sus-0\"]"), "\(before)")
        let usual = try guess(answers("sus-", 1...4), study)
        #expect(usual.contains("{column: \"sus-1\", questionnaire: after, item: sus-1}"))
    }

    // MARK: Outcomes

    @Test(arguments: [
        ("time_s,success\n1,10,yes\n2,90,no\n", "{\"no\": \"?\", \"yes\": success}"),
        ("trial,time_ms,correct\n1,1,686,1\n1,2,799,0\n", "{\"0\": \"?\", \"1\": success}"),
        ("completed\n1,TRUE\n2,FALSE\n", "{\"FALSE\": \"?\", \"TRUE\": success}"),
        ("time_s,failed\n1,10,1\n2,90,0\n", "{\"0\": \"?\", \"1\": \"?\"}"),
    ]) func aRowOfTheOnlyTaskHasItsOutcome(_ rest: String, _ values: String) throws {
        let draft = try guess("participant," + rest, oneTask)
        #expect(draft.contains("outcome:  # one of success,"), "\(draft)")
        #expect(draft.contains("values: \(values)"), "\(draft)")
        #expect(!draft.contains("\"success\"]"))
    }

    /// As pandas writes a column of 0 and 1 in which a cell is empty.
    @Test func outcomesMayBeFractionsAndEmpty() throws {
        let draft = try guess(
            """
            ,participant,task,time_s,success
            0,1,first,10.0,1.0
            1,1,second,20.0,0.0
            2,2,first,,
            """
        )
        #expect(
            draft.contains("values: {\"0.0\": \"?\", \"1.0\": success}"),
            "\(draft)"
        )
    }

    /// A row with neither a time nor an outcome is a task not attempted.
    @Test func anOutcomeIsMissingOnlyNextToATime() throws {
        let data = "participant,task,time_s,outcome\n1,first,10,success\n1,second,,\n"
        let draft = try guess(data)
        #expect(draft.contains("values: {\"success\": success}"), "\(draft)")
        #expect(try refusal(data) == "accepted")
        let open = try guess(data.replacing("second,,", with: "second,20,"))
        #expect(open.contains("values: {\"success\": success, \"\": \"?\"}"), "\(open)")
    }

    @Test(arguments: [
        "employment status,student,employed", "passed course,1,0", "passed exam,yes,no",
        "completed on,2024-03-01,2024-03-02", "completion time,1m 58s,2m 5s",
        "Degree completed,BSc,MSc", "preferred result,A,B", "completed tasks,2,1",
    ]) func factsAboutPersonsDatesAndDurationsAreNoOutcomes(_ cells: String) throws {
        let parts = cells.split(separator: ",")
        let draft = try guess(
            "participant,\(parts[0]),time (s)\n1,\(parts[1]),10\n2,\(parts[2]),11\n",
            oneTask
        )
        #expect(!draft.contains("outcome"), "\(draft)")
    }

    @Test(arguments: [
        "Was the task completed?,yes,no", "success code,1,0", "The first completed,1,0",
        "Were you successful?,Yes,No", "Aufgabe gelöst,ja,nein", "result,correct,wrong",
    ]) func headingsOfOutcomesAlone(_ cells: String) throws {
        let parts = cells.split(separator: ",")
        let draft = try guess(
            "participant,\(parts[0]),time (s)\n1,\(parts[1]),10\n2,\(parts[2]),11\n",
            oneTask
        )
        #expect(draft.contains("outcome:  # one of success,"), "\(draft)")
    }

    @Test func outcomesOfSeveralTasksInARowBelongToTheTimesOfTheirTasks() throws {
        let data = """
            participant,first_s,first_success,second_s,second_success
            1,10,1,20,0
            2,11,0,21,1

            """
        let draft = try guess(data)
        for task in ["first", "second"] {
            let line =
                "{column: \"\(task)_s\", task: \(task), unit: \"s\", outcome: {column: "
                + "\"\(task)_success\", values: {\"0\": \"?\", \"1\": success}}}"
            #expect(draft.contains(line), "\(draft)")
        }
        #expect(draft.contains("# Each outcome is one of success,"))
        #expect(!draft.contains("ignore"))
        #expect(
            try refusal(data).contains(
                "\"0\" in \"outcome\" in \"times\" still has the value \"?\""
            )
        )
        let words = data.replacing("1,10,1,20,0", with: "1,10,success,20,gave-up")
            .replacing("2,11,0,21,1", with: "2,11,success,DNF,gave-up")
        #expect(try guess(words).contains("missing: [\"DNF\"]"))
        #expect(try refusal(words) == "accepted")
    }

    /// The headings are the same without their words for times and outcomes.
    @Test func outcomesBelongToTimesOfTheSameUnknownTask() throws {
        let draft = try guess("participant,t1_s,t1_ok,t2_s,t2_ok\n1,10,yes,20,no\n")
        #expect(
            draft.contains(
                "{column: \"t1_s\", task: \"?\", unit: \"s\", outcome: {column: \"t1_ok\", "
                    + "values: {\"yes\": success}}}"
            ),
            "\(draft)"
        )
    }

    @Test func outcomesWithoutATimeOfTheirTaskAreAskedAbout() throws {
        let draft = try guess("participant,first_s,second_s,success\n1,10,20,1\n2,11,21,0\n")
        let line = "outcome: \"?\"  # \"success\" may tell failures from successes"
        #expect(draft.contains(line), "\(draft)")
        let twice = try guess("participant,first_s,first_ok,first_success,second_s\n1,9,1,1,9\n")
        #expect(twice.contains("outcome: \"?\"  # \"first_ok\", \"first_success\""), "\(twice)")
    }

    @Test func successesPerTaskWithoutTimes() throws {
        let data = "participant,first success,second success\n1,yes,yes\n2,yes,\n"
        let draft = try guess(data)
        #expect(
            draft.contains(
                "  - {task: second, outcome: {column: \"second success\", values: {\"yes\": "
                    + "success}}}  # no column of times; 1 outcome"
            ),
            "\(draft)"
        )
        #expect(try refusal(data) == "accepted")
        let single = try guess("participant,success\n1,yes\n2,yes\n")
        #expect(single.contains("{task: \"?\", outcome: {column: \"success\""), "\(single)")
    }

    @Test func aShortDraftHasTheOutcomesOfItsTimes() throws {
        let columns = (1...60).map { "first \($0) s,first \($0) ok" }.joined(separator: ",")
        let cells = (1...60).map { _ in "5,yes" }.joined(separator: ",")
        let data = "Subject,\(columns)\n1,\(cells)\n"
        let draft = try guess(data)
        #expect(draft.split(separator: "\n").count <= 60)
        #expect(
            draft.contains("unit: \"s\", outcome: {columns: [\"first 1 ok\", \"first 2 ok\""),
            "\(draft)"
        )
        #expect(try refusal(data).contains("an earlier cell already states the time"))
    }

    @Test func aShortDraftHasEveryProblem() throws {
        let numbers = 1...70
        let data =
            "participant,\(numbers.map { "problem \($0)" }.joined(separator: ","))\n"
            + "A1,\(numbers.map { "\($0 % 2)" }.joined(separator: ","))\n"
        let draft = try guess(data)
        #expect(draft.split(separator: "\n").count <= 60)
        #expect(draft.contains("problems: [{column: \"problem 1\"}, {column: \"problem 2\"}"))
        #expect(try refusal(data) == "accepted")
    }

    @Test func aTimeOrAQuestionIsNoOutcome() throws {
        let draft = try guess(
            """
            participant,completion time (min),I could complete all of it
            1,0.5,Agree
            2,1,Agree
            """,
            oneTask
        )
        #expect(!draft.contains("outcome"), "\(draft)")
        #expect(draft.contains("{column: \"completion time (min)\", task: first, unit: \"min\"}"))
    }

    // MARK: Marks in numbers

    @Test func marksInAListOfChoicesAreNoEvidence() throws {
        let data = "participant,tools,first time ms\n1,\"1,3\",\"12,345\"\n2,2,\"9,870\"\n"
        let draft = try guess(data)
        let open = "decimal: \"?\"  # write \",\" if the mark in 12,345 is the decimal mark;"
        #expect(draft.contains(open), "\(draft)")
        #expect(try refusal(data).contains("\"decimal\" still has the value \"?\""))
    }

    /// The times alone do not show the thousands mark.
    @Test(arguments: [
        ("participant,first_s,lines score\n1,12.5,\"1,234\"\n2,9.5,\"2,345\"\n", ","),
        ("participant;first_s;lines score\n1;12,5;1.234\n2;9,5;2.345\n", "."),
    ]) func aThousandsMarkThatOnlyAnotherColumnHasIsNoDecimalMark(
        _ data: String,
        _ mark: String
    ) throws {
        let draft = try guess(data)
        #expect(draft.contains("thousands: \"\(mark)\""), "\(draft)")
        #expect(!draft.contains("answers 1.234"), "\(draft)")
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
        (
            "12.5,\"12,5\"",
            "decimal: \"?\"  # the decimal or thousands marks are inconsistent (12.5 in \"first_s\" and "
        ),
        ("1.234,\"85,5\"", "decimal: \",\"\nthousands: \".\""),
    ]) func marksThatAreNotCertainAreAskedAbout(_ cells: String, _ line: String) throws {
        let draft = try guess("participant,first_s,second_s\n1,\(cells)\n")
        #expect(draft.contains(line), "\(draft)")
    }

    /// With commas between the cells, a decimal comma needs quotes and a decimal point none.
    @Test func fractionsOfThreeDigitsAreNoThousandsBetweenCommas() throws {
        let data = "participant,first_s,second_s\n1,8.123,12.455\n2,7.551,9.125\n"
        let draft = try guess(data)
        #expect(!draft.contains("decimal"), "\(draft)")
        #expect(try refusal(data) == "accepted")
        let open = "decimal: \"?\"  # write \".\" if the mark in 8.123 is the decimal mark;"
        #expect(try guess(data.replacing(",", with: ";")).contains(open))
        let grouped = try guess(data.replacing("8.123", with: "1.234.567"))
        #expect(grouped.contains("thousands: \".\""), "\(grouped)")
    }

    @Test func numbersOfAWorkbookNeedNoMarks() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/fractions.xlsx")
        let draft = try MappedImport(study: smallStudy)
            .guess(Importer.File(url: url, name: "fractions.xlsx"))
        #expect(!draft.contains("decimal"), "\(draft)")
        #expect(draft.contains("{column: \"second (s)\", task: second, unit: \"s\"}"))
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
        (["E", "E", "E", "E", "N"], "leave_out: \"?\"  # use [\"N\"] if the rows that begin"),
        (["Eva", "Ben", "Max"], "leave_out: \"?\"  # use [\"Max\"] if the rows"),
        (["a", "b", "c", "Mean", "d", "e", "f", "Mean"], "leave_out: \"?\"  # use [\"Mean\"] if"),
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

    @Test func wordsOfSummariesAreNotThoseOfTheRowOfLabels() throws {
        let draft = try guess(
            """
            group;CASE;QUESTNNR;US01_01
            Gruppe;Interview-Nummer;Fragebogen;Usability: Ease
            E;201;base;4
            E;205;base;3
            E;206;base;3
            E;207;base;3
            N;208;base;2

            """
        )
        #expect(
            draft.contains(
                "leave_out: \"?\"  # use [\"Gruppe\", \"N\"] if the rows that begin with \"N\" are "
                    + "summary rows; if these rows are data, use [\"Gruppe\"], which leaves out "
                    + "only the row of labels"
            ),
            "\(draft)"
        )
    }

    // MARK: Times

    private let long = """
        participant,task,time (s),result
        1,first,10,success
        2,first,DNF,gave-up
        3,first,30,success
        4,first,-,gave-up

        """

    @Test func aWordAmongTimesIsNoValueWhereAnOutcomeTellsTheRest() throws {
        let draft = try guess(long)
        #expect(draft.contains("{column: \"time (s)\", unit: \"s\"}  # 2 values, such as 10"))
        #expect(draft.contains("missing: [\"DNF\"]"), "\(draft)")
        #expect(try refusal(long) == "accepted")
    }

    @Test(arguments: [
        (
            "participant,first_s\n1,10\n2,DNF\n3,30\n",
            "use [\"DNF\"] if these words mean a missing time in \"first_s\""
        ),
        (
            "participant,first (m:ss)\n1,1:05\n2,timeout\n3,0:45\n",
            "use [\"timeout\"] if these words mean a missing time"
        ),
    ]) func aWordAmongTimesIsAskedAbout(_ data: String, _ comment: String) throws {
        let draft = try guess(data)
        #expect(draft.contains("missing: \"?\"  # \(comment)"), "\(draft)")
        #expect(draft.contains("task: first, unit: "))
        #expect(try refusal(data).contains("\"missing\" still has the value \"?\""))
    }

    @Test func anUnknownWordAmongTimesIsAskedAboutDespiteAnOutcome() throws {
        let draft = try guess(long.replacing("DNF", with: "3O"))
        #expect(draft.contains("missing: \"?\"  # use [\"3O\"]"), "\(draft)")
    }

    @Test func ratesAndLogarithmsAreNoTimes() throws {
        let draft = try guess(
            """
            Subject,Speed (words/min),log time (s),words per minute,first time / s
            1,35,1.4,30,12
            """
        )
        #expect(
            draft.contains(
                "ignore: [\"Speed (words/min)\", \"log time (s)\", \"words per minute\"]"
            ),
            "\(draft)"
        )
        #expect(draft.contains("{column: \"first time / s\", task: first, unit: \"s\"}"))
    }

    @Test func theNameOfATaskIsNoLogarithm() throws {
        var folder = smallStudy
        folder.study.tasks[0].title = "Log in"
        let draft = try guess("Subject,Log in (s)\n1,12.5\n", folder)
        #expect(draft.contains("{column: \"Log in (s)\", task: first, unit: \"s\"}"), "\(draft)")
    }

    @Test(arguments: [
        ("Call log time (s)", "31", "s"), ("Time to rate film (s)", "31", "s"),
        ("Speed dial time (s)", "31", "s"), ("Time to finish task 1 (s)", "31", "s"),
        ("end-to-end time (s)", "31", "s"), ("Time to end call (s)", "31", "s"),
        ("Time to finish", "1:05", "m:ss"), ("Bearbeitungsdauer / min", "31", "min"),
        ("Bearbeitungszeit / s", "31", "s"), ("Aufgabe 1 / s", "31", "s"),
        ("The first / s", "31", "s"),
    ]) func oneWordOfAHeadingMakesNoRateOrTimeOfDay(
        _ heading: String,
        _ cell: String,
        _ unit: String
    ) throws {
        let draft = try guess("participant,\(heading)\n1,\(cell)\n", oneTask)
        #expect(
            draft.contains("{column: \"\(heading)\", task: first, unit: \"\(unit)\"}"),
            "\(draft)"
        )
    }

    @Test(arguments: ["log time (s)", "time (log)", "words / min", "start time (s)", "end time"])
    func headingsOfRatesAndMomentsAreNoCertainTimes(_ heading: String) throws {
        let draft = try guess("participant,\(heading)\n1,31\n", oneTask)
        #expect(!draft.contains("unit: \"s\""), "\(draft)")
        #expect(!draft.contains("unit: \"min\""), "\(draft)")
    }

    // MARK: Durations with units

    @Test func aDurationWithUnitsIsATimeAndNoWord() throws {
        let data = "participant,first (s),second\n1,120,118 s\n2,2m 5s,1m 58s\n"
        let draft = try guess(data)
        #expect(!draft.contains("missing"), "\(draft)")
        #expect(draft.contains("{column: \"first (s)\", task: first, unit: \"s\"}  # 2 values"))
        #expect(draft.contains("{column: \"second\", task: second, unit: \"s\"}  # 2 values"))
        #expect(draft.contains("the units are in the cells"))
        #expect(try refusal(data) == "accepted")
        let german = "Proband;Zeit first\n1;2 min 5 s\n2;72,5 s\n"
        #expect(try guess(german).contains("decimal: \",\""))
        #expect(try refusal(german) == "accepted")
        let mixed = try guess("participant,first\n1,1m 58s\n2,1:30\n")
        #expect(mixed.contains("task: first, unit: \"m:ss\"}  # 2 values"), "\(mixed)")
    }

    @Test func timesOfDayAreNoTimesOnTask() throws {
        let data = "participant,start time,end time\n1,10:02:15,10:05:40\n2,11:00:00,11:04:10\n"
        let draft = try guess(data)
        #expect(!draft.contains("m:ss"), "\(draft)")
        #expect(draft.contains("ignore: [\"start time\", \"end time\"]"))
        let single = try guess("participant,first\n1,10:02:15\n2,11:00:00\n")
        #expect(single.contains("{column: \"first\", task: first, unit: \"?\"}"), "\(single)")
        #expect(single.contains("perhaps a time of day"))
        let start = try guess("participant,start of first (s)\n1,10\n2,11\n")
        #expect(start.contains("unit: \"?\"}"), "\(start)")
    }

    // MARK: Results

    @Test func aDraftThatReadsNoResultsAsks() throws {
        let data = "participant,remark\n1,good\n2,bad\n"
        #expect(try guess(data).contains("times: \"?\"  # no columns with results were found"))
        #expect(try refusal(data).contains("\"times\" still has the value \"?\""))
        var folder = smallStudy
        folder.study.phases = [.questionnaire("before")]
        #expect(try guess(data, folder).contains("answers: \"?\"  # no columns with results"))
    }
}
