import Diagnostics
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

    private func importing(_ answers: [String: String], into name: String) async throws {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        let sessions = answers.sorted { $0.key < $1.key }.map { imported($0, answer: $1) }
        try await store.importSessions(sessions, study: study)
    }

    private func answers(_ name: String) throws -> [String] {
        let store = try ResultsStore(path: path(name), access: .read)
        defer { store.close() }
        return try store.results().sessions.map { session in
            "\(session.start.participant) \(session.answers.first??.value.raw ?? "")"
        }
    }

    @Test func everyImportIsANewSession() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var uuids: [UUID] = []
        for name in ["a", "b"] {
            try await importing(["P1": "yes"], into: name)
            let store = try ResultsStore(path: path(name), access: .read)
            uuids += try store.sessions().map(\.uuid)
            #expect(try store.sessions().map(\.record.start?.uuid) == [uuids.last])
        }
        #expect(Set(uuids).count == 2)
    }

    /// A seed simulates the same sessions in every file.
    @Test func aSimulatedSessionIsTheSameInEveryFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var uuids: Set<UUID> = []
        for name in ["a", "b"] {
            let store = try ResultsStore(path: path(name), access: .create)
            let page = ResultsStore.Page(
                stamp: Stamp(monotonic: 1, wall: 1, boot: "simulated"),
                events: [.sessionStarted(start("S1", .simulated, uuid: nil))]
            )
            _ = try await store.keepSessions([[page]], study: study)
            uuids.formUnion(try store.sessions().map(\.uuid))
        }
        #expect(uuids.count == 1)
    }

    /// The rows of P2 are unchanged. The other direction could bring back an erased person.
    @Test func aCorrectedImportIsNotTakenForTheErasedOne() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await importing(["P1": "yes", "P2": "yes"], into: "first")
        for code in ["P1", "P2"] {
            _ = try ResultsStore.erase(participant: code, path: path("first"), wall: 1)
        }
        try await importing(["P1": "no", "P2": "yes"], into: "corrected")
        let first = try ResultsStore(path: path("first"), access: .create)
        let corrected = try ResultsStore(path: path("corrected"), access: .create)
        let refused = try await first.merge(corrected)
        #expect(refused.added.isEmpty && refused.refused.isEmpty)
        let advice = "evalrun merge \(first.path) --results \(corrected.path)"
        #expect(refused.leftOut.count == 2)
        #expect(refused.leftOut.allSatisfy { $0.reason.fix?.contains(advice) == true })
        #expect(try await corrected.merge(first) == MergeResult(sharingErasedCode: ["P1", "P2"]))
        first.close()
        corrected.close()
        #expect(try answers("corrected") == ["P1 no", "P2 yes"])
    }

    /// A file without a lab may belong to the other file's lab.
    @Test(arguments: [["", ""], ["oslo", "oslo"], ["oslo", ""], ["", "oslo"]])
    func theSameDataImportedIntoTwoFilesAreNotMerged(labs: [String]) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, answer, lab) in [("a", "yes", labs[0]), ("b", "yes", labs[1])] {
            try await importing(["P1": answer], into: name)
            let store = try ResultsStore(path: path(name), access: .create)
            if !lab.isEmpty { try store.setLab(lab) }
            store.close()
        }
        let (here, there, reasons) = try await refusedMerge()
        defer { [here, there].forEach { $0.close() } }
        #expect(reasons.map(\.id) == ["participant-conflict"])
        let problem = reasons.first?.problem ?? ""
        #expect(problem.hasPrefix("the data of participant \"P1\" were imported twice, so "))
        #expect(problem.contains("has another session of this participant"))
        #expect(try here.sessions().count == 1)
        #expect(try await here.merge(there, renaming: ["P1": "P2"]).added == ["P2"])
    }

    /// P4 has other answers, so its data were not imported twice.
    @Test func participantsImportedIntoTwoFilesAreNamedTogether() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let answers = ["P1": "yes", "P2": "no", "P10": "yes"]
        try await importing(answers.merging(["P4": "yes"]) { $1 }, into: "a")
        try await importing(answers.merging(["P4": "no"]) { $1 }, into: "b")
        let (here, there, reasons) = try await refusedMerge()
        defer { [here, there].forEach { $0.close() } }
        #expect(reasons.count == 4)
        let distinct = Set(reasons)
        #expect(distinct.count == 2)
        let reason = try #require(distinct.first { $0.problem.contains("imported twice") })
        #expect(
            reason.problem == """
                the data of 3 participants were imported twice, so \(here.path) has other \
                sessions of these participants, with the same answers and times: P1, P2, P10
                """
        )
        let advice = "add --rename P1=P1-b P2=P2-b to the command, with such a pair for each of "
        #expect(reason.fix?.contains(advice) == true)
    }

    /// Merges the file `b` into the file `a`, and returns the reasons why sessions are left out.
    private func refusedMerge() async throws -> (
        here: ResultsStore, there: ResultsStore, reasons: [Diagnostic]
    ) {
        let here = try ResultsStore(path: path("a"), access: .create)
        let there = try ResultsStore(path: path("b"), access: .read)
        let merged = try await here.merge(there)
        #expect(merged.added.isEmpty)
        return (here, there, merged.leftOut.map(\.reason))
    }

    @Test func differentDataOfOneCodeAreNotCalledImportedTwice() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await importing(["P1": "yes"], into: "a")
        try await importing(["P1": "no"], into: "b")
        let (here, there, reasons) = try await refusedMerge()
        defer { [here, there].forEach { $0.close() } }
        #expect(reasons.first?.problem.contains("imported twice") == false)
    }

    /// The same Korean syllable as one character and as three letters. Reports would count the two
    /// people as one.
    @Test func aCodeInAnotherEncodingIsTheSameCode() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let letters = "\u{1112}\u{1161}\u{11AB}"
        try await importing(["\u{D55C}": "yes"], into: "a")
        try await importing([letters: "no"], into: "b")
        let (here, there, reasons) = try await refusedMerge()
        defer { [here, there].forEach { $0.close() } }
        #expect(reasons.map(\.id) == ["participant-conflict"])
        #expect(try await here.merge(there, renaming: [letters: "P2"]).added == ["P2"])
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
        #expect(try Set(here.sessions().map(\.uuid)) == Set(old.sessions().map(\.uuid)))
    }

    @Test func aNameGivesAUUIDOfVersionEight() {
        // The first 16 bytes of SHA-256("abc"), with version and variant.
        let uuid = SessionIdentity.uuid(named: "abc")
        #expect(uuid.uuidString == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
    }
}
