import Foundation
package import QueryLanguage

/// A row of a store in memory, as a predicate sees it: attributes, and related records.
struct MemoryObject: IdentifiedObject {
    let entity: EntityDescription
    let row: ValueRow
    let tables: MemoryTables

    func value(forKey key: String) -> QueryValue? {
        if let attribute = entity.attributes.first(where: { $0.name == key }) {
            let position = entity.columns.firstIndex(of: key) ?? 0
            return queryValue(row.values[position], attribute.kind)
        }
        guard let relationship = entity.relationships.first(where: { $0.name == key }) else {
            return nil
        }
        return related(relationship)
    }

    var entityName: String? { entity.name }
    var identity: StoredValue { row.values[entity.identityPosition] }

    private func related(_ relationship: RelationshipDescription) -> QueryValue? {
        guard let destination = tables.entities[relationship.destination] else { return nil }
        switch relationship.storage {
        case .none: return nil
        case .column:
            let position = entity.columns.firstIndex(of: relationship.name) ?? 0
            let found = tables.row(row.values[position], of: destination)
            return found.map { object(destination, $0) } ?? .null
        case .inverse(let column):
            let position = destination.columns.firstIndex(of: column) ?? 0
            let found = (tables.rows[destination.name] ?? [:]).values
                .filter { $0.values[position] == identity }
                .sorted {
                    $0.values[destination.identityPosition]
                        < $1.values[destination.identityPosition]
                }
                .map { object(destination, $0) }
            return relationship.isToMany ? .list(found) : found.first ?? .null
        }
    }

    private func object(_ entity: EntityDescription, _ row: ValueRow) -> QueryValue {
        .object(MemoryObject(entity: entity, row: row, tables: tables))
    }
}

/// A record as a predicate sees it, equal to others by its identity.
package protocol IdentifiedObject: QueryObject {
    /// nil where only the identity is known.
    var entityName: String? { get }
    var identity: StoredValue { get }
}

extension IdentifiedObject {
    package func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? any IdentifiedObject else { return false }
        guard let entityName, let otherName = other.entityName else {
            return other.identity == identity
        }
        return otherName == entityName && other.identity == identity
    }
}

/// A stored value as its attribute means it.
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
    case (.text(let text), .decimal): Double(text).map(QueryValue.real) ?? .null
    case (.text(let text), _): .string(text)
    case (.data(let data), _): .data([UInt8](data))
    }
}
