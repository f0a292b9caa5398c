extension Schema {
    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    package func ancestors(of entity: Entity) -> [Entity] {
        line(of: entity).map { entities[$0] }
    }

    private func line(of entity: Entity) -> [Int] {
        guard entity.parent != nil, let place = places.byName[entity.name] else { return [] }
        return places.lines[place]
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
        guard hasChildren(entity) || !line(of: entity).isEmpty,
            let place = places.byName[entity.name]
        else { return nil }
        let members = memberPlaces(ofHierarchyOf: entity)
        var declarers: [String: [Int]] = [:]
        var taken: Set<String> = []
        var columns: [String: String] = [:]
        for member in members {
            let isOfLine = member == place || places.isAncestor(member, of: place)
            for name in entities[member].propertyNames {
                let isInherited = declarers[name]?.contains { places.isAncestor($0, of: member) }
                if isInherited == true { continue }
                declarers[name, default: []].append(member)
                if !taken.insert(name.lowercased()).inserted, isOfLine {
                    columns[name] = "\(entities[member].name).\(name)"
                }
            }
        }
        return Hierarchy(
            root: root(of: entity).name,
            kinds: members.filter {
                !entities[$0].isAbstract && ($0 == place || places.isAncestor(place, of: $0))
            }.map { entities[$0].name },
            columns: columns
        )
    }

    /// The entities that share a table, each behind its parent.
    package func members(ofHierarchyOf entity: Entity) -> [Entity] {
        memberPlaces(ofHierarchyOf: entity).map { entities[$0] }
    }

    private func memberPlaces(ofHierarchyOf entity: Entity) -> [Int] {
        let root = root(of: entity)
        guard let first = places.byName[root.name] else { return [] }
        if !hasChildren(root) { return [first] }
        return entities.indices.filter { $0 == first || places.lines[$0].last == first }
            .sorted { (places.lines[$0].count, $0) < (places.lines[$1].count, $1) }
    }

    package func root(of entity: Entity) -> Entity {
        line(of: entity).last.map { entities[$0] } ?? entity
    }

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
