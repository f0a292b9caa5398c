/// Asynchronous methods that pass records to a handler. Each method returns after the commit or
/// rollback. It rethrows any error that the handler throws.
extension DataAccessObject {
    /// Passes the records that match the query to the handler, and stores the handler's changes.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) public func list(
        _ query: DataQuery = .all,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await transaction(on: .query(query), handler)
    }

    /// Creates a record, passes it to the handler, and inserts it with the handler's changes.
    ///
    /// - Returns: whether the record was stored; false if the handler returns `.rollback`.
    @discardableResult
    nonisolated(nonsending) public func insert(
        _ handler: @escaping @Sendable (inout Model) throws -> TransactionStatus
    ) async throws -> Bool {
        try await transaction(on: .blank) { records in
            var record = try records.first ?? .blank()
            let status = try handler(&record)
            records = [record]
            return status
        }
    }

    /// Passes the record with this identity to the handler and stores the handler's changes.
    ///
    /// - Returns: whether anything in the store has changed.
    /// - Throws: `StoreError.noRecord` if there is no record with this identity.
    @discardableResult
    nonisolated(nonsending) public func update(
        _ identity: Model.Identity,
        _ handler: @escaping @Sendable (inout Model) throws -> TransactionStatus
    ) async throws -> Bool {
        try await transaction(on: .identity(identity)) { records in
            guard var record = records.first else {
                throw StoreError.noRecord(entity: Model.entity.name)
            }
            let status = try handler(&record)
            records = [record]
            return status
        }
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) public func delete(_ query: DataQuery) async throws -> Bool {
        try await transaction(on: .deletion(query)) { _ in .commit }
    }
}
