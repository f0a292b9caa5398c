import Foundation

/// The rows of a store in memory, with the rules of the model. A value: a transaction changes a
/// copy, which becomes the store's when it succeeds.
struct MemoryTables: Sendable {
    let entities: [String: EntityDescription]
    private(set) var rows: [String: [StoredValue: ValueRow]] = [:]
    /// Rows whose relationships have to be checked before the transaction ends.
    private var unchecked: Set<Place> = []
    private(set) var changes = 0

    private struct Place: Hashable, Sendable {
        var entity: String
        var identity: StoredValue
    }

    init(_ entities: [EntityDescription]) {
        self.entities = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    func row(_ identity: StoredValue, of entity: EntityDescription) -> ValueRow? {
        rows[entity.name]?[identity]
    }

    /// The row as stored, with an identity.
    mutating func save(_ row: ValueRow, of entity: EntityDescription) throws -> ValueRow {
        let stored = try withIdentity(row, entity)
        try checkRequired(stored, entity)
        let identity = stored.values[entity.identityPosition]
        rows[entity.name, default: [:]][identity] = stored
        unchecked.insert(Place(entity: entity.name, identity: identity))
        changes += 1
        return stored
    }

    mutating func insert(_ row: ValueRow, of entity: EntityDescription) throws -> ValueRow {
        if self.row(row.values[entity.identityPosition], of: entity) != nil {
            throw StoreError.constraint(
                reason: "UNIQUE constraint failed: \(entity.name).\(entity.identity)"
            )
        }
        return try save(row, of: entity)
    }

    mutating func delete(_ identity: StoredValue, of entity: EntityDescription) throws -> Bool {
        guard rows[entity.name]?.removeValue(forKey: identity) != nil else { return false }
        changes += 1
        for source in entities.values {
            for relationship in source.relationships
            where relationship.isColumn && relationship.destination == entity.name {
                try follow(relationship, of: source, to: identity)
            }
        }
        return true
    }

    /// - Throws: `StoreError.brokenRelationship` where a saved record points to one that is not
    ///   there.
    mutating func finish() throws {
        for place in unchecked {
            guard let entity = entities[place.entity], let row = row(place.identity, of: entity)
            else { continue }
            for relationship in entity.relationships where relationship.isColumn {
                try check(relationship, row, entity)
            }
        }
        unchecked = []
        changes = 0
    }

    private func check(
        _ relationship: RelationshipDescription,
        _ row: ValueRow,
        _ entity: EntityDescription
    ) throws {
        let value = row.values[position(relationship.name, entity)]
        guard value != .null, relationship.whenDestinationIsDeleted != .noAction,
            let destination = entities[relationship.destination]
        else { return }
        if self.row(value, of: destination) == nil { throw StoreError.brokenRelationship }
    }

    private mutating func follow(
        _ relationship: RelationshipDescription,
        of source: EntityDescription,
        to identity: StoredValue
    ) throws {
        let column = position(relationship.name, source)
        let pointing = (rows[source.name] ?? [:]).filter { $0.value.values[column] == identity }
        for (key, row) in pointing {
            switch relationship.whenDestinationIsDeleted {
            case .noAction: continue
            case .deny: throw StoreError.brokenRelationship
            case .cascade: _ = try delete(key, of: source)
            case .nullify:
                var cleared = row
                cleared.values[column] = .null
                try checkRequired(cleared, source)
                rows[source.name]?[key] = cleared
                changes += 1
            }
        }
    }

    private func withIdentity(_ row: ValueRow, _ entity: EntityDescription) throws -> ValueRow {
        let position = entity.identityPosition
        guard row.values[position] == .null else { return row }
        var result = row
        let attribute = entity.attributes.first { $0.name == entity.identity }
        switch attribute?.kind {
        case .string?, .uuid?: result.values[position] = .text(UUID().uuidString)
        default:
            let numbers = (rows[entity.name] ?? [:]).keys.lazy.compactMap { key -> Int64? in
                if case .integer(let number) = key { number } else { nil }
            }
            result.values[position] = .integer((numbers.max() ?? 0) + 1)
        }
        return result
    }

    private func checkRequired(_ row: ValueRow, _ entity: EntityDescription) throws {
        let required =
            entity.attributes.filter { !$0.isOptional }.map(\.name)
            + entity.relationships.filter { $0.isColumn && !$0.isOptional }.map(\.name)
        for name in required where row.values[position(name, entity)] == .null {
            throw StoreError.constraint(
                reason: "NOT NULL constraint failed: \(entity.name).\(name)"
            )
        }
    }

    private func position(_ column: String, _ entity: EntityDescription) -> Int {
        entity.columns.firstIndex(of: column) ?? 0
    }
}
