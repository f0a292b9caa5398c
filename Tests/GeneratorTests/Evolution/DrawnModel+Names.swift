/// A property as its names tell it from others.
private struct NamedProperty {
    var name: String
    var renamingIdentifier: String?
    /// Of the attribute, or of the relationship and its side.
    var key: String

    init(_ name: String, _ identifier: String?, key: String) {
        (self.name, renamingIdentifier, self.key) = (name, identifier, key)
    }

    init?(_ side: DrawnRelationship.Side, key: String) {
        guard let name = side.name else { return nil }
        self.init(name, side.renamingIdentifier, key: key)
    }

    var canonicalName: String { renamingIdentifier ?? name }
}

extension DrawnModel {
    private func properties(of entity: Int) -> [NamedProperty] {
        let attributes = self.entity(entity).attributes.map {
            NamedProperty($0.name, $0.renamingIdentifier, key: "\($0.key)")
        }
        let near = relationships.filter { $0.near.entity == entity }.compactMap { relationship in
            NamedProperty(relationship.near, key: "\(relationship.key) near")
        }
        let far = relationships.filter { $0.far.entity == entity }.compactMap { relationship in
            NamedProperty(relationship.far, key: "\(relationship.key) far")
        }
        return attributes + near + far
    }

    private func lineProperties(of entity: Int) -> [NamedProperty] {
        line(of: entity).flatMap(properties)
    }

    /// In lowercase: what a further property of the entity may not be called, since the entity, one
    /// that it inherits from or one that inherits from it has a property of that name.
    func takenNames(of entity: Int) -> Set<String> {
        let related = Set(family(of: entity).flatMap(line))
        return Set(related.flatMap(properties).map { $0.name.lowercased() } + ["id"])
    }

    /// Whether no entity has two properties of one name, inherited ones counted.
    var hasDistinctNames: Bool {
        entities.allSatisfy { entity in
            let names = lineProperties(of: entity.key).map { $0.name.lowercased() }
            return Set(names).count == names.count
        }
    }

    /// Whether names and renaming identifiers say what became of everything in the version before:
    /// nothing is called, without an identifier, what another thing was called, unless an identifier
    /// says where that is now.
    func isUnambiguous(after old: DrawnModel) -> Bool {
        let entityNames = (old.entities + entities).map {
            (name: $0.renamingIdentifier ?? $0.name, key: $0.key)
        }
        if haveTwoThings(entityNames) { return false }
        return entities.allSatisfy { entity in
            if !old.has(entity.key) { return true }
            let (before, now) = (
                old.lineProperties(of: entity.key), lineProperties(of: entity.key)
            )
            if haveTwoThings((before + now).map { ($0.canonicalName, $0.key) }) { return false }
            let claimed = Set(now.compactMap(\.renamingIdentifier))
            return now.allSatisfy { property in
                let namesake = before.first { $0.name == property.name }
                return property.renamingIdentifier != nil || namesake == nil
                    || namesake?.key == property.key || claimed.contains(property.name)
            }
        }
    }
}

/// Whether a name stands for more than one thing.
private func haveTwoThings<Key: Hashable>(_ names: [(name: String, key: Key)]) -> Bool {
    Dictionary(grouping: names, by: \.name).values.contains { Set($0.map(\.key)).count > 1 }
}
