import Diagnostics
import Foundation
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// What a lab's account may not do, whatever program it uses.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct RightsTests {
    /// Statements that return the secret, change a row or learn that a code exists elsewhere.
    private static let attempts = [
        "SELECT payload FROM evalrun.events WHERE lab = 'uppsala'",
        "SELECT participant FROM evalrun.sessions WHERE lab <> 'oslo'",
        "SELECT participant FROM evalrun.sessions WHERE participant = 'SECRET'",
        "SELECT lab FROM evalrun.ranges WHERE lab <> 'oslo'",
        "SELECT lab FROM evalrun.pushes WHERE lab <> 'oslo'",
        "SELECT hash FROM evalrun.contents WHERE lab <> 'oslo'",
        "SELECT name FROM evalrun.members WHERE name <> 'oslo'",
        "SELECT member FROM evalrun.copies WHERE member <> 'oslo'",
        "SELECT lab FROM evalrun.definitions WHERE lab <> 'oslo'",
        "SELECT lab FROM evalrun.incidents",
        "UPDATE evalrun.events SET payload = '{}' RETURNING lab",
        "UPDATE evalrun.events SET payload = '{}' WHERE lab = 'oslo' RETURNING lab",
        "DELETE FROM evalrun.events RETURNING lab",
        "DELETE FROM evalrun.sessions WHERE lab = 'oslo' RETURNING lab",
        "INSERT INTO evalrun.sessions VALUES ('s', 'uppsala', '{session}', 'P9', 'h', NULL, 1) RETURNING lab",
        """
        INSERT INTO evalrun.sessions VALUES ('s', 'uppsala', '{session}', 'P9', 'h', NULL, 1)
        ON CONFLICT DO NOTHING RETURNING lab
        """,
        """
        INSERT INTO evalrun.events VALUES ('s', 'uppsala', '{session}', '{session}', 9, 7, 'answered',
            NULL, NULL, NULL, '{}', '', '') RETURNING lab
        """,
        """
        INSERT INTO evalrun.tombstones VALUES ('s', 'uppsala', '{session}', 1, '') RETURNING lab
        """,
        "INSERT INTO evalrun.tombstones VALUES ('s', 'oslo', '{session}', 1, '') RETURNING lab",
        """
        INSERT INTO evalrun.decisions VALUES ('s', 'oslo', '{session}', 1, '\\x01', '\\x02', '\\x01', '', 'oslo')
        RETURNING lab
        """,
        """
        INSERT INTO evalrun.confirmations (study, lab, session, member, copy)
        VALUES ('s', 'oslo', '{session}', 'anna', '{session}') RETURNING lab
        """,
        "INSERT INTO evalrun.members VALUES ('*', 'oslo2', 'lab') RETURNING name",
        "DELETE FROM evalrun.pushes RETURNING lab",
        "UPDATE evalrun.pushes SET number = number + 1 RETURNING lab",
    ]

    private static let scripts = [
        "TRUNCATE evalrun.events CASCADE",
        "ALTER TABLE evalrun.events DISABLE ROW LEVEL SECURITY",
        "SET ROLE uppsala",
        "SET ROLE owner",
        "CREATE TABLE evalrun.mine (x int)",
        "DROP POLICY oslo_read ON evalrun.events",
        "CREATE FUNCTION evalrun.erase2() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "COPY evalrun.events TO PROGRAM 'cat'",
    ]

    @Test func aLabCannotReadChangeDeleteOrForgeTheRowsOfAnother() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("SECRET", in: "uppsala")
        try await hub.sync("uppsala", "uppsala")
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let state = """
            SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM (
                SELECT e::text FROM evalrun.events e UNION SELECT s::text FROM evalrun.sessions s
                UNION SELECT x::text FROM evalrun.tombstones x
                UNION SELECT p::text FROM evalrun.pushes p) AS t
            """
        let before = try await hub.rows(state)
        for attempt in Self.attempts {
            let sql = attempt.replacingOccurrences(of: "{session}", with: session.uuidString)
            let found = try? await hub.address("oslo").connected { connection in
                try await connection.query(sql).count
            }
            #expect(found == nil || found == 0, "\(attempt)")
        }
        for script in Self.scripts {
            await #expect(throws: (any Error).self, "\(script)") {
                try await hub.address("oslo").connected { try await $0.script(script) }
            }
        }
        // The owner function erases the caller's own sessions alone.
        _ = try await hub.rows(
            "SELECT evalrun.erase('s', '\(session)', 1, '')",
            as: "oslo"
        )
        try await hub.owner("DELETE FROM evalrun.tombstones WHERE lab = 'oslo'")
        #expect(try await hub.rows(state) == before)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.sessions", as: "oslo") == ["1"])
    }

    @Test func anAnalystReadsOneStudyAndChangesNothing() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.owner(
            "INSERT INTO evalrun.sessions VALUES ('other', 'oslo', gen_random_uuid(), 'P1', 'h', NULL, 1)"
        )
        #expect(try await hub.rows("SELECT study FROM evalrun.sessions", as: "anna") == ["s"])
        for script in ["UPDATE", "DELETE FROM"] {
            let sql = "\(script) evalrun.events\(script == "UPDATE" ? " SET payload = '{}'" : "")"
            await #expect(throws: (any Error).self) {
                try await hub.address("anna").connected { try await $0.script(sql) }
            }
        }
    }

    @Test func theOptionalTriggersRefuseChangesByTheOwner() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.owner(HubSchema.triggers)
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        for sql in ["UPDATE evalrun.events SET payload = '{}'", "TRUNCATE evalrun.events CASCADE"] {
            await #expect(throws: (any Error).self) { try await hub.owner(sql) }
        }
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        #expect(try await hub.sync("oslo", "oslo").erasedAtHub == 1)
    }

    @Test func anAccountThatIsNoMemberIsToldSo() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        do throws(DiagnosticError) {
            try await hub.sync("owner", "file")
            Issue.record("not refused")
        } catch {
            #expect(error.diagnostics.map(\.id) == ["no-member"])
        }
    }

    /// Nobody reads another lab's sessions unless the study says so.
    @Test func aStudyMayLetEveryLabReadTheSessionsOfAll() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for lab in ["oslo", "uppsala"] {
            try await hub.record("P1", in: lab)
            try await hub.sync(lab, lab)
        }
        try await hub.owner(
            """
            INSERT INTO evalrun.sessions
            VALUES ('other', 'oslo', gen_random_uuid(), 'P1', 'h', NULL, 1)
            """
        )
        let administration = HubAdministration(try hub.address("owner"))
        #expect(try await hub.sync("oslo", "oslo").pulled.added == [])
        #expect(try await administration.share(study: "s", isShared: true))
        #expect(try await administration.share(study: "s", isShared: true) == false)
        _ = try await administration.add(lab: "bergen")
        try await hub.setPassword("bergen")

        #expect(try await hub.sync("oslo", "oslo").pulled.added == ["P1"])
        #expect(try await hub.sync("bergen", "bergen").pulled.added == ["P1", "P1"])
        let names = ["oslo/P1", "uppsala/P1"]
        for name in ["oslo", "bergen"] {
            #expect(try hub.sessions(name).map { String($0.prefix { $0 != " " }) } == names)
        }
        let others = "SELECT study FROM evalrun.sessions WHERE study = 'other'"
        #expect(try await hub.rows(others, as: "uppsala") == [])
        let labs = try await hub.address("owner").status().labs.filter { $0.study == "s" }
        #expect(labs.map { "\($0.name) \($0.toPull)" } == ["oslo 0", "uppsala 1", "bergen 0"])
        // It reads, and still changes and forges nothing.
        for attempt in Self.attempts where !attempt.hasPrefix("SELECT") {
            let sql = attempt.replacingOccurrences(of: "{session}", with: UUID().uuidString)
            let found = try? await hub.address("oslo").connected { connection in
                try await connection.query(sql).count
            }
            #expect(found == nil || found == 0, "\(attempt)")
        }

        // An erasure reaches every file that has read the session.
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("uppsala"), wall: 1)
        try await hub.sync("uppsala", "uppsala")
        #expect(try await hub.missing() == ["bergen", "oslo"])
        for lab in ["oslo", "bergen"] { #expect(try await hub.sync(lab, lab).erased == 1) }
        #expect(try await hub.missing() == [])
        #expect(try hub.sessions("bergen").count == 1)

        #expect(try await administration.share(study: "s", isShared: false))
        #expect(try await hub.rows("SELECT lab FROM evalrun.sessions", as: "bergen") == [])
        #expect(try await hub.sync("oslo", "oslo").incidents.isEmpty)
        let own = "SELECT DISTINCT lab FROM evalrun.events"
        #expect(try await hub.rows(own, as: "oslo") == ["oslo"])
    }

    @Test(arguments: [-1, 1])
    func aHubOfAnotherSchemaIsRefusedByEveryCommandWithAWayOut(difference: Int) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.owner("UPDATE evalrun.migrations SET version = version + (\(difference))")
        let (owner, anna) = (try hub.address("owner"), try hub.address("anna"))
        let administration = HubAdministration(owner)
        let commands: [@Sendable () async throws -> Void] = [
            { _ = try await hub.sync("oslo", "file") },
            { _ = try await administration.create() },
            { _ = try await administration.add(lab: "oslo") },
            { _ = try await administration.add(analyst: "anna", study: "s") },
            { _ = try await administration.share(study: "s", isShared: true) },
            { _ = try await owner.status() },
            { _ = try await owner.erasures() },
            { try await anna.decide(session: UUID(), keep: UUID(), reason: "x") },
        ]
        for (number, command) in commands.enumerated() {
            let error = await #expect(throws: DiagnosticError.self, "\(number)") {
                try await command()
            }
            #expect(error?.diagnostics.map(\.id) == ["hub-version"])
            #expect(error?.status == .configuration)
            let way = difference < 0 ? "new hub" : "the version of evalrun that created the hub"
            #expect(error?.diagnostics.first?.fix?.contains(way) == true)
        }
    }
}
