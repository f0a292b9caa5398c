// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess
import Foundation

/// The model Rules.
nonisolated enum RulesModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Rules",
        statements: [],
        entities: [
            Place.entity,
            Town.entity,
            Capital.entity,
            Village.entity,
            Country.entity,
            Visit.entity,
            Photo.entity,
            Tag.entity,
            Album.entity,
        ]
    )

    /// The compiled model, which Xcode puts into the bundle of the target that has
    /// Rules.xcdatamodeld; without a bundle, the application's or that of this code.
    static func managedObjectModel(in bundle: Foundation.Bundle?) throws -> NSManagedObjectModel {
        let bundles =
            bundle.map { [$0] } ?? [.main, Foundation.Bundle(for: RulesStack.self)]
        let found = bundles.lazy.compactMap {
            $0.url(forResource: "Rules", withExtension: "momd")
                ?? $0.url(forResource: "Rules", withExtension: "mom")
        }.first
        guard let found, let model = NSManagedObjectModel(contentsOf: found) else {
            throw StoreError.unknownModel(
                name: "Rules",
                module: bundles[0].bundlePath
            )
        }
        // Objects are read by the names of their properties: they need no classes.
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        return model
    }
}
