import Foundation
package import QueryLanguage

/// A row of an in-memory store, with the attributes and related records that predicates evaluate.
struct MemoryObject: IdentifiedObject {
    let entity: MemoryEntity
    let row: ValueRow
    let tables: MemoryTables

    func value(forKey key: String) -> QueryValue? {
        if let attribute = entity.description.attributes.first(where: { $0.name == key }) {
            return queryValue(value(ofColumn: key), attribute.kind)
        }
        return entity.description.relationships.first { $0.name == key }.flatMap(related)
    }

    func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool {
        entity.description.leadsToMany(keys) { tables.entities[$0]?.description }
    }

    var tableName: String? { entity.table }
    var identity: StoredValue { row.values[entity.identityPosition] }

    private func value(ofColumn name: String) -> StoredValue {
        entity.position(of: name).map { row.values[$0] } ?? .null
    }

    private func related(_ relationship: RelationshipDescription) -> QueryValue? {
        guard let destination = tables.entities[relationship.destination] else { return nil }
        let found =
            tables.related(relationship, of: entity, row).compactMap { identity in
                tables.row(identity, of: destination).map { object(destination, $0) }
            }
        return relationship.isToMany ? .list(found) : found.first ?? .null
    }

    private func object(_ entity: MemoryEntity, _ row: ValueRow) -> QueryValue {
        .object(MemoryObject(entity: entity, row: row, tables: tables))
    }
}

extension MemoryTables {
    /// Returns the identities of the related records. They are in the relationship's order; in an
    /// unordered relationship, they are sorted by identity.
    func related(
        _ relationship: RelationshipDescription,
        of entity: MemoryEntity,
        _ row: ValueRow
    ) -> [StoredValue] {
        let own = row.values[entity.identityPosition]
        switch relationship.storage {
        case .column:
            return entity.position(of: relationship.name).map { [row.values[$0]] } ?? []
        case .inverse(let column):
            let held = entities[relationship.destination]?.held
                .first { $0.description.name == column }
            return held.map { inOrder(identities(in: $0.column, holding: own), $0.column) } ?? []
        case .none:
            let paired = entity.paired.first { $0.description.name == relationship.name }
            return paired.map { related($0, of: own) } ?? []
        }
    }

    /// Returns the identities of rows that refer to the same record through `column`, sorted by the
    /// positions stored for this column. Rows without a position come last, sorted by identity.
    private func inOrder(_ identities: Set<StoredValue>, _ column: MemoryColumn) -> [StoredValue] {
        let places = places[column] ?? [:]
        return identities.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    }
}

extension EntityDescription {
    /// Returns whether the key path `keys` contains a to-many relationship. The path starts at a
    /// record of this entity.
    ///
    /// - Parameter entity: a function that returns the entity with the given name.
    package func leadsToMany(
        _ keys: ArraySlice<PathKey>,
        _ entity: (String) -> EntityDescription?
    ) -> Bool {
        var owner: EntityDescription? = self
        for case .name(let key) in keys {
            let found = owner?.relationships.first { $0.name == key }
            if found?.isToMany == true { return true }
            owner = found.flatMap { entity($0.destination) }
        }
        return false
    }
}

/// A record on which predicates are evaluated. Records with the same identity are equal, unless
/// they are known to be in different tables.
package protocol IdentifiedObject: QueryObject {
    /// The table that holds the record; nil if only the identity is known.
    var tableName: String? { get }
    var identity: StoredValue { get }
}

extension IdentifiedObject {
    package func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? any IdentifiedObject else { return false }
        guard let tableName, let otherName = other.tableName else {
            return other.identity == identity
        }
        return otherName == tableName && other.identity == identity
    }
}

/// Returns a stored value as a `QueryValue`, for comparison with an attribute of type `kind`.
package func queryValue(
    _ value: StoredValue,
    _ kind: AttributeDescription.Kind
) -> QueryValue {
    switch (value, kind) {
    case (.null, _): .null
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.integer(let number), .date): .date(Double(number))
    case (.real(let number), .date): .date(number)
    case (.integer(let number), _): .integer(number)
    case (.real(let number), _): .real(number)
    case (.text(let text), .decimal):
        Double(text).flatMap { $0.isNaN ? nil : QueryValue.real($0) } ?? .null
    case (.text(let text), _): .string(text)
    case (.data(let data), _): .data([UInt8](data))
    }
}
