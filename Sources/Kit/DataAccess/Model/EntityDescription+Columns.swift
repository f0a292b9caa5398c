/// Mapping of an entity's properties to the columns of its table.
extension EntityDescription {
    /// Returns the name of the column that stores the property in the entity's table.
    package func tableColumn(_ property: String) -> String {
        hierarchy?.columns[property] ?? property
    }

    /// The names of the attributes, followed by those of the relationships stored in columns.
    package var heldProperties: [String] {
        attributes.map(\.name) + relationships.filter(\.isColumn).map(\.name)
    }

    /// The type of the identifying attribute; nil if the store assigns the identities.
    package var identityKind: AttributeDescription.Kind? {
        attributes.first { $0.name == identity }?.kind
    }

    /// Returns the name of the property that is stored in this column of the entity's table; nil if
    /// there is none.
    package func property(inColumn column: String) -> String? {
        heldProperties.first { tableColumn($0) == column }
    }

    /// Returns whether every record of the entity has a value of the property.
    package func isRequired(_ property: String) -> Bool {
        attributes.contains { $0.name == property && !$0.isOptional }
            || relationships.contains { $0.name == property && !$0.isOptional }
    }

    /// Returns the relationship that is stored in this column of the entity's table; nil if there
    /// is none.
    package func relationship(inColumn column: String) -> RelationshipDescription? {
        relationships.first { $0.isColumn && tableColumn($0.name) == column }
    }
}

extension [EntityDescription] {
    /// Returns the entity that declares a property which all these entities list. The entities
    /// share the table `table`. Because descendants also list inherited properties, the entity with
    /// the most descendants is the one that declares the property.
    package func declarer(in table: String) -> EntityDescription? {
        self.first { $0.name == table }
            ?? self.max { ($0.hierarchy?.kinds.count ?? 0) < ($1.hierarchy?.kinds.count ?? 0) }
    }
}
