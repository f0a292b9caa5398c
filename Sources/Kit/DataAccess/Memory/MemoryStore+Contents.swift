/// Everything that a store in memory holds.
package struct MemoryContents: Sendable {
    /// A row of a table of pairs, as the side sees it that orders them.
    package struct Pair: Sendable {
        package var table: PairTable
        package var own: StoredValue
        package var other: StoredValue
        package var position: Int?
    }

    package var model: StoreModel
    /// Another one after each change.
    package var version: Int
    /// By the entities that the records were made as.
    package var rows: [(entity: EntityDescription, rows: [[StoredValue]])]
    package var pairs: [Pair]
}

extension MemoryStore {
    /// What the store holds; without rows and pairs where that is of `version`.
    package func contents(unless version: Int?) -> MemoryContents {
        var contents = MemoryContents(model: model, version: self.version, rows: [], pairs: [])
        if version == self.version { return contents }
        contents.rows = model.entities.map { ($0, tables.rows(ofKind: $0)) }
        contents.pairs = tables.everyPair
        return contents
    }

    /// Makes these the records that a relationship kept in pairs leads to, in place of those that it
    /// led to; in this order where it is ordered.
    ///
    /// - Throws: `StoreError.noRecord` for a record without an identity, `.brokenRelationship` where
    ///   the record or one of the others is not there.
    public func setRelated<R: DescribedRecord, I: RecordIdentity>(
        _ relationship: String,
        of record: R,
        to identities: [I]
    ) throws {
        if record.storedIdentity == .null { throw StoreError.noRecord(entity: R.entity.name) }
        try transaction { tables in
            let paired = try tables.entity(of: R.self).paired
                .first { $0.description.name == relationship }
            guard let paired else {
                throw StoreError.badQuery(
                    "\"\(R.entity.name)\" has no relationship \"\(relationship)\" in pairs"
                )
            }
            tables.setRelated(paired, of: record.storedIdentity, to: identities.map(stored))
        }
    }
}

extension MemoryTables {
    fileprivate func rows(ofKind entity: EntityDescription) -> [[StoredValue]] {
        rows(in: entity.hierarchy?.root ?? entity.name).values
            .filter { $0.kind == entity.name }.map(\.values)
    }

    fileprivate var everyPair: [MemoryContents.Pair] {
        var tables: [String: MemoryEntity.Paired] = [:]
        for paired in entities.values.flatMap(\.paired) where paired.isForward {
            tables[paired.pairs.table] = paired
        }
        for paired in entities.values.flatMap(\.paired) where tables[paired.pairs.table] == nil {
            tables[paired.pairs.table] = paired
        }
        return tables.values.flatMap { paired in
            pairs(in: paired.pairs.table).all.map { pair, position in
                MemoryContents.Pair(
                    table: paired.pairs,
                    own: paired.isForward ? pair.source : pair.target,
                    other: paired.isForward ? pair.target : pair.source,
                    position: position.number
                )
            }
        }
    }
}
