// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is like *pattern*.
    nonisolated(nonsending) func titleLike(pattern: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE store_like(t0."title", ?1)
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(pattern, at: 1)
        }
    }
}
