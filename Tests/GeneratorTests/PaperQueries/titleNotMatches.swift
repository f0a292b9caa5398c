// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title does not match the pattern *pattern*, ignoring case.
    nonisolated(nonsending) func titleNotMatches(pattern: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE (store_matches(t0."title", ?1, 'c')) IS NOT TRUE
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(pattern, at: 1)
        }
    }
}
