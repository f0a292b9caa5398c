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
        if let storage = relationship.storage { return storage }
        let inverse = inverse(of: relationship)
        switch (relationship.isToMany, inverse?.isToMany) {
        case (false, nil), (false, true): return .column
        case (false, false):
            let there = (
                self.entity(named: relationship.destination)
                    .map { declarer(of: inverse?.name ?? "", in: $0).name } ?? "",
                inverse?.name ?? ""
            )
            let here = (declarer(of: relationship.name, in: entity).name, relationship.name)
            return here <= there ? .column : .inverseColumn(there.1)
        case (true, false): return .inverseColumn(inverse?.name ?? "")
        case (true, true): return .none("it is to-many on both sides")
        case (true, nil): return .none("it is to-many and has no inverse")
        }
    }

    /// The relationship that leads back, which the destination or an ancestor of it has.
    package func inverse(of relationship: Relationship) -> Relationship? {
        guard let name = relationship.inverse,
            let destination = entity(named: relationship.destination)
        else { return nil }
        return ([destination] + ancestors(of: destination)).lazy
            .compactMap { $0.relationship(named: name) }.first
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
