import Foundation
import TestSupport
import Testing

@testable import Room

@Suite struct RoomKeysTests {
    /// After a kill, a check must wait for files of the machine that entered before.
    @Test func aLaterProcessKnowsWhoEntered() throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("keys").path
        let keys = RoomKeys(at: path, session: "one")
        let link = try keys.makeLink(for: .machine)
        #expect(!RoomKeys(at: path, session: "one").hasEntered(.machine))
        #expect(try keys.enter(link, attempt: "first")?.role == .machine)
        #expect(RoomKeys(at: path, session: "one").hasEntered(.machine))
        #expect(!RoomKeys(at: path, session: "one").hasEntered(.participant))
        #expect(!RoomKeys(at: path, session: "other").hasEntered(.machine))
    }
}
