package import Diagnostics
import Foundation
import GRDB

/// What an erasure took away.
package struct Erasure: Sendable, Hashable {
    package var sessions: Int
    package var events: Int
    /// Folders of reports that hold what was erased.
    package var staleReports: [String]
}

extension ResultsStore {
    /// Takes a participant out of the file for good: rows, workspaces that nobody else's sessions
    /// name, the write-ahead log, and the pages that they stood on. What remains is that there was
    /// such a session (the table `erased`).
    ///
    /// Needs the file for itself: where another process has it open, nothing is changed.
    package static func erase(
        participant: String,
        path: String,
        wall: Int64
    ) throws(DiagnosticError) -> Erasure {
        // Brings an older file up to date, and refuses what is no results file.
        try inspect(path: path, access: .read)
        let current = try ResultsStore(path: path, access: .create)
        current.close()
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(1)
            configuration.foreignKeysEnabled = true
            let queue = try DatabaseQueue(
                path: ResultsStore.fileName(path),
                configuration: configuration
            )
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                try claim(db, path: path)
                defer { try? db.execute(sql: "PRAGMA journal_mode = WAL") }
                try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL")
                var erasure = Erasure(sessions: 0, events: 0, staleReports: [])
                try db.inTransaction(.exclusive) {
                    erasure = try remove(participant, wall: wall, in: db)
                    return .commit
                }
                // Rewrites the file without its free pages.
                if erasure.sessions > 0 { try db.execute(sql: "VACUUM") }
                return erasure
            }
        } catch { throw diagnose(error, path: path) }
    }

    /// Leaving WAL works only for the one process that has the file, and takes the log away.
    private static func claim(_ db: Database, path: String) throws {
        let mode: String?
        do {
            mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
        } catch let error as DatabaseError
            where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        {
            mode = nil
        }
        guard mode == "delete" else {
            throw DiagnosticError(
                "results-in-use",
                at: .init(file: path),
                "another process has the file open, so nothing was erased",
                fix: "finish sessions and close other programs on it, then erase again",
                status: .tryAgain
            )
        }
    }

    private static func remove(
        _ participant: String,
        wall: Int64,
        in db: Database
    ) throws -> Erasure {
        let sessions = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM sessions WHERE participant = ?",
            arguments: [participant]
        )
        guard !sessions.isEmpty else { return Erasure(sessions: 0, events: 0, staleReports: []) }
        var events = 0
        for session in sessions {
            try db.execute(
                sql: """
                    INSERT INTO erased (session, participant, study, erased_wall_us)
                    SELECT sessions.id, participant, studies.id, ? FROM sessions
                    JOIN studies ON studies.hash = sessions.study WHERE sessions.id = ?
                    """,
                arguments: [wall, session]
            )
            let tables = [
                "reasons", "raters", "ratings", "rechecks", "attempts", "task_runs", "marks",
                "answers", "heartbeats",
                "events",
            ]
            for table in tables {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE session = ?",
                    arguments: [session]
                )
            }
            events += db.changesCount
            try db.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [session])
        }
        try db.execute(sql: "DELETE FROM participants WHERE id = ?", arguments: [participant])
        try removeUnnamedSnapshots(in: db)
        try db.execute(
            sql: "UPDATE reports SET stale = 'a participant was erased after it was made'"
        )
        let stale = try String.fetchAll(db, sql: "SELECT path FROM reports ORDER BY path")
        return Erasure(sessions: sessions.count, events: events, staleReports: stale)
    }

    /// Snapshots that no session names, and contents that neither a snapshot nor a study holds.
    private static func removeUnnamedSnapshots(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE named AS
                    SELECT start_snapshot AS hash FROM task_runs
                    UNION SELECT end_snapshot FROM task_runs
                    UNION SELECT snapshot FROM attempts
                    UNION SELECT json_extract(payload, '$.kept') FROM events
                        WHERE kind = 'taskPrepared';
                DELETE FROM snapshot_files WHERE snapshot NOT IN
                    (SELECT hash FROM named WHERE hash IS NOT NULL);
                DELETE FROM snapshots WHERE hash NOT IN
                    (SELECT hash FROM named WHERE hash IS NOT NULL);
                DELETE FROM contents WHERE hash NOT IN (SELECT content FROM snapshot_files)
                    AND hash NOT IN (SELECT content FROM study_files);
                DROP TABLE named;
                """
        )
    }
}

/// That there was a session, and nothing of it.
package struct Tombstone: Sendable, Hashable {
    package var session: Int64
    package var participant: String
    /// The study's id.
    package var study: String
    /// Microseconds since 1970, UTC.
    package var wall: Int64
}

extension ResultsStore {
    /// Erased sessions.
    package func tombstones() throws(DiagnosticError) -> [Tombstone] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM erased ORDER BY session").map {
                Tombstone(
                    session: $0["session"],
                    participant: $0["participant"],
                    study: $0["study"],
                    wall: $0["erased_wall_us"]
                )
            }
        }
    }

    /// Notes that a report was written from the file as it now is; an erasure marks it stale.
    package func noteReport(at path: String) async throws(DiagnosticError) {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO reports (path, last_event, stale)
                    SELECT ?, coalesce(max(id), 0), NULL FROM events
                    """,
                arguments: [path]
            )
        }
    }

    /// How many persons declined, by study.
    package func declined() throws(DiagnosticError) -> [(study: String, count: Int)] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT study, count FROM declined ORDER BY study").map {
                ($0["study"], $0["count"])
            }
        }
    }

    /// Codes in the file, erased ones included.
    package func participants() throws(DiagnosticError) -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: "SELECT id FROM participants UNION SELECT participant FROM erased ORDER BY 1"
            )
        }
    }
}
