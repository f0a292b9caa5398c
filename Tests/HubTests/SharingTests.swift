import Diagnostics
import Foundation
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// What one lab can do to the sessions of another one, in a study that labs share: read them.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct SharingTests {
    /// A hub at which oslo and uppsala have read each other's session of P1.
    private func shared() async throws -> (hub: TestHub, oslo: UUID, uppsala: UUID) {
        let hub = try await TestHub()
        _ = try await HubAdministration(try hub.address("owner")).share(study: "s", isShared: true)
        let oslo = try await hub.record("P1", in: "oslo")
        let uppsala = try await hub.record("P1", in: "uppsala", answers: 2)
        for lab in ["oslo", "uppsala", "oslo"] { try await hub.sync(lab, lab) }
        return (hub, oslo, uppsala)
    }

    @Test func anErasureIsOfTheSessionsOfOneLab() async throws {
        let (hub, oslo, _) = try await shared()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let before = try hub.sessions("oslo")
        _ = try await hub.rows("SELECT evalrun.erase('s', '\(oslo)', 1, '')", as: "uppsala")
        for (account, name) in [("oslo", "oslo"), ("anna", "all"), ("oslo", "oslo")] {
            #expect(try await hub.sync(account, name).erased == 0)
            #expect(try hub.sessions(name) == before)
        }
        // Its own lab can erase it.
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 2)
        #expect(try await hub.sync("oslo", "oslo").erasedAtHub == 1)
        for (account, name) in [("uppsala", "uppsala"), ("anna", "all")] {
            #expect(try await hub.sync(account, name).erased == 1)
            #expect(try hub.sessions(name).map { $0.prefix(5) } == ["P1 3 "])
        }
    }

    /// A foreign tombstone is in the file, and is not that of the session beside it.
    @Test func aMergeOfFilesDoesNotEraseForAnotherLab() async throws {
        let (hub, oslo, _) = try await shared()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let before = try hub.sessions("oslo")
        _ = try await hub.rows("SELECT evalrun.erase('s', '\(oslo)', 1, '')", as: "uppsala")
        try await hub.sync("oslo", "oslo")
        for name in ["combined", "combined"] {
            let store = try ResultsStore(path: hub.path(name), access: .create)
            _ = try await store.merge(try ResultsStore(path: hub.path("oslo"), access: .read))
            store.close()
        }
        #expect(try hub.sessions("combined") == before)
    }

    /// The same events of two labs, as after a results file was copied.
    @Test func aCopyOfASessionInAnotherLabIsNamedEachTime() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try hub.copy("oslo", to: "uppsala")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try await hub.sync("uppsala", "uppsala")
        for _ in 1...2 {
            let incidents = try await hub.sync("anna", "all").incidents
            #expect(incidents.map(\.id) == ["session-of-two-labs"])
        }
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        try await hub.sync("oslo", "oslo")
        let last = try await hub.sync("anna", "all")
        #expect(last.erased == 1)
        #expect(last.pulled.added == ["P1"])
        #expect(last.incidents.isEmpty)
    }

    /// The chain of another lab's session can be continued by whoever reads it.
    @Test func aLabCannotGoOnWithASessionOfAnotherOne() async throws {
        let (hub, oslo, _) = try await shared()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let before = try hub.sessions("oslo")
        let copied = "study, 'uppsala', session"
        let content = #"E'5\n99\nnewer\n\n\n\n{}'"#
        try await hub.address("uppsala").connected { connection in
            try await connection.script(
                """
                INSERT INTO evalrun.sessions SELECT \(copied), participant, definition, lock_hash, 1
                    FROM evalrun.sessions WHERE session = '\(oslo)';
                INSERT INTO evalrun.events SELECT \(copied), origin, number, version, kind,
                    monotonic_ns, wall_us, boot, payload, salt, hash
                    FROM evalrun.events WHERE session = '\(oslo)';
                INSERT INTO evalrun.events SELECT \(copied), origin, 5, 99, 'newer',
                    NULL, NULL, NULL, '{}', '\\x00',
                    sha256(hash || sha256('\\x00' || convert_to(\(content), 'UTF8')))
                    FROM evalrun.events
                    WHERE session = '\(oslo)' AND lab = 'uppsala' AND number = 4;
                INSERT INTO evalrun.pushes VALUES
                    ('s', 'uppsala', '\(oslo)', 1, '\(oslo)');
                INSERT INTO evalrun.ranges SELECT \(copied), '\(oslo)', 1, session, origin, 1, 5
                    FROM (SELECT DISTINCT study, session, origin FROM evalrun.events
                        WHERE session = '\(oslo)' AND lab = 'uppsala') AS o
                """.replacingOccurrences(
                    of: "SELECT study, 'uppsala', session, '\(oslo)', 1, session",
                    with: "SELECT study, 'uppsala', '\(oslo)', 1, session"
                )
            )
        }
        for _ in 1...2 {
            let incidents = try await hub.sync("oslo", "oslo").incidents
            #expect(incidents.map(\.id) == ["session-of-two-labs"])
        }
        #expect(try hub.sessions("oslo") == before)
        // Nobody can say who has recorded it: a new file gets neither, whatever the labs' names are.
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.incidents.map(\.id) == ["session-of-two-labs", "session-of-two-labs"])
        #expect(pulled.pulled.added == ["P1"])
    }

    @Test func aLabKeepsItsOwnLockAndCodes() async throws {
        let (hub, _, _) = try await shared()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.owner("INSERT INTO evalrun.locks VALUES ('s', 'bergen', 'x', 9, '-', 0)")
        try await hub.owner("INSERT INTO evalrun.locks VALUES ('s', 'uppsala', 'x', 9, '{}', 1)")
        #expect(try await hub.sync("anna", "all").pulled.locks == ["s"])
        #expect(try await hub.sync("oslo", "oslo").pulled.locks == [])
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("uppsala"), wall: 1)
        try await hub.sync("uppsala", "uppsala")
        _ = try await hub.sync("oslo", "oslo")
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        let file = try ResultsStore(path: hub.path("oslo"), access: .read)
        defer { file.close() }
        #expect(try file.isErased("P1"))
        let other = try ResultsStore(path: hub.path("uppsala"), access: .read)
        defer { other.close() }
        #expect(try other.isErased("P1"))
    }

    @Test func anErasureElsewhereDoesNotTakeACodeHere() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        _ = try await HubAdministration(try hub.address("owner")).share(study: "s", isShared: true)
        try await hub.record("P1", in: "uppsala")
        try await hub.record("P2", in: "oslo")
        for lab in ["uppsala", "oslo"] { try await hub.sync(lab, lab) }
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("uppsala"), wall: 1)
        for lab in ["uppsala", "oslo"] { try await hub.sync(lab, lab) }
        let file = try ResultsStore(path: hub.path("oslo"), access: .read)
        defer { file.close() }
        #expect(try file.sessions().map(\.lab) == ["oslo"])
        #expect(try file.isErased("P1") == false)
        #expect(try file.isErased("uppsala/P1"))
    }

    @Test func erasuresReachALabThatReadBefore() async throws {
        let (hub, _, _) = try await shared()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(try hub.address("owner"))
        #expect(try await administration.share(study: "s", isShared: false))
        #expect(
            try await hub.rows("SELECT DISTINCT lab FROM evalrun.events", as: "oslo") == ["oslo"]
        )
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("uppsala"), wall: 1)
        #expect(try await hub.sync("uppsala", "uppsala").erasedAtHub == 1)
        #expect(try await hub.missing() == ["oslo"])
        #expect(try await hub.sync("oslo", "oslo").erased == 1)
        #expect(try await hub.missing() == [])
    }
}
