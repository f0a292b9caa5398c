/// Typed queries.
extension DataAccessObject {
    /// The records that the query finds.
    nonisolated(nonsending) public func list(
        _ query: RecordQuery<Model>
    ) async throws -> [Model] {
        try await list(query.dataQuery)
    }

    /// The first of the records that the query finds, or nil when it finds none.
    nonisolated(nonsending) public func first(
        _ query: RecordQuery<Model>
    ) async throws -> Model? {
        try await first(query.dataQuery)
    }

    /// A page of the records that match the query, counted from 0.
    nonisolated(nonsending) public func page(
        _ number: Int,
        of size: Int,
        _ query: RecordQuery<Model>
    ) async throws -> [Model] {
        try await page(number, of: size, query.dataQuery)
    }

    /// Number of records that match the query.
    nonisolated(nonsending) public func count(
        _ query: RecordQuery<Model>
    ) async throws -> Int {
        try await count(query.dataQuery)
    }

    /// The records that the query finds, a batch at a time.
    public func batches(
        _ query: RecordQuery<Model>,
        of size: Int = 500
    ) -> RecordBatches<Model> {
        batches(query.dataQuery, of: size)
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    nonisolated(nonsending) public func delete(
        _ query: RecordQuery<Model>
    ) async throws -> Bool {
        try await delete(query.dataQuery)
    }

    /// Passes the records that the query finds to a handler, in a transaction, and stores its changes.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) public func list(
        _ query: RecordQuery<Model>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await list(query.dataQuery, handler)
    }
}
