// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose pages is less than *number*.
    nonisolated(nonsending) func pagesUnder(number: Int32) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE t0."pages" < ?1
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(number, at: 1)
        }
    }
}
