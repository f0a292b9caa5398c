public import DataAccess

extension StoreContext {
    /// Returns a list of the records that match the query. The list is updated when the store
    /// changes.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - query: Query that selects and sorts the records.
    ///   - sectionName: Function that returns the name of a record's section; nil for a list
    ///     without sections. Sections are in the order of their first records.
    public func resultsController<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        ResultsController(
            query: query,
            sectionName: sectionName,
            changes: { store.changes },
            fetch: { try await fetch(R.self, query) }
        )
    }
}
