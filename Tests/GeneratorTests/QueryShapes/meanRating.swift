// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The average rating of all books.
    nonisolated(nonsending) func meanRating() async throws -> Double? {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT avg(t0."rating")
                FROM "Book" AS t0
                """
            ) {
                $0.double(0)
            } ?? nil
        }
    }
}
