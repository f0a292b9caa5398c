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
    /// Columns with another name than the property: two sibling entities may have properties of the
    /// same name.
    package var columns: [String: String]

    package func column(_ property: String) -> String { columns[property] ?? property }

    /// The column of ``Schema/positionColumn(of:)`` for the relationship.
    package func positionColumn(_ relationship: String) -> String {
        "\(column(relationship)).position"
    }

    /// The column that tells which entity a record is of.
    package static let kindColumn = "_kind"
}

extension Schema {
    /// nil for an entity that has neither a parent nor children: its table is its own.
    package func hierarchy(of entity: Entity) -> Hierarchy? {
        guard hasChildren(entity) || !line(of: entity).isEmpty, places.byName[entity.name] != nil
        else { return nil }
        let root = root(of: entity)
        return hierarchies.hierarchies(below: root.name) { hierarchies(below: root) }[entity.name]
    }

    /// Those of all entities that share the table of `root`, by their names.
    private func hierarchies(below root: Entity) -> [String: Hierarchy] {
        let members = memberPlaces(ofHierarchyOf: root)
        var declarers: [String: [Int]] = [:]
        var taken: Set<String> = []
        // The columns of each, which begin with those of its parent.
        var columns: [Int: [String: String]] = [:]
        var result: [String: Hierarchy] = [:]
        for member in members {
            var own = places.lines[member].first.flatMap { columns[$0] } ?? [:]
            for name in entities[member].propertyNames {
                let isInherited = declarers[name]?.contains { places.isAncestor($0, of: member) }
                if isInherited == true { continue }
                declarers[name, default: []].append(member)
                if !taken.insert(name.lowercased()).inserted {
                    own[name] = "\(entities[member].name).\(name)"
                }
            }
            columns[member] = own
            result[entities[member].name] = Hierarchy(
                root: root.name,
                kinds: members.filter {
                    !entities[$0].isAbstract && ($0 == member || places.isAncestor(member, of: $0))
                }.map { entities[$0].name },
                columns: own
            )
        }
        return result
    }

    /// The entities that share a table, each after its parent.
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
            var inheriting = inheriting(entity, from: ancestors)
            if let root = ancestors.last { inheriting.inheritedIdentity = root.identityRule }
            return inheriting
        }
        return result
    }

    /// - Parameter ancestors: the nearest first.
    private func inheriting(_ entity: Entity, from ancestors: [Entity]) -> Entity {
        if ancestors.isEmpty { return entity }
        var taken: Set<String> = []
        // Of each, what none nearer has; the farthest first.
        let parts = ([entity] + ancestors).map { part in
            defer { taken.formUnion(part.propertyNames + part.fetchedProperties.map(\.name)) }
            if taken.isEmpty { return part }
            var part = part
            part.attributes.removeAll { taken.contains($0.name) }
            part.relationships.removeAll { taken.contains($0.name) }
            part.fetchedProperties.removeAll { taken.contains($0.name) }
            return part
        }.reversed()
        var result = entity
        result.attributes = parts.flatMap(\.attributes)
        result.relationships = parts.flatMap(\.relationships)
        result.fetchedProperties = parts.flatMap(\.fetchedProperties)
        result.uniquenessConstraints = parts.flatMap(\.uniquenessConstraints)
        result.fetchIndexes = parts.flatMap(\.fetchIndexes)
        result.compoundIndexes = parts.flatMap(\.compoundIndexes)
        return result
    }
}
