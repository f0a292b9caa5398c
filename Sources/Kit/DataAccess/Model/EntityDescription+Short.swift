/// Descriptions as generated code writes them: one call for each property.
extension EntityDescription {
    /// An entity whose identity is the column `identity`; without it the store assigns numbers.
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

    /// Returns the description with these attributes, in the order of the columns.
    public func attributes(_ attributes: [AttributeDescription]) -> EntityDescription {
        with(attributes, relationships)
    }

    /// Returns the description with these relationships; those that are columns in their order.
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
