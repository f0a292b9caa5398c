// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore

extension LibraryManager {
    /// Books whose title begins with *text*.
    nonisolated(nonsending) func titleBegins(text: String) async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT t0."class", t0."isbn", t0."isRead", t0."pages", t0."rating", t0."title",
                t0."author", t0."shelf"
                FROM "Book" AS t0
                WHERE instr(t0."title", nullif(?1, '')) = 1
                ORDER BY t0."isbn"
                """
            ) {
                try $0.bind(text, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }
}
