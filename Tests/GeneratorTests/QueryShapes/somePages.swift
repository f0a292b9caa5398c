// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The first 2 of all books, by pages, after skipping 1.
    nonisolated(nonsending) func somePages() async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                ORDER BY t0."pages", t0."isbn"
                LIMIT 2 OFFSET 1
                """
            ) {
                try Book(row: $0)
            }
        }
    }
}
