import Foundation
package import QueryLanguage

extension MemoryTables {
    /// Returns the rows that the query finds, in the query's order.
    func rows(_ query: DataQuery, of entity: MemoryEntity) throws -> [ValueRow] {
        var filter = try query.filter?.tree()
        let orderBy = try query.sortKeys()
        var variables: [String: QueryValue] = [:]
        let model = DescribedModel(isInMemory: true) { entities[$0]?.description }
        // These checks make an invalid query fail even if the store has no records.
        if let tree = filter {
            try model.check(
                tree,
                of: entity.description,
                query.filter?.values ?? [:],
                query.filter?.text ?? ""
            )
            variables =
                try query.filter?.queryValues(in: tree, of: entity.description, model.entity) ?? [:]
            filter = tree.roundingFloats(of: entity.description.name, in: model)
        }
        for key in orderBy where !model.canSort(by: key.path, entity.description) {
            throw StoreError.badQuery(
                "orderBy: \"\(entity.description.name)\" has no attribute \"\(key.path)\""
            )
        }
        let now = (query.filter?.now ?? Date()).timeIntervalSinceReferenceDate
        var found: [(row: ValueRow, keys: [QueryValue])] = []
        for row in rows(in: entity.table).values.compactMap({ values(of: $0, as: entity) }) {
            let object = MemoryObject(entity: entity, row: row, tables: self)
            do throws(PredicateTextError) {
                if let filter,
                    try !filter.holds(for: .object(object), variables: variables, now: now)
                {
                    continue
                }
            } catch {
                throw badQuery(error, in: query.filter)
            }
            found.append((row, orderBy.map { key($0, object) }))
        }
        found.sort { isBefore($0, $1, orderBy, entity) }
        let rest = found.dropFirst(max(0, query.skip))
        return (query.top.map { rest.prefix(max(0, $0)) } ?? rest).map(\.row)
    }

    private func key(_ key: DataQuery.SortKey, _ object: MemoryObject) -> QueryValue {
        var value = QueryValue.object(object)
        for name in key.path.split(separator: ".") {
            guard case .object(let current) = value else { return .null }
            value = current.value(forKey: String(name)) ?? .null
        }
        return value
    }

    private func isBefore(
        _ left: (row: ValueRow, keys: [QueryValue]),
        _ right: (row: ValueRow, keys: [QueryValue]),
        _ sorts: [DataQuery.SortKey],
        _ entity: MemoryEntity
    ) -> Bool {
        for (index, sort) in sorts.enumerated() {
            let comparison = sqlOrder(left.keys[index], right.keys[index])
            if comparison != 0 { return (comparison < 0) != sort.isDescending }
        }
        return left.row.values[entity.identityPosition] < right.row.values[entity.identityPosition]
    }

    /// Compares two values in SQL's order, in which absent values come first. Returns a negative
    /// number if `left` comes first, a positive number if `right` comes first, otherwise 0.
    private func sqlOrder(_ left: QueryValue, _ right: QueryValue) -> Int {
        switch (left, right) {
        case (.null, .null): 0
        case (.null, _): -1
        case (_, .null): 1
        case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b) ? -1 : a == b ? 0 : 1
        // SQL compares the identities in the columns of to-one relationships.
        case (.object(let a as any IdentifiedObject), .object(let b as any IdentifiedObject)):
            a.identity < b.identity ? -1 : a.identity == b.identity ? 0 : 1
        default: order(left, right) ?? 0
        }
    }
}

extension DataQuery.Argument {
    /// The value as a `QueryValue`, for comparison in predicates.
    package var queryValue: QueryValue {
        if isNull { return .null }
        return switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let value): .string(value)
        case .date(let value): .date(value.timeIntervalSinceReferenceDate)
        case .data(let value): .data([UInt8](value))
        case .record(let identity): .object(Identified(identity: identity))
        case .list(let values): .list(values.map(\.queryValue))
        }
    }
}

/// A record that is known only by its identity.
struct Identified: IdentifiedObject {
    let identity: StoredValue
    var tableName: String? { nil }

    func value(forKey key: String) -> QueryValue? { nil }
}
