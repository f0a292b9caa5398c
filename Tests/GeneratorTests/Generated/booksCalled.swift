// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is *store* or *connection*, by title.
    nonisolated(nonsending) func booksCalled(
        store: String,
        connection: String
    ) async throws -> [Book] {
        try await self.store.read { database in
            try database.rows(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                WHERE t0."title" IN (?1, ?2)
                ORDER BY t0."title", t0."isbn"
                """
            ) {
                try $0.bind(store, at: 1)
                try $0.bind(connection, at: 2)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }
}
