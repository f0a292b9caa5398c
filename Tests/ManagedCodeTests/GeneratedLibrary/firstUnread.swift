// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The first of the books whose isRead is false.
    nonisolated(nonsending) func firstUnread() async throws -> Book? {
        let query = FormattedQuery(
            fetched: .init("isRead == FALSE"),
            orderBy: [.ascending("isbn")],
            top: 1
        )
        return try await stack.list(Book.self, query).first
    }
}
