/// A type of record, with attributes and relationships in the order of the model file. In a schema
/// without errors, the properties of an entity have different names.
package struct Entity: Sendable, Hashable {
    package var name: String
    package var isAbstract: Bool
    /// The name of the parent entity; nil if there is none.
    package var parent: String?
    package var attributes: [Attribute]
    package var relationships: [Relationship]
    /// Sets of property names; no two records may have the same values for all properties in a set.
    package var uniquenessConstraints: [[String]]
    package var userInfo: [String: String]

    /// The class name as written in the model file, with any module name or leading period; nil if
    /// the file names no class.
    package var className: String?
    package var codeGeneration = CodeGeneration.manual
    package var isSyncable = false
    package var fetchedProperties: [FetchedProperty] = []
    package var fetchIndexes: [FetchIndex] = []
    /// Indexes declared in the old notation, from before fetch indexes existed. Each is a list of
    /// property names.
    package var compoundIndexes: [[String]] = []
    /// The expression for the name of a record in Spotlight's results.
    package var spotlightDisplayName: String?
    /// Name of the entity in the previous version of the model; nil if it was not renamed.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    /// The identity rule of the root ancestor, which applies to all records of the shared table.
    /// Nil except in child entities of ``Schema/withInheritedProperties``.
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

    /// The names of all attributes and relationships: every name that a key path can begin with.
    package var propertyNames: [String] {
        attributes.map(\.name) + relationships.map(\.name)
    }
}

/// The code that Xcode generates for an entity when it builds the application.
package enum CodeGeneration: String, Sendable, Hashable, CaseIterable {
    /// No code; also used if the model file does not specify code generation.
    case manual
    /// The class and its properties.
    case `class`
    /// Only the properties, in an extension of a handwritten class.
    case category
}
