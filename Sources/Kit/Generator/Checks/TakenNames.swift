import Schema

/// The names that a query cannot have: those that the model's generated code uses, and `main`.
package struct TakenNames: Sendable {
    private let members: Set<String>
    /// The lowercase names of the generated files. They are lowercase because some file systems do
    /// not distinguish `City.swift` from `city.swift`.
    private let files: Set<String>
    private let manager: String

    package init(_ context: ModelContext) {
        manager = context.managerName
        members = context.memberNames
        files = Set(generate(context).map { $0.name.lowercased() })
    }

    /// Returns the reason why a query cannot have the name; nil if it can.
    ///
    /// - Parameter isInOneFile: whether all generated code is in one file, so that the query has no
    ///   file of its own.
    package func problem(of name: String, isInOneFile: Bool = false) -> String? {
        let file = queryFileName(name)
        if files.contains(file.lowercased()) {
            return "the generated code of the model already has a file \"\(file)\""
        }
        if !isInOneFile, file.lowercased() == "main.swift" {
            return "the file \"\(file)\" would make the target an executable"
        }
        let method = propertyName(name).trimmingBackticks
        return members.contains(method) ? "\(manager) already has a member \"\(method)\"" : nil
    }
}

extension ModelContext {
    /// Names of the manager's properties and of its methods without parameters.
    fileprivate var memberNames: Set<String> {
        Set(entities.map { $0.plural.trimmingBackticks })
            .union(["close", "opened", "path", "shared", "store"])
    }
}

extension QueryContext {
    /// Whether the query's method would not compile, because the manager of `model` already has a
    /// member with its name. A method with parameters may have the name of a property.
    package func isRedeclaration(in model: ModelContext) -> Bool {
        query.parameters.isEmpty && model.memberNames.contains(name.trimmingBackticks)
    }
}

/// Returns the name of the file with the method of the query `name`. The file is named after the
/// method.
package func queryFileName(_ name: String) -> String {
    "\(propertyName(name).trimmingBackticks).swift"
}
