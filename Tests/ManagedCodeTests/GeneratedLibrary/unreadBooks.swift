// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// Books whose isRead is false, and either whose pages is from 1 to *most* or whose author's
    /// name is “Ursula”, and whose class is not missing, by pages.
    nonisolated(nonsending) func unreadBooks(most: Int32) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init(
                """
                isRead == FALSE AND (pages BETWEEN {1, %@} OR author.name == \
                \"Ursula\") AND class != NIL
                """,
                [.value(most)]
            ),
            orderBy: [.ascending("pages"), .ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
