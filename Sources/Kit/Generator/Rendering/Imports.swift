import Schema

extension GenerationOptions.Access {
    /// The access level as a prefix of a declaration: empty for internal, otherwise followed by a
    /// space.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }
}

/// Returns the imports of a file, one line for each name in `exposed` and `used`. Each name is a
/// module's name, or the kind and the name of a single declaration, such as `struct Library.Book`.
///
/// - Parameters:
///   - access: access level of the file's declarations.
///   - exposed: modules of the types in the declarations; these modules are imported with
///     `access`.
///   - used: modules that only function bodies use.
func imports(_ access: GenerationOptions.Access, exposed: [String], used: [String] = []) -> String {
    let all = Set(exposed).union(used)
    func lines(_ names: [String]) -> String {
        names.map { "\(exposed.contains($0) ? access.prefix : "")import \($0)" }
            .joined(separator: "\n")
    }
    let modules = lines(all.filter { !$0.contains(" ") }.sorted())
    // The formatter puts single declarations last, sorted without the keyword.
    func path(_ name: String) -> Substring { name.drop { $0 != " " } }
    let single = all.filter { $0.contains(" ") }.sorted { path($0) < path($1) }
    return single.isEmpty ? modules : "\(modules)\n\n\(lines(single))"
}

/// Returns the imports of a file in the implementation module. If the records are in a separate
/// interface module, the file imports that module too.
///
/// The name of a record is ambiguous if another imported module has a type with this name, such as
/// Foundation's `Notification`. The file imports such a record as a single declaration, which takes
/// precedence over the types of whole modules.
///
/// - Parameters:
///   - exposesRecords: whether the file's declarations use the record types, and not only its
///     function bodies.
///   - records: names of the record types, and of their data access objects, in the file.
func implementationImports(
    _ options: GenerationOptions,
    exposed: [String],
    used: [String] = [],
    exposesRecords: Bool = true,
    records: [String]
) -> String {
    guard let interface = options.interface else {
        return imports(options.access, exposed: exposed, used: used)
    }
    let hasFoundation = (exposed + used).contains("Foundation")
    let single = records.filter { hasFoundation || isLibraryTypeName($0) }.map { name in
        // The only data access object in `records` is `StoreDAO`, which is a protocol. All other
        // names are names of records, which are structures.
        "\(name == "StoreDAO" ? "protocol" : "struct") \(interface).\(name)"
    }
    let all = [interface] + single
    return imports(
        options.access,
        exposed: exposed + (exposesRecords ? all : []),
        used: used + all
    )
}

extension GenerationOptions.Access {
    /// Whether an import must have the access level of the declarations that use the imported types
    /// only through an alias, such as `any BookDAO` or `Book.Identity`. Swift requires this access
    /// level for public declarations, but warns about it for package declarations.
    var exposesAliasedTypes: Bool { self != .package }
}

/// Returns the names of all record types. Also returns the type name of a data access object if a
/// library type has the same name.
func recordNames(_ model: ModelContext) -> [String] {
    model.entities.map(\.type)
        + model.entities.map { "\($0.type)DAO" }.filter(isLibraryTypeName)
}

extension ModelContext {
    /// Whether the declarations of the manager or of its protocol contain types of the module
    /// DataAccess.
    var exposesDataAccess: Bool {
        if options.access.exposesAliasedTypes { return !entities.isEmpty }
        // The only type used without an alias is `Violation`, the result of methods that check
        // a record.
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
