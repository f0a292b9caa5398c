// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The lowest pages of all books whose isRead is true.
    nonisolated(nonsending) func fewestPages() async throws -> Int32? {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT min(t0."pages")
                FROM "Book" AS t0
                WHERE t0."isRead" IS ?1
                """
            ) {
                try $0.bind(true, at: 1)
            } read: {
                $0.int32(0)
            } ?? nil
        }
    }
}
