/// What generated code tells of an entity: what its records hold, in the order of their columns.
public struct EntityDescription: Sendable, Hashable {
    /// The name in the model, and of the table.
    public let name: String
    /// The column of the identity: that of an attribute, or `_id` where the store gives out numbers.
    public let identity: String
    /// In the order of the columns.
    public let attributes: [AttributeDescription]
    /// Every relationship; those that are columns in the order of the columns.
    public let relationships: [RelationshipDescription]
    /// The model's renaming identifier: what the entity was called in the version before, or a name
    /// that both versions give it. nil stands for its own name.
    public let renamingIdentifier: String?
    /// Columns whose values are unique together, apart from the identity: a record that is saved
    /// replaces the one that has its values.
    public let uniqueness: [[String]]
    /// nil where the entity's table is its own.
    public let hierarchy: EntityHierarchy?

    /// The table of its records: its own, or that of the farthest ancestor.
    package var tableName: String { hierarchy?.root ?? name }

    public init(
        name: String,
        identity: String,
        attributes: [AttributeDescription],
        relationships: [RelationshipDescription] = [],
        renamingIdentifier: String? = nil,
        uniqueness: [[String]] = [],
        hierarchy: EntityHierarchy? = nil
    ) {
        self.renamingIdentifier = renamingIdentifier
        self.uniqueness = uniqueness
        self.hierarchy = hierarchy
        self.name = name
        self.identity = identity
        self.attributes = attributes
        self.relationships = relationships
    }

    /// Whether the store gives out the identity and no attribute holds it.
    public var isIdentityAssigned: Bool { !attributes.contains { $0.name == identity } }

    /// What the columns hold, in their order: an assigned identity, attributes, identities of
    /// related records.
    public var columns: [String] {
        (isIdentityAssigned ? [identity] : []) + attributes.map(\.name)
            + relationships.filter(\.isColumn).map(\.name)
    }

    /// The position of the identity's column, from 0.
    public var identityPosition: Int { columns.firstIndex(of: identity) ?? 0 }
}

/// An entity's place among those that share the table of their root ancestor. A child is read
/// through a view of its own name.
public struct EntityHierarchy: Sendable, Hashable {
    /// The name of the root, and of the table.
    public let root: String
    /// The entities whose records are among this one's: itself unless it is abstract, and its
    /// descendants.
    public let kinds: [String]
    /// Whether no record is of the entity itself.
    public let isAbstract: Bool
    /// The columns of the table whose name is not that of the property.
    public let columns: [String: String]

    public init(
        root: String,
        kinds: [String],
        isAbstract: Bool = false,
        columns: [String: String] = [:]
    ) {
        self.root = root
        self.kinds = kinds
        self.isAbstract = isAbstract
        self.columns = columns
    }

    /// The column that tells which entity a record is of.
    public static let kindColumn = "_kind"
}

/// An attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
    /// The raw values are those of the model file.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case integer16 = "Integer 16"
        case integer32 = "Integer 32"
        case integer64 = "Integer 64"
        case decimal = "Decimal"
        case double = "Double"
        case float = "Float"
        case string = "String"
        case boolean = "Boolean"
        case date = "Date"
        case binary = "Binary"
        case uuid = "UUID"
        case uri = "URI"
    }

    /// The name in the model, and of the column.
    public let name: String
    /// The type of its values.
    public let kind: Kind
    /// Whether the value may be absent.
    public let isOptional: Bool
    /// The model's default, as a record made without the value holds it.
    public let initial: StoredValue
    /// What the model's author noted, `ImportName` and `DateFormat` for one.
    public let userInfo: [String: String]
    /// As that of an entity.
    public let renamingIdentifier: String?
    /// The model's expression, where the store computes the value: a record that is saved does not
    /// change it.
    public let derivation: String?
    /// The same as SQL, of a row called `computed` of the entity's table: by it a migration computes
    /// the value for the records that there are.
    public let computation: String?

    public init(
        _ name: String,
        _ kind: Kind,
        isOptional: Bool = true,
        initial: StoredValue = .null,
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil,
        derivation: String? = nil,
        computation: String? = nil
    ) {
        self.derivation = derivation
        self.computation = computation
        self.renamingIdentifier = renamingIdentifier
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.initial = initial
        self.userInfo = userInfo
    }
}

/// A relationship of an entity.
public struct RelationshipDescription: Sendable, Hashable {
    /// What happens to the records that point here when this one is deleted.
    public enum DeletionRule: String, Sendable, Hashable {
        case noAction, nullify, cascade, deny
    }

    /// Where it is kept.
    public enum Storage: Sendable, Hashable {
        /// A column of this entity, named as the relationship.
        case column
        /// The column of this name of the destination.
        case inverse(String)
        /// Nowhere.
        case none
    }

    /// The name in the model.
    public let name: String
    /// The name of the entity that it leads to.
    public let destination: String
    /// Whether it leads to any number of records.
    public let isToMany: Bool
    /// Whether a record may be without a related one.
    public let isOptional: Bool
    /// What happens to this record when the one it points to is deleted; it counts for a column.
    public let whenDestinationIsDeleted: DeletionRule
    /// What happens to the records that it leads to when this one is deleted; it counts for a column
    /// and for a table of pairs. Besides, a pair goes with either of its records.
    public let whenDeleted: DeletionRule
    /// Where the identities of related records are.
    public let storage: Storage
    /// What the model's author noted, `ImportName` for one.
    public let userInfo: [String: String]
    /// As that of an entity.
    public let renamingIdentifier: String?
    /// The table of pairs that keeps the relationship where no column does.
    public let join: PairTable?
    /// Whether the related records have an order. Where they hold the identity in a column, their
    /// places stand in another, which is called as that one with `.position` behind.
    public let isOrdered: Bool
    /// Whether both sides lead to one record: one that comes to lead to a record takes it from the
    /// one that did before. It counts for a column.
    public let isOneToOne: Bool
    /// Whether it is its own inverse. It counts for a column; ``PairTable`` tells it of pairs.
    public let isSymmetric: Bool

    public init(
        _ name: String,
        to destination: String,
        isToMany: Bool = false,
        isOptional: Bool = true,
        whenDestinationIsDeleted rule: DeletionRule = .nullify,
        whenDeleted: DeletionRule = .nullify,
        storage: Storage,
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil,
        join: PairTable? = nil,
        isOrdered: Bool = false,
        isOneToOne: Bool = false,
        isSymmetric: Bool = false
    ) {
        self.isOneToOne = isOneToOne
        self.isSymmetric = isSymmetric
        self.renamingIdentifier = renamingIdentifier
        self.isOrdered = isOrdered
        self.join = join
        self.name = name
        self.destination = destination
        self.isToMany = isToMany
        self.isOptional = isOptional
        self.whenDestinationIsDeleted = rule
        self.whenDeleted = whenDeleted
        self.storage = storage
        self.userInfo = userInfo
    }

    /// Whether this entity's table holds the identity of the related record.
    public var isColumn: Bool { storage == .column }
}

/// A table with a row for each pair of related records, seen from one of them.
public struct PairTable: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// The column of the identity of the record that has the relationship.
    public let own: String
    /// The column of the identity of the related record.
    public let other: String
    /// Whether the related records have an order, which ``positionColumn`` holds.
    public let isOrdered: Bool
    /// Whether the relationship is its own inverse: each pair is kept in both directions.
    public let isSymmetric: Bool

    public init(
        _ table: String,
        own: String,
        other: String,
        isOrdered: Bool = false,
        isSymmetric: Bool = false
    ) {
        self.table = table
        self.own = own
        self.other = other
        self.isOrdered = isOrdered
        self.isSymmetric = isSymmetric
    }

    /// The column of a related record's place. Each of the two sides has its own.
    public var positionColumn: String { own <= other ? "position" : "targetPosition" }
}
