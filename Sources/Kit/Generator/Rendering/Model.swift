/// What the store needs to make an empty file.
func renderModel(_ model: ModelContext) -> String {
    let statements = model.statements.map { indented(sqlLiteral($0), 3) + "," }
    return """
        \(head(of: model.source))

        import CacheStore

        /// The tables of the model \(model.name).
        enum \(modelName(model)) {
            static let definition = StoreModel(
                name: \(swiftLiteral(model.name)),
                statements: [
        \(statements.joined(separator: "\n"))
                ]
            )
        }

        """
}
