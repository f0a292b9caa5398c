package import QueryLanguage

/// Result of a query, and its number of records.
package struct QueryShape: Sendable, Hashable {
    package enum Result: Sendable, Hashable {
        case list
        /// The first record, or nil.
        case first
        case count
        /// The values of an attribute of the entity, one for each record.
        case attribute(String)
        /// `@count` is not among them: ``count`` is.
        case aggregate(CollectionOperator, attribute: String)
    }

    package var result: Result
    package var limit: Int?
    package var offset: Int?

    package init(_ result: Result = .list, limit: Int? = nil, offset: Int? = nil) {
        self.result = result
        self.limit = limit
        self.offset = offset
    }

    /// Whether the query gives one value for all records, of which none can be left out.
    package var isSummary: Bool {
        switch result {
        case .count, .aggregate: true
        case .list, .first, .attribute: false
        }
    }

    /// `LIMIT 10 OFFSET 5`; nil if every record is given.
    package var limitSQL: String? {
        let offset = offset.flatMap { $0 > 0 ? $0 : nil }
        let limit = result == .first ? 1 : limit
        if limit == nil, offset == nil { return nil }
        return "LIMIT \(limit ?? -1)" + (offset.map { " OFFSET \($0)" } ?? "")
    }
}
