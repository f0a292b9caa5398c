import QueryLanguage
import Schema

extension Schema {
    /// The entities whose records are among those of `entity`: itself and its descendants.
    func kinds(of entity: Entity) -> [Entity] {
        guard let hierarchy = hierarchy(of: entity) else { return [entity] }
        return hierarchy.kinds.compactMap { self.entity(named: $0) }
    }

    /// The number of the first sample record of an entity that is not abstract, among those whose
    /// identities must differ.
    func firstNumber(of kind: Entity) -> Int {
        let kinds = hierarchy(of: root(of: kind))?.kinds ?? [kind.name]
        return (kinds.firstIndex(of: kind.name) ?? 0) * sampleCount
    }
}

/// A relationship that the store keeps in a table of pairs, seen from the side that is its source.
struct PairedRelationship {
    var entity: Entity
    var relationship: Relationship
    var join: JoinTable
}

extension Schema {
    /// Each table of pairs once, by the entity that declares the relationship; the schema's
    /// entities include inherited properties.
    var pairedRelationships: [PairedRelationship] {
        var made: Set<String> = []
        return entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> PairedRelationship? in
                guard case .join(let join) = storage(of: relationship, in: entity),
                    join.own == "source", made.insert(join.table).inserted
                else { return nil }
                let declarer = declarer(of: relationship.name, in: entity)
                return PairedRelationship(entity: declarer, relationship: relationship, join: join)
            }
        }
    }
}
