extension MemoryTables {
    /// Deletes the record, and does what the model's rules say to those that it is related to.
    ///
    /// - Returns: whether there was one.
    mutating func delete(_ identity: StoredValue, of entity: MemoryEntity) throws -> Bool {
        guard let row = row(in: entity.table, identity), entity.kinds.contains(row.kind) else {
            return false
        }
        try delete(Place(table: entity.table, identity: identity))
        return true
    }

    private mutating func delete(_ place: Place) throws {
        guard let row = row(in: place.table, place.identity), let kind = entities[row.kind] else {
            return
        }
        try followOwnRules(before: place, row, kind)
        if self.row(in: place.table, place.identity) == nil { return }
        set(nil, at: place)
        for entity in lastFirst {
            for paired in entity.paired {
                let ends = [(paired.own, paired.isForward), (paired.other, !paired.isForward)]
                for (table, isForward) in ends where table == place.table {
                    removePairs(of: place.identity, isForward: isForward, paired)
                }
            }
            for held in entity.held.reversed() where held.destination == place.table {
                try follow(held, of: entity, to: place.identity)
            }
        }
        for held in kind.held where held.description.whenDeleted == .cascade {
            try delete(Place(table: held.destination, identity: row.values[held.position]))
        }
    }

    /// What has to be seen, or done, while the record is still there.
    private mutating func followOwnRules(
        before place: Place,
        _ row: MemoryRow,
        _ kind: MemoryEntity
    ) throws {
        for held in kind.held where held.description.whenDeleted == .deny {
            refuseLater(Place(table: held.destination, identity: row.values[held.position]))
        }
        for paired in kind.paired {
            let others = related(paired, of: place.identity)
                .map { Place(table: paired.other, identity: $0) }
            switch paired.description.whenDeleted {
            case .deny: for other in others { refuseLater(other) }
            case .cascade: for other in others { try delete(other) }
            case .nullify, .noAction: continue
            }
        }
    }

    /// The rules for records that point to one that is gone.
    private mutating func follow(
        _ held: MemoryEntity.Held,
        of entity: MemoryEntity,
        to identity: StoredValue
    ) throws {
        for own in identities(in: held.column, holding: identity) {
            let place = Place(table: entity.table, identity: own)
            // Entities that share a table share its columns; each row is that of one of them.
            guard let row = row(in: place.table, own), row.kind == entity.description.name else {
                continue
            }
            switch held.description.whenDestinationIsDeleted {
            case .noAction: continue
            case .deny: checkLater(place)
            case .cascade: try delete(place)
            case .nullify where !held.description.isOptional: checkLater(place)
            case .nullify: try set(held.position, to: .null, of: row, at: place)
            }
        }
    }
}
