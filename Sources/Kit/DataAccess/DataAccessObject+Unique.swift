extension DataAccessObject {
    /// Returns the record that has these values in the columns of a uniqueness constraint. Returns
    /// nil if there is no such record or if a value is null. `values` is keyed by column name and
    /// has a value for each column of the constraint.
    nonisolated(nonsending) public func retrieve(unique values: KeyValuePairs<String, StoredValue>)
        async throws -> Model?
    {
        if values.contains(where: { $0.value == .null }) { return nil }
        let pairs = values.map { ($0.key, $0.value) }
        let filter = DataQuery.Filter(unique: pairs, of: Model.entity)
        return try await list(DataQuery(filter: filter, top: 1)).first
    }
}

extension DataQuery.Filter {
    /// Creates a filter that matches the record whose properties have these values.
    package init(unique values: [(String, StoredValue)], of entity: EntityDescription) {
        let text = values.enumerated().map { "#\($1.0) == $value\($0)" }
        let arguments = values.enumerated().map { index, pair in
            ("value\(index)", DataQuery.Argument(pair.1, of: pair.0, in: entity))
        }
        self.init(text.joined(separator: " AND "), Dictionary(arguments) { first, _ in first })
    }
}
