// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

extension LibraryManager {
    /// How many records there are of each entity, by its name in the model.
    func inventory() async throws -> [String: Int] {
        [
            "Author": try await authors.count(),
            "Book": try await books.count(),
            "Loan": try await loans.count(),
            "Shelf": try await shelves.count(),
        ]
    }
}
