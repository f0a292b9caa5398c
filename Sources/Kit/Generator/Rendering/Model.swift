/// The data that a store needs to create a file and to know its records.
func renderModel(_ model: ModelContext) -> Code {
    let names = model.entities.map { "\($0.type).self" }
    // The formatter removes a comma after a single element.
    let records = names.count == 1 ? names[0] : wrapped(names, width: 86) + ","
    return """
        \(head(of: model.source))

        import CacheStore

        /// The tables of the model \(model.name).
        nonisolated enum \(modelName(model)): GeneratedModel {
            static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),\(version(model))
                records: [\(names.isEmpty ? "]" : "\n\(indented(records, 3))\n        ]")
            )
        }

        """
}

private func version(_ model: ModelContext) -> String {
    guard let version = model.version else { return "" }
    let earlier = version.earlier.map(swiftLiteral).joined(separator: ", ")
    let after = earlier.isEmpty ? "" : ", after: [\(earlier)]"
    return "\n        version: ModelVersion(\(swiftLiteral(version.name))\(after)),"
}
