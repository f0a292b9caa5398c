import Diagnostics
import Foundation
import ResultsStore
import Testing

@testable import Exchange
@testable import StudyDefinition

/// Tables as spreadsheets, survey programs and people write them.
@Suite struct ImportedTablesTests {
    private func fixture(_ name: String) -> Importer.File {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/\(name)")
        return Importer.File(url: url, name: name)
    }

    private var twoConditions: StudyFolder {
        var folder = smallStudy
        folder.study.conditions = [.init(id: "one", title: "One"), .init(id: "two", title: "Two")]
        return folder
    }

    private func read(
        _ sources: [(String, String)],
        _ study: StudyFolder? = nil
    ) throws -> (sessions: [[SessionEvent]], lines: [String]) {
        try withFolder { folder in
            let files = try sources.enumerated().map { place, source in
                MappedImport.Source(
                    data: try folder.file("\(place).csv", source.0),
                    mapping: try folder.file("\(place).yaml", "format: 1\n" + source.1)
                )
            }
            return try MappedImport(study: study ?? smallStudy).read(files)
        }
    }

    private func refusal(_ data: String, _ mapping: String, _ study: StudyFolder? = nil) -> String {
        do {
            _ = try read([(data, mapping)], study)
            return "accepted"
        } catch let error as DiagnosticError {
            return render(error.diagnostics)
        } catch {
            return "\(error)"
        }
    }

    private func values(_ events: [SessionEvent]) -> [String] {
        events.compactMap { event in
            switch event {
            case .sessionStarted(let start): start.participant
            case .timeImported(let time):
                "\(time.task) \(Double(time.duration) / 1e9) \(time.outcome.rawValue)"
            case .answered(let answer): "\(answer.item) \(answer.value.meaning)"
            case .marked(let mark): "mark \(mark.mark) in \(mark.run ?? 0)"
            case .markWorded(let mark): "\(mark.mark): \(mark.text)"
            default: nil
            }
        }
    }

    // MARK: Workbooks

    private let times = """
        format: 1
        sheet: Times
        participant: Participant
        leave_out: [Mean]
        times:
          - {column: first (s), task: first, unit: s}
          - {column: second, task: second, unit: "m:ss"}
        ignore: [Day, OK]
        """

    @Test func aWorkbookIsReadAsItsSheetShowsIt() throws {
        try withFolder { folder in
            let mapping = try folder.file("map.yaml", times)
            let (sessions, lines) = try MappedImport(study: smallStudy)
                .read(fixture("times.xlsx"), mapping: mapping)
            #expect(
                sessions.map(values) == [
                    ["P1", "first 12.5 success", "second 125.0 success"],
                    ["P2", "first 30.0 success", "second 125.0 success"],
                ]
            )
            #expect(lines.contains("left out 1 row: Mean"))
        }
    }

    @Test func severalSheetsAreAskedFor() throws {
        try withFolder { folder in
            let importer = MappedImport(study: smallStudy)
            let mapping = try folder.file("map.yaml", times.replacing("sheet: Times\n", with: ""))
            #expect {
                try importer.read(fixture("times.xlsx"), mapping: mapping)
            } throws: { error in
                let text = render((error as? DiagnosticError)?.diagnostics ?? [])
                return text.contains("has 2 sheets that are not empty, but only one")
                    && text.contains("expected \"Times\", \"Notes & more\", \"Empty\"")
            }
            let draft = try importer.guess(fixture("times.xlsx"), sheet: "Times")
            #expect(draft.contains("sheet: \"Times\""))
            #expect(draft.contains("leave_out: [\"Mean\"]"))
            #expect(draft.contains("{column: \"first (s)\", task: first, unit: \"s\"}"))
            #expect(draft.contains("{column: \"second\", task: second, unit: \"m:ss\"}"))
        }
    }

    @Test func aCellOfAWorkbookIsNamedByRowAndColumn() throws {
        try withFolder { folder in
            let mapping = try folder.file(
                "map.yaml",
                times.replacing("first (s), task: first", with: "Day, task: first")
                    .replacing("[Day, OK]", with: "[\"first (s)\", OK]")
            )
            #expect {
                try MappedImport(study: smallStudy).read(fixture("times.xlsx"), mapping: mapping)
            } throws: { error in
                let text = render((error as? DiagnosticError)?.diagnostics ?? [])
                return text.contains("times.xlsx [Times]:3:4: \"2026-03-31\" is not a time")
                    && text.contains("[Times]:4:4: \"2026-03-31 12:00:00\" is not a time")
            }
        }
    }

    @Test func aSpaceBetweenTwoFormatsIsKept() throws {
        let runs = "<r><t>Yes,</t></r><r><t xml:space=\"preserve\"> </t></r><r><t>often</t></r>"
        let inline = SmallWorkbook.Cell(xml: "<c t=\"inlineStr\"><is>\(runs)</is></c>")
        let blank = SmallWorkbook.Cell(stringLiteral: " ")
        let book = SmallWorkbook(
            rows: [
                ["who", "used", "which"], ["A", inline, .shared(0)], [blank, blank, .shared(1)],
            ],
            strings: ["Yes,</t><t xml:space=\"preserve\"> </t><t>often", " "]
        )
        let mapping = """
            participant: who
            answers:
              - {column: used, questionnaire: before, item: used}
              - {column: which, questionnaire: before, item: which}
            """
        let (sessions, _) = try MappedTable().read(book, mapping)
        #expect(
            sessions.map { MappedTable.answers($0).map(\.value.raw) }
                == [["Yes, often", "Yes, often"]]
        )
    }

    @Test func aFileThatIsNoWorkbookIsRefused() throws {
        try withFolder { folder in
            let mapping = try folder.file("map.yaml", times)
            let url = folder.appending(path: "cut.xlsx")
            let whole = try Data(contentsOf: fixture("times.xlsx").url)
            for (bytes, words) in [
                (whole.prefix(700), "cannot be unpacked"),
                (Data([0xD0, 0xCF, 0x11, 0xE0, 1]), "older XLS format"),
                (Data("a,b\n1,2\n".utf8), "is not a workbook, so it has no sheet"),
            ] {
                try bytes.write(to: url)
                #expect {
                    try MappedImport(study: smallStudy)
                        .read(Importer.File(url: url, name: "cut.xlsx"), mapping: mapping)
                } throws: { error in
                    render((error as? DiagnosticError)?.diagnostics ?? []).contains(words)
                }
            }
        }
    }

    // MARK: Shapes

    @Test func severalFilesOfTheSamePeopleAreJoinedByCode() throws {
        let (sessions, lines) = try read([
            (
                "who,first\nA1,12\nA2,30\n",
                "participant: who\ntimes: [{column: first, task: first, unit: s}]"
            ),
            (
                "ease,code\n4,A2\n5,A3\n",
                "participant: code\nanswers: [{column: ease, questionnaire: after, item: ease}]"
            ),
        ])
        #expect(
            sessions.map(values) == [
                ["A1", "first 12.0 success"],
                ["A2", "ease number(4.0)", "first 30.0 success"],
                ["A3", "ease number(5.0)"],
            ]
        )
        #expect(lines.contains("3 participants in 2 files, joined by participant code"))
        #expect(
            lines.contains { $0.contains("1.csv has no row for 1 participant; the first is A1") }
        )
    }

    /// A survey program does not know the condition of a participant.
    @Test func answersWithoutAConditionBelongToTheOnlyOneInTheOtherFiles() throws {
        let ease =
            "participant: who\nanswers: [{column: ease, questionnaire: after, item: ease}]"
        let times = """
            participant: who
            condition: {column: tool}
            times: [{column: s, task: first, unit: s}]
            """
        // The file without conditions may be the first one.
        let sources = [
            ("who,ease\nA,4\nB,5\n", ease), ("who,tool,s\nA,one,12\nB,two,30\n", times),
        ]
        for sources in [sources, sources.reversed()] {
            let (sessions, lines) = try read(sources, twoConditions)
            let answers = sessions.flatMap(MappedTable.answers)
            let found = answers.map { "\($0.condition) \($0.value.raw)" }
            #expect(found == ["one 4", "two 5"])
            #expect(
                lines.contains {
                    $0.hasSuffix(
                        ".csv does not state conditions: each participant's results were assigned "
                            + "to the participant's only condition in the other files"
                    )
                }
            )
        }
    }

    /// The only problem with which files about two conditions are refused.
    private func oneRefusal(_ sources: [(String, String)]) -> String {
        let error = #expect(throws: DiagnosticError.self) { try read(sources, twoConditions) }
        #expect(error?.diagnostics.count == 1)
        return render(error?.diagnostics ?? [])
    }

    /// B has two conditions, and C has none.
    @Test func answersWithoutAConditionAreRefusedOnce() throws {
        let sources = [
            (
                "who,tool,s\nA,one,12\nB,one,30\nB,two,31\n",
                "participant: who\ncondition: {column: tool}\n"
                    + "times: [{column: s, task: first, unit: s}]"
            ),
            (
                "who,ease\nA,4\nB,5\nC,1\n",
                "participant: who\nanswers: [{column: ease, questionnaire: after, item: ease}]"
            ),
        ]
        let text = oneRefusal(sources)
        #expect(text.hasPrefix("1.csv:3:3: "), "\(text)")
        #expect(text.contains("states the condition of this answer; 1 more like this"))
        #expect(text.contains("states a single condition for participant \"B\""))
    }

    /// The mapping of the first file states the condition of one column only.
    @Test func aMissingConditionIsNotTakenFromAnotherColumn() throws {
        let sources = [
            (
                "who,s,t\nA,12,9\n",
                """
                participant: who
                times:
                  - {column: s, task: first, unit: s, condition: one}
                  - {column: t, task: second, unit: s}
                """
            ),
            (
                "who,ease\nA,4\n",
                "participant: who\nanswers: [{column: ease, questionnaire: after, item: ease}]"
            ),
        ]
        let text = oneRefusal(sources)
        #expect(text.hasPrefix("0.csv:2:6: the study has 2 conditions"), "\(text)")
        #expect(!text.contains("import the table together"))
    }

    @Test func aParticipantInSeveralConditionsIsNamedIfMostAreInOne() throws {
        let mapping = """
            participant: who
            condition: {column: tool}
            times: [{column: s, task: first, unit: s}]
            """
        let line = "B worked in several conditions, but most participants worked in only one: "
        let rows = "who,tool,s\nA,one,12\nB,one,30\nB,two,31\n"
        #expect(
            try read([(rows + "C,two,9\n", mapping)], twoConditions).lines
                .contains { $0.hasPrefix(line) }
        )
        #expect(
            try !read([(rows, mapping)], twoConditions).lines.contains { $0.hasPrefix(line) }
        )
    }

    @Test func answersInRowsOfTheirOwnAreCounted() throws {
        let mapping = "participant: who\nlong: {item: item, value: answer}\n"
        let (_, lines) = try read([
            ("who,item,answer\nA,ease,4\nA,used,Yes\nB,ease,\nB,used,No\n", mapping)
        ])
        #expect(
            lines.contains(
                "column \"answer\" read as answers to the questions in column \"item\": 3 answers "
                    + "to 2 questions, 1 without a value"
            )
        )
        let text = refusal("who,item,answer\nA,e1,4\nA,e2,4\nB,e1,3\nC,e1,3\n", mapping)
        #expect(
            text.contains("0.csv:2:3: \"e1\" is not a question of the study; 2 more like this")
        )
        #expect(text.contains("0.csv:3:3: \"e2\" is not a question of the study\n"))
        #expect(!text.contains("0.csv:4:3"))
    }

    /// In a column with fractions, `1.0` is no number.
    @Test(arguments: [("2.0", ["P1", "P2"]), ("2.1", ["P1", "P2", "1.0", "2.1"])])
    func aCodeWithAFractionOfZeroIsAWholeNumber(second: String, codes: [String]) throws {
        let times = "participant: who\ntimes: [{column: s, task: first, unit: s}]"
        let ease =
            "participant: who\nanswers: [{column: ease, questionnaire: after, item: ease}]"
        let (sessions, _) = try read([
            ("who,s\n1,5\n2,6\n", times), ("who,ease\n1.0,4\n\(second),5\n", ease),
        ])
        #expect(sessions.map { values($0)[0] } == codes)
    }

    /// Two questionnaires may have items with the same id. The first one got all the answers.
    @Test func anItemOfTwoQuestionnairesIsNotGuessed() throws {
        var folder = smallStudy
        var ease = folder.study.questionnaires[1].items[1]
        ease.text = "Ease before"
        folder.study.questionnaires[0].items.append(ease)
        let long = "participant: who\nlong: {item: item, value: answer"
        let sources = [("who,item,answer\nA,ease,4\nA,SUS01,2\n", long + "}")]
        let error = #expect(throws: DiagnosticError.self) { try read(sources, folder) }
        let text = render(error?.diagnostics ?? [])
        #expect(
            text.contains(
                "0.csv:2:3: \"ease\" matches 2 questions of the study: before/ease, after/ease"
            )
        )
        #expect(text.contains("add \"SUS01\" to the `items` of `long` in the mapping"), "\(text)")
        let items = ", items: {ease: after/ease, SUS01: before/ease}}"
        let (sessions, _) = try read([(sources[0].0, long + items)], folder)
        let found = MappedTable.answers(sessions[0]).map { "\($0.questionnaire) \($0.value.raw)" }
        #expect(found == ["after 4", "before 2"])
        let wrong = refusal(sources[0].0, long + ", items: {SUS01: eese}}")
        #expect(wrong.contains("the mapping names item \"eese\", which does not exist"))
    }

    @Test(arguments: [">600", "≥ 600", "600+"])
    func aTimeAtWhichAnAttemptWasStoppedNeedsItsOutcome(_ cell: String) {
        let text = refusal(
            "who,first\nA,\(cell)\n",
            "participant: who\ntimes: [{column: first, task: first, unit: s}]"
        )
        #expect(text.contains("0.csv:2:3: \"\(cell)\" is not a time"))
        #expect(text.contains("write the number alone"))
    }

    /// The limit of each task is 60 s.
    @Test func timesAboveTheLimitOfTheTaskAreCounted() throws {
        let mapping = "participant: who\ntimes: [{column: first, task: first, unit: s}]"
        let (_, lines) = try read([("who,first\nA,60\nB,61\nC,90000\n", mapping)])
        let line = "2 times above the time limit of the task: verify the unit and the limit"
        #expect(lines.contains(line))
        let (_, others) = try read([("who,first\nA,60\nB,12\n", mapping)])
        #expect(!others.contains { $0.contains("above the time limit") })
    }

    @Test func aNumberOutsideTheScaleHasAdviceOnOtherNumberings() throws {
        func mapping(_ more: String = "") -> String {
            "participant: who\n"
                + "answers: [{column: ease, questionnaire: after, item: ease\(more)}]"
        }
        let text = refusal("who,ease\nA,0\n", mapping())
        #expect(
            text.contains(
                "correct the cell; if the scale has other numbers in the table than in the study, add "
                    + "`offset` or `factor` to all entries of the questionnaire"
            )
        )
        let converted = refusal("who,ease\nA,5\n", mapping(", offset: 1"))
        #expect(converted.contains("correct the cell") && !converted.contains("`factor`"))
        #expect(refusal("who,ease\nA,-99\n", mapping()).contains("add \"-99\" to `missing`"))
        let (_, lines) = try read([("who,ease\nA,0\n", mapping(", factor: -1, offset: 5"))])
        #expect(
            lines.contains(
                "column \"ease\" read as after/ease: 1 to 5, after factor -1 and offset 5"
            )
        )
    }

    /// A table with a row for each observation has the answers of the person in every row.
    @Test func answersOfAPersonInSeveralRowsAgreeOrAreRefused() throws {
        let mapping = """
            participant: who
            times: [{column: first, task: first, unit: s}]
            repeats: keep
            answers: [{column: ease, questionnaire: after, item: ease}]
            """
        let (sessions, _) = try read([("who,first,ease\nA,12,4\nA,30,4\nA,31,\n", mapping)])
        #expect(
            sessions.map(values) == [
                [
                    "A", "ease number(4.0)", "first 12.0 success", "first 30.0 success",
                    "first 31.0 success",
                ]
            ]
        )
        let refused = refusal("who,first,ease\nA,12,4\nA,30,2\nA,31,4\nA,32,5\n", mapping)
        #expect(refused.contains("0.csv:3:6"))
        #expect(
            refused.contains(
                "participant \"A\" has two answers to \"ease\": \"2\" here, and \"4\" earlier; "
                    + "1 more like this"
            )
        )
    }

    /// `which` is asked only of those who answer `used` with yes.
    @Test func answersOfSeveralFilesAgainstTheirConditionAreFlagged() throws {
        let (sessions, lines) = try read([
            (
                "who,which\nA,a thing\nB,a thing\nC,\nD,a thing\n",
                "participant: who\n"
                    + "answers: [{column: which, questionnaire: before, item: which}]"
            ),
            (
                "who,used\nA,No\nB,Yes\nC,\n",
                "participant: who\nanswers: [{column: used, questionnaire: before, item: used}]"
            ),
        ])
        #expect(
            sessions.map { MappedTable.answers($0).filter(\.contradicts).map(\.item) }
                == [["which"], [], [], []]
        )
        #expect(
            lines.suffix(2) == [
                "A answered item \"which\" although the item's `show_if` (used is yes) does not "
                    + "hold: the answer was kept and flagged",
                "C left the required item \"used\" empty: recorded as a missing answer",
            ]
        )
    }

    /// The answer that decides is in the same condition, or belongs to no condition.
    @Test func aConditionOfAnItemIsCheckedWithinEachCondition() throws {
        var folder = twoConditions
        folder.study.questionnaires[1].items[1].showIf = .init(
            questionnaire: "after",
            item: "parts",
            options: ["docs"]
        )
        let (sessions, lines) = try read(
            [
                (
                    "who,tool,parts,ease\nA,one,Docs,4\nA,two,Form,5\n",
                    """
                    participant: who
                    condition: {column: tool}
                    answers: [{columns: [parts, ease], questionnaire: after}]
                    """
                )
            ],
            folder
        )
        let flagged = MappedTable.answers(sessions[0]).filter(\.contradicts)
        #expect(flagged.map(\.condition) == ["two"])
        #expect(
            lines.contains {
                $0.hasPrefix("A answered item \"ease\" in condition \"two\" although")
            }
        )
    }

    @Test func aConditionOfAnItemIsCheckedWithinEachObservation() throws {
        var folder = smallStudy
        folder.study.afterTask = "after"
        folder.study.phases[1] = .eachCondition([.tasks(["first", "second"])])
        folder.study.questionnaires[1].items[1].showIf = .init(
            questionnaire: "after",
            item: "parts",
            options: ["docs"]
        )
        let (sessions, lines) = try read(
            [
                (
                    "who,s,parts,ease\nA,5,Docs,4\nA,6,Form,5\nA,7,Form,5\n",
                    """
                    participant: who
                    repeats: keep
                    times: [{column: s, task: first, unit: s}]
                    answers: [{columns: [parts, ease], questionnaire: after}]
                    """
                )
            ],
            folder
        )
        let flagged = MappedTable.answers(sessions[0]).filter(\.contradicts)
        #expect(flagged.map(\.run) == [2, 3])
        let same = lines.filter { $0.hasPrefix("A answered item \"ease\"") }
        #expect(same.map { $0.hasSuffix("the answer was kept and flagged (2 times)") } == [true])
    }

    private var askedAfterTasks: StudyFolder {
        var folder = smallStudy
        folder.study.afterTask = "after"
        folder.study.phases[1] = .eachCondition([.tasks(["first", "second"])])
        folder.study.questionnaires[1].items[1].required = true
        return folder
    }

    /// Of D and E, the table has an answer although it has neither a time nor an outcome. G skipped
    /// the task at once, and H after 3 seconds.
    @Test func noAnswerIsMissingAfterATaskThatWasNotAttempted() throws {
        let (sessions, lines) = try read(
            [
                (
                    "who,s,t,end,e1,p2,e2\nA,5,6,ok,4,,\nB,5,,,4,,\nC,5,,no,4,,\n"
                        + "D,5,,,4,,2\nE,5,,,4,Docs,\nF,5,,none,4,,\n"
                        + "G,5,,skip,4,,\nH,5,3,skip,4,,\n",
                    """
                    participant: who
                    times:
                      - {column: s, task: first, unit: s}
                      - {column: t, task: second, unit: s,
                         outcome: {column: end, values: {ok: success, "no": gave-up,
                                                         none: not-attempted, skip: skipped}}}
                    answers:
                      - {column: e1, questionnaire: after, item: ease, task: first}
                      - {column: p2, questionnaire: after, item: parts, task: second}
                      - {column: e2, questionnaire: after, item: ease, task: second}
                    """
                )
            ],
            askedAfterTasks
        )
        let ease = sessions.map { events in
            MappedTable.answers(events).filter { $0.task == "second" && $0.item == "ease" }
                .map { "\($0.value.meaning)" }
        }
        let missing = ["missing"]
        #expect(ease == [missing, [], missing, ["number(2.0)"], missing, [], [], missing])
        let empty = lines.filter { $0.hasSuffix("recorded as a missing answer") }
        #expect(
            empty
                == ["A", "C", "E", "H"].map {
                    "\($0) left the required item \"ease\" after task \"second\" empty: recorded as "
                        + "a missing answer"
                }
        )
    }

    /// Without a column of times or outcomes, nobody knows which tasks were attempted.
    @Test func anAnswerIsMissingAfterATaskWithoutTimesAndOutcomes() throws {
        let answers = (
            "who,e1\nA,4\nB,\n",
            """
            participant: who
            answers: [{column: e1, questionnaire: after, item: ease, task: first}]
            """
        )
        func times(_ task: String) -> (String, String) {
            (
                "code,s\nA,5\nB,\n",
                "participant: code\ntimes: [{column: s, task: \(task), unit: s}]"
            )
        }
        for (sources, count) in [
            ([answers], 2), ([times("second"), answers], 2), ([times("first"), answers], 1),
            ([answers, times("first")], 1),
        ] {
            let (sessions, _) = try read(sources, askedAfterTasks)
            #expect(sessions.flatMap(MappedTable.answers).count == count)
        }
    }

    /// A search over all answers for each answer would take minutes.
    @Test(.timeLimit(.minutes(1))) func manyAnswersOfOnePersonAreChecked() {
        var study = smallStudy.study
        study.questionnaires[1].items[1].showIf = .init(
            questionnaire: "after",
            item: "parts",
            options: ["docs"]
        )
        func answer(_ item: String, _ meaning: AnswerValue.Meaning, _ run: Int) -> Answered {
            Answered(
                questionnaire: "after",
                item: item,
                task: "first",
                run: run,
                value: AnswerValue(raw: "", meaning: meaning)
            )
        }
        var answers = (1...10000).flatMap { run in
            [
                answer("parts", .options([run == 9999 ? "form" : "docs"]), run),
                answer("ease", .number(4), run),
            ]
        }
        answers.flagContradictions(in: study)
        #expect(answers.filter(\.contradicts).map(\.run) == [9999])
    }

    @Test(arguments: [("p01", "P01"), ("1", "01"), ("A7", "a07"), ("\u{FF21}7", "a7")])
    func codesThatAreNearlyTheSameAreNotJoined(_ one: String, _ other: String) {
        let times = "participant: who\ntimes: [{column: first, task: first, unit: s}]"
        #expect {
            try read([
                ("who,first\n\(one),12\nB,30\n", times),
                (
                    "ease,code\n4,\(other)\n5,b\n",
                    "participant: code\nanswers: [{column: ease, questionnaire: after, item: ease}]"
                ),
            ])
        } throws: { error in
            let text = render((error as? DiagnosticError)?.diagnostics ?? [])
            return text.contains("1.csv:2:3: participant \"")
                && text.contains("has nearly the same code as \"")
                && text.contains("at 0.csv:2:1; 1 more like this")
        }
        let single = refusal("who,first\n\(one),12\n\(other),13\n", times)
        #expect(single.contains("0.csv:3:1: participant"), "\(single)")
        #expect(refusal("who,first\nP1,12\nP10,13\nP101,14\n", times) == "accepted")
    }

    @Test func filesWithoutCodesAreNotJoined() throws {
        #expect(throws: DiagnosticError.self) {
            try read([
                ("first\n12\n", "times: [{column: first, task: first, unit: s}]"),
                ("ease\n4\n", "answers: [{column: ease, questionnaire: after, item: ease}]"),
            ])
        }
    }

    @Test func observationsOfOnePersonAreKeptWhereTheMappingSaysSo() throws {
        let data = "dev,tool,min\nA,One,2\nA,One,3\nA,Two,4\nB,Two,1\n"
        let mapping = """
            participant: dev
            condition: {column: tool}
            times: [{column: min, task: first, unit: min}]
            """
        #expect(
            refusal(data, mapping, twoConditions).contains("set `repeats: keep` in the mapping")
        )
        let (sessions, lines) = try read([(data, mapping + "\nrepeats: keep")], twoConditions)
        #expect(
            sessions.map(values)[0] == [
                "A", "first 120.0 success", "first 180.0 success", "first 240.0 success",
            ]
        )
        #expect(
            lines.contains(
                "some participants have several observations of a task in a condition (at most 2); "
                    + "all observations are kept"
            )
        )
    }

    @Test func taskSetsOfARowReplaceTheTasks() throws {
        var folder = smallStudy
        folder.study.phases[1] = .eachCondition([.tasks(["first"]), .questionnaire("after")])
        folder.study.taskSets = [
            .init(id: "A", tasks: ["first"]), .init(id: "B", tasks: ["second"]),
        ]
        let (sessions, _) = try read(
            [
                (
                    "who,form,t\nX,A,5\nY,zwei,6\n",
                    """
                    participant: who
                    task_set: {column: form, values: {zwei: B}}
                    times: [{column: t, task: first, unit: s}]
                    """
                )
            ],
            folder
        )
        #expect(
            sessions.map(values) == [["X", "first 5.0 success"], ["Y", "second 6.0 success"]]
        )
    }

    private var withNone: StudyFolder {
        var folder = smallStudy
        let none = Questionnaire.Option(id: "none", label: "None", aliases: ["N/A"])
        let options = [none, .init(id: "vim", label: "Vim")]
        folder.study.questionnaires[0].items[0].kind = .single(options)
        folder.study.questionnaires[1].items[0].kind = .multiple(options)
        return folder
    }

    @Test(arguments: ["", "missing: [None]\n"])
    func aLabelIsAnAnswerUnlessTheMappingSaysOtherwise(_ missing: String) throws {
        let expected = missing.isEmpty ? "options([\"none\"])" : "missing"
        let (wide, _) = try read(
            [
                (
                    "who,used,parts\nA,None,None\nB,N/A,N/A\nC,NA,-\n",
                    """
                    participant: who
                    answers:
                      - {column: used, questionnaire: before, item: used}
                      - {column: parts, questionnaire: after, item: parts}
                    \(missing)
                    """
                )
            ],
            withNone
        )
        #expect(
            wide.map(values) == [
                ["A", "used \(expected)", "parts \(expected)"],
                ["B", "used options([\"none\"])", "parts options([\"none\"])"],
                ["C", "used missing", "parts missing"],
            ]
        )
        let (long, _) = try read(
            [
                (
                    "who,item,answer\nA,used,None\n",
                    "participant: who\nlong: {item: item, value: answer}\n" + missing
                )
            ],
            withNone
        )
        #expect(long.map(values) == [["A", "used \(expected)"]])
    }

    @Test func aLabelInOtherLettersIsNotTakenForAMissingAnswer() {
        let text = refusal(
            "who,used\nA,none\n",
            "participant: who\nanswers: [{column: used, questionnaire: before, item: used}]",
            withNone
        )
        #expect(text.contains("\"none\" is not an answer to item \"used\""))
        #expect(text.contains("add `values: {\"none\": LABEL}` to the entry of column \"used\""))
    }

    @Test func missingAnswersOfFreeTextAreThoseThatTheMappingNames() throws {
        let (sessions, _) = try read([
            (
                "who,words\nA,-9\nB,none\n",
                """
                participant: who
                missing: ["-9"]
                answers: [{column: words, questionnaire: before, item: which}]
                """
            )
        ])
        #expect(sessions.map { values($0)[1] } == ["which missing", "which text(\"none\")"])
    }

    @Test func aDraftCountsALabelAsAnAnswer() throws {
        try withFolder { folder in
            let data = try folder.file("d.csv", "who,used\nA,None\nB,Vim\nC,-\n")
            let draft = try MappedImport(study: withNone).guess(data)
            #expect(draft.contains("item: used}  # 2 different answers"))
        }
    }

    @Test func labelsBecomeTheNumbersOfTheirItem() throws {
        let (sessions, _) = try read([
            (
                "who,ocena\nA1,Zdecydowanie się zgadzam\nA2,4 - raczej tak\nA3,-9\n",
                """
                participant: who
                missing: ["-9"]
                answers:
                  - {column: ocena, questionnaire: after, item: ease,
                     values: {Zdecydowanie się zgadzam: 5}}
                """
            )
        ])
        #expect(
            sessions.map { values($0)[1] } == [
                "ease number(5.0)", "ease number(4.0)", "ease missing",
            ]
        )
        let text = refusal(
            "who,ocena\nA1,Nie wiem\n",
            "participant: who\nanswers: [{column: ocena, questionnaire: after, item: ease}]"
        )
        #expect(text.contains("0.csv:2:4: \"Nie wiem\" is not an answer to item \"ease\""))
        #expect(text.contains("add `values: {LABEL: NUMBER}` to the entry of column \"ocena\""))
    }

    @Test func aMultipleChoiceMayHaveAColumnForEachOption() throws {
        let marked = """
            participant: who
            answers:
              - {column: a, questionnaire: after, item: parts, values: {"Yes": Docs, "No": ""}}
              - {column: b, questionnaire: after, item: parts, values: {"Yes": Form, "No": ""}}
            """
        let (sessions, _) = try read([
            ("who,a,b\nA,Yes,Yes\nB,No,Yes\nC,No,No\nD,,Yes\n", marked)
        ])
        #expect(
            sessions.map(values) == [
                ["A", "parts options([\"form\", \"docs\"])"], ["B", "parts options([\"form\"])"],
                ["C", "parts missing"], ["D", "parts options([\"form\"])"],
            ]
        )
        let (labelled, _) = try read([
            (
                "who,a,b\nA,Form,Docs\nB,,Docs\n",
                "participant: who\nanswers: [{columns: [a, b], questionnaire: after, "
                    + "items: [parts, parts]}]"
            )
        ])
        #expect(values(labelled[0])[1] == "parts options([\"form\", \"docs\"])")
        let refused = refusal("who,a,b\nA,Y,Yes\n", marked)
        #expect(refused.contains("0.csv:2:3: \"Y\" is not an answer to item \"parts\""))
        #expect(refused.contains("add `values: {\"Y\": LABEL}` to the entry of column \"a\""))
    }

    @Test func columnsOfAQuestionnaireAreNamedAtOnce() throws {
        let (sessions, _) = try read([
            (
                "a,b,t1,t2\nForm,3,1:00,2:00\n",
                """
                times: [{columns: [t1, t2], tasks: [first, second], unit: "m:ss"}]
                answers: [{columns: [a, b], questionnaire: after}]
                """
            )
        ])
        #expect(
            values(sessions[0]) == [
                "P1", "parts options([\"form\"])", "ease number(3.0)", "first 60.0 success",
                "second 120.0 success",
            ]
        )
        #expect(
            refusal(
                "a,b\nx,y\n",
                "answers: [{columns: [a, b], items: [ease], questionnaire: after}]"
            )
            .contains("an entry must have as many items as columns (2), but has 1")
        )
    }

    @Test func aNumberWithoutLimitsIsReadWithoutLevels() throws {
        var folder = smallStudy
        folder.study.questionnaires[1].items[1].kind = .number(min: nil, max: nil, unit: nil)
        let id = folder.study.questionnaires[1].id
        let mapping =
            "participant: who\nanswers: [{column: ease, questionnaire: \(id), item: ease}]"
        let (_, lines) = try read([("who,ease\nA,7\n", mapping)], folder)
        #expect(lines.contains("column \"ease\" read as \(id)/ease"), "\(lines)")
    }

    @Test func aMatrixOfProblemsBecomesMarks() throws {
        let (sessions, lines) = try read([
            (
                "who,UP1,UP2,UP3\nA1,1,0,x\nA2,,,\n",
                """
                participant: who
                problems:
                  - {column: UP1, title: Overlooks Save, severity: 3}
                  - {column: UP2}
                  - {column: UP3}
                """
            )
        ])
        #expect(
            sessions.map(values) == [
                ["A1", "mark 1 in 0", "1: Overlooks Save", "mark 2 in 0", "2: UP3"], ["A2"],
            ]
        )
        #expect(
            lines.contains(
                "the matrix of participants and problems has 3 problems, with 2 occurrences in "
                    + "total"
            )
        )
        #expect(
            refusal("who,UP1\nA1,3\n", "participant: who\nproblems: [{column: UP1}]")
                .contains("0.csv:2:4: \"3\" does not say whether the participant had the problem")
        )
    }

    /// The run of a mark states its task and condition.
    @Test func aProblemWithoutATimeHasARunThatIsNoAttempt() throws {
        var folder = smallStudy
        folder.study.phases[1] = .eachCondition([.tasks(["first"]), .questionnaire("after")])
        folder.study.taskSets = [
            .init(id: "A", tasks: ["first"]), .init(id: "B", tasks: ["second"]),
        ]
        let (sessions, _) = try read(
            [
                (
                    "who,form,t,UP1\nX,A,5,1\nY,B,6,1\nZ,A,,1\n",
                    """
                    participant: who
                    task_set: {column: form}
                    times: [{column: t, task: first, unit: s}]
                    problems: [{column: UP1, task: first}]
                    """
                )
            ],
            folder
        )
        #expect(
            sessions.map(values) == [
                ["X", "first 5.0 success", "mark 1 in 1", "1: UP1"],
                ["Y", "second 6.0 success", "mark 1 in 1", "1: UP1"],
                ["Z", "first 0.0 not-attempted", "mark 1 in 1", "1: UP1"],
            ]
        )
    }

    /// No table of the report would have the problem, unless the study has questions or tasks that
    /// belong to no condition.
    @Test func aProblemWithAnUnknownConditionIsRefused() {
        var folder = twoConditions
        folder.study.phases.removeFirst()
        let data = "who,tool,t,UP1\nA,one,5,1\nA,two,6,\nB,one,7,1\n"
        func mapping(_ task: String) -> String {
            """
            participant: who
            condition: {column: tool}
            times: [{column: t, task: first, unit: s}]
            problems: [{column: UP1\(task)}]
            """
        }
        #expect(
            refusal(data, mapping(""), folder).contains(
                "the condition in which participant \"A\" met problem \"UP1\" is unknown"
            )
        )
        #expect(refusal(data, mapping(", task: first"), folder) == "accepted")
        #expect(refusal(data, mapping(""), twoConditions) == "accepted")
    }

    @Test func theFirstHeadingMayBeginLikeAWorkbook() throws {
        let (sessions, _) = try read([
            ("PK,first\nA,12\n", "participant: PK\ntimes: [{column: first, task: first, unit: s}]")
        ])
        #expect(sessions.map(values) == [["A", "first 12.0 success"]])
    }

    @Test(arguments: [0, 5]) func aSeverityThatDoesNotExistIsRefused(_ severity: Int) {
        let mapping = "participant: who\nproblems: [{column: UP1, severity: \(severity)}]"
        #expect(
            refusal("who,UP1\nA1,1\n", mapping).contains(
                """
                the mapping gives severity \(severity) to the problem in column "UP1"
                  expected 1 (cosmetic) to 4 (catastrophic)
                """
            )
        )
    }

    @Test func spreadsheetsShapesAreUnderstood() throws {
        let (sessions, lines) = try read([
            (
                "Study of March;;;\n;Tool A;;\nwho;first;second;\n0;1.234,5;60;\n1;7;;\nSD;1;2;\nmade by hand;;;\n",
                """
                heading_rows: 2-3
                participant: who
                decimal: ","
                thousands: "."
                leave_out: [SD]
                times:
                  - {column: Tool A first, task: first, unit: s}
                  - {column: Tool A second, task: second, unit: s}
                """
            )
        ])
        #expect(
            sessions.map(values) == [
                ["P0", "first 1234.5 success", "second 60.0 success"], ["P1", "first 7.0 success"],
            ]
        )
        #expect(lines.contains("left out 1 line above the headings"))
    }

    @Test func anIndexWithoutAHeadingGetsAName() throws {
        let (sessions, _) = try read([
            (
                ",who,first\n0,A,5\n1,B,6\n",
                "participant: who\ntimes: [{column: first, task: first, unit: s}]\nignore: [column 1]"
            )
        ])
        #expect(sessions.map { values($0)[0] } == ["A", "B"])
    }

    @Test func excelsSeparatorLineIsObeyed() throws {
        let (sessions, _) = try read([
            (
                "sep=;\nwho;first\nA;5\n",
                "participant: who\ntimes: [{column: first, task: first, unit: s}]"
            )
        ])
        #expect(values(sessions[0]) == ["A", "first 5.0 success"])
    }

    @Test(arguments: [
        ("thousands: \",\"\ndecimal: \",\"", "`thousands` is \",\""),
        ("decimal: x", "`decimal` is \"x\""), ("heading_rows: two", "`heading_rows` is \"two\""),
        ("repeats: maybe", "repeats"), ("heading_rows: 9", "the line of headings is empty"),
    ]) func aValueThatNoKeyAllowsIsRefused(_ line: String, _ words: String) {
        #expect(refusal("who,first\nA,5\n", "participant: who\n" + line).contains(words))
    }

    @Test func thousandsMustBeThreeDigitsApart() {
        let mapping = """
            participant: who
            thousands: ","
            times: [{column: first, task: first, unit: s}]
            """
        #expect(refusal("who,first\nA,\"12,5\"\n", mapping).contains("\"12,5\" is not a time"))
        #expect(refusal("who,first\nA,\"1,234,567.5\"\n", mapping) == "accepted")
    }

    // MARK: Survey programs

    @Test(arguments: [
        (
            "limesurvey.csv",
            [
                "The columns are those of a LimeSurvey export",
                "{column: \"EASE. Ease\", questionnaire: after",
                "{column: \"PARTS[SQ001]. Parts\", questionnaire: after",
                "participant: \"?\"  # perhaps \"id. Response ID\" or \"token. Access code\"",
            ]
        ),
        (
            "qualtrics.csv",
            [
                "Qualtrics", "participant: \"ResponseId\"",
                "{column: \"Q1\", questionnaire: before, item: used}",
                "{column: \"Q2_1\", questionnaire: after, item: ease}",
            ]
        ),
        (
            "google-forms.csv",
            [
                "Google Forms", "participant: \"Participant code\"", "submitted: \"Timestamp\"",
                "{column: \"Please rate [Ease]\", questionnaire: after, item: ease}",
            ]
        ),
        ("sosci.csv", ["SoSci Survey", "missing: [\"-9\"]", "\"TIME001\"", "\"AF01_01\""]),
    ]) func exportsOfSurveyProgramsAreRecognised(_ name: String, _ words: [String]) throws {
        let draft = try MappedImport(study: smallStudy).guess(fixture(name))
        for word in words { #expect(draft.contains(word), "\(draft)") }
        #expect(!draft.contains("times:"))
    }

    @Test func qualtricsRowsOfTextAreNoParticipants() throws {
        try withFolder { folder in
            let importer = MappedImport(study: smallStudy)
            let mapping = try folder.file("m.yaml", importer.guess(fixture("qualtrics.csv")))
            let (sessions, _) = try importer.read(fixture("qualtrics.csv"), mapping: mapping)
            #expect(
                sessions.map(values) == [
                    ["R_1a", "used options([\"yes\"])", "ease number(4.0)"],
                    ["R_2b", "used options([\"no\"])", "ease number(2.0)"],
                ]
            )
        }
    }

    @Test func testsAndUnfinishedResponsesAreAskedAboutAndCounted() throws {
        let data = """
            StartDate,EndDate,Status,Finished,ResponseId,Have you used it?
            1 May,1 May,IP Address,True,R_1,Yes
            2 May,2 May,Survey Preview,True,R_2,Yes
            3 May,3 May,IP Address,FALSE,R_3,No

            """
        let draft = try guess(data)
        let line = try #require(
            draft.split(separator: "\n").map(String.init).first { $0.hasPrefix("leave_out_if") }
        )
        #expect(
            line == "leave_out_if: \"?\"  # use {\"Status\": [\"Survey Preview\"], "
                + "\"Finished\": [\"FALSE\"]} to leave out 1 test response of the survey and "
                + "1 response that was not finished; delete this line to keep them"
        )
        func read(_ rule: String) throws -> (sessions: [[SessionEvent]], lines: [String]) {
            try withFolder { folder in
                try MappedImport(study: smallStudy).read(
                    folder.file("d.csv", data),
                    mapping: folder.file("m.yaml", draft.replacing(line, with: rule))
                )
            }
        }
        let (all, lines) = try read("")
        #expect(all.map { values($0)[0] } == ["R_1", "R_2", "R_3"])
        #expect(
            lines.contains(
                "1 test response of the survey was read as data: to leave it out, add "
                    + "`leave_out_if: {\"Status\": [\"Survey Preview\"]}` to the mapping"
            )
        )
        let (rest, notes) = try read(
            "leave_out_if: {Status: [Survey Preview], Finished: [\"false\"]}"
        )
        #expect(rest.map { values($0)[0] } == ["R_1"])
        #expect(notes.contains("left out 1 row because of the text in the column \"Status\""))
        #expect(!notes.contains { $0.contains("read as data") })
        #expect(
            refusal("who,first\nA,5\n", "participant: who\nleave_out_if: {Status: [x]}\n")
                .contains("has no column \"Status\"")
        )
    }

    @Test(arguments: [
        (
            "id. Response ID;submitdate. Date submitted;lastpage\n1;1 May;3\n2;;1\n3;;1\n",
            "leave_out_if: \"?\"  # use {\"submitdate. Date submitted\": [\"\"]} to leave out 2 "
                + "responses that were not finished;"
        ),
        (
            "CASE;QUESTNNR;MODE;US01_01\n201;base;interview;4\n205;base;pretest;3\n",
            "leave_out_if: {\"MODE\": [\"pretest\"]}  # 1 test response of the survey"
        ),
    ]) func responsesThatMayBeNoDataHaveALine(_ data: String, _ line: String) throws {
        let draft = try guess(data)
        #expect(draft.contains(line), "\(draft)")
    }

    // MARK: Drafts

    private func guess(_ data: String) throws -> String {
        try withFolder { try MappedImport(study: smallStudy).guess($0.file("d.csv", data)) }
    }

    @Test func aRatingIsNeverReadAsSeconds() throws {
        let draft = try guess(
            "Subject,Temporal demand,Time pressure,Task 1 effort\n1,20,3,7\n2,1,15,9\n"
        )
        #expect(!draft.contains("times:"))
        #expect(draft.contains("{column: \"Time pressure\", questionnaire: \"?\", item: \"?\"}"))
        let times = try guess("Subject,Task 1\n1,20\n2,3\n")
        #expect(times.contains("unit: \"?\"}"))
        #expect(times.contains("perhaps a rating"))
    }

    @Test func aDraftHasSixtyLinesAtMost() throws {
        let columns = (1...150).map { "first_\($0)_s" } + (1...60).map { "item \($0)" }
        let draft = try guess(
            (["Subject"] + columns).joined(separator: ",") + "\n"
                + (["1"] + columns.map { _ in "5" }).joined(separator: ",") + "\n"
        )
        #expect(draft.split(separator: "\n").count <= 60)
        #expect(columns.allSatisfy { draft.contains("\"\($0)\"") })
    }

    @Test func labelsAreWrittenOnceAndReferredTo() throws {
        let draft = try guess("Subject,Ease\n1,Strongly agree\n2,Disagree\n")
        #expect(draft.contains("values: &labels1 {\"Disagree\": 2, \"Strongly agree\": 5}"))
        #expect(try guess("Subject,Ease\n1,Toll\n").contains("{\"Toll\": \"?\"}"))
    }

    @Test(arguments: [
        ("\"1,234.5\"", "thousands: \",\""), ("\"1.234,5\"", "decimal: \",\"\nthousands: \".\""),
        ("1 234 567", "thousands: \" \""), ("\"1,234\"", "decimal: \"?\""),
    ]) func marksInNumbersAreSeen(_ cell: String, _ line: String) throws {
        #expect(try guess("Subject,first_s\n1,\(cell)\n").contains(line))
    }

    @Test func anImportedDraftWithAliasesIsRead() throws {
        let data = "Subject,Ease\n1,Strongly agree\n2,Disagree\n"
        try withFolder { folder in
            let importer = MappedImport(study: smallStudy)
            let file = try folder.file("d.csv", data)
            let mapping = try folder.file("m.yaml", importer.guess(file))
            let (sessions, _) = try importer.read(file, mapping: mapping)
            #expect(sessions.map { values($0)[1] } == ["ease number(5.0)", "ease number(2.0)"])
        }
    }
}
