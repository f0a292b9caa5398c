import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

/// Sessions are known by a UUID, in every file that holds them.
@Suite struct SessionIdentityTests {
    private let study = MadeUpStudy.folder
    private let folder = FileManager.default.temporaryDirectory.appending(path: "uuid-\(UUID())")

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func start(_ code: String, _ source: SessionStart.Source, uuid: UUID?) -> SessionStart {
        SessionStart(
            participant: code,
            study: "h",
            conditions: [],
            source: source,
            environment: SessionEnvironment(),
            uuid: uuid
        )
    }

    private func imported(_ code: String, answer: String) -> [SessionEvent] {
        let value = AnswerValue(raw: answer, meaning: .text(answer))
        return [
            .sessionStarted(start(code, .import, uuid: nil)),
            .answered(Answered(questionnaire: "q", item: "i", value: value)),
        ]
    }

    @Test func theUUIDIsInTheStartEventAndTheTable() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try ResultsStore(path: path("a.sqlite"), access: .create)
        let uuid = UUID()
        let log = try await store.begin(
            start("P1", .live, uuid: uuid),
            study: study,
            at: Stamp(monotonic: 1, wall: 1, boot: "b")
        )
        #expect(log.record.start?.uuid == uuid)
        #expect(try store.sessions().map(\.uuid) == [uuid])
        #expect(try store.sessions().map(\.record.start?.uuid) == [uuid])
    }

    @Test func theSameImportIsTheSameSessionAndOtherAnswersAreAnother() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var uuids: [UUID] = []
        for (file, answer) in [("a", "yes"), ("b", "yes"), ("c", "no")] {
            let store = try ResultsStore(path: path("\(file).sqlite"), access: .create)
            try await store.importSessions([imported("P1", answer: answer)], study: study)
            uuids += try store.sessions().map(\.uuid)
        }
        #expect(uuids[0] == uuids[1])
        #expect(uuids[0] != uuids[2])
    }

    /// Sessions of a file of version 3: two that were witnessed, and one that was imported.
    private func writeOldFile(_ path: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: "3")
        let definition = try json(study.study)
        try queue.write { db in
            try db.execute(
                sql: "INSERT INTO studies VALUES ('h', 's', '1', 'S', ?)",
                arguments: [definition]
            )
            try db.execute(sql: "INSERT INTO participants VALUES ('P1'), ('P2'), ('P3')")
            for (id, time) in [(1, "1, 5, 'b'"), (2, "2, 6, 'b'"), (3, "NULL, NULL, NULL")] {
                let first = try SessionEvent.sessionStarted(
                    start("P\(id)", id == 3 ? .import : .live, uuid: nil)
                ).payload()
                try db.execute(
                    sql: """
                        INSERT INTO sessions VALUES (\(id), 'P\(id)', 'h', '[]', 'live', 0, 0,
                            'finished', '{}', NULL, NULL, NULL, NULL, NULL, NULL);
                        INSERT INTO events (session, number, kind, monotonic_ns, wall_us, boot,
                            payload) VALUES (\(id), 1, 'sessionStarted', \(time), '\(first)');
                        """
                )
            }
        }
        try queue.close()
    }

    @Test func sessionsOfAnOlderFileGetTheSameUUIDInEveryCopy() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeOldFile(path("a.sqlite"))
        try FileManager.default.copyItem(atPath: path("a.sqlite"), toPath: path("b.sqlite"))
        let copy = try ResultsStore(path: path("b.sqlite"), access: .read)
        let read = try copy.sessions().map(\.uuid)
        let migrated = try ResultsStore(path: path("a.sqlite"), access: .create)
        #expect(try migrated.sessions().map(\.uuid) == read)
        #expect(Set(read).count == 3)
    }

    private func secret(
        of name: String,
        _ access: ResultsStore.Access = .read
    ) throws -> Data {
        let store = try ResultsStore(path: path(name), access: access)
        defer { store.close() }
        return try store.secret()
    }

    /// A reader of an older file gives its events new salts each time.
    @Test func anOlderFileHasOneSecretThatDoesNotFollowFromTheCodes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeOldFile(path("a.sqlite"))
        try FileManager.default.copyItem(atPath: path("a.sqlite"), toPath: path("b.sqlite"))
        let queue = try DatabaseQueue(path: path("b.sqlite"))
        try queue.write { try $0.execute(sql: "UPDATE events SET wall_us = 99 WHERE session = 1") }
        try queue.close()
        let first = try secret(of: "a.sqlite")
        #expect(try secret(of: "a.sqlite") == first)
        #expect(try secret(of: "b.sqlite") != first)
        #expect(try secret(of: "a.sqlite", .create) == first)
    }

    @Test func aMergedSessionKeepsItsUUIDAlsoWhereItIsRenamed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeOldFile(path("a.sqlite"))
        let old = try ResultsStore(path: path("a.sqlite"), access: .read)
        let here = try ResultsStore(path: path("b.sqlite"), access: .create)
        _ = try await here.merge(old, renaming: ["P1": "P9"])
        #expect(try here.sessions().map(\.uuid) == old.sessions().map(\.uuid))
    }

    @Test func aNameGivesAUUIDOfVersionEight() {
        // The first 16 bytes of SHA-256("abc"), with version and variant.
        let uuid = SessionIdentity.uuid(named: "abc")
        #expect(uuid.uuidString == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
    }
}
