// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension RulesManager {
    /// Places whose name is the country's code and whose country is not the country.
    func namesakes(of country: Country) async throws -> [Place] {
        guard let identity = country.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."id", t0."name", t0."country"
                FROM "Place" AS t0
                WHERE t0."name" IS ?1 AND t0."country" IS NOT ?2
                ORDER BY t0."id"
                """
            ) {
                try $0.bind(country.code, at: 1)
                try $0.bind(identity.value, at: 2)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
    }
}
