// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The total pages of all books whose pages is at least 0.
    nonisolated(nonsending) func totalPages() async throws -> Int64 {
        let query = FormattedQuery(fetched: .init("pages >= 0"))
        let values = try await stack.list(Book.self, query).compactMap(\.pages)
        return try FormattedQuery.sum(values)
    }
}
