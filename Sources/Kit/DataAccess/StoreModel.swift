/// Description of a generated model for a store: its name, its entities, and the SQL that creates
/// its tables.
public struct StoreModel: Sendable {
    /// The model's name. It is stored in the file, and distinguishes the stores of different
    /// models.
    public let name: String
    /// SQL statements that are run once, in order and in one transaction, on an empty file.
    public let statements: [String]
    /// The descriptions of the entities, which are needed to access records; empty for a model that
    /// consists only of SQL.
    public let entities: [EntityDescription]
    /// The record types, keyed by entity name. Unlike entity descriptions, they contain the
    /// validation rules. Empty if the model was created from entity descriptions.
    package let records: [String: any DescribedRecord.Type]
    /// The Swift type of each collection attribute, keyed by the entity's name and then by the
    /// attribute's name. Empty if the model was created from entity descriptions.
    package var collections: [String: [String: String]] = [:]
    /// The version of the model; nil if the model has only one version and that version has the
    /// model's name. If nil, a store of any other version is treated as newer.
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

    /// Creates the description of a model with generated record types.
    ///
    /// - Parameters:
    ///   - name: Name of the model.
    ///   - version: Version of the model; a store of an earlier version is migrated. nil if the
    ///     model has only one version and that version has the model's name.
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
        collections = self.records.mapValues { $0.collectionTypes }
    }

    /// Returns the entity with this name, or nil if there is none.
    public func entity(named name: String) -> EntityDescription? {
        entities.first { $0.name == name }
    }

    /// The model's name in messages: the version's name, or `name` if the model has no version.
    package var versionName: String { version?.name ?? name }

    /// The SQL text that is stored in the file. It shows whether the file was created for another
    /// model.
    package var definition: String { statements.joined(separator: ";\n") }
}

/// Protocol of the generated type `<Model>Model`, which `CacheStore(modelNamed:)` finds by name.
public protocol GeneratedModel {
    static var definition: StoreModel { get }
}

/// A version of a model. A store records the version of its model, so that a program can recognize
/// a store of an earlier or later version.
public struct ModelVersion: Sendable, Hashable {
    /// The name of the version's folder without the extension, such as `Library 2`.
    public let name: String
    /// The names of the earlier versions, oldest first.
    public let earlier: [String]

    public init(_ name: String, after earlier: [String] = []) {
        self.name = name
        self.earlier = earlier
    }
}
