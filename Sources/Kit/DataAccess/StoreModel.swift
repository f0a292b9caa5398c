/// What a generated model tells a store: its name, its entities, and the SQL that makes its tables.
public struct StoreModel: Sendable {
    public let name: String
    /// Run once, in order, in one transaction, on an empty file.
    public let statements: [String]
    public let entities: [EntityDescription]

    public init(name: String, statements: [String], entities: [EntityDescription] = []) {
        self.name = name
        self.statements = statements
        self.entities = entities
    }

    public func entity(named name: String) -> EntityDescription? {
        entities.first { $0.name == name }
    }

    /// Kept in the file, to notice that it was made for another model.
    package var definition: String { statements.joined(separator: ";\n") }
}

/// What generated code calls `<Model>Model`: found by its name where `CacheStore(modelNamed:)` is
/// asked for it.
public protocol GeneratedModel {
    static var definition: StoreModel { get }
}
