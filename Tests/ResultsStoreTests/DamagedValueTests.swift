import Diagnostics
import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

/// Values of a damaged file that no evalrun writes are named, and end no process.
@Suite struct DamagedValueTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bad-\(UUID())")

    /// A results file with a session and a snapshot, whose rows `sql` damages.
    private func damagedStore(_ sql: String) async throws -> ResultsStore {
        let path = folder.appending(path: "r.sqlite").path
        let store = try ResultsStore(path: path, access: .create)
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment()
        )
        _ = try await store.begin(
            start,
            study: MadeUpStudy.folder,
            at: Stamp(monotonic: 1, wall: 1, boot: "b")
        )
        let snapshot = Snapshot(
            hash: "s",
            files: [.init(path: "a", mode: 0o644, content: "c")],
            omissions: [.init(path: "b", size: 1, reason: "large")]
        )
        try await store.keep(snapshot, bytes: ["c": Data("x".utf8)])
        store.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.execute(
                sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(sql)"
            )
        }
        try queue.close()
        return try ResultsStore(path: path, access: .create)
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0", "2147483648"])
    func theNumberOfAnEvent(number: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await damagedStore("UPDATE events SET number = \(number)")
        let error = #expect(throws: DiagnosticError.self) { try store.reopen(session: 1) }
        let words = error.map { render($0.diagnostics) } ?? ""
        #expect(words.contains("is damaged"), "\(words)")
    }

    /// The event is named, so that it can be found.
    @Test(arguments: [
        ("taskExtended", #"{"run":1,"by":1e300}"#),
        ("taskStarted", #"{"run":-9223372036854775808}"#),
        ("taskStarted", #"{"run":9223372036854775807}"#), ("taskStarted", "{}"),
        ("markGraded", #"{"mark":1,"severity":-9223372036854775808}"#),
    ])
    func theDataOfAnEvent(kind: String, payload: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await damagedStore(
            "UPDATE events SET kind = '\(kind)', payload = '\(payload)' WHERE number = 1"
        )
        let error = #expect(throws: DiagnosticError.self) { try store.reopen(session: 1) }
        let words = error.map { render($0.diagnostics) } ?? ""
        #expect(words.contains("the database is damaged: "), "\(words)")
        #expect(words.contains("event 1"), "\(words)")
    }

    @Test(arguments: ["9007199254740993", "-1", "512"])
    func theModeOfAFile(mode: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await damagedStore("UPDATE snapshot_files SET mode = \(mode)")
        let error = #expect(throws: DiagnosticError.self) { try store.snapshot(hash: "s") }
        let words = error.map { render($0.diagnostics) } ?? ""
        #expect(words.contains("is damaged"), "\(words)")
    }
}

/// SQLite's codes when a page, or the index of the write-ahead log, does not fit on the disk.
@Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE])
func aFullDiskIsNamedAsSuch(_ code: ResultCode) {
    let error = ResultsStore.diagnose(DatabaseError(resultCode: code), path: "a.sqlite")
    #expect(error.status == .inputOutput)
    #expect(error.diagnostics.map(\.id) == ["disk-full"])
}

@Test func anotherErrorOfTheDiskIsNoFullDisk() {
    let fault = DatabaseError(resultCode: .SQLITE_IOERR_FSYNC)
    let error = ResultsStore.diagnose(fault, path: "a.sqlite")
    #expect(error.diagnostics.map(\.id) == ["results-io"])
}
