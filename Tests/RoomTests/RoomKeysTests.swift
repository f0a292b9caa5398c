import Diagnostics
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

    /// The names of both files contain the participant's code.
    @Test func noNewFileRemains() throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("keys").path
        let keys = RoomKeys(at: path, session: "one")
        _ = try keys.makeLink(for: .machine)
        // As a killed process leaves it.
        try Data().write(to: URL(fileURLWithPath: path + ".new"))
        keys.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path) == [])
        // A folder cannot be replaced with a file.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: DiagnosticError.self) { try keys.makeLink(for: .machine) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path) == ["keys"])
    }

    /// A second zip file is chosen, and "done" is pressed, while the first one is sent.
    @Test func aZipFileStaysAnnouncedWhenAnotherIsReceived() throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("keys").path
        let keys = RoomKeys(at: path, session: "one")
        keys.announce(zip: "a")
        keys.announce(zip: "b")
        try keys.receive(zip: "a")
        #expect(keys.announcedZip == "b" && keys.receivedZip == "a")
        #expect(RoomKeys(at: path, session: "one").announcedZip == "b")
        try keys.receive(zip: "b")
        #expect(keys.announcedZip == nil && keys.receivedZip == "b")
    }

    /// A zip file that is received during a check is not the one that is checked.
    @Test func aZipFileCountsUntilItIsChecked() throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("keys").path
        let keys = RoomKeys(at: path, session: "one")
        keys.settle(zip: nil)
        try keys.receive(zip: "a")
        #expect(RoomKeys(at: path, session: "one").uncheckedZip == "a")
        try keys.receive(zip: "b")
        keys.settle(zip: "a")
        #expect(keys.uncheckedZip == "b")
        keys.settle(zip: "b")
        #expect(keys.uncheckedZip == nil && keys.receivedZip == "b")
        #expect(RoomKeys(at: path, session: "one").uncheckedZip == nil)
    }

    /// The facilitator goes on without the zip file.
    @Test func noZipFileIsAwaitedAlthoughTheKeysCannotBeWritten() throws {
        let home = try TemporaryFolder()
        let path = home.url.appendingPathComponent("keys").path
        let keys = RoomKeys(at: path, session: "one")
        keys.announce(zip: "a")
        #expect(RoomKeys(at: path, session: "one").announcedZip == "a")
        try FileManager.default.removeItem(atPath: path)
        // A folder cannot be replaced with a file.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        keys.announce(zip: nil)
        #expect(keys.announcedZip == nil)
    }
}
