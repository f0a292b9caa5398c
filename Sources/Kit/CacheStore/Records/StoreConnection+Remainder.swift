public import DataAccess
import Foundation
import QueryLanguage

/// Evaluates conditions in memory if SQL cannot express them.
extension StoreConnection {
    /// Returns the elements of `records` that match `filter`, in their original order. The filter
    /// is evaluated in memory; related records are read when the filter needs them.
    ///
    /// - Throws: `StoreError.badQuery` if the filter applies an operation to a value whose type
    ///   does not support it.
    public func records<R: DescribedRecord>(
        _ records: [R],
        matching filter: DataQuery.Filter
    ) throws -> [R] {
        try self.records(records, for: try filter.tree(), of: filter)
    }

    func records<R: DescribedRecord>(
        _ records: [R],
        for predicate: PredicateNode,
        of filter: DataQuery.Filter?
    ) throws -> [R] {
        let variables =
            try filter?.queryValues(in: predicate, of: R.entity) { plans.model.entity(named: $0) }
            ?? [:]
        let now = (filter?.now ?? Date()).timeIntervalSinceReferenceDate
        let reading = RelatedReading(connection: self)
        return try records.filter { record in
            let object = RelatedObject(
                entity: R.entity,
                row: record.columnValues,
                reading: reading
            )
            let holds: Bool
            do throws(PredicateTextError) {
                holds = try predicate.holds(
                    for: .object(object),
                    variables: variables,
                    now: now
                )
            } catch {
                throw reading.failure ?? badQuery(error, in: filter)
            }
            if let failure = reading.failure { throw failure }
            return holds
        }
    }
}

/// Reader of the related records that a predicate needs.
///
/// Marked `@unchecked Sendable` because the evaluator of predicates requires `Sendable` values.
/// Only one call of `records(_:for:of:)` uses this object, on one thread.
private final class RelatedReading: @unchecked Sendable {
    let connection: StoreConnection
    /// The first error that occurred while records were read. It is stored here because the
    /// evaluator cannot throw it.
    private(set) var failure: (any Error)?

    init(connection: StoreConnection) {
        self.connection = connection
    }

    func entity(named name: String) -> EntityDescription? {
        connection.plans.model.entity(named: name)
    }

    /// Returns the records of `entity` that have `value` in `column`. They are sorted by the column
    /// `position`, if given, and then by identity.
    func objects(
        _ entity: EntityDescription,
        _ column: String,
        _ value: StoredValue,
        sortedBy position: String? = nil
    ) -> [QueryValue] {
        let order = position.map { "\(quoted($0)) NULLS LAST, " } ?? ""
        return objects(
            entity,
            value,
            "WHERE \(quoted(column)) = ?1 ORDER BY \(order)\(quoted(entity.identity))"
        )
    }

    /// Returns the records of `entity` that the join table `pairs` relates to the record with the
    /// identity `value`. The records are in the relationship's order; in an unordered relationship,
    /// they are sorted by identity.
    func objects(
        _ entity: EntityDescription,
        _ pairs: PairTable,
        _ value: StoredValue
    ) -> [QueryValue] {
        let identity = quoted(entity.identity)
        let order = pairs.isOrdered ? "pair.\(quoted(pairs.positionColumn)) NULLS LAST, " : ""
        return objects(
            entity,
            value,
            """
            JOIN \(quoted(pairs.table)) AS pair ON pair.\(quoted(pairs.other)) = record.\(identity)
            WHERE pair.\(quoted(pairs.own)) = ?1 ORDER BY \(order)record.\(identity)
            """
        )
    }

    private func objects(
        _ entity: EntityDescription,
        _ value: StoredValue,
        _ condition: String
    ) -> [QueryValue] {
        if value == .null || failure != nil { return [] }
        let columns = entity.columns.map { "record.\(quoted($0))" }.joined(separator: ", ")
        do {
            return try connection.rows(
                "SELECT \(columns) FROM \(quoted(entity.name)) AS record \(condition)"
            ) {
                try $0.bind(value, at: 1)
            } read: { row in
                let values = entity.columns.indices.map { row.value(Int32($0)) }
                return .object(
                    RelatedObject(entity: entity, row: ValueRow(values), reading: self)
                )
            }
        } catch {
            failure = error
            return []
        }
    }
}

/// A record of the store that predicates can read: its attributes and related records.
private struct RelatedObject: IdentifiedObject {
    let entity: EntityDescription
    let row: ValueRow
    let reading: RelatedReading

    var tableName: String? { entity.tableName }
    var identity: StoredValue { row.values[entity.identityPosition] }

    func value(forKey key: String) -> QueryValue? {
        if let attribute = entity.attributes.first(where: { $0.name == key }) {
            return column(key).map { queryValue($0, attribute.kind) }
        }
        guard let relationship = entity.relationships.first(where: { $0.name == key }),
            let destination = reading.entity(named: relationship.destination)
        else { return nil }
        switch relationship.storage {
        case .none:
            return relationship.join.map { .list(reading.objects(destination, $0, identity)) }
        case .column:
            let found = column(key) ?? .null
            return reading.objects(destination, destination.identity, found).first ?? .null
        case .inverse(let column):
            let position = relationship.isOrdered ? positionColumn(of: column) : nil
            let found = reading.objects(destination, column, identity, sortedBy: position)
            return relationship.isToMany ? .list(found) : found.first ?? .null
        }
    }

    func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool {
        entity.leadsToMany(keys) { reading.entity(named: $0) }
    }

    private func column(_ name: String) -> StoredValue? {
        entity.columns.firstIndex(of: name).map { row.values[$0] }
    }
}
