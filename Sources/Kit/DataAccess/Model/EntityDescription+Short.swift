/// Concise creation of descriptions in generated code, with one call for each property.
extension EntityDescription {
    /// Creates an entity. `identity` is the name of its identity column. By default, the store
    /// assigns numbers as identities.
    public init(
        _ name: String,
        identity: String = "_id",
        renamingIdentifier: String? = nil,
        uniqueness: [[String]] = [],
        indexes: [[IndexedColumn]] = [],
        hierarchy: EntityHierarchy? = nil
    ) {
        self.init(
            name: name,
            identity: identity,
            attributes: [],
            renamingIdentifier: renamingIdentifier,
            uniqueness: uniqueness,
            hierarchy: hierarchy,
            indexes: indexes
        )
    }

    /// Returns the description with these attributes, which must be in the order of the columns.
    public func attributes(_ attributes: [AttributeDescription]) -> EntityDescription {
        with(attributes, relationships)
    }

    /// Returns the description with these relationships. Those stored in columns of the entity must
    /// be in the order of the columns.
    public func relationships(_ relationships: [RelationshipDescription]) -> EntityDescription {
        with(attributes, relationships)
    }

    private func with(
        _ attributes: [AttributeDescription],
        _ relationships: [RelationshipDescription]
    ) -> EntityDescription {
        EntityDescription(
            name: name,
            identity: identity,
            attributes: attributes,
            relationships: relationships,
            renamingIdentifier: renamingIdentifier,
            uniqueness: uniqueness,
            hierarchy: hierarchy,
            indexes: indexes
        )
    }
}
