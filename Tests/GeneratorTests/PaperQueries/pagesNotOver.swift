// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose pages is not greater than *number*.
    nonisolated(nonsending) func pagesNotOver(number: Int32) async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                WHERE (t0."pages" > ?1) IS NOT TRUE
                ORDER BY t0."isbn"
                """
            ) {
                try $0.bind(number, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }
}
