// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

extension LibraryManager {
    /// The first 5 of the books whose shelf is one of *shelves* and whose loans include none whose
    /// due is before *day*.
    nonisolated(nonsending) func booksOnShelves(
        shelves: [Shelf.Identity],
        day: Date
    ) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init(
                "shelf.id IN %@ AND SUBQUERY(loans, $l, $l.due < %@).@count == 0",
                [.value(shelves.map(\.value)), .value(day)]
            ),
            orderBy: [.ascending("isbn")],
            top: 5
        )
        return try await stack.list(Book.self, query)
    }
}
