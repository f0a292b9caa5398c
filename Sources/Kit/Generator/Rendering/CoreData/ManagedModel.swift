/// The model as records know it, and as Core Data does.
func renderManagedModel(_ model: ModelContext) -> Code {
    let names = model.entities.map { "\($0.type).entity" }
    // The formatter wants no comma behind a single element.
    let entities = names.count == 1 ? names[0] : names.map { "\($0)," }.joined(separator: "\n")
    return """
        \(head(of: model.source))
        \(coreDataLabel)

        import CoreData
        import DataAccess
        import Foundation

        /// The model \(model.name).
        nonisolated enum \(modelName(model)): GeneratedModel {
            static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),
                statements: [],
                entities: [
        \(indented(entities, 3))
                ]
            )

            /// The compiled model, which Xcode puts into the bundle of the target that has
            /// \(model.source); without a bundle, the application's or that of this code.
            static func managedObjectModel(in bundle: Foundation.Bundle?) throws -> NSManagedObjectModel {
                let bundles =
                    bundle.map { [$0] } ?? [.main, Foundation.Bundle(for: \(stackName(model)).self)]
                let found = bundles.lazy.compactMap {
                    $0.url(forResource: \(swiftLiteral(model.resource)), withExtension: "momd")
                        ?? $0.url(forResource: \(swiftLiteral(model.resource)), withExtension: "mom")
                }.first
                guard let found, let model = NSManagedObjectModel(contentsOf: found) else {
                    throw StoreError.unknownModel(
                        name: \(swiftLiteral(model.resource)),
                        module: bundles[0].bundlePath
                    )
                }
                // Objects are read by the names of their properties: they need no classes.
                for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
                return model
            }
        }

        """
}

extension ModelContext {
    /// The name of the compiled model.
    fileprivate var resource: String {
        source.split(separator: ".").dropLast().joined(separator: ".")
    }
}
