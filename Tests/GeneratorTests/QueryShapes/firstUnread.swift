// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The first of the books whose isRead is false, by title.
    nonisolated(nonsending) func firstUnread() async throws -> Book? {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                WHERE t0."isRead" IS ?1
                ORDER BY t0."title", t0."isbn"
                LIMIT 1
                """
            ) {
                try $0.bind(false, at: 1)
            } read: {
                try Book(row: $0)
            }
        }
    }
}
