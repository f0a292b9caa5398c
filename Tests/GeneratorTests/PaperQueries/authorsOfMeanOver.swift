// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Authors whose books' average pages is greater than *number*.
    nonisolated(nonsending) func authorsOfMeanOver(number: Double) async throws -> [Author] {
        try await store.list(
            """
            SELECT \(Author.columns)
            FROM "Author" AS t0
            WHERE (SELECT avg(t1."pages") FROM "Book" AS t1 WHERE t1."author" = t0."id") > ?1
            ORDER BY t0."id"
            """
        ) {
            try $0.bind(number, at: 1)
        }
    }
}
