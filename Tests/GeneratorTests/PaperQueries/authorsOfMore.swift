// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Authors that have more than *number* books.
    nonisolated(nonsending) func authorsOfMore(number: Int64) async throws -> [Author] {
        try await store.list(
            """
            SELECT \(Author.columns)
            FROM "Author" AS t0
            WHERE (SELECT count(*) FROM "Book" AS t1 WHERE t1."author" = t0."id") > ?1
            ORDER BY t0."id"
            """
        ) {
            try $0.bind(number, at: 1)
        }
    }
}
