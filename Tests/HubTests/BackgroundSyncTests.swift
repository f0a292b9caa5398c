import Diagnostics
import Foundation
import GRDB
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// Pushing beside a session.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct BackgroundSyncTests {
    private func synchronisation(_ path: String, _ address: HubAddress) -> Synchronisation {
        Synchronisation(
            results: path,
            address: address,
            environment: .init(version: "test") { store, input throws(DiagnosticError) in
                try await store.merge(pulled: input, leftovers: { _ in [] })
            }
        )
    }

    @Test func anAnalystIsToldThatOnlyALabPushes() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let analyst = synchronisation(hub.path("anna"), try hub.address("anna"))
        let error = await #expect(throws: DiagnosticError.self) { _ = try await analyst.push() }
        #expect(error?.diagnostics.map(\.id) == ["hub-refused"])
        #expect(error?.diagnostics.first?.fix?.hasPrefix("use the account of a lab: ") == true)
    }

    /// The first screen of a session is left: nothing was recorded.
    @Test func aPushMakesAndMarksNoFileWithoutData() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let lab = synchronisation(hub.path("new"), try hub.address("oslo"))
        #expect(try await lab.push().pushedEvents == 0)
        #expect(!FileManager.default.fileExists(atPath: hub.path("new")))
        let store = try ResultsStore(path: hub.path("new"), access: .create)
        #expect(try await lab.push().pushedEvents == 0)
        #expect(try store.lab() == "")
        store.close()
        ResultsStore.removeUnused(path: hub.path("new"))
        #expect(!FileManager.default.fileExists(atPath: hub.path("new")))
    }

    private func background(_ path: String, _ address: HubAddress) -> BackgroundSync {
        BackgroundSync(synchronisation(path, address))
    }

    @Test func eventsArePushedWhileASessionRuns() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let background = background(hub.path("oslo"), try hub.address("oslo"))
        background.start(every: .milliseconds(50))
        try hub.goOn("oslo", "meanwhile")
        var events: [String] = []
        // Rows are there before their acknowledgement.
        for _ in 1...200 where events != ["5"] || !background.hasPushed {
            try await Task.sleep(for: .milliseconds(50))
            events = try await hub.rows("SELECT count(*) FROM evalrun.events")
        }
        #expect(events == ["5"])
        #expect(await background.stop(within: .seconds(20)) == nil)
    }

    /// Returns a sync of the file of oslo that has pushed a session. The next push is the last one.
    private func pushedOnce(_ hub: TestHub) async throws -> BackgroundSync {
        try await hub.record("P1", in: "oslo")
        let background = background(hub.path("oslo"), try hub.address("oslo"))
        background.start(every: .seconds(3600))
        for _ in 1...200 where !background.hasPushed {
            try await Task.sleep(for: .milliseconds(50))
        }
        return background
    }

    /// The account of an analyst, or of another lab, cannot push the rest either.
    @Test(arguments: ["anna", "uppsala", "oslo"])
    func aRefusedAccountIsNotToPushTheRest(account: String) async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try hub.goOn("oslo", "later")
        if account == "oslo" { try await hub.owner("UPDATE evalrun.migrations SET version = 9") }
        let background = background(hub.path("oslo"), try hub.address(account))
        background.start(every: .seconds(3600))
        let left = try #require(await background.stop(within: .seconds(20)))
        #expect(left.events == 1 && left.isRefused == (account != "oslo"))
    }

    @Test func theLastEventsArePushedAtTheEnd() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let background = try await pushedOnce(hub)
        try hub.goOn("oslo", "last")
        #expect(await background.stop(within: .seconds(20)) == nil)
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["5"])
    }

    /// The hub has the first four events.
    @Test func theEventsThatTheHubDoesNotTakeAreCounted() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let background = try await pushedOnce(hub)
        try await hub.owner("REVOKE INSERT ON evalrun.events FROM oslo")
        for number in [100, 101] { try hub.goOn("oslo", "last", number: number) }
        let left = await background.stop(within: .seconds(20))
        #expect(left?.events == 2)
        #expect(left?.reasons.map(\.id) == ["hub-refused"])
    }

    @Test func aFileThatCannotBeReadIsNotTakenForAPushedOne() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let background = try await pushedOnce(hub)
        try hub.goOn("oslo", "last")
        try hub.restore("oslo", inPlace: Data("not a database".utf8))
        let left = try #require(await background.stop(within: .seconds(20)))
        #expect(left.events == nil)
    }

    /// The acknowledgement of a push was lost, a push alone finds its events at the hub, and the hub is
    /// restored from a backup of before them.
    @Test func aPushAloneDoesNotHideThatTheHubWasRestored() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let file = try DatabaseQueue(path: hub.path("oslo"))
        try await file.write {
            try $0.execute(
                sql: """
                    CREATE TABLE a AS SELECT * FROM hub_positions;
                    CREATE TABLE b AS SELECT * FROM hub_pushes
                    """
            )
        }
        try await hub.record("P2", in: "oslo")
        try await hub.sync("oslo", "oslo")
        try await file.write {
            try $0.execute(
                sql: """
                    REPLACE INTO hub_positions SELECT * FROM a; REPLACE INTO hub_pushes SELECT * FROM b;
                    DROP TABLE a; DROP TABLE b
                    """
            )
        }
        try file.close()
        let alone = synchronisation(hub.path("oslo"), try hub.address("oslo"))
        #expect(try await alone.push().pushedEvents == 0)
        try await hub.owner(
            """
            DELETE FROM evalrun.sessions WHERE participant = 'P2';
            DELETE FROM evalrun.pushes WHERE number > 1
            """
        )
        #expect(try await hub.sync("oslo", "oslo").pushedEvents == 4)
    }

    /// A listener that accepts connections and never answers.
    @Test func aHubThatHangsDelaysNothing() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &length) == 0
            } ? UInt16(bigEndian: pointer.pointee.sin_port) : 0
        }
        #expect(port != 0)
        let background = background(
            hub.path("oslo"),
            try HubAddress("postgresql://oslo@127.0.0.1:\(port)/hub?sslmode=disable")
        )
        background.start(every: .milliseconds(10))
        var longest = Duration.zero
        for number in 0..<20 {
            let start = ContinuousClock.now
            try hub.goOn("oslo", "meanwhile", number: 100 + number)
            longest = max(longest, ContinuousClock.now - start)
        }
        let start = ContinuousClock.now
        let left = await background.stop(within: .seconds(1))
        #expect(left?.events == 24)
        #expect(left?.reasons.map(\.id) == ["not-pushed"])
        longest = max(longest, ContinuousClock.now - start)
        // libpq alone waits for ten seconds.
        #expect(longest < .seconds(5))
        #expect(try hub.sessions("oslo").first?.contains(" 24 ") == true)
    }
}
