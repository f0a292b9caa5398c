// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// Books whose title begins with *text*, ignoring case, by title.
    nonisolated(nonsending) func booksStartingWith(text: String) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init("title BEGINSWITH[c] %@", [.value(text)]),
            orderBy: [.ascending("title"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
