// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The highest pages of all books whose title is like *pattern*.
    nonisolated(nonsending) func mostPages(pattern: String) async throws -> Int32? {
        let query = FormattedQuery(fetched: .init("title LIKE %@", [.value(pattern)]))
        let values = try await stack.list(Book.self, query).compactMap(\.pages)
        return values.max()
    }
}
