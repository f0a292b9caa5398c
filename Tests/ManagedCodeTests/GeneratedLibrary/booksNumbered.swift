// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

extension LibraryManager {
    /// Books whose pages is greater than 0, and for which the isbn as a whole number is greater
    /// than *least*, and either whose author's name is *found*, for which the length of the title
    /// is one of *lengths* or (whose loans include at least one whose due is before *day*, and for
    /// which the title as a number is greater than 0), by title.
    nonisolated(nonsending) func booksNumbered(
        least: Int64,
        found: String,
        lengths: [Int64],
        day: Date
    ) async throws -> [Book] {
        // `rest` is evaluated in memory: SQL cannot express it, or gives another result.
        let query = FormattedQuery(
            fetched: .init("pages > 0"),
            rest: .init(
                """
                isbn.integerValue > %@ AND (author.name == %@ OR title.length IN %@ OR \
                SUBQUERY(loans, $each1, $each1.due < %@).@count > 0 AND \
                title.doubleValue > 0)
                """,
                [.value(least), .value(found), .value(lengths), .value(day)]
            ),
            orderBy: [.ascending("title"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
