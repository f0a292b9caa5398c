// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

/// The entities of the model Library.
nonisolated enum LibraryModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Library",
        statements: [],
        records: [Author.self, Book.self, Loan.self, Shelf.self]
    )

    /// Opens a store with the compiled model, which Xcode adds to the bundle of the target that
    /// contains Library.xcdatamodeld.
    static func stack(fileAt path: String?, bundle: Foundation.Bundle?) throws -> ManagedStack {
        try ManagedStack(
            fileAt: path,
            model: definition,
            compiledAs: "Library",
            in: bundle,
            orThatOf: LibraryBundle.self
        )
    }
}

/// Identifies the bundle of this code.
private final class LibraryBundle {}
