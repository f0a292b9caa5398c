/// Methods that read part of a list.
extension DataAccessObject {
    /// Returns the first record that the query finds, or nil if it finds none. Without a sort order
    /// in the query, this is the record with the smallest identity.
    nonisolated(nonsending) public func first(_ query: DataQuery = .all) async throws -> Model? {
        var query = query
        query.top = query.top.map { min($0, 1) } ?? 1
        return try await list(query).first
    }

    /// Returns page `number`, counted from 0, of the records that match the query, with `size`
    /// records per page. The last page that has records may be shorter; any page after it is empty.
    /// The query's `top` and `skip` limit the records before they are divided into pages.
    nonisolated(nonsending) public func page(
        _ number: Int,
        of size: Int,
        _ query: DataQuery = .all
    ) async throws -> [Model] {
        guard number >= 0, size > 0 else { return [] }
        let (start, overflows) = number.multipliedReportingOverflow(by: size)
        if overflows { return [] }
        var page = query
        page.top = query.top.map { max(0, min(size, $0 - start)) } ?? size
        let skip = max(0, query.skip)
        page.skip = skip > Int.max - start ? Int.max : skip + start
        return page.top == 0 ? [] : try await list(page)
    }
}
