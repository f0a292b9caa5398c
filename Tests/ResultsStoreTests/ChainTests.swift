import Diagnostics
import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

/// The hash chain of a session, and the identity of file copies.
@Suite struct ChainTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")

    private func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }

    private func record(_ code: String, in name: String, answers: Int = 2) async throws {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        let start = SessionStart(
            participant: code,
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment(),
            uuid: UUID()
        )
        let log = try await store.begin(start, study: MadeUpStudy.folder, at: stamp(1))
        for number in 0..<answers { try answer(number, in: log) }
    }

    private func answer(_ number: Int, in log: SessionLog) throws {
        let value = AnswerValue(raw: "quittengelee \(number)", meaning: .number(Double(number)))
        try log.append(
            [.answered(Answered(questionnaire: "q", item: "i\(number)", value: value))],
            at: stamp(Int64(number) + 2)
        )
    }

    private func stamp(_ time: Int64) -> Stamp { Stamp(monotonic: time, wall: time, boot: "b") }

    private func hashes(_ name: String) throws -> [Data] {
        let store = try ResultsStore(path: path(name), access: .read)
        return try store.read { try Data.fetchAll($0, sql: "SELECT hash FROM events ORDER BY id") }
    }

    /// The end of a session stops the clock, and later ends the task, at the time of one press.
    @Test func aPressWithTwoAppendsIsWrittenOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a", answers: 0)
        let store = try ResultsStore(path: path("a"), access: .create)
        defer { store.close() }
        let log = try store.reopen(session: 1)
        let press = SessionEvent.pressed(Press(id: "p", frontEnd: .facilitator, key: "answer"))
        let words = ["one", "two"].map { word in
            SessionEvent.explained(Explained(run: 1, text: word))
        }
        try log.append([press, words[0]], at: stamp(2))
        try log.append([press, words[1]], at: stamp(2))
        // The caller gave up waiting, and writes again.
        try log.append([press, words[1]], at: stamp(2))
        let kinds = try store.events(session: 1).map(\.event.kind)
        #expect(kinds == [.sessionStarted, .pressed, .explained, .explained])
        #expect(log.record.eventCount == 4)
    }

    @Test func aChangedEventIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let store = try ResultsStore(path: path("a"), access: .create)
        #expect(try store.chainFaults().isEmpty)
        try await store.write { db in
            try db.execute(
                sql: "UPDATE events SET payload = replace(payload, 'gelee 1', 'mus 1')"
            )
        }
        let faults = try store.chainFaults()
        #expect(faults.map(\.id) == ["broken-chain"])
        #expect(faults.first?.problem.contains("event 3") == true)
    }

    @Test func aSessionWithoutEventsIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let store = try ResultsStore(path: path("a"), access: .create)
        try await store.write { db in
            try db.execute(sql: "DELETE FROM answers; DELETE FROM events")
        }
        #expect(try store.chainFaults().first?.problem.contains("event 1") == true)
    }

    @Test func aMissingEventIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a", answers: 3)
        let store = try ResultsStore(path: path("a"), access: .create)
        try await store.write { db in
            try db.execute(
                sql: "DELETE FROM answers WHERE event = 3; DELETE FROM events WHERE id = 3"
            )
        }
        #expect(try store.chainFaults().first?.problem.contains("event 3") == true)
    }

    /// No session is read from the page of this index, so a merge still saves the sessions.
    @Test func aDamagedPageWithoutEventsIsFound() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let queue = try DatabaseQueue(path: path("a"))
        let found = try await queue.read { db in
            (
                size: try Int.fetchOne(db, sql: "PRAGMA page_size"),
                page: try Int.fetchOne(
                    db,
                    sql: "SELECT rootpage FROM sqlite_master WHERE name = 'presses_by_session'"
                )
            )
        }
        try queue.close()
        let (size, page) = (try #require(found.size), try #require(found.page))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path("a")))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0x55, count: size))
        try file.close()
        let store = try ResultsStore(path: path("a"), access: .read)
        defer { store.close() }
        let error = #expect(throws: DiagnosticError.self) { try store.requireSoundPages() }
        #expect(error?.diagnostics.map(\.id) == ["results-corrupt"])
        #expect(try store.chainFaults().isEmpty)
        #expect(store.damageWarning().map(\.id) == ["damaged-source"])
        let saved = try ResultsStore(path: path("b"), access: .create)
        defer { saved.close() }
        #expect(try await saved.merge(store).added.count == 1)
        #expect(throws: Never.self) { try saved.requireSoundPages() }
        #expect(saved.damageWarning().isEmpty)
    }

    @Test func mergedEventsKeepTheirChainWhateverCodeTheyGet() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let (other, own) = try (
            ResultsStore(path: path("a"), access: .read),
            ResultsStore(path: path("b"), access: .create)
        )
        _ = try await own.merge(other, renaming: ["P1": "P9"])
        #expect(try hashes("a") == hashes("b"))
        #expect(try own.chainFaults().isEmpty)
        #expect(try own.sessions().map(\.record.start?.participant) == ["P9"])
        #expect(try own.results().sessions.map(\.start.participant) == ["P9"])
    }

    @Test func aChangedSessionIsNotMerged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try await record("P2", in: "a")
        let (other, own) = try (
            ResultsStore(path: path("a"), access: .create),
            ResultsStore(path: path("b"), access: .create)
        )
        try await other.write { db in
            try db.execute(
                sql: """
                    UPDATE events SET payload = replace(payload, 'gelee 1', 'mus 1')
                    WHERE session = 2
                    """
            )
        }
        let error = await #expect(throws: DiagnosticError.self) { _ = try await own.merge(other) }
        #expect(error?.diagnostics.map(\.id) == ["broken-chain"])
        #expect(error?.diagnostics.first?.problem.contains("the session of P2") == true)
        #expect(error?.diagnostics.first?.fix?.contains("nothing was merged") == true)
        #expect(try own.sessions().isEmpty)
    }

    @Test func theChainOfAnErasedSessionStillVerifies() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let head = try #require(try hashes("a").last)
        _ = try ResultsStore.erase(participant: "P1", path: path("a"), wall: 1)
        let store = try ResultsStore(path: path("a"), access: .read)
        let tombstone = try #require(try store.tombstones().first)
        #expect(tombstone.digests.count == 3 * 32)
        let hash = stride(from: 0, to: tombstone.digests.count, by: 32).reduce(HashChain.start) {
            HashChain.link(tombstone.digests[$1..<$1 + 32], after: $0)
        }
        #expect(Data(hash) == head)
        let salts = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM events") }
        #expect(salts == 0)
        let bytes = try Data(contentsOf: URL(filePath: path("a")))
        #expect(bytes.firstRange(of: Data("quittengelee".utf8)) == nil)
    }

    @Test func equalEventsHaveDifferentDigests() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a", "b"] { try await record("P1", in: name) }
        #expect(Set(try hashes("a")).isDisjoint(with: try hashes("b")))
    }

    @Test func aCopiedFileThatGoesOnHasAnotherOrigin() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        try FileManager.default.copyItem(atPath: path("a"), toPath: path("b"))
        for name in ["a", "b"] {
            let store = try ResultsStore(path: path(name), access: .create)
            try answer(7, in: try store.reopen(session: 1))
            store.close()
        }
        let origins = try ["a", "b"].map { name in
            let store = try ResultsStore(path: path(name), access: .read)
            return try store.read {
                try String.fetchAll($0, sql: "SELECT origin FROM events ORDER BY number")
            }
        }
        #expect(Set(origins[0]).count == 1)
        #expect(Set(origins[1]).count == 2)
        #expect(origins[1].prefix(3) == origins[0].prefix(3))
        #expect(try hashes("a").prefix(3) == hashes("b").prefix(3))
        #expect(try hashes("a").last != hashes("b").last)
    }

    @Test func aFileThatIsOpenedAgainOrMovedKeepsItsIdentity() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let copy = { (name: String) in
            let store = try ResultsStore(path: path(name), access: .create)
            defer { store.close() }
            return try store.read { try $0.fileCopy() }
        }
        let first = try copy("a")
        #expect(try copy("a") == first)
        try FileManager.default.moveItem(atPath: path("a"), toPath: path("b"))
        #expect(try copy("b") == first)
    }

    @Test func anEventOfANewerEvalrunIsKeptAndChangesNothing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await record("P1", in: "a")
        let store = try ResultsStore(path: path("a"), access: .create)
        let before = try store.sessions()[0].record
        let newer = ChainedEvent(
            number: 4,
            version: Migrations.current + 1,
            kind: "danced",
            stamp: stamp(9),
            payload: "{}",
            origin: UUID(),
            salt: HashChain.salt()
        )
        try await store.write { db in
            let event = try newer.recorded(id: 4).event
            _ = try SessionLog.append([(newer, event)], to: before, session: 1, in: db)
        }
        let session = try store.sessions()[0]
        #expect(session.record.answers == before.answers)
        #expect(session.record.eventCount == 4)
        #expect(try store.events(session: 1).last?.event.kind == .unknown)
        #expect(try store.chainFaults().isEmpty)
        let damaged = ChainedEvent(
            number: 5,
            version: Migrations.current,
            kind: "danced",
            stamp: nil,
            payload: "{}",
            origin: UUID(),
            salt: Data()
        )
        #expect(throws: (any Error).self) { try damaged.recorded(id: 5) }
    }
}
