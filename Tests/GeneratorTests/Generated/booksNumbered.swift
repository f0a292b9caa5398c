// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

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
        try await store.list(
            """
            SELECT \(Book.columns)
            FROM "Book" AS t0
            WHERE t0."pages" > ?1
            ORDER BY t0."title", t0."isbn"
            """,
            // SQL cannot express this part. It is evaluated in memory for each row found.
            matching: DataQuery.Filter(
                "FUNCTION(isbn, \"integerValue\") > $least AND (author.name == $found OR FUNCTION(title, \"length\") IN $lengths OR ANY loans.due < $day AND FUNCTION(title, \"doubleValue\") > 0)",
                [
                    "least": .init(least),
                    "found": .init(found),
                    "lengths": .list(lengths.map { .init($0) }),
                    "day": .init(day),
                ]
            )
        ) {
            try $0.bind(Int64(0), at: 1)
        }
    }
}
