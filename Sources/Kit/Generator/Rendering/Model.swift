/// Returns the file that defines the model. The definition gives a store the model's tables and
/// record types.
func renderModel(_ model: ModelContext) -> Code {
    let access = model.options.access.prefix
    let imports = implementationImports(
        model.options,
        exposed: ["CacheStore"],
        exposesRecords: !model.entities.isEmpty,
        records: model.entities.map(\.type)
    )
    return """
        \(head(of: model.source))

        \(imports)

        /// The tables of the model \(model.name).
        \(access)nonisolated enum \(modelName(model)): GeneratedModel {
            \(access)static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),\(version(model))
                records: \(recordTypes(model))
            )
        }
        \(conformances(model))
        """
}

/// Returns extensions that make the records of the interface module conform to `StoredRecord`;
/// empty if there is no interface module.
private func conformances(_ model: ModelContext) -> Code {
    if model.options.interface == nil { return "" }
    let statements = "\(model.options.access.prefix)static let statements = entity.statements"
    let extensions = model.entities.map { entity -> Code in
        "\n\(braced("extension \(entity.type): StoredRecord", statements, depth: 0))"
    }
    return extensions.isEmpty ? "" : "\(.joined(extensions, by: ""))\n"
}

/// Returns the types of the records as an array literal: on one line if it fits, otherwise indented
/// by two levels.
func recordTypes(_ model: ModelContext) -> String {
    let names = model.entities.map { "\($0.type).self" }
    let line = "[\(names.joined(separator: ", "))]"
    if fits("records: \(line)", 8) { return line }
    // The formatter removes a comma after a single element.
    let list = names.count == 1 ? names[0] : wrapped(names, width: 86) + ","
    return "[\n\(indented(list, 3))\n        ]"
}

private func version(_ model: ModelContext) -> String {
    guard let version = model.version else { return "" }
    let earlier = version.earlier.map(swiftLiteral).joined(separator: ", ")
    let after = earlier.isEmpty ? "" : ", after: [\(earlier)]"
    return "\n        version: ModelVersion(\(swiftLiteral(version.name))\(after)),"
}
