// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension RulesManager {
    /// All visits.
    func allVisits() async throws -> [Visit] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."_id", t0."day", t0."place"
                FROM "Visit" AS t0
                ORDER BY t0."_id"
                """
            ) {
                try VisitMapping.record(from: $0)
            }
        }
    }
}
