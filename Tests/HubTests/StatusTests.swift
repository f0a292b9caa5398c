import Foundation
import ResultsStore
import TestTraits
import Testing

@testable import Hub

/// What each lab has still to exchange, as `evalrun hub status` shows it.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct StatusTests {
    @Test func aLabThatWasCutOffHasEventsToPushAndOneThatWasAwayHasPushesToPull() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "one")
        try await hub.sync("oslo", "one")
        try await hub.sync("oslo", "two")
        #expect(try await state(hub) == "0 0")
        // Two pushes that the second file does not have.
        for number in 1...2 {
            try hub.goOn("one", "later", number: 100 + number)
            try await hub.sync("oslo", "one")
        }
        #expect(try await state(hub) == "0 2")
        try await hub.sync("oslo", "two")
        #expect(try await state(hub) == "0 0")
        // The connection is cut after the contact.
        try hub.goOn("one", "not pushed", number: 200)
        try await hub.owner("REVOKE INSERT ON evalrun.events FROM oslo")
        _ = try? await hub.sync("oslo", "one")
        #expect(try await state(hub) == "1 0")
        try await hub.owner("GRANT INSERT ON evalrun.events TO oslo")
        try await hub.sync("oslo", "one")
        try await hub.sync("oslo", "two")
        #expect(try await state(hub) == "0 0")
    }

    @Test func anAnalystSeesTheContactsOfTheLabs() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "one")
        try await hub.sync("oslo", "one")
        let labs = try await hub.address("anna").status().labs
        #expect(labs.map(\.name) == ["oslo"])
        #expect(labs.allSatisfy { $0.lastContact != nil })
        #expect(labs.map(\.versions) == ["test"])
    }

    /// Neither a later lock nor a pilot, a script or a simulated person counts.
    @Test func theTargetIsThatOfTheEarliestLockAndOnlyPeopleHaveBegun() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        try await hub.record("P2", in: "oslo", source: .import)
        try await hub.record("P3", in: "oslo", source: .script)
        try await hub.record("P1", in: "uppsala", source: .simulated)
        try await hub.record("P2", in: "uppsala", isPilot: true)
        for lab in ["oslo", "uppsala"] { try await hub.sync(lab, lab) }
        try await hub.owner(
            """
            INSERT INTO evalrun.locks VALUES
                ('s', 'oslo', 'b', 10, '{}', 1), ('s', 'uppsala', 'a', 20, '{}', 2)
            """
        )
        for account in ["owner", "anna"] {
            let targets = try await hub.address(account).status().targets
            #expect(targets["s"]?.planned == 10)
            #expect(targets["s"]?.begun == 2)
        }
        // The report has no target then.
        try await hub.owner("UPDATE evalrun.locks SET target = NULL WHERE lab = 'oslo'")
        #expect(try await hub.address("anna").status().targets.isEmpty)
    }

    /// They have one code, because each machine began with it.
    @Test func twoPeopleWithOneCodeHaveBothBegun() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for machine in ["one", "two"] {
            try await hub.record("P1", in: machine)
            try await hub.sync("oslo", machine)
        }
        try await hub.record("P2", in: "one")
        try await hub.sync("oslo", "one")
        try await hub.owner("INSERT INTO evalrun.locks VALUES ('s', 'oslo', 'b', 10, '{}', 1)")
        #expect(try await hub.address("anna").status().targets["s"]?.begun == 3)
    }

    private func state(_ hub: TestHub) async throws -> String {
        let labs = try await hub.address("owner").status().labs
        return labs.map { "\($0.toPush) \($0.toPull)" }.joined()
    }
}
