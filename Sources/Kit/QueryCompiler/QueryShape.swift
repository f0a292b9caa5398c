package import QueryLanguage

/// The type of a query's result, and the limits on the number of records.
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

    /// Whether the query returns a single value computed from all selected records, so that a limit
    /// or an offset is not allowed.
    package var isSummary: Bool {
        switch result {
        case .count, .aggregate: true
        case .list, .first, .attribute: false
        }
    }

    /// `LIMIT 10 OFFSET 5`, for example; nil if all records are returned.
    package var limitSQL: String? {
        let offset = offset.flatMap { $0 > 0 ? $0 : nil }
        let limit = result == .first ? 1 : limit
        if limit == nil, offset == nil { return nil }
        return "LIMIT \(limit ?? -1)" + (offset.map { " OFFSET \($0)" } ?? "")
    }
}
