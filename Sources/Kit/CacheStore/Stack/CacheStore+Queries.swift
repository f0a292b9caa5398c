public import DataAccess

/// Generated queries, whose SQL is written out.
extension CacheStore {
    /// Returns the records of the rows that `sql` yields: all columns of the entity, in their order.
    ///
    /// `filter` is the part of a condition that SQL has no form of; it is evaluated for each row found.
    nonisolated(nonsending) public func list<R: StoredRecord>(
        _ sql: String,
        matching filter: DataQuery.Filter? = nil,
        bind: @escaping @Sendable (StoreBindings) throws -> Void = { _ in }
    ) async throws -> [R] {
        try await read { connection in
            let found = try connection.records(R.self, sql, bind: bind)
            return try filter.map { try connection.records(found, matching: $0) } ?? found
        }
    }
}
