// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

extension LibraryManager {
    /// Books either whose isbn is one of *isbns*, ignoring case, or whose author is one of
    /// *authors*, or whose pages is one of *pages*, and either whose author is missing or whose
    /// author's born is before the current time, and whose title does not match the pattern
    /// *pattern*, ignoring case, and that have no loans, by title.
    nonisolated(nonsending) func booksAmong(
        isbns: [String],
        authors: [Author.Identity],
        pages: [Int32],
        pattern: String
    ) async throws -> [Book] {
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            LEFT JOIN "Author" AS t1 ON t1."id" = t0."author"
            WHERE (store_fold_c(t0."isbn") IN (SELECT store_fold_c(store_element(value)) FROM json_each(?1)) OR t0."author" IN (SELECT store_element(value) FROM json_each(?2)) OR t0."pages" IN (SELECT value FROM json_each(?3))) AND (t0."author" IS NULL OR t1."born" < ?4) AND ((store_matches(t0."title", ?5, 'c')) IS NOT TRUE) AND (SELECT count(*) FROM "Loan" AS t2 WHERE t2."book" = t0."isbn") IS ?6
            ORDER BY t0."title", t0."isbn"
            """
        ) {
            try $0.bind(list: isbns, at: 1)
            try $0.bind(list: authors.map(\.value), at: 2)
            try $0.bind(list: pages, at: 3)
            try $0.bind(Date(), at: 4)
            try $0.bind(pattern, at: 5)
            try $0.bind(Int64(0), at: 6)
        }
    }
}
