import Schema

/// A relationship that is stored in a column of the entity that declares it, with the names that
/// its triggers use.
struct HeldRelationship {
    let entity: Entity
    let relationship: Relationship
    let destination: Entity
    private let hierarchy: Hierarchy?
    private let rootIdentity: String

    /// Returns the relationships of all entities of `schema` that are stored in columns. Inherited
    /// relationships are not repeated.
    static func all(in schema: Schema, _ whole: Schema) -> [HeldRelationship] {
        declaredRelationships(in: schema).compactMap { entity, relationship in
            guard schema.storage(of: relationship, in: entity) == .column,
                let destination = whole.entity(named: relationship.destination)
            else { return nil }
            return HeldRelationship(
                entity: entity,
                relationship: relationship,
                destination: destination,
                hierarchy: schema.hierarchy(of: entity),
                rootIdentity: schema.root(of: entity).identityColumn
            )
        }
    }

    /// The table as a quoted SQL identifier. `column` and `identity` are quoted in the same way.
    var table: String { sqlName(hierarchy?.root ?? entity.name) }
    var column: String { sqlName(hierarchy?.column(relationship.name) ?? relationship.name) }
    var identity: String { sqlName(rootIdentity) }

    /// The condition that a deleted row belongs to the entity; nil if every row of the table
    /// belongs to it.
    var isOfKind: String? { deletedIsOfKind(entity, hierarchy) }

    func triggerName(_ purpose: String) -> String {
        sqlName("\(entity.name).\(relationship.name):\(purpose)")
    }
}

func deletedIsOfKind(_ entity: Entity, _ hierarchy: Hierarchy?) -> String? {
    guard let hierarchy, hierarchy.root != entity.name else { return nil }
    return "OLD.\(sqlName(Hierarchy.kindColumn)) IN (\(kindList(hierarchy.kinds)))"
}

/// SQL with which a trigger rejects a change, with the error of a violated foreign key.
let refusal = "RAISE(ABORT, 'FOREIGN KEY constraint failed')"
