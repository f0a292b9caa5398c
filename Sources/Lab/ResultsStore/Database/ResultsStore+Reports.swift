package import Diagnostics
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

    /// Records that a report was written from the current contents of the file. A later erasure
    /// marks the report as stale.
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
