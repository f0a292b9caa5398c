/// What a store needs to make an empty file, and to know its records.
func renderModel(_ model: ModelContext) -> Code {
    let names = model.entities.map { "\($0.type).self" }
    let records = names.count == 1 ? names[0] : names.map { "\($0)," }.joined(separator: "\n")
    // The formatter wants no comma behind a single element.
    let separator = model.statements.count == 1 ? "" : ","
    let statements = model.statements.map { indented(sqlLiteral($0), 3) + separator }
    return """
        \(head(of: model.source))

        import DataAccess

        /// The tables of the model \(model.name).
        nonisolated enum \(modelName(model)): GeneratedModel {
            static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),\(version(model))
                statements: [
        \(statements.joined(separator: "\n"))
                ],
                records: [
        \(indented: records, 3)
                ]
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
