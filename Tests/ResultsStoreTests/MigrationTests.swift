import Diagnostics
import Foundation
import GRDB
import StudyDefinition
import Testing

@testable import ResultsStore

@Suite struct MigrationTests {
    private func withOldFile(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "r.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: "1")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO studies VALUES ('h', 's', '1', 'S', '{}');
                    INSERT INTO participants VALUES ('P1');
                    INSERT INTO sessions VALUES (1, 'P1', 'h', '[]', 'live', 0, 0, 'finished',
                        '{}', NULL, 5, 6);
                    INSERT INTO events VALUES (1, 1, 1, 'marked', 1, 5, 'b',
                        '{"kind":"note","mark":1}');
                    INSERT INTO marks VALUES (1, 1, NULL, 'note', NULL, 'words', 0, 1);
                    INSERT INTO declined VALUES ('s', 2);
                    """
            )
        }
        try queue.close()
        try body(path)
    }

    @Test func aFileOfTheFirstVersionIsBroughtUpToDateAndKeepsEverything() throws {
        try withOldFile { path in
            let store = try ResultsStore(path: path, access: .create)
            let found = try store.read { db in
                try String.fetchOne(
                    db,
                    sql: """
                        SELECT sessions.participant || last_wall_us || (excluded IS NULL) || text
                        FROM sessions JOIN marks ON marks.session = sessions.id
                        """
                )
            }
            #expect(found == "P161words")
            let broken = try store.read { db in
                try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
            }
            #expect(broken == 0)
            #expect(try store.events(session: 1).count == 1)
        }
    }

    @Test func whoDeclinedInAnOlderFileIsTheSamePersonInEveryCopyOfIt() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = ["a", "b"].map { folder.appending(path: "\($0).sqlite").path }
        try withOldFile { path in
            for copy in paths { try FileManager.default.copyItem(atPath: path, toPath: copy) }
        }
        let stores = try paths.map { try ResultsStore(path: $0, access: .create) }
        #expect(try stores[0].declined(study: "s") == 2)
        #expect(try await stores[0].merge(stores[1]).declined == [:])
        #expect(try stores[0].declined(study: "s") == 2)
    }

    @Test func eachCopyOfAnOlderFileGetsRandomSaltsAndAnIdentityOfItsOwn() throws {
        var chains: [[Data]] = []
        var copies: Set<UUID> = []
        try withOldFile { path in
            for _ in 1...2 {
                let copy = path + UUID().uuidString
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                let store = try ResultsStore(path: copy, access: .create)
                chains.append(
                    try store.read { try Data.fetchAll($0, sql: "SELECT hash FROM events") }
                )
                copies.insert(try store.read { try $0.fileCopy() })
                #expect(try store.chainFaults().isEmpty)
            }
        }
        #expect(chains[0].map(\.count) == [32])
        #expect(chains[0] != chains[1])
        #expect(copies.count == 2)
    }

    @Test func onlyAFileOfAnOlderVersionIsReadThroughACopy() throws {
        try withOldFile { path in
            let old = try ResultsStore(path: path, access: .read)
            #expect(old.isOfOlderVersion)
            old.close()
            try ResultsStore(path: path, access: .create).close()
            let current = try ResultsStore(path: path, access: .read)
            #expect(!current.isOfOlderVersion)
            current.close()
        }
    }

    @Test func aFileNamedAsSQLiteNamesMemoryIsAFileAndNoNameIsNone() throws {
        #expect(ResultsStore.fileName(":memory:") == "./:memory:")
        #expect(ResultsStore.fileName("/a/b") == "/a/b")
        #expect(throws: DiagnosticError.self) { try ResultsStore(path: "", access: .create) }
        #expect(throws: DiagnosticError.self) { try ResultsStore(path: "", access: .read) }
    }

    @Test func aFileThatWasBeingMadeWhenItsProcessDiedIsMadeWhole() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "half-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "r.sqlite").path
        // The migrator makes its own table in a transaction of its own, before the first version.
        let queue = try DatabaseQueue(path: path)
        try queue.write {
            try $0.execute(
                sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
            )
        }
        try queue.close()
        let store = try ResultsStore(path: path, access: .create)
        #expect(try store.sessions().isEmpty)
        #expect(try store.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 10)
    }

    @Test func aFileOfTheSecondVersionKeepsRatingsAndGetsItsReasons() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "r.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: "2")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO studies VALUES ('h', 's', '1', 'S', '{}');
                    INSERT INTO participants VALUES ('P1');
                    INSERT INTO sessions VALUES (1, 'P1', 'h', '[]', 'live', 0, 0, 'finished',
                        '{"assistants":"","editor":"","memory":0,"processor":"","system":"","tools":{}}', NULL, 5, 6, NULL, NULL, NULL);
                    INSERT INTO events VALUES (1, 1, 1, 'taskPrepared', 1, 5, 'b',
                        '{"condition":"","overlaid":[],"practice":false,"run":1,"snapshot":"","task":"t","timeLimit":9}');
                    INSERT INTO events VALUES (2, 1, 2, 'taskEnded', 1, 6, 'b',
                        '{"ending":"skipped","reason":"no time","run":1}');
                    INSERT INTO events VALUES (3, 1, 3, 'rated', 1, 70, 'b',
                        '{"elapsed":4,"isBlind":true,"kind":"note","number":1,"rater":"B","run":1,"text":"w"}');
                    INSERT INTO task_runs VALUES (1, 1, 't', '', 0, 'skipped', 0, 0, 0, 0, 9, 0,
                        '[]', NULL, NULL, 2);
                    INSERT INTO ratings VALUES (1, 'B', 1, 'note', NULL, NULL, NULL, 1, 4, 'w', 1, 3);
                    """
            )
        }
        try queue.close()
        let store = try ResultsStore(path: path, access: .create)
        let session = try #require(try store.results().sessions.first)
        #expect(session.ratings.map(\.value.rater) == ["B"])
        #expect(session.ratings.map(\.wall) == [70])
        #expect(session.raters.map(\.isFinished) == [false])
        #expect(session.raters.map(\.isBlind) == [true])
        #expect(session.reasons.map(\.text) == ["no time"])
        #expect(session.reasons.map(\.kind) == [.skip])
        #expect(try store.read { try String.fetchOne($0, sql: "SELECT task FROM ratings") } == "t")
    }

    @Test func answersOfTheEighthVersionBelongToNoSingleRun() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "r.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: "8")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO studies VALUES ('h', 's', '1', 'S', '{}');
                    INSERT INTO participants VALUES ('P1');
                    INSERT INTO sessions (id, participant, study, conditions, source, simulated_clock,
                        pilot, state, environment, uuid)
                    VALUES (1, 'P1', 'h', '[]', 'live', 0, 0, 'finished',
                        '{"assistants":"","editor":"","memory":0,"processor":"","system":"","tools":{}}',
                        '6F9619FF-8B86-D011-B42D-00C04FC964FF');
                    INSERT INTO events (id, session, number, kind, monotonic_ns, wall_us, boot, payload)
                    VALUES (1, 1, 1, 'unknown', 1, 5, 'b', '{}');
                    INSERT INTO answers (session, condition, questionnaire, item, task, raw, meaning,
                        contradicts, corrections, submitted, event, front_end)
                    VALUES (1, 'c', 'q', 'i', 't', '4', '{"number":{"_0":4}}', 1, 2, 'noon', 1, 'page');
                    """
            )
        }
        try queue.close()
        // As a reader, who leaves the file as it is, and as one who writes.
        for access in [ResultsStore.Access.read, .create] {
            let results = try ResultsStore(path: path, access: access).results()
            #expect(
                Array(results.questions.keys) == [
                    .init(condition: "c", questionnaire: "q", item: "i", task: "t")
                ]
            )
            let answer = try #require(results.sessions.first?.answers.first ?? nil)
            #expect(answer.value == AnswerValue(raw: "4", meaning: .number(4)))
            #expect(answer.contradicts && answer.corrections == 2 && answer.event == 1)
            #expect(answer.submitted == "noon" && answer.frontEnd == .page)
        }
    }

    /// Earlier versions flagged a run whose clock was stopped when the session was interrupted.
    @Test func runsOfTheNinthVersionAreComputedAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "r.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: "9")
        let run = RunReference(run: 1)
        let resumed = Resumption(lastAlive: stamp(4), now: stamp(4))
        let events: [SessionEvent] = [
            .taskPrepared(TaskPrepared(run: 1, task: "t", timeLimit: 9, snapshot: "x")),
            .taskStarted(run), .taskPaused(run), .sessionResumed(resumed), .taskResumed(run),
            .taskEnded(TaskEnded(run: 1, ending: .gaveUp)),
        ]
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO studies VALUES ('h', 's', '1', 'S', '{}');
                    INSERT INTO participants VALUES ('P1');
                    INSERT INTO snapshots VALUES ('x');
                    """
            )
            for session in 1...2 {
                try db.execute(
                    sql: """
                        INSERT INTO sessions (id, participant, study, conditions, source,
                            simulated_clock, pilot, state, environment, uuid)
                        VALUES (?, 'P1', 'h', '[]', 'live', 0, 0, 'finished', '{}', ?)
                        """,
                    arguments: [session, UUID().uuidString]
                )
            }
            for (index, event) in events.enumerated() {
                try insert(event, number: index + 1, session: 1, in: db)
            }
            try db.execute(
                sql: """
                    INSERT INTO task_runs (session, run, task, condition, practice, outcome,
                        time_on_task_ns, assisted_ns, paused_ns, checking_ns, time_limit_s, flagged,
                        overlaid, start_snapshot, event)
                    VALUES (1, 1, 't', '', 0, 'gave-up', 2000000000, 0, 1000000000, 0, 9, 1, '[]',
                        'x', 6)
                    """
            )
            // The damaged event of another session does not prevent the migration.
            try insert(events[3], number: 1, session: 2, in: db)
            try db.execute(sql: "UPDATE events SET kind = 'taskEnded', payload = '{}' WHERE id = 7")
            try insert(events[3], number: 2, session: 2, in: db)
        }
        let log = "SELECT id || version || kind || payload || hex(salt) || hex(hash) FROM events"
        let before = try queue.read { try String.fetchAll($0, sql: log) }
        try queue.close()
        // As a reader, who leaves the file as it is, and as one who writes.
        for access in [ResultsStore.Access.read, .create] {
            let store = try ResultsStore(path: path, access: access)
            defer { store.close() }
            let row = try store.read { db in
                try String.fetchOne(
                    db,
                    sql: """
                        SELECT flagged || ' ' || outcome || ' ' || time_on_task_ns || ' '
                            || paused_ns || ' ' || start_snapshot || ' ' || event
                        FROM task_runs
                        """
                )
            }
            #expect(row == "0 gave-up 2000000000 1000000000 x 6")
            #expect(try store.read { try String.fetchAll($0, sql: log) } == before)
        }
    }

    private func stamp(_ second: Int64) -> Stamp {
        Stamp(monotonic: second * 1_000_000_000, wall: second * 1_000_000, boot: "b")
    }

    /// Inserts an event that happened at the second `number`.
    private func insert(
        _ event: SessionEvent,
        number: Int,
        session: Int64,
        in db: Database
    ) throws {
        let chained = ChainedEvent(
            number: number,
            version: 9,
            kind: event.kind.rawValue,
            stamp: stamp(Int64(number)),
            payload: try event.payload(),
            origin: ChainedEvent.unknownOrigin,
            salt: HashChain.salt()
        )
        _ = try chained.insert(session: session, hash: HashChain.start, in: db)
    }

    @Test func aFileOfTheFirstVersionCanBeReadAsItIs() throws {
        try withOldFile { path in
            let store = try ResultsStore(path: path, access: .read)
            #expect(try store.events(session: 1).map(\.event.kind) == [.marked])
            #expect(try store.tombstones() == [])
            #expect(try store.participants() == ["P1"])
            let standing = try store.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM sessions WHERE excluded IS NULL")
            }
            #expect(standing == 1)
            store.close()
            let file = try DatabaseQueue(path: path)
            #expect(try file.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
        }
    }
}
