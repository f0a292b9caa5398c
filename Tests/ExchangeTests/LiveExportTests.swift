import CSV
import Exchange
import Foundation
import ResultsStore
import StudyDefinition
import Testing

/// A session held here, with all that facilitators and raters add, and one that was taken back.
@Suite struct LiveExportTests {
    private func exported(
        _ format: Exporter.Format,
        _ own: [SessionEvent]? = nil
    ) async throws -> [String: String] {
        try await withFolder { folder in
            let store = try ResultsStore(
                path: folder.appending(path: "r.sqlite").path,
                access: .create
            )
            try await store.keep(Snapshot(hash: "s", files: []), bytes: [:])
            for participant in ["P1", "P2"] {
                let start = SessionStart(
                    participant: participant,
                    study: smallStudy.hash,
                    conditions: ["only"],
                    source: .live,
                    environment: SessionEnvironment()
                )
                let log = try await store.begin(start, study: smallStudy, at: stamp(0))
                for (second, event) in (own ?? events).enumerated() {
                    try log.append([event], at: stamp(Int64(second) + 1))
                }
                guard participant == "P2" else { continue }
                try log.append([.withdrawn(Decision(reason: "asked to"))], at: stamp(99))
            }
            let files = try Exporter(store: store, study: "small").files(format)
            return Dictionary(
                uniqueKeysWithValues: files.map {
                    ($0.path, String(decoding: $0.bytes, as: UTF8.self))
                }
            )
        }
    }

    private func stamp(_ second: Int64) -> Stamp {
        Stamp(monotonic: second * 1_000_000_000, wall: second * 1_000_000, boot: "b")
    }

    private var events: [SessionEvent] {
        let ease = AnswerValue(raw: "4", meaning: .number(4))
        let rated = Rated(
            rater: "Ann",
            number: 1,
            kind: .problem,
            code: "lost",
            severity: 2,
            run: 1,
            elapsed: 1_000_000_000,
            text: "saw it too",
            isBlind: true,
            about: 4,
            mark: 1
        )
        return [
            .taskPrepared(TaskPrepared(run: 1, task: "first", timeLimit: 60, snapshot: "s")),
            .taskStarted(RunReference(run: 1)),
            .marked(Marked(mark: 1, kind: .problem, run: 1, code: "lost", severity: 3)),
            .markWorded(MarkWorded(mark: 1, text: "cannot find it")),
            .taskExtended(TaskExtended(run: 1, by: 60, reason: "the network was down")),
            .taskStopped(TaskStopped(run: 1, reason: .done)),
            .taskEnded(TaskEnded(run: 1, ending: .checkPassed)),
            .answered(
                Answered(questionnaire: "after", item: "ease", task: "first", value: ease)
            ),
            .sessionFinished(Closing(complete: true)),
            .rated(rated),
        ]
    }

    @Test func theTaskOfAnAnswerThatWasAskedAfterItGoesOut() async throws {
        let answers = try #require(try await exported(.csv)["answers.csv"])
        #expect(answers.hasPrefix("participant,session,questionnaire,item,condition,task,run,raw,"))
        #expect(answers.contains("\nP1,1,after,ease,,first,,4,4,no,no,no\n"))
        let json = try #require(try await exported(.json)["export.json"])
        #expect(json.contains("\"task\": \"first\""))
    }

    /// The log of the newcomer P2 keeps the code of the drop-out P1.
    @Test func theCodeOfAnErasedDropOutIsNotExported() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            for participant in ["P1", "P2"] {
                let start = SessionStart(
                    participant: participant,
                    study: smallStudy.hash,
                    conditions: ["only"],
                    source: .live,
                    environment: SessionEnvironment(),
                    plan: PlannedSession(
                        table: "one-order",
                        seed: 1,
                        sequence: 1,
                        replaces: participant == "P2" ? "P1" : nil
                    )
                )
                _ = try await store.begin(start, study: smallStudy, at: stamp(0))
            }
            func json() throws -> String {
                let store = try ResultsStore(path: path, access: .read)
                defer { store.close() }
                let files = try Exporter(store: store, study: "small").files(.json)
                return files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            }
            #expect(try json().contains("\"replaces\": \"P1\""))
            store.close()
            _ = try ResultsStore.erase(participant: "P1", path: path, wall: 1)
            #expect(try json().contains("\"replaces\": null"))
            #expect(try !json().contains("\"P1\""))
        }
    }

    @Test func theCodebookHasTheQuestionsOfAllVersions() async throws {
        let file = try await exportedVersions("questions.csv", .csv)
        let items = file.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] }
        #expect(items == ["used", "whichever", "parts", "ease", "which"])
    }

    /// The code of the latest participant sorts first.
    @Test func theLatestVersionIsThatOfTheLatestSessions() async throws {
        let file = try await exportedVersions("dataset_description.json", .psychDS)
        #expect(file.contains("version 2, on the product"), "\(file)")
    }

    /// A file of an export of sessions with two versions of a study: P2's with version 1, and then
    /// P1's with version 2.
    private func exportedVersions(
        _ name: String,
        _ format: Exporter.Format
    ) async throws -> String {
        var later = smallStudy
        later.hash = "later"
        later.study.version = "2"
        later.study.questionnaires[0].items[1].id = "whichever"
        let sessions = [("P2", smallStudy, stamp(0)), ("P1", later, stamp(5))]
        return try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            for (participant, study, time) in sessions {
                let start = SessionStart(
                    participant: participant,
                    study: study.hash,
                    conditions: ["only"],
                    source: .live,
                    environment: SessionEnvironment()
                )
                _ = try await store.begin(start, study: study, at: time)
            }
            let files = try Exporter(store: store, study: "small").files(format)
            let file = try #require(files.first { $0.path == name })
            return String(decoding: file.bytes, as: UTF8.self)
        }
    }

    @Test(arguments: ["-1", "-2.5"])
    func negativeAnswersAreNumbers(_ raw: String) async throws {
        let value = AnswerValue(raw: raw, meaning: .number(try #require(Double(raw))))
        let answer = Answered(questionnaire: "after", item: "ease", value: value)
        let answers = try #require(try await exported(.csv, [.answered(answer)])["answers.csv"])
        #expect(answers.contains("\nP1,1,after,ease,,,,\(raw),\(raw),no,no,no\n"), "\(answers)")
    }

    @Test func jsonHasTimesOfDayAndAmendments() async throws {
        let amended = Answered(
            questionnaire: "after",
            item: "ease",
            task: "first",
            value: AnswerValue(raw: "5", meaning: .number(5)),
            amendment: "misread"
        )
        let files = try await exported(.json, events + [.answered(amended)])
        let json = try #require(files["export.json"])
        #expect(json.contains("\"amendment\": \"misread\""), "\(json)")
        #expect(json.contains("\"started_wall_us\": 0,"), "\(json)")
        #expect(json.contains("\"last_wall_us\": 9000000,"), "\(json)")
        let tables = try await exported(.csv, events + [.answered(amended)])
        let answers = try #require(tables["answers.csv"])
        #expect(answers.contains("\nP1,1,after,ease,,first,,5,5,no,no,yes\n"), "\(answers)")
    }

    @Test(arguments: Exporter.Format.allCases)
    func wordsThatWereRemovedOrTakenBackGoOutInNoFormat(
        _ format: Exporter.Format
    ) async throws {
        func answer(_ text: String, _ meaning: AnswerValue.Meaning) -> SessionEvent {
            let value = AnswerValue(raw: text, meaning: meaning)
            return .answered(Answered(questionnaire: "before", item: "which", value: value))
        }
        let mark = MarkReference(mark: 1)
        let rating = RatingReference(rater: "Ann", number: 1)
        let removed = [answer("I am ill", .text("I am ill")), answer("", .missing)]
        let takenBack: [SessionEvent] = [.markUndone(mark), .ratingUndone(rating)]
        for (path, text) in try await exported(format, events + removed + takenBack) {
            for words in ["I am ill", "cannot find it", "saw it too"] {
                #expect(!text.contains(words), "\(path): \(words)")
            }
        }
    }

    @Test(arguments: Exporter.Format.allCases)
    func earlierWordsOfAMarkGoOutInNoFormat(_ format: Exporter.Format) async throws {
        let changed = SessionEvent.markWorded(MarkWorded(mark: 1, text: "on the menu"))
        let files = try await exported(format, events + [changed])
        #expect(files.values.contains { $0.contains("on the menu") })
        #expect(!files.values.contains { $0.contains("cannot find it") })
    }

    @Test func codesRatingsAndReasonsGoOut() async throws {
        let files = try await exported(.csv)
        #expect(
            files["marks.csv"]?.contains("P1,1,1,1,problem,lost,3,,1.0,no,cannot find it\n") == true
        )
        #expect(
            files["ratings.csv"]?.contains(
                "P1,1,Ann,1,1,problem,lost,2,,1.0,1,yes,no,saw it too\n"
            ) == true
        )
        #expect(files["reasons.csv"]?.contains("P1,1,1,extend,the network was down\n") == true)
        let json = try #require(try await exported(.json)["export.json"])
        for words in ["saw it too", "the network was down"] { #expect(json.contains(words)) }
    }

    /// The first attempt fails at 1 s, the second passes at 2 s. Checked again, the first passes.
    @Test func verdictsOfChecksThatWereRunAgainGoOut() async throws {
        func check(_ attempt: Int, _ verdict: Verdict) -> SessionEvent {
            .checkFinished(CheckFinished(run: 1, attempt: attempt, verdict: verdict, snapshot: nil))
        }
        func again(_ attempt: Int, _ isApplied: Bool?) -> SessionEvent {
            .checkRepeated(
                CheckRepeated(
                    run: 1,
                    attempt: attempt,
                    verdict: .passed,
                    step: "",
                    reason: "right after all",
                    study: "h",
                    isApplied: isApplied
                )
            )
        }
        let done = SessionEvent.taskStopped(TaskStopped(run: 1, reason: .done))
        let rechecked: [SessionEvent] = [
            .taskPrepared(TaskPrepared(run: 1, task: "first", timeLimit: 60, snapshot: "s")),
            .taskStarted(RunReference(run: 1)), done, check(1, .failed),
            .taskContinued(RunReference(run: 1)), done, check(2, .passed),
            .taskEnded(TaskEnded(run: 1, ending: .checkPassed)),
            .sessionFinished(Closing(complete: true)), again(1, true), again(2, nil),
        ]
        let files = try await exported(.csv, rechecked)
        let runs = try #require(files["runs.csv"])
        #expect(runs.contains(",no,success,1.0,"), "\(runs)")
        #expect(runs.contains(",no,,success,2.0\n"), "\(runs)")
        let checks = try #require(files["checks.csv"])
        #expect(checks.contains("\nP1,1,1,1,failed,,1.0,0.0,passed,yes\n"), "\(checks)")
        #expect(checks.contains("\nP1,1,1,2,passed,,2.0,0.0,passed,no\n"), "\(checks)")
        #expect(files["codebook.md"]?.contains("| `repeated_verdict` | text |") == true)
        let json = try #require(try await exported(.json, rechecked)["export.json"])
        #expect(json.contains("\"recorded_running_ns\": 2000000000"))
        #expect(json.contains("right after all"))
        let table = try #require(try await exported(.progSnap2, rechecked)["MainTable.csv"])
        #expect(table.contains(",1,Success,right after all\n"), "\(table)")
    }

    @Test(arguments: Exporter.Format.allCases)
    func nothingOfASessionThatWasTakenBackGoesOut(_ format: Exporter.Format) async throws {
        let files = try await exported(format)
        for (path, text) in files where path != "README.md" {
            #expect(!text.contains("P2"), "\(path)")
            #expect(!text.contains("asked to"), "\(path)")
        }
    }

    @Test(arguments: [
        (Exporter.Format.csv, "Number of the session in the results file."),
        (.bundle, "Number of the session in these data, in the order of the codes."),
    ])
    func theCodebookSaysWhatTheNumberOfASessionIs(
        _ format: Exporter.Format,
        _ words: String
    ) async throws {
        let codebook = try #require(try await exported(format)["codebook.md"])
        let rows = codebook.split(separator: "\n").filter { $0.hasPrefix("| `session` |") }
        #expect(rows.count > 3)
        #expect(rows.allSatisfy { $0.contains(words) }, "\(rows)")
    }

    @Test func aDepositNamesNoRater() async throws {
        let files = try await exported(.bundle)
        let ratings = try #require(files["data/study-small_description-ratings_data.csv"])
        #expect(ratings.contains("\nS1,1,R1,1,1,problem,lost,2,"))
        #expect(!files.values.contains { $0.contains("Ann") })
    }

    /// Psych-DS: the description has `@context` of schema.org, the type Dataset, a name, a
    /// description, and in `variableMeasured` exactly the columns of the tables; tables stand in
    /// `data/`, named by pairs of lower-case keyword and alphanumeric value, with as many cells in
    /// each row as in the header and different values in a column `row_id`.
    @Test(arguments: [Exporter.Format.psychDS, .bundle])
    func psychDSKeepsItsRules(_ format: Exporter.Format) async throws {
        let files = try await exported(format)
        let text = try #require(files["dataset_description.json"])
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(parsed?["@context"] as? String == "https://schema.org/")
        #expect(parsed?["@type"] as? String == "Dataset")
        for key in ["name", "description"] {
            #expect((parsed?[key] as? String)?.isEmpty == false, "\(key)")
        }
        let variables = try #require(parsed?["variableMeasured"] as? [[String: Any]])
        let names = variables.compactMap { $0["name"] as? String }
        #expect(names.count == variables.count && Set(names).count == names.count)
        #expect(variables.allSatisfy { $0["@type"] as? String == "PropertyValue" })
        #expect(files.keys.count { $0.hasSuffix("dataset_description.json") } == 1)
        #expect(files["README.md"]?.isEmpty == false)
        #expect(files["CHANGES.md"]?.isEmpty == false)
        let tables = files.filter { $0.key.hasPrefix("data/") }
        var columns: Set<String> = []
        for (path, text) in tables {
            let rule = #/data/[a-z]+-[a-zA-Z0-9]+(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv/#
            #expect(path.wholeMatch(of: rule) != nil, "\(path)")
            let table = try CSVTable(bytes: Array(text.utf8), file: path)
            let header = table.header.map(\.text)
            #expect(!header.isEmpty && !header.contains(""), "\(path)")
            #expect(Set(header).count == header.count, "\(path)")
            #expect(table.rows.allSatisfy { $0.count == header.count }, "\(path)")
            #expect(!header.contains("row_id"), "\(path)")
            columns.formUnion(header)
        }
        #expect(tables.count == 8)
        #expect(columns == Set(names))
    }

    /// ProgSnap2: five required columns, `Order` where the order is consistent, unique event ids,
    /// columns and types of one's own behind `X-`, initiators and results out of its lists, and a
    /// state of the code for every row.
    @Test func progSnap2KeepsItsRules() async throws {
        let files = try await exported(.progSnap2)
        let metadata = try #require(files["DatasetMetadata.csv"])
        #expect(
            metadata.split(separator: "\n").map(String.init) == [
                "Property,Value", "Version,8", "IsEventOrderingConsistent,True",
                "EventOrderScope,Restricted", "EventOrderScopeColumns,SessionID",
                "CodeStateRepresentation,Directory",
            ]
        )
        let main = try CSVTable(
            bytes: Array(try #require(files["MainTable.csv"]).utf8),
            file: "MainTable.csv"
        )
        let header = main.header.map(\.text)
        let known: Set = [
            "EventID", "Order", "EventType", "SubjectID", "ToolInstances", "CodeStateID",
            "SessionID", "ProblemID", "ServerTimestamp", "ServerTimezone", "EventInitiator",
            "Score", "ExecutionResult",
        ]
        #expect(header.allSatisfy { known.contains($0) || $0.hasPrefix("X-") })
        func column(_ name: String) throws -> [String] {
            let place = try #require(header.firstIndex(of: name))
            return main.rows.map { $0[place].text }
        }
        for name in ["EventID", "EventType", "SubjectID", "ToolInstances", "CodeStateID", "Order"] {
            #expect(!(try column(name).contains("")), "\(name)")
        }
        let ids = try column("EventID")
        #expect(Set(ids).count == ids.count)
        var last: [String: Int] = [:]
        for (session, order) in zip(try column("SessionID"), try column("Order")) {
            let order = try #require(Int(order))
            #expect(order > last[session] ?? 0)
            last[session] = order
        }
        let types: Set = ["Session.Start", "Session.End", "Submit"]
        #expect(try column("EventType").allSatisfy { types.contains($0) || $0.hasPrefix("X-") })
        let initiators: Set = [
            "UserDirectAction", "UserIndirectAction", "ToolReaction", "ToolTimedEvent",
            "InstructorDirectAction", "InstructorIndirectAction", "TeamMemberDirectAction",
            "TeamMemberIndirectAction",
        ]
        #expect(Set(try column("EventInitiator")).isSubset(of: initiators))
        let results: Set = ["", "Success", "Timeout", "Error", "TestFailed"]
        #expect(Set(try column("ExecutionResult")).isSubset(of: results))
        #expect(Set(try column("ToolInstances")) == ["evalrun;tool 1"])
        for id in Set(try column("CodeStateID")) {
            #expect(files.keys.contains { $0.hasPrefix("CodeStates/\(id)/") }, "\(id)")
        }
    }
}
