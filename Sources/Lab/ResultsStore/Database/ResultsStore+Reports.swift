package import Diagnostics
import GRDB

extension ResultsStore {
    /// Different whenever something was recorded, merged or erased.
    package func state() throws(DiagnosticError) -> [Int64] {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT coalesce(max(id), 0), count(*), (SELECT count(*) FROM sessions)
                    FROM events
                    """
            )
            return row.map { [$0[0], $0[1], $0[2]] } ?? []
        }
    }
}
