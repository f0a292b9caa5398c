import ContentHash
import Diagnostics
import Foundation
import GRDB
import ResultsStore
import Synchronization
import TestTraits
import Testing

@testable import Hub

/// Files of workspaces, which may be large, and pulls that did not come to their end.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct FileTests {
    /// Records a task whose workspace has files of these sizes.
    private func keep(
        _ sizes: [Int],
        omitting omissions: [Snapshot.Omission] = [],
        in name: String,
        _ hub: TestHub
    ) async throws {
        let store = try ResultsStore(path: hub.path(name), access: .create)
        defer { store.close() }
        var bytes: [String: Data] = [:]
        let files = sizes.enumerated().map { index, size in
            let data = Data(repeating: UInt8(index), count: size)
            bytes[sha256(data)] = data
            return Snapshot.File(path: "\(index)", mode: 0o644, content: sha256(data))
        }
        let snapshot = Snapshot(files: files, omissions: omissions)
        try await store.keep(snapshot, bytes: bytes)
        _ = try store.reopen(session: 1).append(
            [
                .taskPrepared(
                    TaskPrepared(run: 1, task: "first", timeLimit: 60, snapshot: snapshot.hash)
                )
            ],
            at: Stamp(monotonic: 200, wall: 200, boot: "b")
        )
    }

    @Test func filesThatAreTooLargeForOneTransactionGoBeforeTheirEvents() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let sizes = BatchSizes(transaction: 16 << 10)
        try await keep([9 << 10, 9 << 10, 9 << 10, 5], in: "oslo", hub)
        try await hub.sync("oslo", "oslo", sizes: sizes)
        let transactions = "SELECT count(DISTINCT xmin::text) FROM evalrun."
        #expect(try await hub.rows(transactions + "contents") == ["2"])
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.contents") == ["4"])
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.pushes") == ["1"])
        // A push that ended between the two: its files are not sent again.
        try await hub.owner(
            "DELETE FROM evalrun.events; DELETE FROM evalrun.ranges; DELETE FROM evalrun.pushes"
        )
        let before = try await hub.rows("SELECT sum(xmin::text::bigint) FROM evalrun.contents")
        try await hub.sync("oslo", "oslo", sizes: sizes)
        #expect(
            try await hub.rows("SELECT sum(xmin::text::bigint) FROM evalrun.contents") == before
        )
        #expect(try await hub.rows("SELECT count(*) FROM evalrun.events") == ["5"])

        #expect(try await hub.sync("anna", "all", sizes: sizes).pulled.added == ["P1"])
        let file = try DatabaseQueue(path: hub.path("all"))
        let lengths = try await file.read {
            try Int.fetchAll($0, sql: "SELECT length(bytes) FROM contents ORDER BY 1")
        }
        #expect(lengths == [5, 9 << 10, 9 << 10, 9 << 10])
        #expect(try hub.sessions("all") == hub.sessions("oslo"))
    }

    /// They are named in the order in which they were met, and stored by path.
    @Test func aSnapshotWithOmissionsIsTaken() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.record("P1", in: "oslo")
        let omissions = ["b", "a/x"].map {
            Snapshot.Omission(path: $0, size: nil, reason: "is a socket")
        }
        try await keep([5], omitting: omissions, in: "oslo", hub)
        try await hub.sync("oslo", "oslo")
        let result = try await hub.sync("anna", "all")
        #expect(result.incidents.isEmpty)
        #expect(result.pulled.added == ["P1"])
    }

    /// Two labs, each with a session whose snapshot has the same file.
    private func ofTwoLabs() async throws -> TestHub {
        let hub = try await TestHub()
        for lab in ["oslo", "uppsala"] {
            try await hub.record("P1", in: lab)
            try await keep([5], in: lab, hub)
        }
        return hub
    }

    /// Another lab gives a file to a snapshot that is here.
    @Test func aSnapshotThatIsHereGetsNoFiles() async throws {
        let hub = try await ofTwoLabs()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        try await hub.sync("uppsala", "uppsala")
        try await hub.owner(
            """
            UPDATE evalrun.snapshots SET manifest = replace(manifest, '"path":"0"', '"path":"more"')
            WHERE lab = 'uppsala'
            """
        )
        #expect(try await hub.sync("anna", "all").pulled.added == ["P1"])
        let file = try DatabaseQueue(path: hub.path("all"))
        let paths = "SELECT path FROM snapshot_files"
        #expect(try await file.read { try String.fetchAll($0, sql: paths) } == ["0"])
    }

    /// Two labs begin with the same files, and one of them names others by that hash.
    @Test func filesThatAreNotThoseOfTheirSnapshotLeaveOutTheirOwnSession() async throws {
        let hub = try await ofTwoLabs()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for lab in ["oslo", "uppsala"] { try await hub.sync(lab, lab) }
        try await hub.owner(
            """
            UPDATE evalrun.snapshots SET manifest = replace(manifest, '"path":"0"', '"path":"more"')
            WHERE lab = 'oslo'
            """
        )
        let pulled = try await hub.sync("anna", "all")
        #expect(pulled.pulled.added == ["P1"])
        #expect(pulled.incidents.map(\.id) == ["broken-contents"])
        #expect(try hub.sessions("all") == hub.sessions("uppsala"))
    }

    /// Two sessions with more files than are read at once.
    @Test func aPullReadsFewerSessionsAtOnceIfTheirFilesAreLarge() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for name in ["oslo", "uppsala"] {
            try await hub.record("P1", in: name)
            try await keep([40 << 10, name == "oslo" ? 1 : 2], in: name, hub)
            try await hub.sync(name, name)
        }
        let merges = Mutex<[Int]>([])
        let sizes = BatchSizes(pull: 64 << 10)
        let result = try await hub.sync("anna", "all", sizes: sizes) {
            store,
            input throws(DiagnosticError) in
            merges.withLock { $0.append(input.logs.count) }
            return try await store.merge(pulled: input, leftovers: { _ in [] })
        }
        #expect(result.pulled.added.count == 2)
        #expect(merges.withLock { $0 } == [1, 1])
    }

    /// Everything is there but for the positions, which are kept at the end.
    @Test func aPullThatWasEndedDoesNotReadTheSameSessionsAgain() async throws {
        let hub = try await TestHub()
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        for code in ["P1", "P2"] { try await hub.record(code, in: "oslo") }
        try await hub.sync("oslo", "oslo")
        try await hub.sync("anna", "all")
        let file = try DatabaseQueue(path: hub.path("all"))
        try await file.write { try $0.execute(sql: "DELETE FROM hub_positions") }
        try file.close()
        try await hub.record("P3", in: "oslo")
        try await hub.sync("oslo", "oslo")
        let codes = Mutex<[String]>([])
        let result = try await hub.sync("anna", "all") { store, input throws(DiagnosticError) in
            codes.withLock { $0 += input.logs.map(\.participant) }
            return try await store.merge(pulled: input, leftovers: { _ in [] })
        }
        #expect(codes.withLock { $0 } == ["P3"])
        #expect(result.pulled.added == ["P3"])
    }
}
