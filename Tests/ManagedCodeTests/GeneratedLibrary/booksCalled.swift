// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// Books whose title is *store* or *connection*, by title.
    nonisolated(nonsending) func booksCalled(
        store: String,
        connection: String
    ) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init("title IN {%@, %@}", [.value(store), .value(connection)]),
            orderBy: [.ascending("title"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
