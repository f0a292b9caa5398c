package import Diagnostics
import Foundation
import GRDB

extension ResultsStore {
    /// Returns an array of numbers that changes whenever something is recorded, merged or erased.
    package func state() throws(DiagnosticError) -> [Int64] {
        try read { db in
            let row = try db.rows(
                """
                SELECT coalesce(max(id), 0), count(*), (SELECT count(*) FROM sessions)
                FROM events
                """
            ).first
            return try row.map { row in try (0..<3).map { try row.get($0) } } ?? []
        }
    }

    /// Marks the earlier reports on some studies as stale, here and in their folders. Returns the
    /// folders.
    ///
    /// - Parameter reason: a clause that states what changed, such as `an answer was amended`.
    package func markReports(
        on studies: Set<String>,
        because reason: String
    ) async throws(DiagnosticError) -> [String] {
        let paths: [String] = try read { try $0.values("SELECT path FROM reports ORDER BY path") }
        let stale = paths.filter { StaleReport.isReport(URL(fileURLWithPath: $0), on: studies) }
        for path in stale { StaleReport.mark(URL(fileURLWithPath: path), because: reason) }
        try await write { db in
            for path in stale {
                try db.run(
                    "UPDATE reports SET stale = ? WHERE path = ? AND stale IS NULL",
                    [reason, path]
                )
            }
        }
        return stale
    }

    /// Records that a report on the contents of the file is about to be written. From now on, an
    /// erasure marks the report as stale, even if the process is killed while it writes the report.
    package func announceReport(at path: String) async throws(DiagnosticError) {
        try await write { db in
            try db.run(
                """
                INSERT OR IGNORE INTO reports (path, last_event, stale)
                SELECT ?, coalesce(max(id), 0), NULL FROM events
                """,
                [path]
            )
        }
    }

    /// Records that the announced report was written. If a session was erased meanwhile, the report
    /// stays stale, and the function returns false.
    ///
    /// - Parameter tombstones: number of tombstones before the report's data were read.
    package func noteReport(
        at path: String,
        tombstones: Int
    ) async throws(DiagnosticError) -> Bool {
        try await write { db in
            try db.run(
                """
                UPDATE reports SET stale = NULL,
                    last_event = (SELECT coalesce(max(id), 0) FROM events)
                WHERE path = ? AND (SELECT count(*) FROM erased) = ?
                """,
                [path, tombstones]
            )
            return db.changesCount > 0
        }
    }
}
