// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// Books whose author is *author*, by title.
    nonisolated(nonsending) func booksOf(author: Author.Identity) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init("author.id == %@", [.value(author.value)]),
            orderBy: [.ascending("title"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
