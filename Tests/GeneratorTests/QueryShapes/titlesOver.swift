// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The title of each of the first 2 of the books whose pages is greater than *pages*.
    nonisolated(nonsending) func titlesOver(pages: Int32) async throws -> [String] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."title"
                FROM "Book" AS t0
                WHERE t0."pages" > ?1
                ORDER BY t0."isbn"
                LIMIT 2
                """
            ) {
                try $0.bind(pages, at: 1)
            } read: {
                try $0.required($0.string(0), 0)
            }
        }
    }
}
