/// Methods with typed queries.
extension DataAccessObject {
    /// Returns the records that the query finds.
    nonisolated(nonsending) public func list(
        _ query: RecordQuery<Model>
    ) async throws -> [Model] {
        try await list(query.dataQuery)
    }

    /// Returns the first record that the query finds, or nil if it finds none.
    nonisolated(nonsending) public func first(
        _ query: RecordQuery<Model>
    ) async throws -> Model? {
        try await first(query.dataQuery)
    }

    /// Returns a page of the records that match the query; pages are counted from 0.
    nonisolated(nonsending) public func page(
        _ number: Int,
        of size: Int,
        _ query: RecordQuery<Model>
    ) async throws -> [Model] {
        try await page(number, of: size, query.dataQuery)
    }

    /// Returns the number of records that match the query.
    nonisolated(nonsending) public func count(
        _ query: RecordQuery<Model>
    ) async throws -> Int {
        try await count(query.dataQuery)
    }

    /// Returns the records that the query finds, in batches of `size`.
    public func batches(
        _ query: RecordQuery<Model>,
        of size: Int = 500
    ) -> RecordBatches<Model> {
        batches(query.dataQuery, of: size)
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) public func delete(
        _ query: RecordQuery<Model>
    ) async throws -> Bool {
        try await delete(query.dataQuery)
    }

    /// Passes all records that match the query to the handler, and stores the handler's changes, in
    /// one transaction.
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
