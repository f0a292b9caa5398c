extension MemoryTables {
    /// Deletes the record, and applies the model's deletion rules to related records.
    ///
    /// - Returns: whether the record existed.
    mutating func delete(_ identity: StoredValue, of entity: MemoryEntity) throws -> Bool {
        guard let row = row(in: entity.table, identity), entity.kinds.contains(row.kind) else {
            return false
        }
        // Iterative instead of recursive, so that a chain of records may have any length.
        var doomed = [Place(table: entity.table, identity: identity)]
        while let place = doomed.popLast() { try delete(place, &doomed) }
        return true
    }

    /// Deletes one record. Adds to `doomed` the records that must be deleted with it.
    private mutating func delete(_ place: Place, _ doomed: inout [Place]) throws {
        guard let row = row(in: place.table, place.identity), let kind = entities[row.kind] else {
            return
        }
        followOwnRules(of: place, row, kind, &doomed)
        set(nil, at: place)
        for entity in entities.values {
            for paired in entity.paired {
                let ends = [(paired.own, paired.isForward), (paired.other, !paired.isForward)]
                for (table, isForward) in ends where table == place.table {
                    removePairs(of: place.identity, isForward: isForward, paired)
                }
            }
            for held in entity.held where held.destination == place.table {
                try follow(held, of: entity, to: place.identity, &doomed)
            }
        }
    }

    /// Applies the deletion rules for records that the deleted record refers to.
    private mutating func followOwnRules(
        of place: Place,
        _ row: MemoryRow,
        _ kind: MemoryEntity,
        _ doomed: inout [Place]
    ) {
        let held = kind.held.map { held in
            (
                held.description.whenDeleted,
                [Place(table: held.destination, identity: row.values[held.position])]
            )
        }
        let paired = kind.paired.map { paired in
            (
                paired.description.whenDeleted,
                related(paired, of: place.identity)
                    .map { Place(table: paired.other, identity: $0) }
            )
        }
        for (rule, others) in held + paired {
            switch rule {
            case .deny: for other in others { refuseLater(other) }
            case .cascade: doomed += others
            case .nullify, .noAction: continue
            }
        }
    }

    /// Applies the deletion rules for records that refer to the deleted record.
    private mutating func follow(
        _ held: MemoryEntity.Held,
        of entity: MemoryEntity,
        to identity: StoredValue,
        _ doomed: inout [Place]
    ) throws {
        for own in identities(in: held.column, holding: identity) {
            let place = Place(table: entity.table, identity: own)
            // Skips the rows of other entities that share the table and this column.
            guard let row = row(in: place.table, own), row.kind == entity.description.name else {
                continue
            }
            switch held.description.whenDestinationIsDeleted {
            case .noAction: continue
            case .deny: checkLater(place)
            case .cascade: doomed.append(place)
            case .nullify where !held.description.isOptional: checkLater(place)
            case .nullify: try set(held.position, to: .null, of: row, at: place)
            }
        }
    }
}
