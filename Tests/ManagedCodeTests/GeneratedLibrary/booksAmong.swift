// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

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
        let now = Date()
        // `rest` is evaluated in memory: SQL cannot express it, or gives another result.
        let query = FormattedQuery(
            fetched: .init(
                """
                (author == NIL OR author.born < %@) AND NOT (title MATCHES[c] %@) AND \
                loans.@count == 0
                """,
                [.value(now), try .pattern(pattern)]
            ),
            rest: .init(
                "isbn IN[c] %@ OR author.id IN %@ OR pages IN %@",
                [.value(isbns), .value(authors.map(\.value)), .value(pages)]
            ),
            orderBy: [.ascending("title"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
