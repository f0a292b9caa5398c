// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The first of the books whose pages is their class as a number, after skipping 1.
    nonisolated(nonsending) func composed() async throws -> [Book] {
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
            ).dropFirst(1).prefix(1).map { $0 }
        }
    }
}
