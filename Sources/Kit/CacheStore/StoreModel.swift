/// What a generated model tells the store: its name and the statements that make its tables.
public struct StoreModel: Sendable {
    public let name: String
    /// Run once, in order, in one transaction, on an empty file.
    public let statements: [String]

    public init(name: String, statements: [String]) {
        self.name = name
        self.statements = statements
    }

    /// Kept in the file, to notice that it was made for another model.
    var definition: String { statements.joined(separator: ";\n") }
}
