import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// Tombstones of a hub, while a session of one of the persons runs.
@Suite struct PulledErasureTests {
    @Test func anErasureOfSomebodyWhoseSessionRunsWaitsAndTheOthersDoNot() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pulled-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let results = folder.appending(path: "r.sqlite").path
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        try store.setLab("oslo")
        var sessions: [String: UUID] = [:]
        for code in ["P1", "P2"] {
            let uuid = UUID()
            sessions[code] = uuid
            let start = SessionStart(
                participant: code,
                study: study.hash,
                conditions: [],
                source: .live,
                environment: SessionEnvironment(),
                uuid: uuid
            )
            _ = try await store.begin(start, study: study, at: .unknown)
        }
        let running = try ParticipantLock.take("P1", results: results)
        let merging = Merging(results: results, cache: folder.appending(path: "cache"))
        let input = MergeInput(
            file: "hub",
            logs: [],
            tombstones: sessions.values.map {
                Tombstone(uuid: $0, lab: "oslo", study: study.study.id, wall: 1, digests: Data())
            },
            declined: [:],
            contents: { _ in MergeContents() }
        )
        let first = try await merging.take(pulled: input, into: store)
        #expect(first.erased == ["P2"])
        #expect(first.erasedLater == [sessions["P1"]])
        running.release()
        let second = try await merging.take(pulled: input, into: store)
        #expect(second.erased == ["P1"])
        #expect(second.erasedLater.isEmpty)
    }

    /// Creates a results file of the lab oslo with a session of P1.
    private func oslo(
        _ results: String,
        uuid: UUID? = nil
    ) async throws -> (store: ResultsStore, study: StudyFolder) {
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        let store = try ResultsStore(path: results, access: .create)
        try store.setLab("oslo")
        let start = SessionStart(
            participant: "P1",
            study: study.hash,
            conditions: [],
            source: .live,
            environment: SessionEnvironment(),
            uuid: uuid
        )
        _ = try await store.begin(start, study: study, at: .unknown)
        return (store, study)
    }

    /// In the file of the lab oslo, `P1` and `oslo/P1` are the same participant.
    @Test func aLabBeforeTheCodeDoesNotGetRoundTheLockOfARunningSession() async throws {
        let folder = try TemporaryFolder()
        let results = folder.path("r.sqlite")
        let (store, _) = try await oslo(results)
        defer { store.close() }
        let running = try ParticipantLock.take("P1", results: results)
        let amendments = SessionAmendments(results: results, participant: "oslo/P1")
        await #expect(throws: DiagnosticError.self) {
            try await amendments.withdraw(reason: "moved away")
        }
        running.release()
        #expect(try await amendments.withdraw(reason: "moved away") == 1)
    }

    /// The file's lab may have a planned participant with the code who has not begun.
    @Test func aCodeWithoutALabChangesNobodyOfAnotherLab() async throws {
        let folder = try TemporaryFolder()
        let (file, results) = (folder.path("oslo.sqlite"), folder.path("uppsala.sqlite"))
        let (source, _) = try await oslo(file)
        source.close()
        let store = try ResultsStore(path: results, access: .create)
        try store.setLab("uppsala")
        store.close()
        let merging = Merging(results: results, cache: folder.url.appendingPathComponent("cache"))
        _ = try await merging.merge(file, renaming: [:])
        let bare = SessionAmendments(results: results, participant: "P1")
        await #expect(throws: DiagnosticError.self) {
            try await bare.withdraw(reason: "moved away")
        }
        #expect(throws: DiagnosticError.self) { try bare.requireSomethingToErase(reports: []) }
        let named = SessionAmendments(results: results, participant: "oslo/P1")
        #expect(try await named.withdraw(reason: "moved away") == 1)
    }

    /// The name of a lock file contains a participant's code. An analyst's file belongs to no lab.
    @Test func noLockFileOfAnErasedParticipantRemainsBesideAFileWithoutALab() async throws {
        let folder = try TemporaryFolder()
        let (file, results) = (folder.path("oslo.sqlite"), folder.path("all.sqlite"))
        let uuid = UUID()
        let (source, study) = try await oslo(file, uuid: uuid)
        source.close()
        let merging = Merging(results: results, cache: folder.url.appendingPathComponent("cache"))
        _ = try await merging.merge(file, renaming: [:])
        let input = MergeInput(
            file: "hub",
            logs: [],
            tombstones: [
                Tombstone(uuid: uuid, lab: "oslo", study: study.study.id, wall: 1, digests: Data())
            ],
            declined: [:],
            contents: { _ in MergeContents() }
        )
        let store = try ResultsStore(path: results, access: .create)
        #expect(try await merging.take(pulled: input, into: store).erased == ["P1"])
        store.close()
        let lock = ParticipantLock.url("P1", results: results)
        #expect(!FileManager.default.fileExists(atPath: lock.path))
        // A process that is killed before it removes the lock file leaves it behind.
        try Data().write(to: lock)
        #expect(try ResultsStore.finishErasures(path: results).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: lock.path))
    }

    /// The folder, named as in earlier versions, is of the participant without a lab. Sessions of
    /// different periods of the plan can have the same code in two files.
    @Test func anErasureInAFileWithoutALabKeepsTheFilesOfAnotherParticipantWithTheCode()
        async throws
    {
        let folder = try TemporaryFolder()
        let paths = [folder.path("all.sqlite"), folder.path("oslo.sqlite")]
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        let uuids = [UUID(), UUID()]
        for (index, path) in paths.enumerated() {
            let store = try ResultsStore(path: path, access: .create)
            defer { store.close() }
            if index == 1 { try store.setLab("oslo") }
            let start = SessionStart(
                participant: "P1",
                study: study.hash,
                conditions: [],
                source: .live,
                environment: SessionEnvironment(),
                plan: PlannedSession(table: "williams", seed: 1, sequence: 1, period: index + 1),
                uuid: uuids[index]
            )
            _ = try await store.begin(start, study: study, at: .unknown)
        }
        let cache = folder.url.appendingPathComponent("cache")
        let merging = Merging(results: paths[0], cache: cache)
        #expect(try await merging.merge(paths[1], renaming: [:]).result.added == ["P1"])
        let own = folder.url.appendingPathComponent("workspaces/\(study.study.id)/P1")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        for (index, lab) in [(1, "oslo"), (0, "")] {
            let tombstone = Tombstone(
                uuid: uuids[index],
                lab: lab,
                study: study.study.id,
                wall: 1,
                digests: Data()
            )
            let input = MergeInput(
                file: "hub",
                logs: [],
                tombstones: [tombstone],
                declined: [:],
                contents: { _ in MergeContents() }
            )
            let store = try ResultsStore(path: paths[0], access: .create)
            #expect(try await merging.take(pulled: input, into: store).erased == ["P1"])
            store.close()
            #expect(try ResultsStore.finishErasures(path: paths[0]).isEmpty)
            #expect(FileManager.default.fileExists(atPath: own.path) == (index == 1))
        }
    }

    @Test(arguments: ["words", "words.v2"])
    func theCheckFoldersOfAStudyAreLeftovers(_ study: String) throws {
        let cache = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID())")
        defer { try? FileManager.default.removeItem(at: cache) }
        let own = cache.appending(path: "checks/\(study)-0123456789ab")
        let other = cache.appending(path: "checks/\(study)-two-0123456789ab")
        for folder in [own, own.appendingPathExtension("scratch"), other] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data().write(to: own.appendingPathExtension("lock"))
        let tombstone = Tombstone(uuid: UUID(), lab: "", study: study, wall: 0, digests: Data())
        let paths = Leftovers(results: "r.sqlite", cache: cache).of(tombstone).map(\.path)
        #expect(paths == ["", ".scratch"].map { own.path + $0 })
    }

    /// A merge can rename the participant; the workspace keeps its name.
    @Test(arguments: ["P9", ""])
    func theWorkspacesOfASessionAreLeftoversWhateverItsCode(_ code: String) throws {
        let folder = try TemporaryFolder()
        let uuid = UUID()
        func name(_ session: UUID) -> String {
            "P1-\(session.uuidString.prefix(8).lowercased())"
        }
        let own = ["", ".before/"].map { "workspaces/words/\($0)\(name(uuid))" }
        let other = "workspaces/words/\(name(UUID()))"
        for path in own + [other] {
            try FileManager.default.createDirectory(
                atPath: folder.path(path),
                withIntermediateDirectories: true
            )
        }
        var tombstone = Tombstone(uuid: uuid, lab: "", study: "words", wall: 0, digests: Data())
        tombstone.participant = code
        let cache = folder.url.appendingPathComponent("cache")
        let leftovers = Leftovers(results: folder.path("r.sqlite"), cache: cache)
        let paths = leftovers.of(tombstone).map(\.path)
        #expect(paths.filter { $0.hasPrefix("workspaces") && $0.contains("P1") } == own)
        #expect(!paths.contains { $0.hasSuffix("/") })
    }

    @Test func theFilesOfTheKeysOfPagesAreLeftovers() {
        var tombstone = Tombstone(uuid: UUID(), lab: "", study: "words", wall: 0, digests: Data())
        tombstone.participant = "P1"
        let cache = FileManager.default.temporaryDirectory
        let paths = Leftovers(results: "r.sqlite", cache: cache).of(tombstone).map(\.path)
        #expect(paths.contains(".r.sqlite.P1.room") && paths.contains(".r.sqlite.P1.room.new"))
    }
}
