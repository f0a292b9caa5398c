/// Returns the name of the generated class that identifies the bundle of the generated code.
func bundleName(_ model: String) -> String { "\(model)Bundle" }

/// Returns the code of the manager for the Core Data backend.
func renderManagedManager(_ model: ModelContext) -> Code {
    let manager = model.managerName
    let properties = managerProperties(model) { "ManagedDAO<\($0.type)>(stack: stack)" }
    let access = model.options.access.prefix
    let imports = implementationImports(
        model.options,
        exposed: [foundation(model), "ManagedStore"]
            + (model.exposesDataAccess ? ["DataAccess"] : []),
        used: ["DataAccess"],
        records: recordNames(model)
    )
    return """
        \(head(of: model.source))
        //
        // Runs on Apple's Core Data. Tested against a substitute for it; not yet run on macOS or iOS.

        \(imports)

        /// The records of the model \(model.name), in Core Data.
        \(access)nonisolated struct \(manager): \(managerProtocol(model)) {
        \(properties)    /// The Core Data stack. Use its `viewContext` in views.
            \(access)let stack: ManagedStack

        \(sharedManager(model))

            /// Opens the file at `path`, and creates it if it does not exist. The compiled model is in
            /// `bundle`. If `bundle` is nil, it is in the application's bundle or, if it is not there, in
            /// the bundle that contains this code.
            \(access)init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
                stack = try \(modelName(model)).stack(fileAt: path, bundle: bundle)
            }

            /// Returns a manager whose records are in memory, for tests and previews.
            \(access)static func inMemory(bundle: Foundation.Bundle? = nil) throws -> \(manager) {
                \(manager)(stack: try \(modelName(model)).stack(fileAt: nil, bundle: bundle))
            }

            private init(stack: ManagedStack) { self.stack = stack }

            /// The path of the file; nil in memory.
            \(access)var path: String? { stack.path }

            /// Closes the file; later calls throw.
            \(access)func close() throws { try stack.close() }

            /// Deletes the file at `path`, with all records. Close its manager first.
            \(access)static func removeFile(at path: String) throws { try ManagedStack.removeFile(at: path) }
        }
        \(relationships(model))
        """
}

/// Returns the import of Foundation in a file that uses only Foundation's class `Bundle`. If the
/// records are in a separate module, the import covers only this class. Another type of Foundation
/// may have the same name as a record. If a record is named `Bundle`, the import covers the whole
/// module.
private func foundation(_ model: ModelContext) -> String {
    let isWhole = model.options.interface == nil || model.entities.contains { $0.type == "Bundle" }
    return isWhole ? "Foundation" : "class Foundation.Bundle"
}

/// Returns the file that defines the model and contains the function that opens the Core Data
/// stack.
func renderManagedModel(_ model: ModelContext) -> Code {
    let access = model.options.access.prefix
    let imports = implementationImports(
        model.options,
        exposed: ["DataAccess"],
        used: [foundation(model), "ManagedStore"],
        exposesRecords: false,
        records: model.entities.map(\.type)
    )
    return """
        \(head(of: model.source))

        \(imports)

        /// The entities of the model \(model.name).
        \(access)nonisolated enum \(modelName(model)): GeneratedModel {
            \(access)static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),
                statements: [],
                records: \(recordTypes(model))
            )

            /// Opens a store with the compiled model, which Xcode adds to the bundle of the target that
            /// contains \(model.source).
            static func stack(fileAt path: String?, bundle: Foundation.Bundle?) throws -> ManagedStack {
                try ManagedStack(
                    fileAt: path,
                    model: definition,
                    compiledAs: \(swiftLiteral(model.resource)),
                    in: bundle,
                    orThatOf: \(bundleName(model.name)).self
                )
            }
        }

        /// Identifies the bundle of this code.
        private final class \(bundleName(model.name)) {}

        """
}

extension ModelContext {
    /// The name of the compiled model.
    fileprivate var resource: String {
        source.split(separator: ".").dropLast().joined(separator: ".")
    }
}
