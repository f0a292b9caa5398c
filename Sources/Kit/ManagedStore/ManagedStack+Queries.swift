public import DataAccess

/// Generated queries.
extension ManagedStack {
    /// The records that the query finds, in its order.
    public func list<R: DescribedRecord>(_ type: R.Type, _ query: FormattedQuery) async throws
        -> [R]
    {
        try await reading { records in
            try records.records(from: records.objects(query, records.entity(of: R.self)))
        }
    }

    /// Number of records that match the query.
    public func count<R: DescribedRecord>(_ type: R.Type, _ query: FormattedQuery) async throws
        -> Int
    {
        try await reading { try $0.count(query, $0.entity(of: R.self)) }
    }
}
