package import QueryLanguage

/// The kind of result that a query returns, and the limits on the number of records.
package struct QueryShape: Sendable, Hashable {
    package enum Result: Sendable, Hashable {
        case list
        /// The first record, or nil if there is none.
        case first
        case count
        /// The values of one attribute of the entity, one value for each record.
        case attribute(String)
        /// An aggregate of one attribute. The operator is never `@count`; for counting, ``count``
        /// is used instead.
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

    /// Whether the query computes a single value from all selected records. Such a query cannot
    /// have a limit or an offset.
    package var isSummary: Bool {
        switch result {
        case .count, .aggregate: true
        case .list, .first, .attribute: false
        }
    }

    /// SQL such as `LIMIT 10 OFFSET 5`; nil if all records are returned.
    package var limitSQL: String? {
        let offset = offset.flatMap { $0 > 0 ? $0 : nil }
        let limit = result == .first ? 1 : limit
        if limit == nil, offset == nil { return nil }
        return "LIMIT \(limit ?? -1)" + (offset.map { " OFFSET \($0)" } ?? "")
    }
}
