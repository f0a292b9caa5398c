public import DataAccess

/// Runs generated queries, whose SQL is complete when the program is compiled.
extension CacheStore {
    /// Returns the rows that `sql` yields, each converted to a record. Each row must have all
    /// columns of the entity, in order.
    ///
    /// `filter` is the part of the query's condition that SQL cannot express. It is evaluated in
    /// memory for each row. `limit` is the maximum number of records returned.
    nonisolated(nonsending) public func list<R: StoredRecord>(
        _ sql: String,
        matching filter: DataQuery.Filter? = nil,
        limit: Int? = nil,
        bind: @escaping @Sendable (StoreBindings) throws -> Void = { _ in }
    ) async throws -> [R] {
        try await read { connection in
            let found = try connection.records(R.self, sql, bind: bind)
            let matching = try filter.map { try connection.records(found, matching: $0) } ?? found
            return limit.map { Array(matching.prefix($0)) } ?? matching
        }
    }
}
