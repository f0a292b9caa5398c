// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// The tables of the model Library.
nonisolated enum LibraryModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Library",
        records: [Author.self, Book.self, Loan.self, Shelf.self]
    )
}
