public import DataAccess
import Foundation

/// What can be done with records inside a transaction.
extension StoreConnection {
    /// The records that the query finds.
    ///
    /// - Throws: `StoreError.badQuery` where the query does not fit the model.
    @inlinable
    public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> [R] {
        if query == .all { return try rows(R.statements.list) { try R(row: $0) } }
        let plan = try plan(query, R.entity)
        let found = try rows(plan.select) {
            try plan.bind(query, to: $0)
        } read: {
            try R(row: $0)
        }
        return try plan.rest(of: query, found, self)
    }

    @usableFromInline
    func plan(_ query: DataQuery, _ entity: EntityDescription) throws -> QueryPlan {
        let plan = try plans.plan(for: query, of: entity)
        // What is evaluated in memory has no steps that could be counted.
        if plan.remainder != nil { try connection.leaveCaller() }
        return plan
    }

    /// The SQL that finds the records of a query, for a look at how SQLite goes about it.
    package func statement<R: StoredRecord>(_ type: R.Type, _ query: DataQuery) throws -> String {
        try plans.plan(for: query, of: R.entity).select
    }

    /// The first record that the query finds, or nil.
    public func fetchFirst<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> R? {
        var query = query
        query.top = min(query.top ?? 1, 1)
        return try fetch(type, query).first
    }

    /// The record with this identity, or nil.
    @inlinable
    public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) throws -> R? {
        try firstRow(R.statements.retrieve) {
            try $0.bind(stored(identity), at: 1)
        } read: {
            try R(row: $0)
        }
    }

    /// How many records the query finds.
    public func count<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> Int {
        let plan = try plans.plan(for: query, of: R.entity)
        if plan.remainder != nil {
            var count = 0
            try forEach(type, query) { _ in count += 1 }
            return count
        }
        let isLimited = query.top != nil || query.skip > 0
        let count = try firstRow(isLimited ? plan.count : plan.countOfAll) {
            isLimited ? try plan.bind(query, to: $0) : try plan.bindValues(query, to: $0)
        } read: {
            $0.int64(0)
        }
        return Int((count ?? 0) ?? 0)
    }

    /// Whether the query finds a record.
    public func exists<R: StoredRecord>(_ type: R.Type, _ query: DataQuery = .all) throws -> Bool {
        try fetchFirst(type, query) != nil
    }

    /// Inserts the record or replaces the one with its identity or unique values; gives an identity to one that
    /// has none.
    ///
    /// - Returns: the record as stored.
    @discardableResult
    public func save<R: StoredRecord>(_ record: R) throws -> R {
        try record.validate()
        return try put(record, R.statements.save, returnsIdentity: !R.entity.uniqueness.isEmpty)
    }

    /// - Throws: a constraint error when the identity is taken.
    @discardableResult
    public func insert<R: StoredRecord>(_ record: R) throws -> R {
        if R.entity.hierarchy?.isAbstract == true {
            throw StoreError.constraint(reason: "\(R.entity.name) is abstract")
        }
        try record.validate()
        return try put(record, R.statements.insert)
    }

    /// - Throws: `StoreError.noRecord` when none has the record's identity.
    public func update<R: StoredRecord>(_ record: R) throws {
        let found = try firstRow(R.statements.retrieve) {
            try $0.bind(record.storedIdentity, at: 1)
        } read: { _ in
            true
        }
        if found == nil { throw StoreError.noRecord(entity: R.entity.name) }
        try save(record)
    }

    /// - Returns: whether there was one.
    @discardableResult
    public func delete<R: StoredRecord>(_ type: R.Type, _ identity: R.Identity) throws -> Bool {
        try execute(R.statements.delete) { try $0.bind(stored(identity), at: 1) } > 0
    }

    /// Deletes the records that the query finds, none of which is read.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func deleteAll<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> Int {
        // What goes with others counts as well.
        if query == .all {
            let count = try count(type)
            try execute(R.statements.deleteAll)
            return count
        }
        let plan = try plan(query, R.entity)
        if plan.remainder != nil { return try deleteEach(type, query) }
        let count = try count(type, query)
        let identity = quoted(R.entity.identity)
        try execute(
            "DELETE FROM \(R.entity.table) WHERE \(identity) IN (\(plan.identities))\(R.entity.ofKind)"
        ) {
            try plan.bind(query, to: $0)
        }
        return count
    }

    private func deleteEach<R: StoredRecord>(_ type: R.Type, _ query: DataQuery) throws -> Int {
        var found: [StoredValue] = []
        try forEach(type, query) { found.append($0.storedIdentity) }
        try execute(R.statements.delete, forEach: found) { try $1.bind($0, at: 1) }
        return found.count
    }

    private func put<R: StoredRecord>(
        _ record: R,
        _ sql: String,
        returnsIdentity: Bool = false
    ) throws -> R {
        let entity = R.entity
        var record = record
        if record.storedIdentity == .null, let new = newIdentity(entity) {
            var values = record.columnValues
            values.values[entity.identityPosition] = .text(new)
            record = try R(columnValues: values)
        }
        var identity = record.storedIdentity
        if returnsIdentity {
            identity =
                try firstRow(sql) {
                    try record.bind(to: $0)
                } read: {
                    $0.value(0)
                } ?? identity
        } else {
            let count = try execute(sql) { try record.bind(to: $0) }
            if count == 0, entity.hierarchy?.isAbstract == true {
                throw StoreError.noRecord(entity: entity.name)
            }
            if identity == .null { identity = .integer(lastInsertedNumber) }
        }
        if identity == record.storedIdentity { return record }
        var values = record.columnValues
        values.values[entity.identityPosition] = identity
        return try R(columnValues: values)
    }
}

/// A new identity for an entity whose identities are texts; nil where SQLite numbers the rows.
func newIdentity(_ entity: EntityDescription) -> String? {
    let attribute = entity.attributes.first { $0.name == entity.identity }
    return switch attribute?.kind {
    case .string?, .uuid?: UUID().uuidString
    default: nil
    }
}
