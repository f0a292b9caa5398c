// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension RulesManager {
    /// Towns whose area is greater than *area*.
    func largeTowns(area: Double) async throws -> [Town] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."id", t0."name", t0."area", t0."code", t0."country"
                FROM "Town" AS t0
                WHERE t0."area" > ?1
                ORDER BY t0."id"
                LIMIT 2
                """
            ) {
                try $0.bind(area, at: 1)
            } read: {
                try TownMapping.record(from: $0)
            }
        }
    }
}
