package import Diagnostics
import Foundation
import GRDB

/// The result of an erasure.
package struct Erasure: Sendable, Hashable {
    package var sessions: Int
    /// Number of deleted events. Nil if an earlier, interrupted erasure deleted them.
    package var events: Int?
    /// Folders of reports that were made before an erasure and are now marked as stale.
    package var staleReports: [String]
    /// Labs whose sessions were erased, except the file's own lab. Nil if the file was never
    /// synchronized with a hub, so that no hub has the sessions.
    package var otherLabs: [String]?
    /// The part of the erasure that could not be done.
    package var unfinished = UnfinishedErasure()
}

extension ResultsStore {
    /// Permanently removes a participant from the file.
    ///
    /// One transaction deletes the rows. It also records tombstones (the identities of the erased
    /// sessions) and leftovers (their files outside the database). After the transaction, the
    /// leftovers are removed, the file is rewritten without its free pages, and its write-ahead log
    /// is truncated. If a crash interrupts these later steps, they are repeated when the file is
    /// next opened (``finishErasures(path:)``).
    ///
    /// Requires exclusive access: if another process has the file open, nothing is changed.
    ///
    /// - Parameters:
    ///   - reports: folders of reports to mark as stale, in addition to those recorded in the file.
    ///   - leftovers: a function that returns a session's files outside the database.
    package static func erase(
        participant: String,
        path: String,
        wall: Int64,
        reports: [String] = [],
        leftovers: @Sendable (Tombstone) -> [Leftover] = { _ in [] }
    ) throws(DiagnosticError) -> Erasure {
        // Migrates an older file, and refuses a file that is not a results file.
        try inspect(path: path, access: .read)
        try ResultsStore(path: path, access: .create).close()
        do {
            guard let queue = try claim(path) else { throw inUse(path) }
            defer { try? queue.close() }
            var erasure = Erasure(sessions: 0, events: 0, staleReports: [])
            try queue.write { db in
                let sessions = try db.sessions(of: participant, in: path, isOwn: true).sorted()
                erasure.otherLabs = try db.otherLabs(of: sessions)
                if !sessions.isEmpty {
                    erasure.events = try bury(sessions, wall: wall, leftovers: leftovers, in: db)
                    erasure.sessions = sessions.count
                }
                for report in reports { try markStale(report, in: db) }
            }
            do {
                erasure.unfinished = try finish(queue, path: path, patience: .seconds(3600))
                erasure.staleReports = try queue.read { try staleReports(in: $0) }
            } catch {
                throw interrupted(
                    error,
                    path: path,
                    "the sessions of \(participant) were deleted for good, but the erasure is not "
                        + "finished",
                    "run the same command again; until then, the file, workspaces and reports may "
                        + "contain data of \(participant)"
                )
            }
            return erasure
        } catch { throw diagnose(error, path: path) }
    }

    private static func inUse(_ path: String) -> DiagnosticError {
        DiagnosticError(
            "results-in-use",
            at: .init(file: path),
            "another process has the file open, so nothing was erased",
            fix:
                "finish open sessions, close other programs that use the file, and run the same "
                + "command again",
            status: .tryAgain
        )
    }

    /// Deletes sessions, and records their tombstones and leftovers (their files outside the
    /// database). Returns the number of deleted events. Keeps unreferenced snapshots, because the
    /// next event of a running session may refer to one of them; ``finish(_:path:patience:)``
    /// deletes them.
    static func bury(
        _ sessions: [Int64],
        wall: Int64,
        leftovers: @Sendable (Tombstone) -> [Leftover],
        in db: Database
    ) throws -> Int {
        try db.execute(sql: "PRAGMA secure_delete = ON")
        var events = 0
        let own = try db.lab()
        for session in sessions {
            try db.run(
                """
                INSERT OR REPLACE INTO erased (uuid, session, participant, study,
                    erased_wall_us, finished, lab, digests)
                SELECT sessions.uuid, sessions.id, participant, studies.id, ?, 0, lab, ?
                FROM sessions JOIN studies ON studies.hash = sessions.study
                WHERE sessions.id = ?
                """,
                [wall, try digests(of: session, in: db), session]
            )
            let row = try db.rows("SELECT * FROM erased WHERE session = ?", [session]).first
            var tombstone = try row.map(Tombstone.init(row:))
            if let erased = tombstone, try isShared(erased, own, in: db) {
                tombstone?.participant = ""
            }
            for leftover in tombstone.map(leftovers) ?? [] {
                try db.run(
                    "INSERT OR REPLACE INTO leftovers (path, lock) VALUES (?, ?)",
                    [leftover.path, leftover.lock]
                )
            }
            events += try delete(session, in: db)
        }
        try db.run("DELETE FROM participants WHERE id NOT IN (SELECT participant FROM sessions)")
        try db.run("UPDATE reports SET stale = ?", [unmarked])
        // Earlier versions stored messages, which can name an erased participant.
        try db.run("UPDATE hub_postponed SET reason = ''")
        return events
    }

    /// Returns whether the code of an erased session may also identify a different participant,
    /// whose files must remain. True in two cases:
    ///
    /// - The file has a lab, and the session belonged to another lab.
    /// - The file has no lab, and contains a session with the same code and a different or unknown
    ///   lab.
    ///
    /// Always false if the lab of the erased session is unknown.
    private static func isShared(
        _ tombstone: Tombstone,
        _ own: String,
        in db: Database
    ) throws -> Bool {
        if tombstone.lab.isEmpty { return false }
        if !own.isEmpty { return tombstone.lab != own }
        return try db.value(
            "SELECT EXISTS (SELECT 1 FROM sessions WHERE participant = ? AND lab <> ?)",
            [tombstone.participant, tombstone.lab]
        ) ?? false
    }

    /// Returns the digests of a session's hash chain, without the contents of the events.
    private static func digests(of session: Int64, in db: Database) throws -> Data {
        try db.chainedEvents(session: session).reduce(into: Data()) {
            $0.append(contentsOf: $1.event.digest)
        }
    }

    static let reason = "a participant was erased after it was made"
    /// Value of the column `stale` for a stale report whose folder does not yet contain the note
    /// that ``StaleReport`` writes.
    static let unmarked = "\(reason), which its folder does not say yet"

    /// Deletes the rows of a session. Returns the number of deleted events.
    static func delete(_ session: Int64, in db: Database) throws -> Int {
        let tables = [
            "presses", "reasons", "raters", "ratings", "rechecks", "attempts", "task_runs", "marks",
            "answers", "heartbeats", "events",
        ]
        for table in tables {
            try db.run("DELETE FROM \(table) WHERE session = ?", [session])
        }
        let events = db.changesCount
        try db.run("DELETE FROM sessions WHERE id = ?", [session])
        return events
    }

    private static func markStale(_ report: String, in db: Database) throws {
        try db.run(
            """
            INSERT INTO reports (path, last_event, stale) VALUES (?, 0, ?)
            ON CONFLICT (path) DO UPDATE SET stale = excluded.stale
            """,
            [report, unmarked]
        )
    }

    /// Returns the reports that were made before an erasure and are marked as stale.
    private static func staleReports(in db: Database) throws -> [String] {
        try db.values("SELECT path FROM reports WHERE stale = ? ORDER BY path", [reason])
    }

    static func unmarkedReports(in db: Database) throws -> [String] {
        try db.values("SELECT path FROM reports WHERE stale = ? ORDER BY path", [unmarked])
    }

    /// Removes snapshots to which no session refers. Then removes file contents to which neither a
    /// snapshot nor a study refers.
    static func removeUnnamedSnapshots(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE named AS SELECT hash FROM (
                    SELECT start_snapshot AS hash FROM task_runs
                    UNION SELECT end_snapshot FROM task_runs
                    UNION SELECT snapshot FROM attempts
                    UNION SELECT json_extract(payload, '$.kept') FROM events
                        WHERE kind = 'taskPrepared') WHERE hash IS NOT NULL;
                DELETE FROM snapshot_files WHERE snapshot NOT IN named;
                DELETE FROM snapshot_omissions WHERE snapshot NOT IN named;
                DELETE FROM snapshots WHERE hash NOT IN named;
                DELETE FROM contents WHERE hash NOT IN (SELECT content FROM snapshot_files)
                    AND hash NOT IN (SELECT content FROM study_files);
                DROP TABLE named;
                """
        )
    }
}
