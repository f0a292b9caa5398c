import Diagnostics
import Foundation
import GRDB
import ResultsStore
import TestTraits
import Testing

@testable import Hub

@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct ErasureTests {
    @Test func anErasureReachesWhoeverHoldsACopyAndIsConfirmed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try hub.copy("oslo", to: "late")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        let head = try await hub.rows(
            """
            SELECT encode(hash, 'hex') FROM evalrun.events JOIN evalrun.sessions
            USING (study, lab, session) WHERE participant = 'P1' AND number = 4
            """
        )
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        #expect(try await hub.sync("oslo", "oslo").erasedAtHub == 1)
        #expect(try await hub.rows("SELECT participant FROM evalrun.sessions") == ["P2"])
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["4"])
        // The chain still verifies.
        let digests = try await hub.rows("SELECT encode(digests, 'hex') FROM evalrun.tombstones")
        let bytes = try #require(digests.first).utf8.map { $0 }
        let data = Data(
            stride(from: 0, to: bytes.count, by: 2).compactMap {
                UInt8(String(decoding: bytes[$0...$0 + 1], as: UTF8.self), radix: 16)
            }
        )
        let hash = stride(from: 0, to: data.count, by: 32).reduce(HashChain.start) {
            HashChain.link(data[$1..<$1 + 32], after: $0)
        }
        #expect([hash.map { String(format: "%02x", $0) }.joined()] == head)

        var erasures = try await hub.address("owner").erasures()
        #expect(erasures.map { $0.missing.map(\.member) } == [["anna"]])
        #expect(try await hub.sync("anna", "all").erased == 1)
        erasures = try await hub.address("owner").erasures()
        #expect(erasures.map { $0.missing.map(\.member) } == [[]])
        #expect(erasures.map(\.confirmed) == [["anna", "oslo"]])
        #expect(try hub.sessions("all").count == 1)
        let file = try Data(contentsOf: URL(filePath: hub.path("all")))
        #expect(file.firstRange(of: Data("oslo".utf8)) != nil)

        // A copy that was away brings nothing back.
        #expect(try await hub.sync("oslo", "late").erased == 1)
        #expect(try await hub.rows("SELECT participant FROM evalrun.sessions") == ["P2"])
        #expect(try await hub.sync("anna", "all").pulled.added.isEmpty)
    }

    /// Its tombstone goes to the hub, so that a copy of the file is refused.
    @Test func aSessionThatTheHubNeverHadIsNotErasedThere() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for code in ["P1", "P2"] { try await hub.record(code, in: "oslo") }
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        let synced = try await hub.sync("oslo", "oslo")
        #expect(synced.erasedAtHub == 0)
        #expect(synced.pushedSessions == 1)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.tombstones") == ["1"])
    }

    /// The row of P2 is unchanged.
    @Test func aCorrectedImportIsNotErased() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.importAnswers(["P1": "wrong", "P2": "same"], into: "first")
        try await hub.sync("oslo", "first")
        for code in ["P1", "P2"] {
            _ = try ResultsStore.erase(participant: code, path: hub.path("first"), wall: 1)
        }
        #expect(try await hub.sync("oslo", "first").erasedAtHub == 2)
        try await hub.importAnswers(["P1": "right", "P2": "same"], into: "second")
        let synced = try await hub.sync("oslo", "second")
        #expect(synced.erased == 0)
        #expect(synced.pushedSessions == 2)
        #expect(try await hub.sync("oslo", "first").pulled.added == ["P1", "P2"])
        #expect(try await hub.sync("anna", "all").pulled.added == ["P1", "P2"])
    }

    /// A tombstone of an older evalrun has no session identity.
    @Test func aSessionThatAnOlderErasureMayMeanIsLeftOutOfAPull() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let store = try ResultsStore(path: hub.path("old"), access: .create)
        try store.setLab("oslo")
        store.close()
        let file = try DatabaseQueue(path: hub.path("old"))
        try await file.write {
            try $0.execute(
                sql: """
                    INSERT INTO erased (participant, study, erased_wall_us, finished, lab)
                    VALUES ('P1', 's', 1, 1, 'oslo')
                    """
            )
        }
        try file.close()
        let result = try await hub.sync("oslo", "old")
        #expect(result.pulled.added.isEmpty)
        #expect(result.incidents.map(\.id) == ["unknown-erasure"])
        #expect(
            result.incidents.first?.fix
                == "the session was left out; if this is the erased session, the lab must run "
                + "evalrun erase P1, then evalrun sync, with the results file that still contains "
                + "the session; otherwise, the lab must begin a new file with evalrun lab LAB "
                + "--results NEW-FILE, and run evalrun sync with that file"
        )
        #expect(try await hub.sync("oslo", "new").pulled.added == ["P1"])
    }

    /// Only the lab that recorded a session erases it at the hub.
    @Test func anErasureInAnAnalystsFileIsNamedWhileTheHubHasTheSession() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("all"), wall: 1)
        for _ in 0..<2 {
            let incidents = try await hub.sync("anna", "all").incidents
            #expect(incidents.map(\.id) == ["erased-here-alone"])
            #expect(incidents.first?.problem.contains("\(session)".lowercased()) == true)
            #expect(incidents.first?.fix?.contains("evalrun erase P1, then evalrun sync") == true)
        }
        #expect(try hub.sessions("all").count == 1)
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.sync("anna", "all").incidents.isEmpty)
    }

    /// A backup that is written over the file is, by its place on the disk, the copy that has
    /// confirmed.
    @Test func aFileRestoredInPlaceIsErasedAgain() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let backup = try Data(contentsOf: URL(filePath: hub.path("oslo")))
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        #expect(try await hub.sync("oslo", "oslo").erasedAtHub == 1)
        try hub.restore("oslo", inPlace: backup)
        #expect(try hub.sessions("oslo").count == 2)
        #expect(try await hub.sync("oslo", "oslo").erased == 1)
        #expect(try hub.sessions("oslo").count == 1)
    }

    @Test func aPushOfAnErasedSessionIsRefusedByTheHub() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        try await hub.sync("oslo", "oslo")
        do {
            _ = try await hub.rows(
                """
                INSERT INTO evalrun.sessions (study, lab, session, participant, definition, place)
                VALUES ('s', 'oslo', '\(session)', 'P1', 'h', 1) RETURNING participant
                """,
                as: "oslo"
            )
            Issue.record("not refused")
        } catch {}
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.sessions") == ["0"])
    }
}
