/// The access level as it precedes a declaration: empty, or with a space.
extension GenerationOptions.Access {
    var prefix: String { self == .internal ? "" : "\(rawValue) " }
}

/// The imports of a file, a line for each module.
///
/// - Parameters:
///   - access: of the file's declarations.
///   - exposed: modules whose types the declarations name; they are imported with that access.
///   - used: modules that nothing but bodies uses.
func imports(
    _ access: GenerationOptions.Access,
    exposed: [String],
    used: [String] = []
) -> String {
    let lines = Set(exposed).union(used).sorted().map { module in
        "\(exposed.contains(module) ? access.prefix : "")import \(module)"
    }
    return lines.joined(separator: "\n")
}

/// The imports of a file of the implementation, which may have its records from another module.
///
/// - Parameter exposesRecords: whether the declarations name them.
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

/// Whether a type, as Swift writes it, is one of Foundation's or contains one.
func isOfFoundation(_ type: String) -> Bool {
    if foundationTypes.contains(type) { return true }
    return type.split { "[]?: ".contains($0) }.contains { foundationTypes.contains(String($0)) }
}

private let foundationTypes: Set = ["Data", "Date", "Decimal", "URL", "UUID"]
