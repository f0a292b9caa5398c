import Diagnostics
import Foundation
import GRDB
import ResultsStore
import Synchronization
import TestTraits
import Testing

@testable import Hub

/// Decisions of an analyst between branches, and what they leave alone.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct DecisionTests {
    /// A hub with a session of which the files "oslo" and "copy" both went on.
    private func parted() async throws -> (hub: TestHub, session: UUID) {
        let hub = try await TestHub()
        let session = try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("oslo", "one")
        try hub.goOn("copy", "other")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("oslo", "copy")
        return (hub, session)
    }

    /// Keeps the branch that a file has.
    private func keep(_ name: String, of session: UUID, _ hub: TestHub) async throws {
        try await hub.address("anna").decide(
            session: session,
            keep: try #require(try await hub.lastOrigin(name)),
            reason: "the laptop was restored"
        )
    }

    @Test func aDecisionHasAReason() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let origin = try #require(try await hub.lastOrigin("copy"))
        let error = await #expect(throws: DiagnosticError.self) {
            try await hub.address("anna").decide(session: session, keep: origin, reason: " ")
        }
        #expect(error?.diagnostics.map(\.id) == ["no-reason"])
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.decisions") == ["0"])
    }

    @Test func aBranchThatWasDecidedOnAndPartsAgainIsANewIncident() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await keep("copy", of: session, hub)
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "second")
        try hub.goOn("oslo", "again one", number: 101)
        try hub.goOn("second", "again other", number: 101)
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.sync("anna", "all").incidents.isEmpty)
        let second = try await hub.sync("oslo", "second")
        #expect(second.incidents.map(\.id).contains("two-branches"))
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["two-branches"])
        let branches = try await hub.address("owner").status().branches
        #expect(branches.map(\.number) == [5, 6])
        #expect(branches.map { $0.decision != nil } == [true, false])
        #expect(branches.map { $0.choices.count(where: \.isRejected) } == [1, 0])

        #expect(try await hub.address("owner").status().labs.map(\.incidents) == [1])
        try await keep("second", of: session, hub)
        #expect(try await hub.address("owner").status().labs.map(\.incidents) == [0])
        for (account, name) in [("oslo", "oslo"), ("anna", "all"), ("anna", "fresh")] {
            #expect(try await hub.sync(account, name).incidents.isEmpty)
            #expect(try hub.sessions(name) == hub.sessions("second"))
        }
        // Nothing is open, so nothing can be decided.
        do throws(DiagnosticError) {
            let address: HubAddress
            do { address = try hub.address("anna") } catch { throw DiagnosticError("x", "x") }
            try await address.decide(session: session, keep: UUID(), reason: "again")
            Issue.record("decided twice")
        } catch {
            #expect(error.diagnostics.map(\.id) == ["no-decision"])
        }
    }

    @Test func aLabIsToldWhoDecides() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let error = await #expect(throws: DiagnosticError.self) {
            try await hub.address("oslo").decide(
                session: session,
                keep: try #require(try await hub.lastOrigin("copy")),
                reason: "the right one"
            )
        }
        #expect(error?.diagnostics.map(\.id) == ["hub-refused"])
        #expect(error?.diagnostics.first?.fix?.contains("the account of an analyst") == true)
    }

    /// An erasure that is committed after the events of a session are read, and before its decisions.
    @Test func aSessionThatIsErasedWhileItIsReadHasNoOpenBranches() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await keep("copy", of: session, hub)
        let key = PulledSession.Key(lab: "oslo", session: session)
        let (owner, anna) = (try hub.address("owner"), try hub.address("anna"))
        let found = try await owner.connected { connection in
            try await connection.query("BEGIN")
            try await connection.query("LOCK TABLE evalrun.decisions IN ACCESS EXCLUSIVE MODE")
            async let read = anna.connected { try await $0.sessions([key], study: "s") }
            let waiting = """
                SELECT locktype FROM pg_locks WHERE NOT granted
                    AND relation = 'evalrun.decisions'::regclass
                """
            var attempts = 0
            while attempts < 1000, try await connection.texts(waiting).isEmpty {
                attempts += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            try await connection.query("DELETE FROM evalrun.decisions")
            try await connection.query("DELETE FROM evalrun.sessions")
            try await connection.query("COMMIT")
            return try await read
        }
        #expect(found.map { "\($0.branch())" } == [])
    }

    /// What is recorded between the push and the pull of one synchronisation.
    @Test func aRejectedBranchIsReplacedOnceTheHubHasAllOfIt() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await keep("copy", of: session, hub)
        let first = try await hub.sync("oslo", "oslo") { store, input throws(DiagnosticError) in
            do { try hub.goOn("oslo", "between", number: 101) } catch {
                throw DiagnosticError("test", "\(error)")
            }
            return try await store.merge(pulled: input, leftovers: { _ in [] })
        }
        #expect(first.incidents.map(\.id) == ["branch-here-alone"])
        #expect(try hub.sessions("oslo") != hub.sessions("copy"))
        let second = try await hub.sync("oslo", "oslo")
        #expect(second.pushedEvents == 1)
        #expect(second.incidents.isEmpty)
        #expect(try hub.sessions("oslo") == hub.sessions("copy"))
        let kept = "SELECT count(*) FROM evalrun.events WHERE payload LIKE '%between%'"
        #expect(try await hub.rows(kept) == ["1"])
    }

    /// The hub loses a branch that was rejected and that its lab has given up; an analyst has it still.
    @Test func aRejectedBranchThatARestoredHubHasLostIsNamed() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("oslo", "one")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        let before = try hub.sessions("all")
        try hub.goOn("copy", "other")
        #expect(try await hub.sync("oslo", "copy").incidents.map(\.id).contains("two-branches"))
        try await keep("copy", of: session, hub)
        try await hub.sync("oslo", "oslo")
        #expect(try hub.sessions("oslo") == hub.sessions("copy"))
        // Back to a backup from before the first push.
        try await hub.owner(
            """
            DELETE FROM evalrun.decisions; DELETE FROM evalrun.pushes; DELETE FROM evalrun.ranges;
            DELETE FROM evalrun.sessions
            """
        )
        for name in ["oslo", "copy"] { #expect(try await hub.sync("oslo", name).incidents.isEmpty) }
        for _ in 1...2 {
            let pulled = try await hub.sync("anna", "all")
            #expect(pulled.incidents.map(\.id) == ["session-differs"])
            #expect(try hub.sessions("all") == before)
        }
        #expect(try await hub.sync("anna", "fresh").incidents.isEmpty)
        #expect(try hub.sessions("fresh") == hub.sessions("copy"))
    }

    /// An event that another process appends after the merge was planned.
    @Test func aMergeIsPlannedAgainIfASessionWentOn() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await keep("copy", of: session, hub)
        let isFirst = Mutex(true)
        let result = try await hub.sync("oslo", "oslo") { store, input throws(DiagnosticError) in
            try await store.merge(pulled: input, leftovers: { _ in [] }) { _ in
                let isNow = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if isNow {
                    try? hub.goOn("oslo", "between", number: 101)
                }
                return true
            }
        }
        #expect(result.incidents.map(\.id) == ["branch-here-alone"])
        let file = try DatabaseQueue(path: hub.path("oslo"))
        let count = "SELECT count(*) FROM events WHERE payload LIKE '%between%'"
        #expect(try await file.read { try Int.fetchOne($0, sql: count) } == 1)
    }

    @Test func aSessionThatIsBeingRecordedIsNotContinuedFromElsewhere() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("copy", "elsewhere")
        try await hub.sync("oslo", "copy")
        let beside = try await hub.sync("oslo", "oslo") { store, input throws(DiagnosticError) in
            try await store.merge(pulled: input, leftovers: { _ in [] }) { _ in false }
        }
        #expect(beside.incidents.map(\.id) == ["session-running"])
        #expect(beside.pulled.continued.isEmpty)
        let afterwards = try await hub.sync("oslo", "oslo")
        #expect(afterwards.incidents.isEmpty)
        #expect(afterwards.pulled.continued == ["P1"])
        #expect(try hub.sessions("oslo") == hub.sessions("copy"))
    }

    /// The branch that was decided on goes on after the event that an analyst has.
    @Test func aBranchThatIsKeptIsReadToItsEnd() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("oslo", "one")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try hub.goOn("oslo", "one again", number: 101)
        try hub.goOn("copy", "other")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("oslo", "copy")
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["two-branches"])
        #expect(try await hub.sync("oslo", "oslo").incidents.map(\.id) == ["two-branches"])
        try await keep("oslo", of: session, hub)
        for (account, name) in [("anna", "all"), ("oslo", "oslo"), ("oslo", "copy")] {
            #expect(try await hub.sync(account, name).incidents.isEmpty)
            #expect(try hub.sessions(name) == hub.sessions("oslo"))
        }
        // The file that was given another identity is the only one of its lab that is listed.
        let copies = "SELECT count(*) FROM evalrun.copies WHERE member = 'oslo'"
        #expect(try await hub.rows(copies) == ["2"])
    }

    /// Analysts never push: what they have recorded is in their file alone.
    @Test func aBranchInWhichAnAnalystHasRecordedStays() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try hub.copy("oslo", to: "all")
        let file = try DatabaseQueue(path: hub.path("all"))
        try await file.write { try $0.execute(sql: "UPDATE file_copy SET lab = ''") }
        try file.close()
        try hub.goOn("all", "a rating", number: 102)
        let before = try hub.sessions("all")
        try await keep("copy", of: session, hub)
        for _ in 1...2 {
            #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["branch-here-alone"])
        }
        #expect(try hub.sessions("all") == before)
    }

    /// The exclusion and its reversal are in the analyst's file alone.
    @Test func aWithdrawalReachesAFileInWhichAnAnalystHasRecorded() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        let doubt = Decision(reason: "a doubt")
        try hub.note([.excluded(doubt), .included(doubt)], in: "all")
        try hub.note([.withdrawn(Decision(reason: "a letter"))], in: "oslo")
        try await hub.sync("oslo", "oslo")
        let first = try await hub.sync("anna", "all")
        #expect(first.incidents.map(\.id) == ["session-differs"])
        #expect(first.pulled.continued == ["P1"])
        #expect(try hub.withdrawals("all") == ["a letter"])
        let second = try await hub.sync("anna", "all")
        #expect(second.incidents.map(\.id) == ["session-differs"])
        #expect(second.pulled.continued == [])
        // A file to which nothing was added has the events of the lab.
        try await hub.sync("anna", "fresh")
        #expect(try hub.sessions("fresh") == hub.sessions("oslo"))
    }

    /// Only the lab that recorded the session pushes the withdrawal.
    @Test func aWithdrawalInAnAnalystsFileIsNamedUntilTheHubHasIt() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try hub.note([.withdrawn(Decision(reason: "a letter"))], in: "all")
        for _ in 1...2 {
            let incidents = try await hub.sync("anna", "all").incidents
            #expect(incidents.map(\.id) == ["withdrawn-here-alone"])
            #expect(incidents.first?.problem.contains("\(session)".lowercased()) == true)
            #expect(incidents.first?.fix?.contains("evalrun withdraw P1, then") == true)
        }
        try hub.note([.withdrawn(Decision(reason: "the same letter"))], in: "oslo")
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["session-differs"])
        #expect(try await hub.sync("anna", "fresh").incidents.isEmpty)
        #expect(try hub.withdrawals("fresh") == ["the same letter"])
    }

    /// Every file has it at once, and a decision against its branch does not lose it.
    @Test func aWithdrawalInOneBranchCountsInAll() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try hub.copy("oslo", to: "copy")
        try hub.goOn("oslo", "one")
        try hub.goOn("copy", "other")
        try hub.note([.withdrawn(Decision(reason: "a letter"))], in: "copy")
        try await hub.sync("oslo", "oslo")
        try await hub.sync("oslo", "copy")
        for (account, name) in [("anna", "all"), ("oslo", "oslo")] {
            #expect(try await hub.sync(account, name).incidents.map(\.id) == ["two-branches"])
            #expect(try hub.withdrawals(name) == ["a letter"])
        }
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 1)
        try await keep("oslo", of: session, hub)
        for (account, name) in [("anna", "all"), ("oslo", "copy"), ("anna", "fresh")] {
            #expect(try await hub.sync(account, name).incidents.isEmpty)
            #expect(try hub.sessions(name) == hub.sessions("oslo"))
            #expect(try hub.withdrawals(name) == ["a letter"])
        }
    }

    /// The same table, imported on two machines by an older evalrun: one identity, equal contents,
    /// other salts.
    @Test func aRejectedBranchGivesWayToOneOfEqualContents() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let session = try await hub.record("P1", in: "oslo")
        try await hub.record("P1", in: "second", uuid: session)
        try await hub.sync("oslo", "oslo")
        try await hub.sync("oslo", "second")
        #expect(try await hub.sync("anna", "all").incidents.map(\.id) == ["two-branches"])
        try await keep("oslo", of: session, hub)
        for (account, name) in [("oslo", "second"), ("anna", "all")] {
            #expect(try await hub.sync(account, name).incidents.isEmpty)
            #expect(try hub.sessions(name) == hub.sessions("oslo"))
        }
        try hub.goOn("second", "later")
        #expect(try await hub.sync("oslo", "second").incidents.isEmpty)
        try await hub.sync("anna", "all")
        #expect(try hub.sessions("all") == hub.sessions("second"))
    }

    @Test func aReplacedSessionKeepsTheCodeThatItHasHere() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let other = try ResultsStore(path: hub.path("other"), access: .create)
        _ = try await other.merge(
            try ResultsStore(path: hub.path("oslo"), access: .read),
            renaming: ["P1": "P1-b"]
        )
        other.close()
        try await hub.record("P1", in: "other")
        try await keep("copy", of: session, hub)
        try await hub.sync("oslo", "other")
        let codes = try hub.sessions("other").map { $0.prefix { $0 != " " } }
        #expect(Set(codes.map(String.init)) == ["P1", "P1-b"])
        let hashes = { (name: String) in
            try hub.sessions(name).first { $0.contains("P1") }?.split(separator: " ").dropFirst()
        }
        let renamed = try hub.sessions("other").first { $0.contains("P1-b") }
        #expect(try renamed?.split(separator: " ").dropFirst() == hashes("copy"))
    }

    @Test func anErasureRemovesTheDecisionsOnTheSession() async throws {
        let (hub, session) = try await parted()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await keep("copy", of: session, hub)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.decisions") == ["1"])
        _ = try ResultsStore.erase(participant: "P1", path: hub.path("oslo"), wall: 1)
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.decisions") == ["0"])
    }
}
