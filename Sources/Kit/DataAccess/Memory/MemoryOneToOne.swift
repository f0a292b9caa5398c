/// Enforcement of relationships that are to-one on both sides: at most one record refers to each
/// related record. In an SQLite store, generated triggers enforce the same rule.
extension MemoryTables {
    /// Enforces a one-to-one relationship after the record at `place` was related to the record
    /// with the identity `value`. Clears the relationship in every other record that refers to
    /// `value`.
    ///
    /// If the relationship is its own inverse, also relates the record `value` back to the record
    /// at `place`. Then clears the relationship in every other record that refers to the record at
    /// `place`.
    ///
    /// - Throws: `StoreError.brokenRelationship` if a record requires the relationship that would
    ///   be cleared.
    mutating func pair(
        _ place: Place,
        with value: StoredValue,
        by held: MemoryEntity.Held
    ) throws {
        if held.description.isSymmetric {
            // This call is first, so that the record `value` no longer refers to its former partner
            // when the loop below clears the partner's relationship.
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

    /// Relates a new record at `place` back to a record that already refers to the new record. Does
    /// nothing if there is no such record. Called only if the relationship is its own inverse, and
    /// the new record was inserted without a related record.
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
            let entity = row(in: table, identity)?.kind ?? table
            throw StoreError.broken(held.description.name, of: entity, identity)
        }
        try lead(identity, to: .null, in: table, by: held)
    }

    /// Makes the record `identity` refer to the record `value`; null clears the relationship. Does
    /// nothing if the record `identity` does not exist.
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
