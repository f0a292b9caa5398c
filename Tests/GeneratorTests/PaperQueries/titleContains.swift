// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title contains *text*.
    nonisolated(nonsending) func titleContains(text: String) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE instr(t0."title", nullif(?1, '')) > 0
            ORDER BY t0."isbn"
            """
        ) {
            try $0.bind(text, at: 1)
        }
    }
}
