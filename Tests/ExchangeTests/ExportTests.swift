import CSV
import Exchange
import Foundation
import ResultsStore
import Testing

@testable import StudyDefinition

/// What other programs are given, with whatever participants and facilitators typed.
@Suite struct ExportTests {
    static let hostile = [
        "=HYPERLINK(\"http://x\")", "+1+1", "-cmd", "@SUM(A1)", "a\0b", "\u{202E}gpj.exe",
        "line\nbreak, \"quoted\"; and more", "<script>alert(1)</script>",
        String(repeating: "long ", count: 200_000),
    ]

    private func exported(
        _ format: Exporter.Format,
        of study: StudyFolder = smallStudy
    ) async throws -> [String: String] {
        try await withFolder { folder in
            let store = try ResultsStore(
                path: folder.appending(path: "r.sqlite").path,
                access: .create
            )
            let sessions = ExportTests.hostile.enumerated().map { index, text -> [SessionEvent] in
                [
                    .sessionStarted(
                        SessionStart(
                            participant: "P\(index)",
                            study: smallStudy.hash,
                            conditions: ["only"],
                            source: .import,
                            environment: SessionEnvironment(editor: "vim")
                        )
                    ),
                    .answered(
                        Answered(
                            questionnaire: "before",
                            item: "which",
                            value: AnswerValue(raw: text, meaning: .text(text))
                        )
                    ),
                    .timeImported(
                        TimeImported(
                            run: 1,
                            task: "first",
                            condition: "only",
                            duration: 90_500_000_000,
                            outcome: .success,
                            raw: "1:30"
                        )
                    ),
                    .timeImported(
                        TimeImported(
                            run: 2,
                            task: "second",
                            condition: "only",
                            duration: 0,
                            outcome: .timedOut,
                            raw: ""
                        )
                    ),
                    .marked(Marked(mark: 1, kind: .note, run: 1)),
                    .markWorded(MarkWorded(mark: 1, text: text)),
                    .sessionFinished(Closing(complete: true)),
                ]
            }
            try await store.importSessions(sessions, study: study)
            let files = try Exporter(store: store, study: "small").files(format)
            return Dictionary(
                uniqueKeysWithValues: files.map {
                    ($0.path, String(decoding: $0.bytes, as: UTF8.self))
                }
            )
        }
    }

    @Test(arguments: Exporter.Format.allCases)
    func theLabOfASessionIsNotInABundle(_ format: Exporter.Format) async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            try store.setLab("uppsala")
            let start = SessionStart(
                participant: "P1",
                study: smallStudy.hash,
                conditions: ["only"],
                source: .import,
                environment: SessionEnvironment()
            )
            try await store.importSessions(
                [[.sessionStarted(start), .sessionFinished(Closing(complete: true))]],
                study: smallStudy
            )
            let files = try Exporter(store: store, study: "small").files(format)
            let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            let isStated = [.csv, .psychDS, .json].contains(format)
            #expect(text.contains("uppsala") == isStated, "\(text)")
            #expect(text.contains(",withheld,lab\n") == (isStated && format != .json))
        }
    }

    @Test func noCellOfATableIsAFormulaAndEveryTableIsReadAgain() async throws {
        for (path, text) in try await exported(.csv) where path.hasSuffix(".csv") {
            let table = try CSVTable(bytes: Array(text.utf8), file: path)
            for cell in table.rows.joined() {
                #expect(!cell.text.contains("\0"), "\(path)")
                #expect(!cell.text.unicodeScalars.contains("\u{202E}"), "\(path)")
                #expect(cell.text.utf16.count <= 32_767, "\(path)")
                guard let first = cell.text.first, "=+-@".contains(first) else { continue }
                #expect(Double(cell.text) != nil, "\(path): \(cell.text.prefix(20))")
            }
        }
    }

    @Test func tablesSayWhatWasRecorded() async throws {
        let files = try await exported(.csv)
        let runs = try #require(files["runs.csv"])
        #expect(runs.contains("\nP0,1,1,first,only,1,no,success,90.5,0.0,0.0,0.0,0.0,no,,,\n"))
        let answers = try #require(files["answers.csv"])
        #expect(answers.contains("P7,8,before,which,,,,<script>alert(1)</script>,,no,no,no\n"))
        #expect(answers.contains("(cut off; the JSON export has the whole text)"))
        let codebook = try #require(files["codebook.md"])
        #expect(codebook.contains("| `outcome` | text | How the attempt ended."))
        #expect(codebook.contains("\n## What a report counts\n\n- Sessions: `pilot` is no"))
    }

    @Test func theCodebookHasTheQuestionsAfterEachTask() async throws {
        var study = smallStudy
        study.study.phases[1] = .eachCondition([.tasks(["first", "second"])])
        study.study.afterTask = "after"
        let questions = try #require(try await exported(.csv, of: study)["questions.csv"])
        #expect(questions.contains("\nafter,After,ease,Ease,scale,1 to 5,no,yes\n"), "\(questions)")
    }

    @Test func theCodebookHasTheLimitsAndTheUnitOfANumber() async throws {
        var study = smallStudy
        let item = study.study.questionnaires[1].items[0]
        let kinds: [(Questionnaire.Kind, String)] = [
            (
                .number(min: 0, max: 100, unit: "0 = low; 100 = high"),
                #""from 0 to 100 (0 = low; 100 = high)""#
            ),
            (.number(min: 0.5, max: nil, unit: "years"), "from 0.5 (years)"),
            (.number(min: nil, max: nil, unit: "years"), "years"),
            (.number(min: 0, max: 80, unit: nil), "from 0 to 80"),
        ]
        study.study.questionnaires[1].items = kinds.enumerated().map { place, kind in
            var item = item
            (item.id, item.kind) = ("n\(place)", kind.0)
            return item
        }
        let questions = try #require(try await exported(.csv, of: study)["questions.csv"])
        for (place, kind) in kinds.enumerated() {
            #expect(
                questions.contains("\nafter,After,n\(place),Parts,number,\(kind.1),"),
                "\(questions)"
            )
        }
    }

    @Test(arguments: [Exporter.Format.psychDS, .progSnap2, .bundle])
    func theTitleOfAReadmeIsText(_ format: Exporter.Format) async throws {
        var study = smallStudy
        study.study.title = "Optional<T> and *p"
        let readme = try #require(try await exported(format, of: study)["README.md"])
        #expect(readme.hasPrefix("# Optional&lt;T> and \\*p"))
    }

    @Test func jsonHoldsEveryTextWholeAndExact() async throws {
        let text = try #require(try await exported(.json)["export.json"])
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sessions = try #require(parsed?["sessions"] as? [[String: Any]])
        let words = sessions.compactMap { session in
            (session["marks"] as? [[String: Any]])?.first?["words"] as? String
        }
        #expect(words == ExportTests.hostile)
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        let runs = try #require(sessions.first?["runs"] as? [[String: Any]])
        #expect(runs.map { $0["running_ns"] as? Int } == [90_500_000_000, nil])
    }

    @Test func jsonHasThePeriodTheEditorAndTheRulesOfQuestions() async throws {
        let text = try #require(try await exported(.json)["export.json"])
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let session = try #require((parsed?["sessions"] as? [[String: Any]])?.first)
        let environment = session["environment"] as? [String: Any]
        #expect(environment?["editor"] as? String == "vim")
        let runs = try #require(session["runs"] as? [[String: Any]])
        #expect(runs.map { $0["period"] as? Int } == [1, 1])
        let study = parsed?["study"] as? [String: Any]
        let questions = try #require(study?["questions"] as? [[String: Any]])
        #expect(questions.map { $0["required"] as? Bool } == [true, false, false, false])
        #expect(questions.map { $0["per_condition"] as? Bool } == [false, false, true, true])
    }

    /// Psych-DS: each column of each table stands in `variableMeasured`, and names of tables are
    /// pairs of letters and digits that end in `_data.csv`.
    @Test func psychDSDeclaresEveryColumn() async throws {
        let files = try await exported(.psychDS)
        let text = try #require(files["dataset_description.json"])
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        for key in ["name", "description", "variableMeasured"] { #expect(parsed?[key] != nil) }
        let variables = try #require(parsed?["variableMeasured"] as? [[String: Any]])
        let names = Set(variables.compactMap { $0["name"] as? String })
        let tables = files.filter { $0.key.hasSuffix(".csv") }
        #expect(tables.count == 8)
        for (path, text) in tables {
            #expect(
                path.wholeMatch(of: #/data/([a-z]+-[a-zA-Z0-9]+_)+data\.csv/#) != nil,
                "\(path)"
            )
            let header = try CSVTable(bytes: Array(text.utf8), file: path).header.map(\.text)
            #expect(Set(header).isSubset(of: names), "\(path)")
        }
    }

    @Test func progSnap2HasItsRequiredColumnsAndAStateForEveryRow() async throws {
        let files = try await exported(.progSnap2)
        let main = try CSVTable(
            bytes: Array(try #require(files["MainTable.csv"]).utf8),
            file: "MainTable.csv"
        )
        let header = main.header.map(\.text)
        for name in ["EventID", "EventType", "SubjectID", "ToolInstances", "CodeStateID"] {
            #expect(header.contains(name))
        }
        let state = try #require(header.firstIndex(of: "CodeStateID"))
        let states = Set(main.rows.map { $0[state].text })
        for id in states { #expect(files.keys.contains { $0.hasPrefix("CodeStates/\(id)/") }) }
        let metadata = try #require(files["DatasetMetadata.csv"])
        #expect(metadata.hasPrefix("Property,Value\nVersion,8\n"))
    }

    @Test func aDepositHasNewCodesAndNoMachines() async throws {
        let files = try await exported(.bundle)
        let runs = try #require(
            files["data/study-small_description-runs_data.csv"]
        )
        #expect(!runs.contains("P0"))
        #expect(runs.contains("\nS1,1,1,first,only,1,no,success,90.5"))
        #expect(!(files.values.contains { $0.contains("vim") }))
        #expect(files["README.md"]?.contains("do not publish them with these data") == true)
        #expect(
            try #require(files["analysis/primary.R"]).contains("tasks <- c(\"first\", \"second\")")
        )
    }

    /// Two files with the same 30 people give different orders. Who has a deposit and guesses the
    /// old codes cannot compute the new ones.
    @Test func newCodesFollowFromASecretOfTheFile() async throws {
        func answers() async throws -> [String?] {
            try await withFolder { folder in
                let path = folder.appending(path: "r.sqlite").path
                let store = try ResultsStore(path: path, access: .create)
                let sessions = (1...30).map { index -> [SessionEvent] in
                    let start = SessionStart(
                        participant: "P\(index)",
                        study: smallStudy.hash,
                        conditions: ["only"],
                        source: .import,
                        environment: SessionEnvironment()
                    )
                    let value = AnswerValue(raw: "\(index)", meaning: .text("\(index)"))
                    return [
                        .sessionStarted(start),
                        .answered(Answered(questionnaire: "before", item: "which", value: value)),
                        .sessionFinished(Closing(complete: true)),
                    ]
                }
                try await store.importSessions(sessions, study: smallStudy)
                let exporter = Exporter(store: store, study: "small")
                return try (0..<2).map { _ -> String? in
                    let files = try exporter.files(.bundle)
                    return files.first { $0.path.hasSuffix("-answers_data.csv") }
                        .map { String(decoding: $0.bytes, as: UTF8.self) }
                }
            }
        }
        let (first, second) = (try await answers(), try await answers())
        #expect(first[0]?.contains("\nS01,1,before,which,") == true)
        #expect(first[0] == first[1])
        #expect(first[0] != second[0])
    }

    /// R reads a script in the encoding of the locale; that of `C` is ASCII.
    @Test func theScriptInRIsASCII() async throws {
        var study = smallStudy
        study.study.conditions.append(.init(id: "größe", title: "Größe"))
        let script = try #require(try await exported(.bundle, of: study)["analysis/primary.R"])
        #expect(script.utf8.allSatisfy { $0 < 0x80 })
        #expect(script.contains(#""gr\U{f6}\U{df}e""#))
    }

    @Test(.enabled(if: ScriptInR.isThere, "Rscript is not installed"))
    func theScriptInRComparesNoConditionThatNobodyMet() async throws {
        var study = smallStudy.study
        study.conditions = [.init(id: "never", title: "Never"), .init(id: "only", title: "Only")]
        let said = try await ScriptInR.run(study, metBy: [["only"], ["only"]])
        #expect(said.contains("only first: n = 2, 90.5 s"))
        #expect(!said.contains("never"))
        study.conditions.append(.init(id: "other", title: "Other"))
        let both = try await ScriptInR.run(study, metBy: [["only"], ["other"]])
        #expect(both.contains("only and other, all tasks together"))
        #expect(both.contains("Mann-Whitney test: p = 1 (exact)"))
    }
}
