import Diagnostics
import Foundation
import GRDB
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// Two copies of a results file that both went on.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct IncidentTests {
    @Test(arguments: [true, false])
    func bothBranchesAreKeptUntilAnAnalystDecides(isRecognised: Bool) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "copy")
        if !isRecognised { try await hide("copy", in: hub) }
        try hub.goOn("oslo", "one")
        try hub.goOn("copy", "other")
        try hub.goOn("copy", "other again", number: 101)
        try await hub.sync("oslo", "oslo")
        let second = try await hub.sync("oslo", "copy")
        // Seen when it pushes, or when it pulls what the other copy has pushed.
        #expect(second.incidents.contains { $0.id == "two-branches" })
        #expect(second.pushedEvents == 2)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["11"])

        let status = try await hub.address("owner").status()
        #expect(status.labs.map(\.incidents) == [1])
        let branches = try #require(status.branches.first)
        #expect(branches.session == session)
        #expect(branches.number == 5)
        #expect(branches.choices.map(\.kind) == ["answered", "answered"])
        #expect(Set(branches.choices.map(\.origin)).count == 2)

        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.incidents.map(\.id) == ["two-branches"])
        #expect(pulled.pulled.added == ["P2"])

        try await hub.address("anna").decide(
            session: session,
            keep: try #require(try await hub.lastOrigin("copy")),
            reason: "the laptop was restored"
        )
        let decided = try await hub.sync("anna", "all")
        #expect(decided.incidents.isEmpty)
        #expect(try hub.sessions("all") == hub.sessions("copy"))
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["11"])

        // The file with the other branch loses it, goes on from the chosen one, and nothing is lost.
        #expect(try await hub.sync("oslo", "oslo").incidents.isEmpty)
        #expect(try hub.sessions("oslo") == hub.sessions("copy"))
        try hub.goOn("oslo", "after the decision", number: 102)
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 1)
        for (account, name) in [("oslo", "copy"), ("anna", "all"), ("anna", "fresh")] {
            #expect(try await hub.sync(account, name).incidents.isEmpty)
            #expect(try hub.sessions(name) == hub.sessions("oslo"))
        }
    }

    /// The hub has the number that it goes on with from another copy.
    @Test(arguments: [1, 3])
    func aLaptopRestoredInPlaceThatGoesOnIsAnIncident(events: Int) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let backup = try Data(contentsOf: URL(filePath: hub.path("oslo")))
        try hub.copy("oslo", to: "other")
        try hub.goOn("other", "from the other")
        try await hub.sync("oslo", "other")
        try await hub.sync("oslo", "oslo")
        try hub.goOn("oslo", "from the first", number: 101)
        try await hub.sync("oslo", "oslo")
        try hub.restore("oslo", inPlace: backup)
        for number in 0..<events { try hub.goOn("oslo", "again", number: 200 + number) }
        let restored = try await hub.sync("oslo", "oslo")
        #expect(restored.pushedEvents == events)
        #expect(restored.incidents.contains { $0.problem.contains("5") })
        let fifth = "SELECT count(DISTINCT hash) FROM evalrun.events WHERE number = 5"
        #expect(try await hub.rows(fifth) == ["2"])
    }

    @Test func aSessionThatWasLeftOutIsReadAgainEachTime() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("oslo", "one")
        try hub.goOn("copy", "other")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("oslo", "copy")
        for _ in 1...2 {
            #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["two-branches"])
        }
        // Without one of the branches nothing keeps it out.
        try await hub.owner(
            "DELETE FROM evalrun.events WHERE number = 5 AND payload LIKE '%other%'"
        )
        let last = try await hub.sync("anna", "all")
        #expect(last.incidents.isEmpty)
        #expect(last.pulled.added == ["P1"])
    }

    /// Makes the copy believe that it is the original, as a restored image of a whole disk does.
    private func hide(_ name: String, in hub: TestHub) async throws {
        let file = try DatabaseQueue(path: hub.path(name))
        let before = try await file.read {
            try String.fetchOne($0, sql: "SELECT uuid FROM file_copy")
        }
        try file.close()
        try ResultsStore(path: hub.path(name), access: .create).close()
        let again = try DatabaseQueue(path: hub.path(name))
        try await again.write {
            try $0.execute(sql: "UPDATE file_copy SET uuid = ?", arguments: [before])
        }
        try again.close()
    }

    @Test func aChangedEventAtTheHubIsNotTaken() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for code in ["P1", "P2"] { try await hub.record(code, in: "oslo") }
        try await hub.sync("oslo", "oslo")
        try await hub.owner(
            """
            UPDATE evalrun.events SET payload = replace(payload, 'gelee 1', 'mus 1')
            WHERE session IN (SELECT session FROM evalrun.sessions WHERE participant = 'P1')
            """
        )
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.map(\.id) == ["broken-chain"])
        let problem = result.incidents.first?.problem ?? ""
        #expect(problem.contains(" is broken at event 3: "), "\(problem)")
        #expect(result.pulled.added == ["P2"])
    }

    /// Each is left out; the other session is pulled.
    @Test(arguments: [
        ("UPDATE evalrun.events SET monotonic_ns = 1 WHERE number = 2 AND", "broken-chain"),
        ("UPDATE evalrun.events SET wall_us = NULL WHERE number = 2 AND", "broken-chain"),
        (
            """
            INSERT INTO evalrun.snapshots
            SELECT study, lab, session, 'h', '{' FROM evalrun.sessions WHERE
            """, "broken-contents"
        ),
        ("UPDATE evalrun.sessions SET definition = 'missing' WHERE", "broken-definition"),
        // A file that no row has: its name is right, and the results file would refuse it.
        (
            """
            INSERT INTO evalrun.snapshots SELECT study, lab, session,
                encode(sha256(convert_to(E'a 644 b\\n', 'UTF8')), 'hex'),
                '{"files":[{"path":"a","mode":420,"content":"b"}],"omissions":[]}'
            FROM evalrun.sessions WHERE
            """, "malformed-session"
        ),
    ])
    func aMalformedRowLeavesOutItsSessionAlone(_ change: String, _ incident: String) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.owner("\(change) session = '\(session)'")
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.map(\.id) == [incident])
        #expect(result.pulled.added == ["P2"])
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == [incident])
    }

    /// With a right hash: a lab that pushes with a program of its own can do that.
    @Test func anEventThatIsNoneLeavesOutItsSessionAlone() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo", answers: 0)
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let content = #"E'1\n9\nsessionStarted\n\n\n\n{'"#
        let digest = "sha256('\\x00' || convert_to(\(content), 'UTF8'))"
        try await hub.owner(
            """
            UPDATE evalrun.events SET payload = '{', salt = '\\x00', version = 9, boot = NULL,
                monotonic_ns = NULL, wall_us = NULL,
                hash = sha256(decode(repeat('00', 32), 'hex') || \(digest))
            WHERE session = '\(session)' AND number = 1
            """
        )
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.map(\.id) == ["malformed-event"])
        #expect(result.pulled.added == ["P2"])
    }

    /// A results file in the study's folder was part of a definition, until an erasure removed it.
    @Test func aDefinitionFromWhichOutputsWereRemovedIsPulled() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo", file: "evalrun.sqlite")
        let own = try DatabaseQueue(path: hub.path("oslo"))
        try await own.write { try $0.execute(sql: "DELETE FROM study_files") }
        try own.close()
        try await hub.sync("oslo", "oslo")
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.isEmpty)
        #expect(result.pulled.added == ["P1"])
        let file = try DatabaseQueue(path: hub.path("all"))
        let paths = "SELECT path FROM study_files"
        #expect(try await file.read { try String.fetchAll($0, sql: paths) } == [])
    }

    /// A lab that comes first by name has changed it.
    @Test func aDefinitionIsThatWhichItsHashNames() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "uppsala")
        try await hub.sync("uppsala", "uppsala")
        try await hub.owner(
            """
            INSERT INTO evalrun.definitions SELECT study, 'oslo', hash, version, 'changed', definition
            FROM evalrun.definitions;
            INSERT INTO evalrun.definition_files
            SELECT study, lab, hash, 'more', encode(sha256('x'), 'hex'), 'x'
            FROM evalrun.definitions WHERE lab = 'oslo'
            """
        )
        #expect(try await hub.sync("anna", "all").incidents.isEmpty)
        let file = try DatabaseQueue(path: hub.path("all"))
        let titles = "SELECT title FROM studies"
        #expect(try await file.read { try String.fetchAll($0, sql: titles) } == ["S"])
    }
}
