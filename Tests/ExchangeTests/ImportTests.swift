import Diagnostics
import Exchange
import Foundation
import ResultsStore
import StudyDefinition
import Testing

@Suite struct ImportTests {
    private let answers = """
        Timestamp, Have you used it?,Which?,Parts,Ease
        1 May,"Yes,  often",a thing,"Form, Text, typed",5
        2 May,No,,,
        """
    private let times = "participant,task-1,second\nA,0:30,1:05\nB,2:00,\n"

    private func refusal(answers: String?, times: String?) async throws -> [String] {
        try await withFolder { folder in
            let answers = try answers.map { try folder.file("answers.csv", $0) }
            let times = try times.map { try folder.file("times.csv", $0) }
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            do throws(DiagnosticError) {
                _ = try await Importer(study: smallStudy)
                    .importFiles(answers: answers, times: times, into: store)
                return ["accepted"]
            } catch {
                #expect(try store.sessions().isEmpty)
                return error.diagnostics.map(\.text)
            }
        }
    }

    private func imported(
        answers: String?,
        times: String?
    ) async throws -> (records: [SessionRecord], report: ImportReport) {
        try await withFolder { folder in
            let answers = try answers.map { try folder.file("answers.csv", $0) }
            let times = try times.map { try folder.file("times.csv", $0) }
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            let report = try await Importer(study: smallStudy)
                .importFiles(answers: answers, times: times, into: store)
            return (try store.sessions().map(\.record), report)
        }
    }

    private func value(_ record: SessionRecord, _ questionnaire: String, _ item: String)
        -> AnswerValue?
    {
        let condition = questionnaire == "after" ? "only" : ""
        return record.answers[
            .init(condition: condition, questionnaire: questionnaire, item: item)
        ]?.value
    }

    @Test func rowsBecomeSessionsWithAnswersAndTimes() async throws {
        let (records, _) = try await imported(answers: answers, times: times)
        #expect(records.map(\.start?.participant) == ["A", "B"])
        #expect(records.allSatisfy { $0.start?.source == .import && $0.state == .finished })
        #expect(records.allSatisfy { $0.lastStamp == nil })
        #expect(records[0].runs.map(\.task) == ["first", "second"])
        #expect(records[0].runs.map(\.condition) == ["only", "only"])
        #expect(records[0].runs.map { $0.time(.running) } == [30_000_000_000, 65_000_000_000])
        #expect(records[0].runs.allSatisfy { $0.outcome == .success })
        #expect(records[1].runs.map(\.task) == ["first"])
    }

    @Test func labelsAliasesAndListsAreUnderstoodAndKeptAsTheyStood() async throws {
        let (records, _) = try await imported(answers: answers, times: times)
        #expect(
            value(records[0], "before", "used")
                == AnswerValue(raw: "Yes,  often", meaning: .options(["yes"]))
        )
        #expect(
            value(records[0], "after", "parts")
                == AnswerValue(raw: "Form, Text, typed", meaning: .options(["form", "text"]))
        )
        #expect(
            value(records[0], "after", "ease") == AnswerValue(raw: "5", meaning: .number(5))
        )
    }

    @Test func emptyCellsAreMissingAnswers() async throws {
        let (records, _) = try await imported(answers: answers, times: times)
        #expect(value(records[1], "after", "ease") == AnswerValue(raw: "", meaning: .missing))
        let which = SessionRecord.AnswerKey(condition: "", questionnaire: "before", item: "which")
        #expect(records[1].answers[which]?.contradicts == false)
    }

    @Test func timeStampsAreTimesOfSubmission() async throws {
        let (records, report) = try await imported(answers: answers, times: times)
        #expect(records[1].answers.values.allSatisfy { $0.submitted == "2 May" })
        #expect(report.text.contains("times of submission, not as start times"))
    }

    @Test func answersAgainstTheirConditionAreKeptFlaggedAndSaid() async throws {
        let text = "Have you used it?,Which?\nNo,one I forgot\n"
        let (records, report) = try await imported(answers: text, times: nil)
        let which = SessionRecord.AnswerKey(condition: "", questionnaire: "before", item: "which")
        #expect(records[0].answers[which]?.value.raw == "one I forgot")
        #expect(records[0].answers[which]?.contradicts == true)
        #expect(
            report.lines.contains(
                "P1 answered item \"which\" although the item's `show_if` (used is yes) does "
                    + "not hold: the answer was kept and flagged"
            )
        )
    }

    /// Without an answer to the deciding question, nobody knows whether the condition holds.
    @Test func anAnswerContradictsOnlyAnAnswerThatTheFileHas() async throws {
        let (records, report) = try await imported(answers: "Which?\na thing\n", times: nil)
        let which = SessionRecord.AnswerKey(condition: "", questionnaire: "before", item: "which")
        #expect(records[0].answers[which]?.contradicts == false)
        #expect(!report.text.contains("does not hold"))
    }

    @Test func theReportSaysWhatWasMatched() async throws {
        let (_, report) = try await imported(answers: answers, times: times)
        #expect(
            report.lines[0]
                == "2 participants matched by row order, with ids from times.csv: "
                + "row 1 ↔ A, row 2 ↔ B"
        )
        #expect(report.lines.contains("4 questions matched by heading"))
        #expect(report.lines.contains("2 tasks matched by position: task-1 → first, second"))
        #expect(report.lines.contains("B has no time for task \"second\""))
    }

    @Test func theReportNamesTheRowsThatWereLeftOut() async throws {
        let text = "Timestamp;Ease;Parts\n1 May;3;Form\n;;Made by hand\n"
        let (records, report) = try await imported(answers: text, times: nil)
        #expect(records.count == 1)
        #expect(
            Array(report.lines.prefix(2)) == [
                "cells of answers.csv are separated by semicolons",
                "answers.csv:3:3 was skipped: the row has only one filled cell",
            ]
        )
    }

    @Test func idsInTheAnswersPairRowsInAnyOrder() async throws {
        let text = "participant,Ease\nB,2\nA,1\n"
        let (records, report) = try await imported(answers: text, times: times)
        #expect(records.map(\.start?.participant) == ["B", "A"])
        #expect(value(records[0], "after", "ease")?.meaning == .number(2))
        #expect(records[0].runs.map { $0.time(.running) } == [120_000_000_000])
        #expect(report.lines[0] == "2 participants matched by id: B, A")
    }

    @Test func codesThatLookAlikeAreNotTwoParticipants() async throws {
        let found = try await refusal(
            answers: nil,
            times: "participant,first\nP1,1:00\np01,2:00\nP1,3:00\n"
        )
        #expect(found.count == 2)
        #expect(
            found.first?.contains("participant \"p01\" has nearly the same code as \"P1\" at ")
                == true
        )
        #expect(found.last?.contains("participant \"P1\" appears twice") == true)
    }

    @Test func everyCellThatCannotBeMatchedIsNamed() async throws {
        let text = "Have you used it?,Parts,Ease\nMaybe,\"Form, Fork\",6\n"
        let problems = try await refusal(answers: text, times: "participant,first\nA,1:60\n")
        #expect(problems.count == 4)
        #expect(
            problems[0].hasPrefix(
                "answers.csv:2:1: \"Maybe\" is not an answer to item \"used\"\n"
                    + "  expected one of \"Yes\", \"No\""
            )
        )
        #expect(
            problems[1].hasPrefix(
                "answers.csv:2:7: \"Form, Fork\" is not an answer to item \"parts\": no option is "
                    + "named \"Fork\"\n"
            )
        )
        #expect(problems[2].contains("expected a whole number from 1 to 5"))
        #expect(problems[3].hasPrefix("times.csv:2:3: \"1:60\" is not a time"))
    }

    @Test func rowsOfMeansAreNoParticipants() async throws {
        let problems = try await refusal(
            answers: nil,
            times: "participant,first\nA,1:00\nB,2:00\nMean:,1:30\nSD,0:42.4\n"
        )
        #expect(problems.count == 2)
        #expect(problems[0].hasPrefix("times.csv:4:1: \"Mean:\" seems to be the label of a"))
        #expect(problems[0].contains("list the label under `leave_out`"))
        #expect(problems[1].hasPrefix("times.csv:5:1: \"SD\" seems"))
        let answers = try await refusal(answers: "Timestamp,Ease\n1 May,3\nMean,3\n", times: nil)
        #expect(answers.count == 1)
        #expect(answers[0].hasPrefix("answers.csv:3:1: \"Mean\" seems"))
        let numbered = try await refusal(answers: "participant,Ease\nP1,3\nSD,1\n", times: nil)
        #expect(numbered[0].hasPrefix("answers.csv:3:1: \"SD\" seems"))
        let initials = try await refusal(
            answers: nil,
            times: "participant,first\nSD,1:00\nMax,2:00\n"
        )
        #expect(initials == ["accepted"])
        let name = try await refusal(
            answers: nil,
            times: "participant,first\nP1,1:00\nMax,2:00\nP3,3:00\n"
        )
        #expect(name == ["accepted"])
    }

    @Test func aPercentSignIsNoPartOfTheNumber() throws {
        var study = smallStudy
        study.study.questionnaires[1].items[1].kind = .number(min: 0, max: 100, unit: "%")
        try withFolder { folder in
            let answers = try folder.file("answers.csv", "Ease\n85 %\n")
            let (sessions, _) = try Importer(study: study).read(answers: answers, times: nil)
            #expect(sessions.map(MappedTable.values) == [["P1", "ease number(85.0)"]])
        }
    }

    /// The longest time is 2⁵³ ns: 104 days, 5 hours, 59 minutes and 59 seconds.
    @Test func aTimeOfMoreThanTheLongestIsRefusedWithTheLimit() async throws {
        let problems = try await refusal(
            answers: nil,
            times: "participant,first,second\nA,150200:00,150119:59\n"
        )
        #expect(problems.count == 1)
        #expect(problems[0].contains("times.csv:2:3: \"150200:00\" is not a time"))
        #expect(problems[0].contains("such as 2:05 (limit: about 104 days)"))
    }

    @Test(arguments: ["65", "1:5", "1:005", ":30", "-1:30", "1:2:30", "٣:٣٠", "9999999:00"])
    func aTimeThatIsNotMinutesAndSecondsIsRefused(cell: String) async throws {
        let problems = try await refusal(answers: nil, times: "participant,first\nA,\(cell)\n")
        #expect(problems.count == 1)
        #expect(problems[0].contains("expected minutes and seconds"))
    }

    @Test func aTimeMayHaveSpacesInIt() async throws {
        let (records, _) = try await imported(
            answers: nil,
            times: "participant,first\nA,\" 1: 00\"\n"
        )
        #expect(records[0].runs.first?.time(.running) == 60_000_000_000)
        #expect(records[0].runs.first?.imported?.raw == " 1: 00")
    }

    @Test func unknownHeadingsGetTheNearestOne() async throws {
        let problems = try await refusal(
            answers: "Eaze\n3\n",
            times: "participant,fisrt,task-3\nA,1:00,1:00\n"
        )
        #expect(problems[0].contains("did you mean \"Ease\"?"))
        #expect(problems[1].contains("did you mean \"first\"?"))
        #expect(problems[2].hasPrefix("times.csv:1:19: no task of the study matches"))
    }

    @Test func aHeadingMayHaveTypographicMarks() throws {
        var study = smallStudy
        study.study.questionnaires[1].items[1].text = "The tool's ease"
        try withFolder { folder in
            let answers = try folder.file("answers.csv", "The tool’s ease\n4\n")
            let (sessions, _) = try Importer(study: study).read(answers: answers, times: nil)
            #expect(sessions.map(MappedTable.values) == [["P1", "ease number(4.0)"]])
        }
    }

    @Test func oneTaskInTwoColumnsIsRefused() async throws {
        let problems = try await refusal(
            answers: nil,
            times: "participant,first,task-1\nA,1:00,1:00\n"
        )
        #expect(problems.first?.contains("both mean task \"first\"") == true)
    }

    @Test func oneItemInTwoColumnsIsRefused() throws {
        var study = smallStudy
        study.study.questionnaires[1].items[1].header = "How easy"
        try withFolder { folder in
            let answers = try folder.file("answers.csv", "How easy,Ease\n4,\n")
            let error = #expect(throws: DiagnosticError.self) {
                try Importer(study: study).read(answers: answers, times: nil)
            }
            let text = render(error?.diagnostics ?? [])
            #expect(
                text.contains(
                    "answers.csv:1:10: the headings \"How easy\" and \"Ease\" both mean item \"ease\""
                ),
                "\(text)"
            )
        }
    }

    @Test func differentNumbersOfParticipantsAreRefused() async throws {
        let problems = try await refusal(answers: answers + "\n3 May,No,,,\n", times: times)
        #expect(
            problems.first?.hasPrefix("times.csv: has 2 participants, and answers.csv has 3 rows")
                == true
        )
    }

    @Test func idsThatStandInOneFileOnlyAreRefused() async throws {
        let problems = try await refusal(
            answers: "participant,Ease\nA,1\nC,1\n",
            times: times
        )
        #expect(problems.count == 2)
        #expect(problems[0].hasPrefix("answers.csv:3:1: participant \"C\" is not in times.csv"))
        #expect(problems[1].hasPrefix("times.csv:3:1: participant \"B\" is not in answers.csv"))
    }

    @Test func aWorkbookIsNoCSVFile() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/times.xlsx")
        let book = Importer.File(url: url, name: "times.xlsx")
        let pairs: [(Importer.File?, Importer.File?)] = [(book, nil), (nil, book)]
        for (answers, times) in pairs {
            let error = #expect(throws: DiagnosticError.self) {
                _ = try Importer(study: smallStudy).read(answers: answers, times: times)
            }
            #expect(
                error?.diagnostics.map(\.text) == [
                    "times.xlsx: this is a workbook or another ZIP file, not a CSV file\n  if the file "
                        + "is a workbook, save the sheet as CSV, or import the XLSX workbook with --data "
                        + "FILE --mapping FILE; otherwise, unpack the file"
                ]
            )
        }
    }

    @Test func anEmptyParticipantsCodeIsNamedAsSuch() async throws {
        let problems = try await refusal(answers: nil, times: "participant,first\n\"\",1:00\n")
        #expect(
            problems.first?.hasPrefix(
                "times.csv:2:1: the cell with the participant's code is empty"
            ) == true
        )
    }

    @Test(arguments: ["A/B", "A\u{07}"])
    func participantsThatCannotBeNamedAreRefused(name: String) async throws {
        let problems = try await refusal(
            answers: nil,
            times: "participant,first\n\"\(name)\",1:00\n"
        )
        #expect(
            problems.first?.contains(
                "choose a code that does not identify the person, such as P1"
            ) == true
        )
    }

    @Test func participantsInTheFileAlreadyAreRefusedAndNothingIsWritten() async throws {
        try await withFolder { folder in
            let store = try ResultsStore(
                path: folder.appending(path: "r.sqlite").path,
                access: .create
            )
            let first = try folder.file("1.csv", "participant,first\nA,1:00\n")
            let second = try folder.file("2.csv", "participant,first\nZ,1:00\nA,1:00\n")
            let importer = Importer(study: smallStudy)
            _ = try await importer.importFiles(answers: nil, times: first, into: store)
            let error = await #expect(throws: DiagnosticError.self) {
                _ = try await importer.importFiles(answers: nil, times: second, into: store)
            }
            #expect(
                error?.diagnostics.first?.problem
                    == "already contains sessions of A"
            )
            #expect(try store.sessions().map(\.record.start?.participant) == ["A"])
        }
    }

    /// The file may have the code in another encoding, from an earlier version or another machine.
    @Test func aCodeInAnotherEncodingIsTheSameParticipant() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            defer { store.close() }
            let (composed, parts) = ("\u{AC00}", "\u{1100}\u{1161}")
            let first = try folder.file("1.csv", "participant,first\n\(parts),1:00\n")
            let second = try folder.file("2.csv", "participant,first\n\(composed),1:00\n")
            let importer = Importer(study: smallStudy)
            _ = try await importer.importFiles(answers: nil, times: first, into: store)
            #expect(try store.participants().map(\.unicodeScalars.count) == [1])
            #expect(try ParticipantCode.entered(parts, results: path).unicodeScalars.count == 1)
            for table in [first, second] {
                let error = await #expect(throws: DiagnosticError.self) {
                    _ = try await importer.importFiles(answers: nil, times: table, into: store)
                }
                #expect(error?.diagnostics.first?.problem == "already contains sessions of 가")
            }
        }
    }

    @Test func participantsWhoWereErasedAreRefusedAsSuch() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            let first = try folder.file("1.csv", "participant,first\nA,1:00\nB,1:00\n")
            let importer = Importer(study: smallStudy)
            _ = try await importer.importFiles(answers: nil, times: first, into: store)
            store.close()
            _ = try ResultsStore.erase(participant: "A", path: path, wall: 1)
            let later = try ResultsStore(path: path, access: .create)
            defer { later.close() }
            for (name, problem) in [
                ("A", "had sessions of A, which were erased"),
                ("B", "already contains sessions of B"),
            ] {
                let again = try folder.file("2.csv", "participant,first\n\(name),1:00\n")
                let error = await #expect(throws: DiagnosticError.self) {
                    _ = try await importer.importFiles(answers: nil, times: again, into: later)
                }
                #expect(error?.diagnostics.first?.problem == problem)
            }
        }
    }

    /// As `<(command)` and `/dev/stdin` are.
    @Test func aPipeIsRefusedBeforeItIsRead() throws {
        try withFolder { folder in
            let pipe = Importer.File(url: folder.appending(path: "pipe"), name: "/dev/fd/63")
            try #require(mkfifo(pipe.url.path, 0o600) == 0)
            let file = try folder.file("d.csv", "participant,first\nA,1:00\n")
            let importer = MappedImport(study: smallStudy)
            let reads: [() throws -> Void] = [
                { _ = try Importer(study: smallStudy).read(answers: nil, times: pipe) },
                { _ = try importer.guess(pipe) }, { _ = try importer.read(file, mapping: pipe) },
            ]
            for read in reads {
                let error = #expect(throws: DiagnosticError.self) { try read() }
                let text = error.map { render($0.diagnostics) } ?? ""
                #expect(text.hasPrefix("/dev/fd/63: this is not a regular file\n"))
                #expect(text.contains("save the data in a file, and give its name"))
            }
        }
    }

    @Test func missingFilesAndEmptyTablesAreNamed() async throws {
        let path = "/nowhere/a.csv"
        let missing = Importer.File(url: URL(fileURLWithPath: path), name: path)
        let error = #expect(throws: DiagnosticError.self) {
            _ = try Importer(study: smallStudy).read(answers: missing, times: nil)
        }
        #expect(error?.status == .noInput)
        #expect(error?.diagnostics.map(\.text) == ["/nowhere/a.csv: there is no such file"])
        let empty = try await refusal(answers: "Ease\n", times: nil)
        #expect(empty == ["answers.csv: has a header but no participants"])
    }
}
