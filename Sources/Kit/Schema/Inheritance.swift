extension Schema {
    /// Maximum number of ancestors that are followed. Entities in real models have far fewer; a
    /// model in which an entity has this many is refused.
    package static let mostAncestors = 256

    /// Returns the ancestors of `entity`, nearest first. The list ends before a parent that is
    /// unknown or already in the list, and has at most ``mostAncestors`` elements.
    package func ancestors(of entity: Entity) -> [Entity] {
        line(of: entity).map { entities[$0] }
    }

    private func line(of entity: Entity) -> [Int] {
        guard entity.parent != nil, let place = places.byName[entity.name] else { return [] }
        return places.lines[place]
    }
}

/// The mapping of an entity to the table that all entities with the same root ancestor share.
package struct Hierarchy: Sendable, Hashable {
    /// The name of the farthest ancestor, which is also the name of the table.
    package var root: String
    /// The names of the entities whose records belong to this entity: the entity itself and its
    /// descendants, except abstract ones.
    package var kinds: [String]
    /// Column names, keyed by property name. Contains only columns whose name differs from the
    /// property's name. The names differ if entities that share the table have properties of the
    /// same name.
    package var columns: [String: String]

    package func column(_ property: String) -> String { columns[property] ?? property }

    /// Returns the name of the relationship's position column; see ``Schema/positionColumn(of:)``.
    package func positionColumn(_ relationship: String) -> String {
        "\(column(relationship)).position"
    }

    /// The column that contains the name of the record's entity.
    package static let kindColumn = "_kind"
}

extension Schema {
    /// Returns the entity's mapping to a shared table. Returns nil if the entity has neither a
    /// parent nor children, because its table is then not shared.
    package func hierarchy(of entity: Entity) -> Hierarchy? {
        guard hasChildren(entity) || !line(of: entity).isEmpty, places.byName[entity.name] != nil
        else { return nil }
        let root = root(of: entity)
        return hierarchies.hierarchies(below: root.name) { hierarchies(below: root) }[entity.name]
    }

    /// Returns the mappings of all entities that share the table of `root`, keyed by entity name.
    private func hierarchies(below root: Entity) -> [String: Hierarchy] {
        let members = memberPlaces(ofHierarchyOf: root)
        var declarers: [String: [Int]] = [:]
        var taken: Set<String> = []
        // The renamed columns of each entity, including those of its parent.
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

    /// Returns all entities that share a table with `entity`, each after its parent.
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

    /// Returns the entity that declares the relationship: `entity` itself, or the ancestor from
    /// which `entity` inherits the relationship.
    package func declarer(of relationship: String, in entity: Entity) -> Entity {
        ancestors(of: entity).last { $0.relationship(named: relationship) != nil } ?? entity
    }

    /// A copy of the schema in which each entity includes its ancestors' properties, uniqueness
    /// constraints and indexes, and has the identity rule of its root. Each list begins with the
    /// elements of the farthest ancestor and ends with the entity's own.
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

    /// Returns the entity with its ancestors' properties, uniqueness constraints and indexes.
    ///
    /// - Parameter ancestors: the ancestors of `entity`, nearest first.
    private func inheriting(_ entity: Entity, from ancestors: [Entity]) -> Entity {
        if ancestors.isEmpty { return entity }
        var taken: Set<String> = []
        // `entity` and its ancestors, farthest ancestor first. An ancestor keeps only the
        // properties that neither `entity` nor a nearer ancestor has.
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
