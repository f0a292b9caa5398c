// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The number of books whose isRead is false.
    nonisolated(nonsending) func numberOfUnread() async throws -> Int {
        let query = FormattedQuery(fetched: .init("isRead == FALSE"))
        return try await stack.count(Book.self, query)
    }
}
