// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The number of books whose pages is their class as a number.
    nonisolated(nonsending) func composedCount() async throws -> Int {
        try await store.read { connection in
            let found = try connection.rows(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                ORDER BY t0."isbn"
                """
            ) {
                try Book(row: $0)
            }
            // SQL cannot express this part. It is evaluated in memory for each row found.
            return try connection.records(
                found,
                matching: DataQuery.Filter("pages == CAST(class, \"NSNumber\")")
            ).count
        }
    }
}
