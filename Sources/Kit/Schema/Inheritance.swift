extension Schema {
    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    package func ancestors(of entity: Entity) -> [Entity] {
        if entity.parent == nil { return [] }
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

/// An entity's place among those that share a table with it: those of one root ancestor.
package struct Hierarchy: Sendable, Hashable {
    /// The farthest ancestor, after which the table is named.
    package var root: String
    /// The entities whose records are among this one's: itself unless it is abstract, then its
    /// descendants that are not.
    package var kinds: [String]
    /// The columns whose name is not that of the property: two entities beside each other may have
    /// properties of one name.
    package var columns: [String: String]

    package func column(_ property: String) -> String { columns[property] ?? property }

    /// The column of ``Schema/positionColumn(of:)``, which stands beside that of the relationship.
    package func positionColumn(_ relationship: String) -> String {
        "\(column(relationship)).position"
    }

    /// The column that tells which entity a record is of.
    package static let kindColumn = "_kind"
}

extension Schema {
    /// nil for an entity that has neither a parent nor children: its table is its own.
    package func hierarchy(of entity: Entity) -> Hierarchy? {
        guard hasChildren(entity) || !ancestors(of: entity).isEmpty else { return nil }
        let members = self.members(ofHierarchyOf: entity)
        var owners: [String: String] = [:]
        var columns: [String: String] = [:]
        let line = Set([entity.name] + ancestors(of: entity).map(\.name))
        for member in members {
            let inherited = Set(ancestors(of: member).flatMap(\.propertyNames))
            for name in member.propertyNames where !inherited.contains(name) {
                let isFirst = owners[name.lowercased()] == nil
                if isFirst { owners[name.lowercased()] = member.name }
                if !isFirst, line.contains(member.name) {
                    columns[name] = "\(member.name).\(name)"
                }
            }
        }
        return Hierarchy(
            root: root(of: entity).name,
            kinds: members.filter { member in
                !member.isAbstract
                    && (member.name == entity.name
                        || ancestors(of: member).contains { $0.name == entity.name })
            }.map(\.name),
            columns: columns
        )
    }

    /// The entities that share a table, each behind its parent.
    package func members(ofHierarchyOf entity: Entity) -> [Entity] {
        let root = root(of: entity)
        if !hasChildren(root) { return self.entity(named: root.name).map { [$0] } ?? [] }
        return entities.filter { $0.name == root.name || ancestors(of: $0).last?.name == root.name }
            .enumerated()
            .sorted {
                (ancestors(of: $0.element).count, $0.offset)
                    < (ancestors(of: $1.element).count, $1.offset)
            }
            .map(\.element)
    }

    package func root(of entity: Entity) -> Entity { ancestors(of: entity).last ?? entity }

    /// The entity that says of itself, not through a parent, that it has a relationship.
    package func declarer(of relationship: String, in entity: Entity) -> Entity {
        ancestors(of: entity).last { $0.relationship(named: relationship) != nil } ?? entity
    }

    /// Each entity with the properties, uniqueness constraints and indexes of its ancestors, the
    /// farthest first, and with the identity of its root.
    package var withInheritedProperties: Schema {
        if !entities.contains(where: { $0.parent != nil }) { return self }
        var result = self
        result.entities = entities.map { entity in
            let ancestors = ancestors(of: entity)
            var inheriting = ancestors.reduce(entity, inheriting)
            if let root = ancestors.last { inheriting.inheritedIdentity = root.identityRule }
            return inheriting
        }
        return result
    }

    private func inheriting(_ entity: Entity, from ancestor: Entity) -> Entity {
        var result = entity
        let own = Set(entity.propertyNames + entity.fetchedProperties.map(\.name))
        result.attributes =
            ancestor.attributes.filter { !own.contains($0.name) } + entity.attributes
        result.relationships =
            ancestor.relationships.filter { !own.contains($0.name) } + entity.relationships
        result.fetchedProperties =
            ancestor.fetchedProperties.filter { !own.contains($0.name) }
            + entity.fetchedProperties
        result.uniquenessConstraints =
            ancestor.uniquenessConstraints + entity.uniquenessConstraints
        result.fetchIndexes = ancestor.fetchIndexes + entity.fetchIndexes
        result.compoundIndexes = ancestor.compoundIndexes + entity.compoundIndexes
        return result
    }
}
