/// Where the store keeps a relationship.
package enum RelationshipStorage: Sendable, Hashable {
    /// A column of the entity's own table, named as the relationship, holding an identity.
    case column
    /// The column `column` of the destination's table.
    case inverseColumn(String)
    /// Not kept, for the reason given, a clause.
    case none(String)
}

extension Schema {
    /// The one rule of what is kept where: a to-one relationship is a column; a to-many one is the
    /// column of its to-one inverse; of two to-one inverses the side whose entity and name sort
    /// first has the column.
    package func storage(of relationship: Relationship, in entity: Entity) -> RelationshipStorage {
        let inverse = relationship.inverse.flatMap {
            self.entity(named: relationship.destination)?.relationship(named: $0)
        }
        switch (relationship.isToMany, inverse?.isToMany) {
        case (false, nil), (false, true): return .column
        case (false, false):
            let here = (entity.name, relationship.name)
            let there = (relationship.destination, inverse?.name ?? "")
            return here <= there ? .column : .inverseColumn(there.1)
        case (true, false): return .inverseColumn(inverse?.name ?? "")
        case (true, true): return .none("it is to-many on both sides")
        case (true, nil): return .none("it is to-many and has no inverse")
        }
    }

    /// The type of the column or parameter that holds identities of `entity`.
    package func identityType(of entity: Entity) -> AttributeType {
        entity.identityAttribute?.type ?? .integer64
    }
}

extension Entity {
    /// The name of the column that holds the identity.
    package var identityColumn: String {
        if let attribute = identityAttribute { return attribute.name }
        let taken = Set(propertyNames.map { $0.lowercased() })
        var name = "_id"
        while taken.contains(name) { name = "_" + name }
        return name
    }
}

/// `name` as an SQL identifier.
package func sqlName(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
}
