// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess
import Foundation

/// The model Library.
nonisolated enum LibraryModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Library",
        statements: [],
        entities: [
            Author.entity,
            Book.entity,
            Loan.entity,
            Shelf.entity,
        ]
    )

    /// The compiled model, which Xcode puts into the bundle of the target that has
    /// Library.xcdatamodeld; without a bundle, the application's or that of this code.
    static func managedObjectModel(in bundle: Foundation.Bundle?) throws -> NSManagedObjectModel {
        let bundles =
            bundle.map { [$0] } ?? [.main, Foundation.Bundle(for: LibraryStack.self)]
        let found = bundles.lazy.compactMap {
            $0.url(forResource: "Library", withExtension: "momd")
                ?? $0.url(forResource: "Library", withExtension: "mom")
        }.first
        guard let found, let model = NSManagedObjectModel(contentsOf: found) else {
            throw StoreError.unknownModel(
                name: "Library",
                module: bundles[0].bundlePath
            )
        }
        // Objects are read by the names of their properties: they need no classes.
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        return model
    }
}
