import ContentHash
import Diagnostics
import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

/// A tombstone wins over every copy of its session, however files are merged.
@Suite struct TombstoneTests {
    private static let secret = "quittengelee"
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tomb-\(UUID())")

    private func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }

    private func open(_ name: String) throws -> ResultsStore {
        try ResultsStore(path: path(name), access: .create)
    }

    private func record(_ code: String, in name: String) async throws {
        let store = try open(name)
        defer { store.close() }
        let start = SessionStart(
            participant: code,
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment(),
            uuid: UUID()
        )
        let now = Stamp(monotonic: 1, wall: 1, boot: "b")
        let log = try await store.begin(start, study: MadeUpStudy.folder, at: now)
        let value = AnswerValue(raw: Self.secret, meaning: .text(Self.secret))
        try log.append([.answered(Answered(questionnaire: "q", item: "i", value: value))], at: now)
        let bytes = Data("\(Self.secret) \(code)".utf8)
        let snapshot = Snapshot(
            files: [.init(path: "f", mode: 0o644, content: sha256(bytes))]
        )
        try await store.keep(snapshot, bytes: [sha256(bytes): bytes])
        try log.append(
            [
                .taskPrepared(
                    TaskPrepared(
                        run: 1,
                        task: "t",
                        condition: "",
                        practice: false,
                        timeLimit: 9,
                        snapshot: snapshot.hash,
                        overlaid: []
                    )
                )
            ],
            at: now
        )
    }

    /// An erasure that a crash interrupted after its transaction, with a leftover that is nested
    /// deeper than a path can say.
    private func interrupted() async throws -> URL {
        try await record("P1", in: "a")
        try await record("P2", in: "a")
        let left = folder.appending(path: ".a.sqlite.P1.room")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        var place = Foundation.open(left.path, O_RDONLY | O_DIRECTORY)
        for _ in 0..<3_000 {
            #expect(mkdirat(place, "abcdef", 0o700) == 0)
            let next = openat(place, "abcdef", O_RDONLY | O_DIRECTORY)
            close(place)
            place = next
        }
        #expect(fchmod(place, 0o500) == 0)
        close(place)
        _ = try ResultsStore.erase(participant: "P1", path: path("a"), wall: 1)
        let queue = try DatabaseQueue(path: path("a"))
        try await queue.write {
            try $0.execute(
                sql: """
                    UPDATE erased SET finished = 0;
                    INSERT INTO leftovers (path) VALUES ('.a.sqlite.P1.room')
                    """
            )
        }
        try queue.close()
        return left
    }

    @Test func aReaderFinishesAnErasure() async throws {
        let left = try await interrupted()
        let before = try ResultsStore(path: path("a"), access: .read, finishing: false)
        #expect(try before.tombstones().map(\.isFinished) == [false])
        before.close()
        #expect(FileManager.default.fileExists(atPath: left.path))
        let store = try ResultsStore(path: path("a"), access: .read)
        defer { store.close() }
        #expect(try store.tombstones().map(\.isFinished) == [true])
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(try store.sessions(participant: "P2").count == 1)
    }

    /// The file of another process is read as it is; its erasure stays for later.
    @Test func aReaderDoesNotWaitToFinishAnErasure() async throws {
        _ = try await interrupted()
        let other = try DatabaseQueue(path: path("a"))
        try await other.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM erased") }
        let start = ContinuousClock.now
        let store = try ResultsStore(path: path("a"), access: .read)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try store.tombstones().map(\.isFinished) == [false])
        store.close()
        try other.close()
        #expect(try ResultsStore.finishErasures(path: path("a")).isEmpty)
    }

    private func merge(
        _ other: String,
        into name: String,
        renaming: [String: String] = [:]
    ) async throws -> MergeResult {
        let store = try open(name)
        let source = try ResultsStore(path: path(other), access: .read)
        let result = try await store.merge(source, renaming: renaming)
        source.close()
        store.close()
        #expect(try ResultsStore.finishErasures(path: path(name)).isEmpty)
        return result
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    private func erase(_ code: String, in name: String) throws {
        let erasure = try ResultsStore.erase(participant: code, path: path(name), wall: 7)
        #expect(erasure.unfinished.isEmpty)
    }

    private func codes(_ name: String) throws -> [String] {
        let store = try ResultsStore(path: path(name), access: .read)
        defer { store.close() }
        return try store.sessions().compactMap(\.record.start?.participant)
    }

    private func holdsSecret(_ name: String) -> Bool {
        ["", "-wal", "-shm", "-journal"].contains { suffix in
            let bytes = FileManager.default.contents(atPath: path(name) + suffix) ?? Data()
            return bytes.range(of: Data(Self.secret.utf8)) != nil
        }
    }

    @Test func anErasedSessionDoesNotComeBackAndIsErasedFromEveryCopy() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        for name in ["b", "c", "d"] { try copy("a", to: name) }
        try erase("P1", in: "a")
        #expect(!holdsSecret("a"))
        #expect(try await merge("b", into: "a") == MergeResult(refused: ["P1"]))
        #expect(try codes("a") == [])
        #expect(!holdsSecret("a"))
        #expect(holdsSecret("b"))
        #expect(try await merge("a", into: "b") == MergeResult(erased: ["P1"]))
        #expect(try codes("b") == [])
        #expect(!holdsSecret("b"))
        // Through b, which never erased it itself.
        #expect(try await merge("b", into: "c") == MergeResult(erased: ["P1"]))
        #expect(!holdsSecret("c"))
        #expect(try await merge("d", into: "c") == MergeResult(refused: ["P1"]))
        #expect(!holdsSecret("c"))
    }

    /// An earlier version took what it had written into the study's folder for a part of the study.
    @Test func whatADefinitionContainsOfAnErasedPersonIsErased() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var written = Data("SQLite format 3\0".utf8) + Data(count: 84)
        written.replaceSubrange(68..<72, with: Data("evlr".utf8))
        written += Data(Self.secret.utf8)
        let contents: [String: Data] = [
            "study.yaml": Data("the study".utf8), "Results/evalrun.sqlite": written,
            "Results/workspaces/s/P1-00c0ffee/a.sh": Data("code: \(Self.secret)".utf8),
        ]
        try await record("P1", in: "a")
        try await record("P2", in: "a")
        let store = try open("a")
        try await store.write { db in
            for (path, bytes) in contents {
                let hash = sha256(bytes)
                try db.run("INSERT INTO contents (hash, bytes) VALUES (?, ?)", [hash, bytes])
                try db.run(
                    "INSERT INTO study_files (study, path, content) VALUES ('h', ?, ?)",
                    [path, hash]
                )
            }
        }
        #expect(try store.studyFiles(hash: "h").map(\.path) == ["study.yaml"])
        store.close()
        try copy("a", to: "b")
        for code in ["P1", "P2"] { try erase(code, in: "a") }
        #expect(!holdsSecret("a"))
        #expect(try await merge("b", into: "a").refused == ["P1", "P2"])
        #expect(!holdsSecret("a"))
        let after = try ResultsStore(path: path("a"), access: .read)
        defer { after.close() }
        #expect(try after.studyFiles(hash: "h").map(\.path) == ["study.yaml"])
    }

    @Test func aPathThatLeadsOutOfAStudyDoesNotStopAnErasure() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let store = try open("a")
        try await store.write { db in
            let hash = sha256(Data())
            try db.run("INSERT INTO contents (hash, bytes) VALUES (?, ?)", [hash, Data()])
            try db.run(
                "INSERT INTO study_files (study, path, content) VALUES ('h', '../x', ?)",
                [hash]
            )
        }
        #expect(throws: DiagnosticError.self) { try store.studyFiles(hash: "h") }
        store.close()
        try erase("P1", in: "a")
        #expect(!holdsSecret("a"))
    }

    @Test func aSnapshotWithAPathThatLeadsOutOfItIsNotPlausible() {
        func snapshot(_ path: String) -> Snapshot {
            Snapshot(files: [.init(path: path, mode: 0o644, content: "c")])
        }
        #expect(snapshot("a/b").isPlausible && !snapshot("../b").isPlausible)
    }

    /// Earlier versions stored messages about the sessions that a synchronization left out.
    @Test func messagesOfASynchronizationAreErased() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for code in ["P1", "P2"] { try await record(code, in: "a") }
        let store = try open("a")
        let (hub, session) = (UUID(), UUID())
        try await store.keep(
            postponed: [.init(lab: "oslo", session: session, reason: "of marzipantorte")],
            hub: hub,
            study: "s"
        )
        store.close()
        try erase("P1", in: "a")
        let bytes = try Data(contentsOf: URL(filePath: path("a")))
        #expect(bytes.range(of: Data("marzipantorte".utf8)) == nil)
        let after = try ResultsStore(path: path("a"), access: .read)
        defer { after.close() }
        let left = try after.postponed(hub: hub, study: "s")
        #expect(left == [.init(lab: "oslo", session: session, reason: "")])
    }

    /// Another process changes or erases data after the report has read them.
    @Test func aReportIsStaleIfItsDataChangedWhileItWasMade() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for code in ["P1", "P2"] { try await record(code, in: "a") }
        let store = try open("a")
        let first = try store.reportState()
        try await store.announceReport(at: "/r", madeFrom: first)
        #expect(try await store.noteReport(at: "/r", madeFrom: first) == nil)
        let now = Stamp(monotonic: 2, wall: 2, boot: "b")
        let value = AnswerValue(raw: "x", meaning: .text("x"))
        func again(isApplied: Bool) -> SessionEvent {
            .checkRepeated(
                CheckRepeated(
                    run: 1,
                    attempt: 1,
                    verdict: .passed,
                    step: "",
                    reason: "",
                    study: "h",
                    isApplied: isApplied
                )
            )
        }
        for event in [
            SessionEvent.excluded(Decision(reason: "ill")),
            .answered(Answered(questionnaire: "q", item: "i", value: value, amendment: "slipped")),
            again(isApplied: true),
        ] {
            let before = try store.reportState()
            try store.reopen(session: 2).append([event], at: now)
            let stale = try await store.noteReport(at: "/r", madeFrom: before)
            #expect(stale == StaleReport.changed)
            let after = try store.reportState()
            #expect(try await store.noteReport(at: "/r", madeFrom: after) == nil)
        }
        // An answer of a session that is running makes no report stale, nor does a repeated check
        // whose verdict is not applied.
        let before = try store.reportState()
        let answer = SessionEvent.answered(Answered(questionnaire: "q", item: "j", value: value))
        try store.reopen(session: 1).append([answer, again(isApplied: false)], at: now)
        #expect(try await store.noteReport(at: "/r", madeFrom: before) == nil)
        store.close()
        try erase("P1", in: "a")
        let later = try open("a")
        defer { later.close() }
        try await later.announceReport(at: "/late", madeFrom: before)
        #expect(try later.unfinishedErasure().reports == ["/late"])
        let erased = try await later.noteReport(at: "/late", madeFrom: before)
        #expect(erased == StaleReport.erased)
    }

    /// The file has sessions and a report of each of two studies.
    @Test func aChangeInOneStudyMarksNoReportOnAnother() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let store = try open("a")
        defer { store.close() }
        var other = MadeUpStudy.folder
        (other.study.id, other.hash) = ("t", "h2")
        let start = SessionStart(
            participant: "P2",
            study: "h2",
            conditions: [],
            source: .live,
            environment: SessionEnvironment(),
            uuid: UUID()
        )
        let now = Stamp(monotonic: 2, wall: 2, boot: "b")
        let log = try await store.begin(start, study: other, at: now)
        let state = try store.reportState()
        var reports: [String: String] = [:]
        for study in ["s", "t"] {
            let report = folder.appending(path: study)
            try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
            try Data(#"{"study": {"id": "\#(study)"}}"#.utf8)
                .write(to: report.appending(path: "report.json"))
            try await store.announceReport(at: report.path, madeFrom: state)
            _ = try await store.noteReport(at: report.path, madeFrom: state)
            reports[study] = report.path
        }
        try log.append([.excluded(Decision(reason: "ill"))], at: now)
        let studies = Set(try store.studies())
        #expect(studies == ["s", "t"])
        let found = try await store.markReports(on: studies, because: "x", isAgain: false)
        #expect(found.marked == [reports["t"]])
        #expect(found.unmarked.isEmpty)
        let again = try await store.markReports(on: studies, because: "x", isAgain: false)
        #expect(again.marked.isEmpty && again.again.isEmpty)
        let all = try await store.markReports(on: studies, because: "x")
        #expect(all.marked.isEmpty && all.again == [reports["t"]])
    }

    @Test func aTombstoneTravelsThroughAFileThatNeverHadTheSession() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try copy("a", to: "c")
        try await record("P2", in: "b")
        try erase("P1", in: "a")
        #expect(try await merge("a", into: "b") == MergeResult())
        #expect(try await merge("c", into: "b") == MergeResult(refused: ["P1"]))
        #expect(try await merge("b", into: "c") == MergeResult(added: ["P2"], erased: ["P1"]))
        #expect(try codes("c") == ["P2"])
    }

    @Test func anotherSessionWithTheSameCodeIsKeptAndNamed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try await record("P1", in: "b")
        try erase("P1", in: "a")
        #expect(try await merge("a", into: "b") == MergeResult(sharingErasedCode: ["P1"]))
        #expect(try await merge("a", into: "b") == MergeResult())
        #expect(try codes("b") == ["P1"])
        let store = try ResultsStore(path: path("b"), access: .read)
        #expect(try !store.isErased("P1"))
    }

    /// `session` and `import` refuse such a code too.
    @Test func anErasedParticipantGetsNoSessionFromAnotherFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        for code in ["P1", "P2"] { try await record(code, in: "b") }
        try erase("P1", in: "a")
        let merged = try await merge("b", into: "a")
        #expect(merged.added == ["P2"])
        #expect(merged.leftOut.map(\.reason.id) == ["code-erased"])
        let advice = try #require(merged.leftOut.first?.reason.fix)
        #expect(advice.contains("erase \"P1\" from \(path("b")) too"))
        #expect(advice.contains("otherwise, add --rename P1=P1-b"))
        #expect(try codes("a") == ["P2"])
        #expect(try await merge("b", into: "a", renaming: ["P1": "P1-b"]).added == ["P1-b"])
        #expect(try await merge("b", into: "a") == MergeResult(known: ["P1-b", "P2"]))
    }

    /// In the file of another lab, the code alone would be that of another person.
    @Test func anErasedParticipantIsNamedWithTheLab() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, lab) in [("a", "oslo"), ("b", "uppsala")] {
            try await record("P1", in: name)
            let store = try open(name)
            try store.setLab(lab)
            store.close()
        }
        #expect(try await merge("b", into: "a").added == ["P1"])
        try erase("uppsala/P1", in: "a")
        try await record("P1", in: "b")
        let merged = try await merge("b", into: "a")
        #expect(merged.added.isEmpty && merged.refused == ["P1"])
        let problem = merged.leftOut.first?.reason.problem
        #expect(problem?.contains("because \"uppsala/P1\" was erased from") == true)
    }

    @Test func aCopyUnderAnotherCodeIsErasedToo() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try await record("P2", in: "b")
        #expect(try await merge("a", into: "b", renaming: ["P1": "P9"]).added == ["P9"])
        // Merged again without the renaming, it is still the same session.
        #expect(try await merge("a", into: "b").known == ["P9"])
        try erase("P1", in: "a")
        #expect(try await merge("a", into: "b") == MergeResult(erased: ["P9"]))
        #expect(try codes("b") == ["P2"])
        #expect(try await merge("b", into: "a") == MergeResult(added: ["P2"]))
    }

    @Test func aTombstoneWithoutIdentityIsAsked() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try copy("a", to: "b")
        try erase("P1", in: "a")
        let store = try open("a")
        try await store.write { try $0.execute(sql: "UPDATE erased SET uuid = NULL") }
        store.close()
        for (other, name) in [("b", "a"), ("a", "b"), ("a", "b")] {
            let merged = try await merge(other, into: name)
            #expect(merged.added.isEmpty && merged.erased.isEmpty)
            let text = render(merged.leftOut.map(\.reason))
            #expect(text.contains("erased by an older evalrun"), "\(name)")
        }
        #expect(try await merge("b", into: "a", renaming: ["P1": "P9"]).added == ["P9"])
        #expect(try await merge("b", into: "a", renaming: ["P1": "P9"]).known == ["P9"])
    }

    @Test func theCodeOfAnErasedSessionIsNotGivenToSomebodyElse() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for code in ["P5", "P6"] { try await record(code, in: "b") }
        #expect(try await merge("b", into: "a", renaming: ["P5": "P2"]).added == ["P2", "P6"])
        try erase("P2", in: "a")
        // Not even to a further session of the same person.
        try await record("P5", in: "b")
        let again = try await merge("b", into: "a", renaming: ["P5": "P2"])
        #expect(again.added.isEmpty && again.known == ["P6"] && again.refused == ["P2"])
        #expect(again.leftOut.first?.reason.fix?.contains("use --rename P5=P2-b instead") == true)
        try await record("P7", in: "c")
        let other = try await merge("c", into: "a", renaming: ["P7": "P2"])
        #expect(other.added.isEmpty)
        #expect(other.leftOut.first?.reason.fix?.contains("use --rename P7=P2-b instead") == true)
    }

    /// A check keeps its snapshot before the event that names it.
    @Test func aMergedErasureLeavesTheSnapshotOfASessionThatRuns() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for code in ["P1", "P2"] { try await record(code, in: "a") }
        try FileManager.default.copyItem(atPath: path("a"), toPath: path("b"))
        _ = try ResultsStore.erase(participant: "P1", path: path("b"), wall: 1)
        let running = try open("a")
        let snapshot = Snapshot(
            files: [.init(path: "f", mode: 0o644, content: sha256(Data([1])))]
        )
        try await running.keep(snapshot, bytes: [sha256(Data([1])): Data([1])])
        let other = try ResultsStore(path: path("b"), access: .read)
        #expect(try await running.merge(other).erased == ["P1"])
        other.close()
        let sql = "SELECT hash FROM snapshots ORDER BY hash"
        let kept = try running.read { try String.fetchAll($0, sql: sql) }
        #expect(kept.contains(snapshot.hash))
        running.close()
        #expect(try ResultsStore.finishErasures(path: path("a")).isEmpty)
        let store = try open("a")
        defer { store.close() }
        let content = sha256(Data("\(Self.secret) P2".utf8))
        let left = Snapshot(files: [.init(path: "f", mode: 0o644, content: content)])
        #expect(try store.read { try String.fetchAll($0, sql: sql) } == [left.hash])
    }

    /// A results file of another lab may list any path.
    @Test(
        arguments: [
            ("keep/me", nil), ("../keep", nil), ("workspaces/../../keep/me/too", nil),
            ("/tmp/keep", nil), ("/tmp/keep", "/tmp/keep.lock"), (".profile", nil),
            ("/tmp/checks/s-0123456789ab", "/tmp/keep.lock"), ("", nil),
            ("/home/anna/keep.control", nil), ("workspaces/s/../\u{301}keep", nil),
            ("workspaces/s/P2-00c0ffe1", nil), ("workspaces/s/P2", nil), (".a.sqlite.P2.room", nil),
            ("workspaces/t/P1-00c0ffee", nil), ("workspaces/s/P1/x", nil),
            ("/c/checks/t-0123456789ab", "/c/checks/t-0123456789ab.lock"),
        ] as [(String, String?)]
    )
    func aLeftoverOfNoErasedSessionIsNotRemoved(_ path: String, _ lock: String?) throws {
        let tombstone = try tombstone(of: "P1")
        #expect(!Leftover(path: path, lock: lock).isOwn(of: tombstone))
    }

    /// A tombstone of a session of the study `s`, whose UUID begins with `00c0ffee`.
    private func tombstone(of participant: String) throws -> Tombstone {
        let uuid = try #require(UUID(uuidString: "00C0FFEE-0000-4000-8000-000000000000"))
        var tombstone = Tombstone(uuid: uuid, lab: "", study: "s", wall: 0, digests: Data())
        tombstone.participant = participant
        return tombstone
    }

    /// A code may begin with a vowel sign, which forms one character with a slash or a full stop.
    @Test(
        arguments: [
            ("workspaces/s/\u{93E}1", nil), ("workspaces/s/P9-00c0ffee", nil),
            (".a.sqlite.\u{93E}1.room", nil),
            ("workspaces/s/.before/P1-00c0ffee", nil), (".a.sqlite.P1.lock", nil),
            ("/data/.a.sqlite.P1.control", nil), ("/tmp/evalrun-1000/1a2b.control", nil),
            ("/x/../checks/s-0123456789ab", "/x/../checks/s-0123456789ab.lock"),
            ("/c/checks/s-0123456789ab.scratch", "/c/checks/s-0123456789ab.lock"),
        ] as [(String, String?)]
    )
    func aLeftoverOfAnErasedSessionIsRemoved(_ path: String, _ lock: String?) throws {
        let code = path.contains("P1") ? "P1" : "\u{93E}1"
        let tombstone = try tombstone(of: code)
        #expect(Leftover(path: path, lock: lock).isOwn(of: tombstone))
    }

    /// A folder of another lab may contain a link to any file.
    @Test func theNoteOfAStaleReportReplacesALink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (other, report) = (folder.appending(path: "keep"), folder.appending(path: "report"))
        try FileManager.default.createDirectory(at: report, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: other)
        try Data().write(to: report.appending(path: "report.json"))
        try FileManager.default.createSymbolicLink(
            at: report.appending(path: "STALE.md"),
            withDestinationURL: other
        )
        #expect(StaleReport.mark(report))
        #expect(try Data(contentsOf: other) == Data("x".utf8))
        #expect(try Data(contentsOf: report.appending(path: "STALE.md")).count > 1)
    }

    @Test(arguments: ["../x", "/x", "a/../\u{301}x", "a//x", ""])
    func aScratchFolderRefusesAPathThatLeadsOutOfIt(_ path: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let scratch = try ScratchFolder(in: folder)
        defer { scratch.remove() }
        #expect(throws: SystemFault.self) { try scratch.add(Data(), at: path) }
    }

    @Test func aPathOfAnotherFolderStaysAndIsForgotten() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let other = folder.appending(path: "keep")
        try Data("x".utf8).write(to: other)
        let queue = try DatabaseQueue(path: path("a"))
        try await queue.write {
            try $0.execute(sql: "INSERT INTO leftovers (path) VALUES (?)", arguments: [other.path])
        }
        try queue.close()
        let store = try ResultsStore(path: path("a"), access: .read)
        defer { store.close() }
        #expect(FileManager.default.fileExists(atPath: other.path))
        #expect(try store.unfinishedErasure().isEmpty)
    }

    /// XDG_CACHE_HOME, for example, may contain "..".
    @Test(.timeLimit(.minutes(1))) func aLeftoverWithDotsUnderAMissingFolderIsGone() {
        let left = Leftover(path: "/missing-\(UUID())/../checks")
        #expect(left.remove(from: folder, patience: .zero))
    }

    @Test func whatWasErasedIsOnlyFinishedWhenTheFileIsRewritten() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let left = folder.appending(path: ".a.sqlite.P1.room")
        try Data(Self.secret.utf8).write(to: left)
        // The transaction alone, as after a crash.
        let store = try open("a")
        try await store.write { db in
            _ = try ResultsStore.bury(
                [1],
                wall: 1,
                leftovers: { _ in [Leftover(path: ".a.sqlite.P1.room")] },
                in: db
            )
        }
        store.close()
        let reader = try ResultsStore(path: path("a"), access: .read, finishing: false)
        #expect(try reader.sessions().isEmpty)
        #expect(try reader.tombstones().map(\.isFinished) == [false])
        reader.close()
        try open("a").close()
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(!holdsSecret("a"))
        let after = try ResultsStore(path: path("a"), access: .read)
        #expect(try after.tombstones().map(\.isFinished) == [true])
    }

    @Test func aHotRollbackJournalDoesNotKeepAnybodyOut() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try copy("a", to: "b")
        // A transaction with a rollback journal, copied in the middle: as after a crash.
        let queue = try DatabaseQueue(path: path("b"))
        try queue.inDatabase { db in
            try db.execute(
                sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE"
            )
            try db.execute(sql: "CREATE TABLE big (x); INSERT INTO big VALUES (zeroblob(100000))")
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(
                    atPath: path("b") + suffix,
                    toPath: path("c") + suffix
                )
            }
            try db.execute(sql: "ROLLBACK")
        }
        try copy("c", to: "e")
        try FileManager.default.copyItem(
            atPath: path("c") + "-journal",
            toPath: path("e") + "-journal"
        )
        #expect(try codes("c") == ["P1"])
        let store = try open("e")
        #expect(try store.sessions().count == 1)
        let tables = try store.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(!tables.contains("big"))
    }
}
