/// The complete contents of an in-memory store.
package struct MemoryContents: Sendable {
    /// A row of a join table.
    package struct Pair: Sendable {
        package var table: String
        /// The values of the pair's columns, keyed by column name.
        package var values: [String: StoredValue]
    }

    /// The position of a record in an ordered relationship.
    package struct Place: Sendable {
        package var table: String
        package var identityColumn: String
        package var identity: StoredValue
        package var positionColumn: String
        package var position: Int
    }

    package var model: StoreModel
    /// A number that changes whenever the contents change.
    package var version: Int
    /// The rows, grouped by the most specific entity of each record.
    package var rows: [(entity: EntityDescription, rows: [[StoredValue]])]
    package var pairs: [Pair]
    package var places: [Place] = []
}

extension MemoryStore {
    /// Returns the contents of the store. If `version` is the store's current version, omits the
    /// rows, pairs and positions.
    package func contents(unless version: Int?) -> MemoryContents {
        var contents = MemoryContents(model: model, version: self.version, rows: [], pairs: [])
        if version == self.version { return contents }
        contents.rows = model.entities.map { ($0, tables.rows(ofKind: $0)) }
        contents.pairs = tables.everyPair
        contents.places = tables.everyPlace
        return contents
    }

    /// Replaces the related records of a relationship that is ordered or is stored in a join table.
    /// An ordered relationship gets the order of `identities`.
    ///
    /// - Throws: `StoreError.noRecord` for a record without an identity; `.brokenRelationship` if
    ///   the record or one of the related records does not exist; `.badQuery` if the entity has no
    ///   such relationship.
    public func setRelated<R: DescribedRecord, I: RecordIdentity>(
        _ relationship: String,
        of record: R,
        to identities: [I]
    ) throws {
        if record.storedIdentity == .null { throw StoreError.noRecord(entity: R.entity.name) }
        try transaction { tables in
            let entity = try tables.entity(of: R.self)
            let identities = identities.map(stored)
            if let paired = entity.paired.first(where: { $0.description.name == relationship }) {
                return tables.setRelated(paired, of: record.storedIdentity, to: identities)
            }
            guard
                let found = entity.description.relationships.first(where: {
                    $0.name == relationship && $0.isOrdered
                }), let order = try tables.placing(by: found, of: entity.description)
            else {
                throw StoreError.badQuery(
                    "\"\(R.entity.name)\" has no relationship \"\(relationship)\" that is ordered or stored in a join table"
                )
            }
            try tables.setRelated(order, of: record.storedIdentity, to: identities)
        }
    }
}

extension MemoryTables {
    fileprivate func rows(ofKind entity: EntityDescription) -> [[StoredValue]] {
        rows(in: entity.tableName).values
            .filter { $0.kind == entity.name }.map(\.values)
    }

    fileprivate var everyPair: [MemoryContents.Pair] {
        var sides: [String: [MemoryEntity.Paired]] = [:]
        for paired in entities.values.flatMap(\.paired) {
            sides[paired.pairs.table, default: []].append(paired)
        }
        return sides.flatMap { table, sides in
            pairs(in: table).all.map { pair, position in
                var values: [String: StoredValue] = [:]
                for side in sides {
                    values[side.pairs.own] = side.isForward ? pair.source : pair.target
                    values[side.pairs.other] = side.isForward ? pair.target : pair.source
                    if side.pairs.isOrdered, let place = position[isForward: side.isForward] {
                        values[side.pairs.positionColumn] = .integer(Int64(place))
                    }
                }
                return MemoryContents.Pair(table: table, values: values)
            }
        }
    }
}
