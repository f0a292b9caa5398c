// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose isRead is false, and either whose pages is from 1 to *most* or whose author's
    /// name is “Ursula”, and whose class is not missing, by pages.
    nonisolated(nonsending) func unreadBooks(most: Int32) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            LEFT JOIN "Author" AS t1 ON t1."id" = t0."author"
            WHERE t0."isRead" IS ?1 AND (t0."pages" BETWEEN ?2 AND ?3 OR t1."name" IS ?4) AND t0."class" IS NOT NULL
            ORDER BY t0."pages", t0."isbn"
            """
        ) {
            try $0.bind(false, at: 1)
            try $0.bind(Int64(1), at: 2)
            try $0.bind(most, at: 3)
            try $0.bind("Ursula", at: 4)
        }
    }
}
