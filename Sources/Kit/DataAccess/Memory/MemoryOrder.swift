/// An ordered relationship that is stored in a column of the related records. The column contains
/// the identity of the record that has the relationship.
struct MemoryOrder: Sendable {
    /// The name of the ordered relationship, which belongs to the entity `owner`.
    let relationship: String
    let owner: String
    /// The entity of the related records.
    let entity: MemoryEntity
    /// The name of the inverse relationship, which is stored in `column`.
    let name: String
    let column: MemoryColumn
}

extension MemoryTables {
    /// Returns the description of an ordered relationship; nil if its inverse is not stored in a
    /// column.
    func placing(
        by relationship: RelationshipDescription,
        of owner: EntityDescription
    ) throws -> MemoryOrder? {
        guard case .inverse(let name) = relationship.storage else { return nil }
        let entity = try entity(named: relationship.destination)
        return entity.held.first { $0.description.name == name }.map {
            MemoryOrder(
                relationship: relationship.name,
                owner: owner.name,
                entity: entity,
                name: name,
                column: $0.column
            )
        }
    }

    /// Replaces the records related to the record `owner` with the records that have these
    /// identities, in this order.
    ///
    /// - Throws: `StoreError.brokenRelationship` if one of the new records does not exist;
    ///   `.invalid` if a removed record requires the relationship.
    mutating func setRelated(
        _ order: MemoryOrder,
        of owner: StoredValue,
        to identities: [StoredValue]
    ) throws {
        let kept = Set(identities)
        for identity in self.identities(in: order.column, holding: owner).subtracting(kept) {
            try lead(identity, to: .null, order)
        }
        for (place, identity) in identities.enumerated() {
            try lead(identity, to: owner, order)
            set(place: place, of: identity, in: order.column)
        }
    }

    private mutating func lead(
        _ identity: StoredValue,
        to owner: StoredValue,
        _ order: MemoryOrder
    ) throws {
        guard var row = row(in: order.entity.table, identity),
            order.entity.kinds.contains(row.kind), let entity = entities[row.kind],
            let position = entity.position(of: order.name)
        else {
            throw StoreError.broken(order.relationship, of: order.owner, owner)
        }
        if row.values[position] == owner { return }
        row.values[position] = owner
        try entity.checkRequired(row.values)
        set(row, at: Place(table: order.entity.table, identity: identity))
    }

    var everyPlace: [MemoryContents.Place] {
        var found: [MemoryColumn: MemoryContents.Place] = [:]
        for entity in entities.values {
            for held in entity.held where places[held.column]?.isEmpty == false {
                let column = entity.description.tableColumn(held.description.name)
                found[held.column] = MemoryContents.Place(
                    table: entity.table,
                    identityColumn: entity.columns[entity.identityPosition],
                    identity: .null,
                    positionColumn: "\(column).position",
                    position: 0
                )
            }
        }
        return found.flatMap { column, place in
            (places[column] ?? [:]).map { identity, position in
                var place = place
                (place.identity, place.position) = (identity, position)
                return place
            }
        }
    }
}
