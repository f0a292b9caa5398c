/// A type of record. Its attributes and relationships have the same order as in the model file. In
/// a schema without errors, no two properties of an entity have the same name.
package struct Entity: Sendable, Hashable {
    package var name: String
    package var isAbstract: Bool
    /// The name of the parent entity; nil if there is none.
    package var parent: String?
    package var attributes: [Attribute]
    package var relationships: [Relationship]
    /// The uniqueness constraints, each as a list of property names. No two records may have the
    /// same values for all properties in a list.
    package var uniquenessConstraints: [[String]]
    package var userInfo: [String: String]

    /// The class name as written in the model file, including any module name or leading period.
    /// Nil if the file specifies no class.
    package var className: String?
    package var codeGeneration = CodeGeneration.manual
    package var isSyncable = false
    package var fetchedProperties: [FetchedProperty] = []
    package var fetchIndexes: [FetchIndex] = []
    /// Indexes declared in the old notation, which was replaced by fetch indexes. Each is a list of
    /// property names.
    package var compoundIndexes: [[String]] = []
    /// The expression that gives the name under which Spotlight shows a record.
    package var spotlightDisplayName: String?
    /// The entity's name in an earlier version of the model; nil if the entity was not renamed.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    /// The identity rule of the root ancestor, which applies to all records of the shared table.
    /// Non-nil only in child entities of ``Schema/withInheritedProperties``.
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

    /// The names of all attributes and relationships. A key path can begin with any of them, and
    /// with no other name.
    package var propertyNames: [String] {
        attributes.map(\.name) + relationships.map(\.name)
    }
}

/// The code that Xcode generates for an entity when it builds the application.
package enum CodeGeneration: String, Sendable, Hashable, CaseIterable {
    /// No code. Also used if the model file does not specify code generation.
    case manual
    /// The class and its properties.
    case `class`
    /// Only the properties, in an extension of a handwritten class.
    case category
}
