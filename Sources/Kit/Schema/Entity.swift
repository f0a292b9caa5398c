/// A kind of record. Attributes and relationships keep the order of the model file; names are
/// unique within an entity once a reader has accepted it.
package struct Entity: Sendable, Hashable {
    package var name: String
    package var isAbstract: Bool
    /// The name of the parent entity, if there is one.
    package var parent: String?
    package var attributes: [Attribute]
    package var relationships: [Relationship]
    /// Sets of attribute names whose values are unique together.
    package var uniquenessConstraints: [[String]]
    package var userInfo: [String: String]

    /// The class as the model file writes it, with its module or a leading dot; nil for none.
    package var className: String?
    package var codeGeneration = CodeGeneration.manual
    package var isSyncable = false
    package var fetchedProperties: [FetchedProperty] = []
    package var fetchIndexes: [FetchIndex] = []
    /// Indexes in the manner of models before fetch indexes: names of properties.
    package var compoundIndexes: [[String]] = []
    /// The expression that names a record in Spotlight's results.
    package var spotlightDisplayName: String?
    /// Name of the entity in the version before.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    /// The identity of the root ancestor, which all records of one table share; see
    /// ``Schema/withInheritedProperties``.
    package var inheritedIdentity: IdentityRule?

    package init(
        name: String,
        isAbstract: Bool = false,
        parent: String? = nil,
        attributes: [Attribute] = [],
        relationships: [Relationship] = [],
        uniquenessConstraints: [[String]] = [],
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.isAbstract = isAbstract
        self.parent = parent
        self.attributes = attributes
        self.relationships = relationships
        self.uniquenessConstraints = uniquenessConstraints
        self.userInfo = userInfo
    }

    package func attribute(named name: String) -> Attribute? {
        attributes.first { $0.name == name }
    }

    package func relationship(named name: String) -> Relationship? {
        relationships.first { $0.name == name }
    }

    package func fetchedProperty(named name: String) -> FetchedProperty? {
        fetchedProperties.first { $0.name == name }
    }

    /// Every name a key path can begin with.
    package var propertyNames: [String] {
        attributes.map(\.name) + relationships.map(\.name)
    }
}

/// Code that Xcode generates for an entity when it builds the application.
package enum CodeGeneration: String, Sendable, Hashable, CaseIterable {
    /// Nothing; the file says nothing.
    case manual
    /// The class and its properties.
    case `class`
    /// The properties, in an extension of a class that a person writes.
    case category
}
