/// Description of an entity in generated code: the properties of its records, in the order of their
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

    /// The name of the entity in the model; it is also the name of its table or view.
    public var name: String { facts.value.name }
    /// The name of the identity column: the name of an attribute, or `_id` if the store assigns the
    /// identities.
    public var identity: String { facts.value.identity }
    /// The attributes, in the order of the columns.
    public var attributes: [AttributeDescription] { facts.value.attributes }
    /// All relationships. Those stored in columns of the entity are in the order of the columns.
    public var relationships: [RelationshipDescription] { facts.value.relationships }
    /// The model's renaming identifier, which identifies the entity in the previous version of the
    /// model. The identifier is the entity's previous name, or an identifier that the entity has in
    /// both versions. Nil if the name is unchanged.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// Sets of columns whose combined values must be unique; the identity, which is always unique,
    /// is not included. Saving a record replaces a stored record that has the same values in all
    /// columns of a set.
    public var uniqueness: [[String]] { facts.value.uniqueness }
    /// The entity's position in an inheritance hierarchy; nil if the entity does not share its
    /// table with other entities.
    public var hierarchy: EntityHierarchy? { facts.value.hierarchy }
    /// Indexes for queries, in addition to those for the identity and for relationships.
    public var indexes: [[IndexedColumn]] { facts.value.indexes }

    /// The name of the table that contains the entity's records: the entity's own table or that of
    /// its root ancestor.
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

    /// Whether the store assigns the identities, which are then numbers. If false, the identity is
    /// an attribute.
    public var isIdentityAssigned: Bool { !attributes.contains { $0.name == identity } }

    /// The names of the columns, in order: the identity if the store assigns it, then the
    /// attributes, then the to-one relationships stored in columns.
    public var columns: [String] { facts.value.columns }

    /// The index of the identity's column, from 0.
    public var identityPosition: Int { facts.value.identityPosition }
}

extension EntityDescription {
    /// Checks that the identifying attribute can have the number that the store assigns to a new
    /// record.
    ///
    /// - Throws: `StoreError.constraint` if the number does not fit the attribute's type.
    package func checkAssigned(_ number: StoredValue) throws {
        guard case .integer(let number) = number, let kind = identityKind,
            kind.integers?.contains(number) == false
        else { return }
        throw StoreError.constraint(
            reason: """
                the next number does not fit \(name).\(identity), which has the type \
                \(kind.rawValue): give the attribute a wider type, or delete the record \
                with the highest number
                """
        )
    }
}

/// A column of an index. Comparisons of its values can ignore case, diacritics, or both.
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

/// Position of an entity in an inheritance hierarchy. All entities of the hierarchy share the
/// root's table. A child entity is read through a view with the entity's name.
public struct EntityHierarchy: Sendable, Hashable {
    /// The name of the root entity and of the shared table.
    public let root: String
    /// The names of the entities whose records belong to this entity: its descendants and, unless
    /// it is abstract, the entity itself.
    public let kinds: [String]
    /// Whether records are created only for the entity's descendants, never for the entity itself.
    public let isAbstract: Bool
    /// The parent entity; nil for the root.
    public let parent: String?
    /// The column names that differ from the names of their properties, keyed by property name.
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

    /// The column that contains the name of the record's entity.
    public static let kindColumn = "_kind"
}
