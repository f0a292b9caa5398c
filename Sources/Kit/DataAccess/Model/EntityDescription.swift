/// Description of an entity by generated code: the properties of its records, in the order of their
/// columns.
public struct EntityDescription: Sendable, Hashable {
    private let facts: Shared<Facts>

    private struct Facts: Sendable, Hashable {
        let name: String
        let identity: String
        let attributes: [AttributeDescription]
        let relationships: [RelationshipDescription]
        let renamingIdentifier: String?
        let uniqueness: [[String]]
        let hierarchy: EntityHierarchy?
        let indexes: [[IndexedColumn]]
        let columns: [String]
        let identityPosition: Int
    }

    /// The name in the model, and of the table.
    public var name: String { facts.value.name }
    /// The column of the identity: that of an attribute, or `_id` where the store gives out numbers.
    public var identity: String { facts.value.identity }
    /// In the order of the columns.
    public var attributes: [AttributeDescription] { facts.value.attributes }
    /// Every relationship; those that are columns in the order of the columns.
    public var relationships: [RelationshipDescription] { facts.value.relationships }
    /// The model's renaming identifier: the entity's name in the version before, or a common name
    /// in both versions. Nil if the name is unchanged.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// Columns whose values are unique together, apart from the identity: a record that is saved
    /// replaces the one that has its values.
    public var uniqueness: [[String]] { facts.value.uniqueness }
    /// nil if the entity's table is its own.
    public var hierarchy: EntityHierarchy? { facts.value.hierarchy }
    /// Columns that queries search by, apart from the identity and relationships.
    public var indexes: [[IndexedColumn]] { facts.value.indexes }

    /// The table of its records: its own, or that of the farthest ancestor.
    package var tableName: String { hierarchy?.root ?? name }

    public init(
        name: String,
        identity: String,
        attributes: [AttributeDescription],
        relationships: [RelationshipDescription] = [],
        renamingIdentifier: String? = nil,
        uniqueness: [[String]] = [],
        hierarchy: EntityHierarchy? = nil,
        indexes: [[IndexedColumn]] = []
    ) {
        let isAssigned = !attributes.contains { $0.name == identity }
        let columns =
            (isAssigned ? [identity] : []) + attributes.map(\.name)
            + relationships.filter(\.isColumn).map(\.name)
        facts = Shared(
            Facts(
                name: name,
                identity: identity,
                attributes: attributes,
                relationships: relationships,
                renamingIdentifier: renamingIdentifier,
                uniqueness: uniqueness,
                hierarchy: hierarchy,
                indexes: indexes,
                columns: columns,
                identityPosition: columns.firstIndex(of: identity) ?? 0
            )
        )
    }

    /// Whether the store gives out the identity and no attribute holds it.
    public var isIdentityAssigned: Bool { !attributes.contains { $0.name == identity } }

    /// Names of the columns in order: an assigned identity, attributes, identities of related
    /// records.
    public var columns: [String] { facts.value.columns }

    /// The position of the identity's column, from 0.
    public var identityPosition: Int { facts.value.identityPosition }
}

/// A column of an index, compared as it is or without regard to case or diacritics.
public struct IndexedColumn: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name of the attribute or relationship.
    public let name: String
    public let ignoresCase: Bool
    public let ignoresDiacritics: Bool

    public init(_ name: String, ignoresCase: Bool = false, ignoresDiacritics: Bool = false) {
        self.name = name
        self.ignoresCase = ignoresCase
        self.ignoresDiacritics = ignoresDiacritics
    }

    public init(stringLiteral name: String) { self.init(name) }
}

/// Position of an entity among those that share the table of their root ancestor. A child is read
/// through a view with its name.
public struct EntityHierarchy: Sendable, Hashable {
    /// The name of the root, and of the table.
    public let root: String
    /// The entities whose records are among this one's: itself unless it is abstract, and its
    /// descendants.
    public let kinds: [String]
    /// Whether no record is of the entity itself.
    public let isAbstract: Bool
    /// The parent entity; nil for the root.
    public let parent: String?
    /// The columns of the table whose name is not that of the property.
    public let columns: [String: String]

    public init(
        root: String,
        kinds: [String],
        isAbstract: Bool = false,
        parent: String? = nil,
        columns: [String: String] = [:]
    ) {
        self.root = root
        self.kinds = kinds
        self.isAbstract = isAbstract
        self.parent = parent
        self.columns = columns
    }

    /// The column that tells which entity a record is of.
    public static let kindColumn = "_kind"
}
