// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose pages is at least 0, by pages from high to low.
    nonisolated(nonsending) func longestFirst() async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE t0."pages" >= ?1
            ORDER BY t0."pages" DESC, t0."isbn"
            """
        ) {
            try $0.bind(Int64(0), at: 1)
        }
    }
}
