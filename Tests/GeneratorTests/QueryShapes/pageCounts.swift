// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The pages of each of the books.
    nonisolated(nonsending) func pageCounts() async throws -> [Int32?] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."pages"
                FROM "Book" AS t0
                ORDER BY t0."isbn"
                """
            ) {
                $0.int32(0)
            }
        }
    }
}
