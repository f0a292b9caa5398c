public import DataAccess

/// Runs typed queries on a context.
extension StoreContext {
    /// Returns the records that the query finds, in the query's order.
    nonisolated(nonsending) public func fetch<R: StoredRecord>(
        _ query: RecordQuery<R>
    ) async throws -> [R] {
        try await fetch(R.self, query.dataQuery)
    }

    /// Returns the first record that the query finds, or nil if it finds none.
    nonisolated(nonsending) public func fetchFirst<R: StoredRecord>(
        _ query: RecordQuery<R>
    ) async throws -> R? {
        try await fetchFirst(R.self, query.dataQuery)
    }

    /// Returns the number of records that match the query.
    nonisolated(nonsending) public func count<R: StoredRecord>(
        _ query: RecordQuery<R>
    ) async throws -> Int {
        try await count(R.self, query.dataQuery)
    }

    /// Returns whether the query finds a record.
    nonisolated(nonsending) public func exists<R: StoredRecord>(
        _ query: RecordQuery<R>
    ) async throws -> Bool {
        try await exists(R.self, query.dataQuery)
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: the number of records found.
    @discardableResult
    nonisolated(nonsending) public func deleteAll<R: StoredRecord>(
        _ query: RecordQuery<R>
    ) async throws -> Int {
        try await deleteAll(R.self, query.dataQuery)
    }

    /// Returns the records that the query finds, in the query's order, in batches of `size`.
    public func batches<R: StoredRecord>(
        _ query: RecordQuery<R>,
        of size: Int = 500
    ) -> RecordBatches<R> {
        batches(R.self, query.dataQuery, of: size)
    }

    /// Returns a list of the records that match the query. The list is updated when the store
    /// changes.
    public func resultsController<R: StoredRecord>(
        _ query: RecordQuery<R>,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        resultsController(R.self, query.dataQuery, sectionName: sectionName)
    }
}

/// Runs typed queries inside a transaction.
extension StoreConnection {
    /// Returns the records that the query finds.
    public func fetch<R: StoredRecord>(_ query: RecordQuery<R>) throws -> [R] {
        try fetch(R.self, query.dataQuery)
    }

    /// Returns the first record that the query finds, or nil if it finds none.
    public func fetchFirst<R: StoredRecord>(_ query: RecordQuery<R>) throws -> R? {
        try fetchFirst(R.self, query.dataQuery)
    }

    /// Returns the number of records that match the query.
    public func count<R: StoredRecord>(_ query: RecordQuery<R>) throws -> Int {
        try count(R.self, query.dataQuery)
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: the number of records found.
    @discardableResult
    public func deleteAll<R: StoredRecord>(_ query: RecordQuery<R>) throws -> Int {
        try deleteAll(R.self, query.dataQuery)
    }

    /// Calls `body` with each record that the query finds, in the query's order.
    public func forEach<R: StoredRecord>(
        _ query: RecordQuery<R>,
        _ body: (R) throws -> Void
    ) throws {
        try forEach(R.self, query.dataQuery, body)
    }
}
