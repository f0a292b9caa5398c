// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// Books whose loans include *loan* or that are *book*.
    nonisolated(nonsending) func bookLent(
        loan: Loan.Identity,
        book: Book.Identity
    ) async throws -> [Book] {
        let query = FormattedQuery(
            fetched: .init(
                "ANY loans == %@ OR isbn == %@",
                [.record(loan.value, of: "Loan"), .value(book.value)]
            ),
            orderBy: [.ascending("isbn")]
        )
        return try await stack.list(Book.self, query)
    }
}
