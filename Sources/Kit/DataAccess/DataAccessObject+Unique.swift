extension DataAccessObject {
    /// Returns the record with these values, keyed by column name; nil if there is no such record
    /// or if a value is null. The columns must be those of a uniqueness constraint of the model.
    nonisolated(nonsending) public func retrieve(unique values: KeyValuePairs<String, StoredValue>)
        async throws -> Model?
    {
        if values.contains(where: { $0.value == .null }) { return nil }
        let text = values.indices.map { "#\(values[$0].key) == $value\($0)" }
        let arguments = values.enumerated().map { index, pair in
            ("value\(index)", DataQuery.Argument(pair.value, of: pair.key, in: Model.entity))
        }
        let filter = DataQuery.Filter(
            text.joined(separator: " AND "),
            Dictionary(arguments) { first, _ in first }
        )
        return try await list(DataQuery(filter: filter, top: 1)).first
    }
}
