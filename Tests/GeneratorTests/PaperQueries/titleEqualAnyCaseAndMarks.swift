// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is *text*, ignoring case and accents.
    nonisolated(nonsending) func titleEqualAnyCaseAndMarks(text: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE store_fold_cd(t0."title") IS store_fold_cd(?1)
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(text, at: 1)
        }
    }
}
