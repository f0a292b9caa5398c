public import DataAccess

/// Reads and writes records inside a transaction.
extension StoreConnection {
    /// Returns the records that the query finds.
    ///
    /// - Throws: `StoreError.badQuery` if the query does not fit the model.
    public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> [R] {
        if query == .all { return try records(type, R.statements.list) }
        let plan = try plan(query, R.entity)
        guard let remainder = plan.remainder else {
            return try records(type, plan.select) { try plan.bind(query, to: $0) }
        }
        let query = query.atOneTime
        let found = try records(type, plan.select) { try plan.bind(query, to: $0) }
        // If there is a remainder, the SQL does not contain the query's limit and offset.
        let matching = try records(found, for: remainder, of: query.filter)
        let rest = matching.dropFirst(max(0, query.skip))
        return Array(query.top.map { rest.prefix(max(0, $0)) } ?? rest)
    }

    func plan(_ query: DataQuery, _ entity: EntityDescription) throws -> QueryPlan {
        let plan = try plans.plan(for: query, of: entity)
        // The step budget cannot limit evaluation in memory, so another thread does this work.
        if plan.remainder != nil { try connection.leaveCaller() }
        return plan
    }

    /// Returns the first record that the query finds, or nil if it finds none.
    public func fetchFirst<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> R? {
        var query = query
        query.top = min(query.top ?? 1, 1)
        return try fetch(type, query).first
    }

    /// Returns the record with this identity, or nil if there is none.
    public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) throws -> R? {
        try firstRow(R.statements.retrieve) {
            try $0.bind(stored(identity), at: 1)
        } read: {
            try R(stored: $0)
        }
    }

    /// Returns the number of records that match the query.
    public func count<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> Int {
        if query == .all { return try firstRow(R.statements.count) { Int($0.int64(0) ?? 0) } ?? 0 }
        let plan = try plans.plan(for: query, of: R.entity)
        if plan.remainder != nil {
            var count = 0
            try forEach(type, query, mayWrite: false) { _ in count += 1 }
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

    /// Returns whether the query finds a record.
    public func exists<R: StoredRecord>(_ type: R.Type, _ query: DataQuery = .all) throws -> Bool {
        try fetchFirst(type, query) != nil
    }

    /// Inserts the record, or replaces the record with the same identity or unique values. A record
    /// without an identity receives one.
    ///
    /// - Returns: `record` with the identity that it has in the store. NaN values are replaced with
    ///   nil. Derived attributes are not recomputed.
    @discardableResult
    public func save<R: StoredRecord>(_ record: R) throws -> R {
        try record.validate()
        let statements = R.statements
        return try namingConstraints {
            try put(record, statements.save, returnsIdentity: statements.returnsIdentity)
        }
    }

    /// Saves the records with one prepared statement. If the entity is abstract, or if the store
    /// must assign or return identities, saves each record separately.
    ///
    /// If one record cannot be saved, saves none of them. Exception: SQLite opens no savepoint
    /// while the rows of a statement with `RETURNING` are being read. In this case, the records
    /// before the invalid record stay saved.
    @discardableResult
    public func save<R: StoredRecord>(_ records: [R]) throws -> [R] {
        // Saving a single record needs no savepoint, because it is a single statement. SQLite opens
        // no savepoint while a statement that writes is running.
        if records.count < 2 || connection.hasRunningWrite { return try saveEach(records) }
        return try savepoint { try saveEach(records) }
    }

    /// Saves the records like `save`, but without a savepoint. Intended for a transaction that
    /// contains nothing else: if a record cannot be saved, the records before it stay saved until
    /// the caller rolls the transaction back.
    func saveEach<R: StoredRecord>(_ records: [R]) throws -> [R] {
        let statements = R.statements
        if statements.returnsIdentity || statements.isAbstract {
            return try records.map { try save($0) }
        }
        var saved = records
        if !R.isAlwaysIdentified {
            for index in saved.indices where saved[index].knownIdentity == nil {
                guard let new = R.Identity.Value.unique else {
                    return try records.map { try save($0) }
                }
                try saved[index].identify(as: R.Identity(new))
            }
        }
        let hasNaN = try namingConstraints { try execute(statements.save, forEach: saved) }
        return hasNaN ? try saved.map { try R(columnValues: $0.columnValues) } : saved
    }

    /// Inserts the record.
    ///
    /// - Throws: `StoreError.constraint` if the store already contains a record with the same
    ///   identity or unique values, or if the entity is abstract.
    @discardableResult
    public func insert<R: StoredRecord>(_ record: R) throws -> R {
        if R.statements.isAbstract {
            throw StoreError.abstract(R.entity.name)
        }
        try record.validate()
        return try namingConstraints { try put(record, R.statements.insert) }
    }

    /// Replaces the stored record that has the same identity as `record`.
    ///
    /// - Throws: `StoreError.noRecord` if the store contains no such record.
    public func update<R: StoredRecord>(_ record: R) throws {
        let found = try firstRow(R.statements.retrieve) {
            try $0.bind(record.storedIdentity, at: 1)
        } read: { _ in
            true
        }
        if found == nil { throw StoreError.noRecord(entity: R.entity.name) }
        try save(record)
    }

    /// Deletes the record with this identity.
    ///
    /// - Returns: whether the record existed.
    @discardableResult
    public func delete<R: StoredRecord>(_ type: R.Type, _ identity: R.Identity) throws -> Bool {
        try namingConstraints {
            try execute(R.statements.delete) { try $0.bind(stored(identity), at: 1) } > 0
        }
    }

    /// Deletes the records that the query finds. Records are decoded only if part of the filter
    /// must be evaluated in memory.
    ///
    /// - Returns: the number of records found.
    @discardableResult
    public func deleteAll<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) throws -> Int {
        // SQLite's change count would not include records that a cascade deletes before the
        // statement reaches them.
        if query == .all {
            let count = try count(type)
            try execute(R.statements.deleteAll)
            return count
        }
        let plan = try plan(query, R.entity)
        if plan.remainder != nil { return try deleteEach(type, query) }
        let query = query.atOneTime
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
        try forEach(type, query, mayWrite: false) { found.append($0.storedIdentity) }
        try execute(R.statements.delete, forEach: found) { try $1.bind($0, at: 1) }
        return found.count
    }

    private func put<R: StoredRecord>(
        _ record: R,
        _ sql: String,
        returnsIdentity: Bool = false
    ) throws -> R {
        var record = record
        func bind(_ bindings: StoreBindings) throws -> Bool {
            bindings.hasNaN = false
            try record.bind(to: bindings)
            return bindings.hasNaN
        }
        var hasNaN = false
        let isKnown = R.isAlwaysIdentified || record.knownIdentity != nil
        if !isKnown, let new = R.Identity.Value.unique {
            try record.identify(as: R.Identity(new))
        }
        if returnsIdentity {
            let identity = try firstRow(sql) {
                hasNaN = try bind($0)
            } read: {
                R.Identity.Value(row: $0, column: 0)
            }
            if hasNaN { record = try R(columnValues: record.columnValues) }
            if case let value?? = identity {
                try record.identify(as: R.Identity(value))
            } else if identity != nil {
                try refuse(.integer(lastInsertedNumber), of: R.self)
            }
            return record
        }
        let count = try execute(sql) { hasNaN = try bind($0) }
        if count == 0, R.statements.isAbstract {
            throw StoreError.noRecord(entity: R.entity.name)
        }
        // `columnValues` contains nil instead of NaN, like the stored row.
        if hasNaN { record = try R(columnValues: record.columnValues) }
        if isKnown || record.knownIdentity != nil { return record }
        let number = StoredValue.integer(lastInsertedNumber)
        if let value = R.Identity.Value(row: ValueRow([number]), column: 0) {
            try record.identify(as: R.Identity(value))
        } else {
            try refuse(number, of: R.self)
        }
        return record
    }

    /// Checks the number that the store has assigned to a new record as its identity. If the number
    /// does not fit the identity's type, rolls the whole transaction back, because the record could
    /// never be read or saved. Deleting only the record would not be enough: triggers may have
    /// changed other records, and the deletion could cascade.
    ///
    /// - Throws: `StoreError.constraint` if the number does not fit.
    private func refuse<R: StoredRecord>(_ number: StoredValue, of type: R.Type) throws {
        do {
            try R.entity.checkAssigned(number)
        } catch {
            try connection.perform("ROLLBACK")
            throw error
        }
    }
}
