// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is *store* or *connection*, by title.
    nonisolated(nonsending) func booksCalled(
        store: String,
        connection: String
    ) async throws -> [Book] {
        try await self.store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE t0."title" IN (?1, ?2)
            ORDER BY t0."title", t0."isbn"
            """
        ) {
            try $0.bind(store, at: 1)
            try $0.bind(connection, at: 2)
        }
    }
}
