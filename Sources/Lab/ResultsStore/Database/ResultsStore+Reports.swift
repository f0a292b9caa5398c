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

    /// Records that a report was written from the current contents of the file. A later change to a
    /// participant's data marks the report as stale.
    package func noteReport(at path: String) async throws(DiagnosticError) {
        try await write { db in
            try db.run(
                """
                INSERT OR REPLACE INTO reports (path, last_event, stale)
                SELECT ?, coalesce(max(id), 0), NULL FROM events
                """,
                [path]
            )
        }
    }
}
