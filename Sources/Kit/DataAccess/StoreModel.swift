/// Description of a generated model for a store: its name, its entities, and the SQL that creates
/// its tables.
public struct StoreModel: Sendable {
    /// The model's, kept in the file: a store of another model is told by it.
    public let name: String
    /// Run once, in order, in one transaction, on an empty file.
    public let statements: [String]
    /// Empty for a model that is SQL only; records need theirs.
    public let entities: [EntityDescription]
    /// The types of the records, by the names of their entities, for the rules that only they know.
    package let records: [String: any DescribedRecord.Type]
    /// Which of the model's versions this is; nil if the model has only one.
    public let version: ModelVersion?

    public init(
        name: String,
        version: ModelVersion? = nil,
        statements: [String],
        entities: [EntityDescription] = []
    ) {
        self.name = name
        self.version = version
        self.statements = statements
        self.entities = entities
        records = [:]
    }

    /// - Parameters:
    ///   - name: Name of the model.
    ///   - version: Version, where a store of another one is migrated.
    ///   - statements: SQL that creates the tables.
    ///   - records: Types of the records, one for each entity.
    public init(
        name: String,
        version: ModelVersion? = nil,
        statements: [String],
        records: [any DescribedRecord.Type]
    ) {
        self.name = name
        self.version = version
        self.statements = statements
        entities = records.map { $0.entity }
        self.records = Dictionary(
            records.map { ($0.entity.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The entity of this name, or nil.
    public func entity(named name: String) -> EntityDescription? {
        entities.first { $0.name == name }
    }

    /// Name in messages: the version's name if it has one.
    package var versionName: String { version?.name ?? name }

    /// Kept in the file, to notice that it was made for another model.
    package var definition: String { statements.joined(separator: ";\n") }
}

/// Protocol of the generated type `<Model>Model`, which `CacheStore(modelNamed:)` finds by name.
public protocol GeneratedModel {
    static var definition: StoreModel { get }
}

/// A version of a model: by it a store that a newer program made is told from an older one.
public struct ModelVersion: Sendable, Hashable {
    /// The name of its folder, without the extension: `Library 2`.
    public let name: String
    /// The names of the versions before it, the first one first.
    public let earlier: [String]

    public init(_ name: String, after earlier: [String] = []) {
        self.name = name
        self.earlier = earlier
    }
}
