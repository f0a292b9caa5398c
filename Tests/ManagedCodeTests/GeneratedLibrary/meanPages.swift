// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

extension LibraryManager {
    /// The average pages of all books whose pages is at least 0.
    nonisolated(nonsending) func meanPages() async throws -> Double? {
        let query = FormattedQuery(fetched: .init("pages >= 0"))
        let values = try await stack.list(Book.self, query).compactMap(\.pages)
        return values.isEmpty
            ? nil : values.reduce(0) { $0 + Double($1) } / Double(values.count)
    }
}
