extension GenerationOptions.Access {
    /// The access level as a prefix of a declaration: empty for internal, otherwise followed by a
    /// space.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }
}

/// Returns the imports of a file, one line for each module.
///
/// - Parameters:
///   - access: access level of the file's declarations.
///   - exposed: modules of the types in the declarations; these modules are imported with
///     `access`.
///   - used: modules that only function bodies use.
func imports(_ access: GenerationOptions.Access, exposed: [String], used: [String] = []) -> String {
    let lines = Set(exposed).union(used).sorted().map { module in
        "\(exposed.contains(module) ? access.prefix : "")import \(module)"
    }
    return lines.joined(separator: "\n")
}

/// Returns the imports of a file in the implementation module. If the records are in a separate
/// interface module, the file imports that module too.
///
/// - Parameter exposesRecords: whether the file's declarations use the record types, and not only
///   its function bodies.
func implementationImports(
    _ options: GenerationOptions,
    exposed: [String],
    used: [String] = [],
    exposesRecords: Bool = true
) -> String {
    let interface = options.interface.map { [$0] } ?? []
    return imports(
        options.access,
        exposed: exposed + (exposesRecords ? interface : []),
        used: used + interface
    )
}

extension GenerationOptions.Access {
    /// Whether a file must import a module with this access level even if its declarations use the
    /// module's types only through aliases. Examples of aliases are `any BookDAO` and
    /// `Book.Identity`. Swift requires the level for public declarations, but warns about it for
    /// package declarations.
    var exposesAliasedTypes: Bool { self != .package }
}

extension ModelContext {
    /// Whether the declarations of the manager or of its protocol contain types of the module
    /// DataAccess.
    var exposesDataAccess: Bool {
        if options.access.exposesAliasedTypes { return !entities.isEmpty }
        // The type `Violation` has no alias.
        return entities.contains { !countedRelationships(of: $0).isEmpty }
    }
}

/// Returns whether a Swift type is from Foundation or, like `[Date]`, contains a type from
/// Foundation.
func isOfFoundation(_ type: String) -> Bool {
    if foundationTypes.contains(type) { return true }
    return type.split { "[]?: ".contains($0) }.contains { foundationTypes.contains(String($0)) }
}

private let foundationTypes: Set = ["Data", "Date", "Decimal", "URL", "UUID"]
