// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The title of each of the first 2 of the books whose pages is at least 0, after skipping 1.
    nonisolated(nonsending) func secondAndThirdTitle() async throws -> [String] {
        let query = FormattedQuery(
            fetched: .init("pages >= 0"),
            orderBy: [.ascending("isbn")],
            top: 2,
            skip: 1
        )
        return try await stack.list(Book.self, query).map(\.title)
    }
}
