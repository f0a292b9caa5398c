/// A query for records of one type, checked by the compiler. It has a condition, a sort order and
/// limits:
///
///     Book.where { $0.title.beginsWith("a", .ignoringCase) && $0.pages > 100 }
///         .sorted(by: \.pages, .descending)
///         .limit(20)
///
/// The type can be omitted if the context defines it: `books.list(.where { $0.pages > 100 })`.
public struct RecordQuery<Model: DescribedRecord>: Sendable, Hashable {
    /// Order of the values of a property; absent values count as the smallest.
    public enum Order: Sendable, Hashable {
        case ascending, descending
    }

    /// A property that queries can sort by, such as `\.pages` or `\.author.name`.
    public typealias Property<Value> = (PropertyPath<Model, Model>) -> PropertyPath<Model, Value>

    /// The condition; nil selects every record.
    public var filter: RecordFilter<Model>?
    private var orderBy: [DataQuery.SortKey] = []
    private var top: Int?
    private var skip = 0

    /// All records, ordered by identity.
    public static var all: Self { Self() }

    /// Returns a query for the records that match the condition.
    public static func `where`(
        _ condition: (PropertyPath<Model, Model>) -> RecordFilter<Model>
    ) -> Self {
        all.where(condition)
    }

    /// Returns the query restricted to the records that also match this condition.
    public func `where`(
        _ condition: (PropertyPath<Model, Model>) -> RecordFilter<Model>
    ) -> Self {
        var query = self
        let added = RecordFilter(condition)
        query.filter = filter.map { $0 && added } ?? added
        return query
    }

    /// Returns the query sorted by a property instead of its previous order. Records with equal
    /// values are ordered by identity.
    public func sorted<Value: AttributeValue>(
        by property: Property<Value>,
        _ order: Order = .ascending
    ) -> Self {
        var query = self
        query.orderBy = []
        return query.then(by: property, order)
    }

    /// Returns the query with an additional sort key, for records that the previous keys do not
    /// distinguish.
    public func then<Value: AttributeValue>(
        by property: Property<Value>,
        _ order: Order = .ascending
    ) -> Self {
        var query = self
        let path = property(PropertyPath(keys: [])).keys.joined(separator: ".")
        query.orderBy.append(.init(path: path, isDescending: order == .descending))
        return query
    }

    /// Returns the query limited to `count` records, after the first `offset` records.
    public func limit(_ count: Int, offset: Int = 0) -> Self {
        var query = self
        (query.top, query.skip) = (count, offset)
        return query
    }

    /// This query with property names instead of key paths.
    public var dataQuery: DataQuery {
        DataQuery(filter: filter?.dataFilter, orderBy: orderBy, top: top, skip: skip)
    }
}

extension DescribedRecord {
    /// Returns a query for the records that match the condition.
    public static func `where`(
        _ condition: (PropertyPath<Self, Self>) -> RecordFilter<Self>
    ) -> RecordQuery<Self> {
        .where(condition)
    }

    /// Returns a query for all records, sorted by a property.
    public static func sorted<Value: AttributeValue>(
        by property: RecordQuery<Self>.Property<Value>,
        _ order: RecordQuery<Self>.Order = .ascending
    ) -> RecordQuery<Self> {
        .all.sorted(by: property, order)
    }
}
