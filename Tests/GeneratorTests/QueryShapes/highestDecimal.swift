// Made by cdgen from Odd.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

extension OddManager {
    /// The highest decimal of all everythings.
    nonisolated(nonsending) func highestDecimal() async throws -> Decimal? {
        try await store.read { connection in
            let found = try connection.rows(
                """
                SELECT t0."decimal"
                FROM "Everything" AS t0
                WHERE t0."decimal" NOTNULL
                """
            ) {
                try $0.required($0.decimal(0), 0)
            }
            return found.max()
        }
    }
}
