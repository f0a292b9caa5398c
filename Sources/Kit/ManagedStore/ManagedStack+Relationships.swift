import CoreData
public import DataAccess

/// Methods that fetch related records by identity. Records store the identities of related records
/// in their columns.
extension ManagedStack {
    /// Returns the record with this identity; nil if there is none.
    public func related<R: DescribedRecord>(_ identity: R.Identity?) async throws -> R? {
        guard let identity else { return nil }
        return try await reading { records in
            let key = stored(identity)
            return try records.find([key], records.entity(of: R.self))[key].map(records.record)
        }
    }

    /// Returns the records with these identities, keyed by identity. Fetches up to 500 records with
    /// each query.
    public func related<R: DescribedRecord>(
        _ identities: [R.Identity?]
    ) async throws -> [R.Identity: R] {
        let keys = Dictionary(identities.compactMap { $0.map { (stored($0), $0) } }) { $1 }
        return try await reading { records in
            let found = try records.find(keys.keys, records.entity(of: R.self))
            var result: [R.Identity: R] = [:]
            for (key, object) in found {
                guard let identity = keys[key] else { continue }
                result[identity] = try records.record(from: object)
            }
            return result
        }
    }
}

/// Methods that read and set the related records of a record. The parameter `key` is the name of
/// the relationship in the model.
extension ManagedStack {
    /// Returns the record that `record` refers to in the to-one relationship `key`; nil if there is
    /// none.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of record: From
    ) async throws -> To? {
        let found: [To] = try await related(key, of: record)
        return found.first
    }

    /// Returns the related records of `record`. They are in the order of the relationship if it is
    /// ordered, and otherwise sorted by identity.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of record: From
    ) async throws -> [To] {
        let found: [From.Identity: [To]] = try await related(key, of: [record])
        return found.first?.value ?? []
    }

    /// Returns the related records of `record` as a set.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of record: From
    ) async throws -> Set<To> {
        let found: [To] = try await related(key, of: record)
        return Set(found)
    }

    /// Returns the related record of each element of `records`, keyed by the element's identity.
    /// Fetches the related records of many elements together. Elements without a related record are
    /// omitted.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of records: [From]
    ) async throws -> [From.Identity: To] {
        let found: [From.Identity: [To]] = try await related(key, of: records)
        return found.compactMapValues(\.first)
    }

    /// Returns the related records of each element of `records`, keyed by the element's identity.
    /// Fetches the related records of many elements together. Elements without related records are
    /// omitted.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of records: [From]
    ) async throws -> [From.Identity: [To]] {
        let identities = Dictionary(
            records.compactMap { owner in owner.knownIdentity.map { (stored($0), $0) } }
        ) { $1 }
        if identities.isEmpty { return [:] }
        return try await reading { records in
            var result: [From.Identity: [To]] = [:]
            let entity = try records.entity(of: From.self)
            let owners = try records.find(identities.keys, entity, prefetching: key)
            for (value, object) in owners {
                let related: [To] = try records.related(key, of: object)
                if let identity = identities[value], !related.isEmpty { result[identity] = related }
            }
            return result
        }
    }

    /// Returns a dictionary from the identity of each element of `records` to the set of its
    /// related records. Fetches the related records of many elements together. Elements without
    /// related records are omitted.
    public func related<From: DescribedRecord, To: DescribedRecord>(
        _ key: String,
        of records: [From]
    ) async throws -> [From.Identity: Set<To>] {
        let found: [From.Identity: [To]] = try await related(key, of: records)
        return found.mapValues { Set($0) }
    }

    /// Replaces the related records of `record` in a to-many relationship with the records that
    /// have these identities. If an identity occurs several times in an ordered relationship, its
    /// last position counts, as in a `CacheStore`.
    public func relate<From: DescribedRecord, Other: RecordIdentity>(
        _ key: String,
        of record: From,
        to identities: some Sequence<Other>
    ) async throws {
        guard record.knownIdentity != nil else {
            throw StoreError.noRecord(entity: From.entity.name)
        }
        let others = identities.map(stored)
        try await writing { try $0.relate(key, of: record, to: others) }
    }
}

extension ManagedRecords {
    /// Returns the related records of `object`. They are in the order of the relationship if it is
    /// ordered, and otherwise sorted by identity.
    fileprivate func related<To: DescribedRecord>(
        _ key: String,
        of object: ManagedObject
    ) throws -> [To] {
        let (objects, isOrdered) = object.allRelated(key)
        let related: [To] = try records(from: objects)
        if isOrdered || related.count < 2 { return related }
        return related.map { ($0, $0.storedIdentity) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    fileprivate func relate<From: DescribedRecord>(
        _ key: String,
        of record: From,
        to identities: [StoredValue]
    ) throws {
        let entity = try entity(of: From.self)
        let identity = record.storedIdentity
        guard let object = try find([identity], entity)[identity] else {
            throw StoreError.noRecord(entity: entity.name)
        }
        guard let relationship = object.managed.entity.relationshipsByName[key],
            let destination = From.entity.relationships.first(where: { $0.name == key })
        else {
            throw StoreError.badQuery("\"\(entity.name)\" has no relationship \"\(key)\"")
        }
        let found = try find(identities, model.entity(named: destination.destination))
        // An ordered set would keep the first of equal elements.
        var seen: Set<StoredValue> = []
        let distinct = identities.reversed().filter { seen.insert($0).inserted }.reversed()
        let others = distinct.compactMap { found[$0] }
        if others.count < distinct.count {
            throw StoreError.broken(key, of: entity.name, identity)
        }
        object.setRelated(others, relationship)
    }
}
