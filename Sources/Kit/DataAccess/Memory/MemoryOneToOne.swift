/// Relationships that are to-one on both sides lead from one record only, as the generated triggers
/// see to it.
extension MemoryTables {
    /// Takes `value` from the others that lead to it. Where the relationship is its own inverse, the
    /// record that it leads to leads back, and the one that did before to none.
    ///
    /// - Throws: `StoreError.brokenRelationship` if one of them requires the relationship.
    mutating func pair(
        _ place: Place,
        with value: StoredValue,
        by held: MemoryEntity.Held
    ) throws {
        if held.description.isSymmetric {
            // First, so that those who are left find nobody who still leads to them.
            try lead(value, to: place.identity, in: place.table, by: held)
            let before = identities(in: held.column, holding: place.identity)
            for other in before.subtracting([value]) { try release(other, in: place.table, held) }
        }
        if value == .null { return }
        let others = identities(in: held.column, holding: value)
        for other in others.subtracting([place.identity]) {
            try release(other, in: place.table, held)
        }
    }

    /// Leads the record, which was saved without a related one, to one that waits for it.
    mutating func answer(_ place: Place, by held: MemoryEntity.Held) throws {
        guard let waiting = identities(in: held.column, holding: place.identity).min() else {
            return
        }
        try lead(place.identity, to: waiting, in: place.table, by: held)
    }

    private mutating func release(
        _ identity: StoredValue,
        in table: String,
        _ held: MemoryEntity.Held
    ) throws {
        if !held.description.isOptional {
            let place = Place(table: table, identity: identity)
            throw broken(held.description.name, of: place, row(in: table, identity)?.kind ?? table)
        }
        try lead(identity, to: .null, in: table, by: held)
    }

    /// Does nothing if there is no such record.
    private mutating func lead(
        _ identity: StoredValue,
        to value: StoredValue,
        in table: String,
        by held: MemoryEntity.Held
    ) throws {
        guard let row = row(in: table, identity), let kind = entities[row.kind],
            let position = kind.held.first(where: { $0.column == held.column })?.position,
            row.values[position] != value
        else { return }
        try set(position, to: value, of: row, at: Place(table: table, identity: identity))
    }
}
