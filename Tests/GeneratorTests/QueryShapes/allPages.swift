// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The total pages of all books.
    nonisolated(nonsending) func allPages() async throws -> Int64 {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT sum(t0."pages")
                FROM "Book" AS t0
                """
            ) {
                $0.int64(0) ?? 0
            } ?? 0
        }
    }
}
