// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The highest title of all books.
    nonisolated(nonsending) func lastTitle() async throws -> String? {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT max(t0."title")
                FROM "Book" AS t0
                """
            ) {
                $0.string(0)
            } ?? nil
        }
    }
}
