// Made by cdgen from Odd.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

extension OddManager {
    /// The average decimal of all everythings.
    nonisolated(nonsending) func meanDecimal() async throws -> Decimal? {
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
            return found.isEmpty
                ? nil : found.reduce(0) { $0 + $1 } / Decimal(found.count)
        }
    }
}
