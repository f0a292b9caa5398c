// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Authors whose books' total pages is *number*.
    nonisolated(nonsending) func authorsOfAll(number: Int64) async throws -> [Author] {
        try await store.list(
            """
            SELECT \(Author.columns)
            FROM "Author" AS t0
            WHERE (SELECT coalesce(sum(t1."pages"), 0) FROM "Book" AS t1 WHERE t1."author" = t0."id") IS ?1
            ORDER BY t0."id"
            """
        ) {
            try $0.bind(number, at: 1)
        }
    }
}
