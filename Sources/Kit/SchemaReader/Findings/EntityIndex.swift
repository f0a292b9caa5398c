import Schema

/// An index of entities and their properties by name. If several entities have the same name, the
/// index contains the first one.
struct EntityIndex {
    /// The names of the entities in the order of the model.
    let names: [String]
    private let entities: [String: Entity]
    /// The relationships of entities with many relationships, keyed by the names of the entity and
    /// the relationship. In other entities, a linear search is faster.
    private let relationships: [String: [String: Relationship]]
    /// The entities that are their own ancestors.
    private let cyclic: Set<String>

    init(_ schema: Schema) {
        let entities = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
        self.entities = entities
        relationships = entities.filter { $0.value.relationships.count > 16 }
            .mapValues { entity in
                let named = entity.relationships.map { ($0.name, $0) }
                return Dictionary(named) { first, _ in first }
            }
        names = schema.entities.map(\.name)
        cyclic = EntityIndex.cyclic(names) { entities[$0]?.parent }
    }

    subscript(name: String) -> Entity? { entities[name] }

    /// Returns the ancestors of `entity`, nearest first. The list ends before an unknown or
    /// repeated entity, and has at most `Schema.mostAncestors` elements.
    func ancestors(of entity: Entity) -> [Entity] {
        if entity.parent == nil { return [] }
        var seen: Set = [entity.name]
        var found: [Entity] = []
        var next = entity.parent
        while let name = next, found.count < Schema.mostAncestors, seen.insert(name).inserted,
            let parent = entities[name]
        {
            found.append(parent)
            next = parent.parent
        }
        return found
    }

    /// Returns the cycle of parents that contains `entity`, such as `A → B → A`. Returns nil if
    /// `entity` is not its own ancestor.
    func cycle(through entity: Entity) -> String? {
        guard cyclic.contains(entity.name) else { return nil }
        let names = [entity.name] + ancestors(of: entity).prefix(12).map(\.name)
        let end = entities[names.last ?? ""]?.parent == entity.name ? entity.name : "…"
        return (names + [end]).joined(separator: " → ")
    }

    /// Returns the relationship with this name that `entity` declares or inherits; nil if there is
    /// none.
    func relationship(_ name: String, of entity: Entity) -> Relationship? {
        declared(name, by: entity)
            ?? ancestors(of: entity).lazy.compactMap { declared(name, by: $0) }.first
    }

    /// Returns the rival of `relationship`, with the rival's entity. If relationship `a` names `b`
    /// as its inverse, but `b` names a third relationship `c` as its inverse, then `c` is the rival
    /// of `a`. Returns nil if `b` names `a` or an unknown relationship.
    func rival(
        of relationship: Relationship,
        in entity: Entity
    ) -> (relationship: Relationship, entity: Entity)? {
        guard let name = relationship.inverse, let destination = self[relationship.destination],
            let inverse = self.relationship(name, of: destination),
            let back = inverse.inverse, let owner = self[inverse.destination],
            let rival = self.relationship(back, of: owner)
        else { return nil }
        return back == relationship.name && isInLine(owner, entity) ? nil : (rival, owner)
    }

    private func isInLine(_ first: Entity, _ second: Entity) -> Bool {
        first.name == second.name
            || ancestors(of: first).contains { $0.name == second.name }
            || ancestors(of: second).contains { $0.name == first.name }
    }

    private func declared(_ name: String, by entity: Entity) -> Relationship? {
        if let named = relationships[entity.name] { return named[name] }
        return entity.relationships.first { $0.name == name }
    }

    /// Returns the names of all properties that `entity` declares or inherits.
    func propertyNames(of entity: Entity) -> [String] {
        ([entity] + ancestors(of: entity)).flatMap {
            $0.propertyNames + $0.fetchedProperties.map(\.name)
        }
    }

    /// Returns the names that are part of a cycle: repeated calls of `parent` lead back to the same
    /// name. Visits each name only once.
    private static func cyclic(_ names: [String], parent: (String) -> String?) -> Set<String> {
        var visits: [String: Int] = [:]
        var found: Set<String> = []
        for (round, start) in names.enumerated() {
            var next: String? = start
            while let name = next, visits[name] == nil {
                visits[name] = round
                next = parent(name)
            }
            guard let meeting = next, visits[meeting] == round else { continue }
            var member = meeting
            while found.insert(member).inserted, let following = parent(member) {
                member = following
            }
        }
        return found
    }
}
