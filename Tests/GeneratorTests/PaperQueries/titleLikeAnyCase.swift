// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is like *pattern*, ignoring case.
    nonisolated(nonsending) func titleLikeAnyCase(pattern: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE store_like(store_fold_c(t0."title"), store_fold_c(?1))
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(pattern, at: 1)
        }
    }
}
