// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title ends with *text*, ignoring case.
    nonisolated(nonsending) func titleEndsAnyCase(text: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE substr(CAST(store_fold_c(t0."title") AS BLOB), -length(CAST(nullif(store_fold_c(?1), '') AS BLOB))) = CAST(nullif(store_fold_c(?1), '') AS BLOB)
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(text, at: 1)
        }
    }
}
