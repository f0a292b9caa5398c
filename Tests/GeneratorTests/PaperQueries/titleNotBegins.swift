// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title does not begin with *text*, ignoring case.
    nonisolated(nonsending) func titleNotBegins(text: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE (instr(store_fold_c(t0."title"), nullif(store_fold_c(?1), '')) = 1) IS NOT TRUE
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(text, at: 1)
        }
    }
}
