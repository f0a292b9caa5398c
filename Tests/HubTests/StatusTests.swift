import Foundation
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
    }

    private func state(_ hub: TestHub) async throws -> String {
        let labs = try await hub.address("owner").status().labs
        return labs.map { "\($0.toPush) \($0.toPull)" }.joined()
    }
}
