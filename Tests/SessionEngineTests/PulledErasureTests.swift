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
}
