extension Schema {
    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    package func ancestors(of entity: Entity) -> [Entity] {
        var seen: Set = [entity.name]
        var found: [Entity] = []
        var next = entity.parent
        while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
            found.append(parent)
            next = parent.parent
        }
        return found
    }
}

extension Schema {
    /// Each entity with the attributes, uniqueness constraints, indexes and relationships of its
    /// ancestors, the farthest first: a table for each entity that is not abstract, which has every
    /// column of its records.
    ///
    /// Of relationships only those are inherited whose column is in the entity's own table: what
    /// leads back to an ancestor's table does not find the records of its children.
    package var withInheritedProperties: Schema {
        if !entities.contains(where: { $0.parent != nil }) { return self }
        var result = self
        result.entities = entities.map { entity in
            ancestors(of: entity).reduce(entity) { inheriting($0, from: $1) }
        }
        return result
    }

    /// The ancestor with a relationship of this name that `entity` does not inherit.
    package func ancestor(of entity: Entity, withRelationship name: String) -> Entity? {
        ancestors(of: entity).first { $0.relationship(named: name) != nil }
    }

    private func inheriting(_ entity: Entity, from ancestor: Entity) -> Entity {
        var result = entity
        let own = Set(entity.propertyNames)
        result.attributes =
            ancestor.attributes.filter { !own.contains($0.name) } + entity.attributes
        result.relationships =
            ancestor.relationships.filter { !own.contains($0.name) && isInherited($0) }
            + entity.relationships
        result.uniquenessConstraints =
            ancestor.uniquenessConstraints + entity.uniquenessConstraints
        result.fetchIndexes = ancestor.fetchIndexes + entity.fetchIndexes
        result.compoundIndexes = ancestor.compoundIndexes + entity.compoundIndexes
        return result
    }

    private func isInherited(_ relationship: Relationship) -> Bool {
        if relationship.isToMany { return false }
        let inverse = relationship.inverse.flatMap {
            entity(named: relationship.destination)?.relationship(named: $0)
        }
        return inverse?.isToMany != false
    }
}
