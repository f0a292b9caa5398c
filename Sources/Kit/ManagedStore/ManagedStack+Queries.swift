public import DataAccess

/// Execution of generated queries.
extension ManagedStack {
    /// Returns the records that match the query, in the query's order.
    public func list<R: DescribedRecord>(_ type: R.Type, _ query: FormattedQuery) async throws
        -> [R]
    {
        try await reading { records in
            try records.records(from: records.objects(query, records.entity(of: R.self)))
        }
    }

    /// Returns the number of records that match the query.
    public func count<R: DescribedRecord>(_ type: R.Type, _ query: FormattedQuery) async throws
        -> Int
    {
        try await reading { try $0.count(query, $0.entity(of: R.self)) }
    }
}
