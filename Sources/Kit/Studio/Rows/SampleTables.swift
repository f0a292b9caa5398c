import Schema

extension Schema {
    /// Returns the entities whose records are also records of `entity`: the entity itself and its
    /// descendants, without abstract entities.
    func kinds(of entity: Entity) -> [Entity] {
        guard let hierarchy = hierarchy(of: entity) else { return [entity] }
        return hierarchy.kinds.compactMap { self.entity(named: $0) }
    }

    /// Returns the number of the first sample record of `kind`, an entity that must not be
    /// abstract. A record's number determines its identity, so no two records in a hierarchy of
    /// entities have the same number.
    func firstNumber(of kind: Entity) -> Int {
        let kinds = hierarchy(of: root(of: kind))?.kinds ?? [kind.name]
        return (kinds.firstIndex(of: kind.name) ?? 0) * sampleCount
    }
}

/// A relationship that is stored in a join table. The identities of the records of `entity` are in
/// the table's column `source`.
struct PairedRelationship {
    var entity: Entity
    var relationship: Relationship
    var join: JoinTable
}

extension Schema {
    /// The relationships that are stored in join tables, each with the entity that declares it. If
    /// a relationship and its inverse share a table, only one of them is included. The schema's
    /// entities must include inherited properties.
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
