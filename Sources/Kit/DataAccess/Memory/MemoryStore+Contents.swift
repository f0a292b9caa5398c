/// Everything that a store in memory holds.
package struct MemoryContents: Sendable {
    /// A row of a table of pairs, by its columns.
    package struct Pair: Sendable {
        package var table: String
        package var values: [(column: String, value: StoredValue)]
    }

    /// The place of a record among those that an ordered relationship leads to.
    package struct Place: Sendable {
        package var table: String
        package var column: String
        /// The column of the identity, and the record's.
        package var key: String
        package var identity: StoredValue
        package var number: Int
    }

    package var model: StoreModel
    /// Another one after each change.
    package var version: Int
    /// By the entities that the records were made as.
    package var rows: [(entity: EntityDescription, rows: [[StoredValue]])]
    package var pairs: [Pair]
    package var places: [Place]
}

extension MemoryStore {
    /// What the store holds; without rows and pairs where that is of `version`.
    package func contents(unless version: Int?) -> MemoryContents {
        var contents = MemoryContents(
            model: model,
            version: self.version,
            rows: [],
            pairs: [],
            places: []
        )
        if version == self.version { return contents }
        contents.rows = model.entities.map { ($0, tables.rows(ofKind: $0)) }
        contents.pairs = tables.everyPair
        contents.places = tables.everyPlace
        return contents
    }

    /// Makes these the records that a relationship leads to which is kept in pairs or has an order,
    /// in place of those that it led to; in this order where it has one.
    ///
    /// - Throws: `StoreError.noRecord` for a record without an identity, `.brokenRelationship` where
    ///   the record or one of the others is not there.
    public func setRelated<R: DescribedRecord, Identities: Collection & Sendable>(
        _ relationship: String,
        of record: R,
        to identities: Identities
    ) throws where Identities.Element: RecordIdentity {
        if record.storedIdentity == .null { throw StoreError.noRecord(entity: R.entity.name) }
        try transaction { tables in
            let entity = try tables.entity(of: R.self)
            let (own, others) = (record.storedIdentity, identities.map(stored))
            if let paired = entity.paired.first(where: { $0.description.name == relationship }) {
                tables.setRelated(paired, of: own, to: others)
            } else if let led = entity.description.relationships
                .first(where: { $0.name == relationship && $0.isOrdered }),
                case .inverse(let column) = led.storage
            {
                try tables.setHolders(led.destination, column, of: own, to: others)
            } else {
                throw StoreError.badQuery(
                    "\"\(R.entity.name)\" has no relationship \"\(relationship)\" of pairs or with an order"
                )
            }
        }
    }
}

extension MemoryTables {
    fileprivate func rows(ofKind entity: EntityDescription) -> [[StoredValue]] {
        rows(in: entity.hierarchy?.root ?? entity.name).values
            .filter { $0.kind == entity.name }.map(\.values)
    }

    fileprivate var everyPair: [MemoryContents.Pair] {
        var positions: [String: Set<String>] = [:]
        for paired in entities.values.flatMap(\.paired) {
            positions[paired.pairs.table, default: []]
                .formUnion(paired.pairs.positionColumn.map { [$0] } ?? [])
        }
        return positions.flatMap { table, columns in
            pairs(in: table).all.map { pair, position in
                let places = [("position", position.ofSource), ("targetPosition", position.ofTarget)]
                let values = places.filter { columns.contains($0.0) }.map { name, number in
                    (name, number.map { StoredValue.integer(Int64($0)) } ?? .null)
                }
                return MemoryContents.Pair(
                    table: table,
                    values: [("source", pair.source), ("target", pair.target)] + values
                )
            }
        }
    }

    fileprivate var everyPlace: [MemoryContents.Place] {
        everyNumber.map { column, identity, number in
            MemoryContents.Place(
                table: column.table,
                column: column.inTable + ".position",
                key: entities[column.table]?.description.identity ?? "",
                identity: identity,
                number: number
            )
        }
    }
}
