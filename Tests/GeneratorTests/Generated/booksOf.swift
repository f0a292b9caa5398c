// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose author is *author*, by title.
    nonisolated(nonsending) func booksOf(author: Author.Identity) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE t0."author" IS ?1
            ORDER BY t0."title", t0."isbn"
            """
        ) {
            try $0.bind(author.value, at: 1)
        }
    }
}
