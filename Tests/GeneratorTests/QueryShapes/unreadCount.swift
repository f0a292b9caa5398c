// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// The number of books whose isRead is false.
    nonisolated(nonsending) func unreadCount() async throws -> Int {
        try await store.read { connection in
            try connection.firstRow(
                """
                SELECT count(*)
                FROM "Book" AS t0
                WHERE t0."isRead" IS ?1
                """
            ) {
                try $0.bind(false, at: 1)
            } read: {
                Int($0.int64(0) ?? 0)
            } ?? 0
        }
    }
}
