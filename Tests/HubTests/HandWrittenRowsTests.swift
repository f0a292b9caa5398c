import Diagnostics
import Foundation
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// What a lab can write with psql, and what no evalrun writes. It must not keep the others from working.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct HandWrittenRowsTests {
    @Test(arguments: [
        "INSERT INTO evalrun.pushes VALUES ('s', 'oslo', '{uuid}', 9223372036854775807, '{uuid}')",
        "INSERT INTO evalrun.pushes VALUES ('s', 'oslo', '{uuid}', 0, '{uuid}')",
        """
        INSERT INTO evalrun.ranges (study, lab, copy, push, session, origin, first, last)
        SELECT 's', 'oslo', '{uuid}', 1, session, '{uuid}', 1, 9223372036854775807
        FROM evalrun.sessions LIMIT 1
        """,
        "SELECT evalrun.contact('s', '{uuid}', 'x', 9, 9223372036854775807, 0)",
        "SELECT evalrun.contact('s', '{uuid}', 'x', 9, 0, 9223372036854775807)",
    ])
    func aNumberOutOfRangeIsRefused(statement: String) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let sql = statement.replacingOccurrences(of: "{uuid}", with: "\(UUID())")
        await #expect(throws: DiagnosticError.self) {
            try await hub.address("oslo").connected { try await $0.script(sql) }
        }
        #expect(try await hub.sync("anna", "all").pulled.added == ["P1"])
        #expect(try await hub.address("owner").status().labs.map(\.sessions) == [1])
    }

    /// Its hashes are right, and a report could not read the file.
    @Test func aSessionWithAnImpossibleDurationIsLeftOutAlone() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        let store = try ResultsStore(path: hub.path("oslo"), access: .create)
        let snapshot = Snapshot(files: [], omissions: [])
        try await store.keep(snapshot, bytes: [:])
        let log = try store.reopen(session: 1)
        for (event, time) in [
            (
                SessionEvent.taskPrepared(
                    TaskPrepared(run: 1, task: "t", timeLimit: 9, snapshot: snapshot.hash)
                ), Int64.min
            ),
            (.taskStarted(RunReference(run: 1)), .min),
            (.taskStopped(TaskStopped(run: 1, reason: .gaveUp)), .max),
        ] {
            _ = try log.append([event], at: Stamp(monotonic: time, wall: 5, boot: "b"))
        }
        store.close()
        try await hub.sync("oslo", "oslo")
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.incidents.map(\.id) == ["malformed-session"])
        #expect(pulled.pulled.added == ["P2"])
        #expect(try hub.sessions("all").count == 1)
    }

    @Test func aCodeThatIsNoneIsLeftOutAlone() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for code in ["P1", "P2"] { try await hub.record(code, in: "oslo") }
        try await hub.sync("oslo", "oslo")
        try await hub.owner(
            "UPDATE evalrun.sessions SET participant = '../P1' WHERE participant = 'P1'"
        )
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.incidents.map(\.id) == ["malformed-session"])
        #expect(pulled.pulled.added == ["P2"])
    }

    /// It is named at each synchronisation, and taken when its rows are right again.
    @Test func aSessionOfWhichNoEventCanBeReadIsNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let these = "WHERE session = '\(session)'"
        try await hub.owner(
            """
            CREATE TABLE kept AS SELECT * FROM evalrun.events \(these);
            UPDATE evalrun.events SET boot = NULL \(these)
            """
        )
        #expect(try await hub.sync("anna", "all").pulled.added == ["P2"])
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["broken-chain"])
        try await hub.owner(
            "UPDATE evalrun.events e SET boot = k.boot FROM kept k "
                + "WHERE k.session = e.session AND k.number = e.number"
        )
        #expect(try await hub.sync("anna", "all").pulled.added == ["P1"])
    }

    @Test func aLockOfALabWithoutSessionsDoesNotCountAndTwoLocksAreNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let store = try ResultsStore(path: hub.path("oslo"), access: .create)
        try await store.keep(
            StoredLock(study: "s", hash: "good", target: 20, terms: ["tasks": "t"], wall: 100)
        )
        store.close()
        try await hub.sync("oslo", "oslo")
        try await hub.address("uppsala").connected { connection in
            try await connection.script(
                "INSERT INTO evalrun.locks VALUES ('s', 'uppsala', 'other', 1, '{\"tasks\":\"x\"}', 0)"
            )
        }
        #expect(try await hub.sync("anna", "all").incidents.isEmpty)
        let file = try ResultsStore(path: hub.path("all"), access: .read)
        defer { file.close() }
        #expect(try file.lock(study: "s")?.hash == "good")
        try await hub.record("P1", in: "uppsala")
        try await hub.sync("uppsala", "uppsala")
        let incidents = try await hub.sync("anna", "all").incidents
        #expect(incidents.map(\.id) == ["two-locks"])
        #expect(incidents.first?.problem.contains("oslo and uppsala") == true)
    }
}
