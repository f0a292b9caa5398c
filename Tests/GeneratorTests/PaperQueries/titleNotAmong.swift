// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title is not one of *titles*.
    nonisolated(nonsending) func titleNotAmong(titles: [String]) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE (t0."title" IN (SELECT store_element(value) FROM json_each(?1))) IS NOT TRUE
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(list: titles, at: 1)
        }
    }
}
