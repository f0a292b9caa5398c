import Diagnostics
import Exchange
import Foundation
import ResultsStore
import Testing

@testable import StudyDefinition

/// `quote` and `share`, in every format.
@Suite struct ConsentExportTests {
    private var study: StudyFolder {
        var folder = smallStudy
        let options = ["quote", "share"].map {
            Consent.Option(id: $0, text: "May I \($0) | show\nit?", required: false)
        }
        folder.study.phases.insert(
            .consent(Consent(prose: .init(path: "", text: ""), options: options)),
            at: 0
        )
        return folder
    }

    private func exported(
        _ format: Exporter.Format,
        quote: Bool = true,
        share: Bool = true
    ) async throws -> [String: String] {
        try await withFolder { folder in
            let path = folder.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            for name in ["P1", "P2"] {
                let file = Snapshot.File(path: "file of \(name)", mode: 0o644, content: name)
                let bytes = [name: Data("written by \(name)".utf8)]
                try await store.keep(Snapshot(hash: "state-\(name)", files: [file]), bytes: bytes)
            }
            for (name, options) in [
                ("P1", ["quote": quote, "share": share]), ("P2", ["quote": true, "share": true]),
            ] {
                let start = SessionStart(
                    participant: name,
                    study: study.hash,
                    conditions: ["only"],
                    source: .live,
                    environment: SessionEnvironment()
                )
                let log = try await store.begin(start, study: study, at: stamp(0))
                for (second, event) in events(name, options).enumerated() {
                    try log.append([event], at: stamp(Int64(second) + 1))
                }
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

    private func events(_ name: String, _ options: [String: Bool]) -> [SessionEvent] {
        let words = AnswerValue(raw: "said by \(name)", meaning: .text("said by \(name)"))
        return [
            .consentGiven(ConsentGiven(text: "t", options: options)),
            .answered(Answered(questionnaire: "before", item: "which", value: words)),
            .taskPrepared(
                TaskPrepared(
                    run: 1,
                    task: "first",
                    condition: "only",
                    timeLimit: 60,
                    snapshot: "state-\(name)"
                )
            ),
            .taskStarted(RunReference(run: 1)),
            .marked(Marked(mark: 1, kind: .note, run: 1)),
            .markWorded(MarkWorded(mark: 1, text: "heard of \(name)")),
            .taskExtended(TaskExtended(run: 1, by: 60, reason: "reason of \(name)")),
            .taskStopped(TaskStopped(run: 1, reason: .done)),
            .checkFinished(
                CheckFinished(
                    run: 1,
                    attempt: 1,
                    verdict: .failed,
                    reason: "the greeting differs: it printed “printed by \(name)”",
                    snapshot: "state-\(name)"
                )
            ),
            .taskEnded(TaskEnded(run: 1, ending: .checkPassed)),
            .sessionFinished(Closing(complete: true)),
            .checkRepeated(
                CheckRepeated(
                    run: 1,
                    attempt: 1,
                    verdict: .failed,
                    step: "",
                    reason: "the greeting differs: it printed “again by \(name)”",
                    study: study.hash
                )
            ),
            .rated(
                Rated(
                    rater: "Ann",
                    number: 1,
                    kind: .note,
                    run: 1,
                    elapsed: 1,
                    text: "rated of \(name)",
                    isBlind: true
                )
            ),
        ]
    }

    @Test(arguments: Exporter.Format.allCases)
    func wordsOfWhoRefusedToBeQuotedAreInNoFormat(_ format: Exporter.Format) async throws {
        let files = try await exported(format, quote: false)
        for (path, text) in files {
            for word in [
                "said by P1", "heard of P1", "reason of P1", "rated of P1", "printed by P1",
                "again by P1", "written by P1",
            ] {
                #expect(!text.contains(word), "\(path): \(word)")
            }
            #expect(!path.contains("file of P1"))
        }
        #expect(files.values.contains { $0.contains("printed by P2") })
        let reasons = files.values.flatMap { $0.matches(of: /the greeting differs(?!: it)/) }
        #expect(reasons.count == ([.json, .progSnap2].contains(format) ? 2 : 1))
        #expect(files.values.contains { $0.contains("heard of P2") })
    }

    @Test(arguments: Exporter.Format.allCases)
    func whoRefusedToShareIsInNoFormatForOthers(_ format: Exporter.Format) async throws {
        let files = try await exported(format, share: false)
        let all = files.values.joined(separator: "\n")
        let isForOthers = ![.csv, .json].contains(format)
        #expect(all.contains("said by P1") != isForOthers)
        #expect(all.contains("said by P2"))
        if format == .bundle {
            let readme = try #require(files["README.md"])
            #expect(readme.contains("1 participant did not agree to publication"))
            #expect(readme.contains("| `report/` | tables of the report as LaTeX"))
        }
    }

    @Test func progSnap2HasNoStatesOfTheCodeOfWhoRefusedToBeQuoted() async throws {
        let files = try await exported(.progSnap2, quote: false)
        let states = Set(files.keys.filter { $0.hasPrefix("CodeStates/") })
        #expect(
            states == [
                "CodeStates/empty/.empty", "CodeStates/withheld/.empty",
                "CodeStates/state-P2/file of P2",
            ]
        )
        let rows = try #require(files["MainTable.csv"]).split(separator: "\n").dropFirst()
        #expect(rows.contains { $0.contains(",P1,") })
        #expect(rows.allSatisfy { $0.contains(",P1,") == $0.contains(",withheld,") })
    }

    @Test func tablesHaveTheConsent() async throws {
        let files = try await exported(.csv, quote: false, share: false)
        let rows = try #require(files["sessions.csv"]).split(separator: "\n")
        #expect(rows[0].hasSuffix(",order_known,withheld,consent_quote,consent_share"))
        #expect(rows[1].hasSuffix(",yes,6,no,no"))
        #expect(rows[2].hasSuffix(",yes,,yes,yes"))
        let codebook = try #require(files["codebook.md"])
        #expect(codebook.contains(#"participant agreed to “May I share \| show it?”, no if they"#))
        let json = try #require(try await exported(.json, share: false)["export.json"])
        #expect(json.contains("\"share\": false"))
    }

    @Test func aDepositWithNoRefusalsSaysNothingOfThem() async throws {
        let readme = try #require(try await exported(.bundle)["README.md"])
        #expect(!readme.contains(" 0 "))
        #expect(!readme.contains("did not agree"))
        #expect(readme.contains("Data from 2 participants in the usability experiment"))
    }

    /// An exporter of one finished session from each source. Of several, the simulated participants
    /// refuse to share.
    ///
    /// - Parameter latest: the study of the last session.
    private func exporter(
        _ sources: SessionStart.Source...,
        latest: StudyFolder = smallStudy,
        in folder: URL
    ) async throws -> Exporter {
        let path = folder.appending(path: "r.sqlite").path
        let store = try ResultsStore(path: path, access: .create)
        for (index, source) in sources.enumerated() {
            let study = index + 1 == sources.count ? latest : smallStudy
            let start = SessionStart(
                participant: "S\(index + 1)",
                study: study.hash,
                conditions: ["only"],
                source: source,
                simulatedClock: true,
                environment: SessionEnvironment()
            )
            let refusal = ConsentGiven(text: "t", options: ["share": source != .simulated])
            let log = try await store.begin(start, study: study, at: stamp(0))
            if sources.count > 1 { try log.append([.consentGiven(refusal)], at: stamp(1)) }
            try log.append([.sessionFinished(Closing(complete: true))], at: stamp(2))
        }
        return Exporter(store: store, study: "small")
    }

    @Test func aDepositSaysNothingOfSimulatedSessionsThatItLeavesOut() async throws {
        try await withFolder { folder in
            var second = study
            (second.study.version, second.hash) = ("2", "h2")
            let files = try await exporter(.live, .simulated, latest: second, in: folder)
                .files(.bundle)
            func text(_ path: String) throws -> String {
                let file = try #require(files.first { $0.path == path })
                return String(decoding: file.bytes, as: UTF8.self)
            }
            let readme = try text("README.md")
            #expect(readme.contains("Data from 1 participant in"), "\(readme)")
            #expect(readme.contains("version 1,"), "\(readme)")
            #expect(!readme.contains("did not agree"), "\(readme)")
            #expect(try text("analysis/primary.R").contains("sessions$study_version == \"1\""))
            #expect(!(try text("codebook.md").contains("consent_share")))
        }
    }

    @Test func simulatedDataAreSaidToBeSimulated() async throws {
        try await withFolder { folder in
            let exporter = try await exporter(.simulated, in: folder)
            for format in [Exporter.Format.csv, .psychDS, .bundle, .json] {
                let files = try exporter.files(format)
                for file in files
                where ["README.md", "codebook.md", "dataset_description.json", "export.json"]
                    .contains(file.path)
                {
                    let text = String(decoding: file.bytes, as: UTF8.self)
                    #expect(text.contains("simulated"), "\(format) \(file.path)")
                    #expect(text.contains("nobody took part"), "\(format) \(file.path)")
                }
            }
        }
    }

    @Test func progSnap2NamesTheKindOfEachSession() async throws {
        try await withFolder { folder in
            let files = try await exporter(.live, .script, in: folder).files(.progSnap2)
            let texts = Dictionary(
                uniqueKeysWithValues: files.map {
                    ($0.path, String(decoding: $0.bytes, as: UTF8.self))
                }
            )
            let rows = try #require(texts["MainTable.csv"]).split(separator: "\n")
            #expect(rows[0].contains(",SessionID,X-Source,X-Pilot,X-State,X-Excluded,ProblemID,"))
            #expect(rows.count { $0.contains(",1,live,no,finished,no,") } == 3, "\(rows)")
            #expect(rows.count { $0.contains(",2,script,no,finished,no,") } == 3, "\(rows)")
            #expect(texts["README.md"]?.contains("1 session is simulated or run by") == true)
        }
    }

    @Test func aDepositOfScriptedSessionsSaysWhyItIsEmpty() async throws {
        try await withFolder { folder in
            let exporter = try await exporter(.script, in: folder)
            let error = #expect(throws: DiagnosticError.self) { try exporter.files(.bundle) }
            let diagnostic = try #require(error?.diagnostics.first)
            #expect(diagnostic.problem.contains("each is a pilot, scripted or simulated"))
            #expect(
                diagnostic.fix == "export the data for yourself with --format csv or --format json"
            )
        }
    }
}
