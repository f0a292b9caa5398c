/// Selection, order and limit of the records of one type, checked by the compiler:
///
///     Book.where { $0.title.beginsWith("a", .ignoringCase) && $0.pages > 100 }
///         .sorted(by: \.pages, .descending)
///         .limit(20)
///
/// The type can be left out if it is known: `books.list(.where { $0.pages > 100 })`.
public struct RecordQuery<Model: DescribedRecord>: Sendable, Hashable {
    /// Order of the values of a property; absent values are the least.
    public enum Order: Sendable, Hashable {
        case ascending, descending
    }

    /// A property that queries can sort by: `\.pages`, `\.author.name`.
    public typealias Property<Value> = (PropertyPath<Model, Model>) -> PropertyPath<Model, Value>

    /// nil selects every record.
    public var filter: RecordFilter<Model>?
    private var orderBy: [DataQuery.SortKey] = []
    private var top: Int?
    private var skip = 0

    /// Every record, by identity.
    public static var all: Self { Self() }

    /// The records for which the condition holds.
    public static func `where`(
        _ condition: (PropertyPath<Model, Model>) -> RecordFilter<Model>
    ) -> Self {
        all.where(condition)
    }

    /// Narrows the selection to the records for which this condition holds, too.
    public func `where`(
        _ condition: (PropertyPath<Model, Model>) -> RecordFilter<Model>
    ) -> Self {
        var query = self
        let added = RecordFilter(condition)
        query.filter = filter.map { $0 && added } ?? added
        return query
    }

    /// Sorts by a property, in place of an order that was set before. Records with equal values come
    /// in the order of their identities.
    public func sorted<Value: AttributeValue>(
        by property: Property<Value>,
        _ order: Order = .ascending
    ) -> Self {
        var query = self
        query.orderBy = []
        return query.then(by: property, order)
    }

    /// Sorts records that are equal so far by another property.
    public func then<Value: AttributeValue>(
        by property: Property<Value>,
        _ order: Order = .ascending
    ) -> Self {
        var query = self
        let path = property(PropertyPath(keys: [])).keys.joined(separator: ".")
        query.orderBy.append(.init(path: path, isDescending: order == .descending))
        return query
    }

    /// Limits the number of records, after the first `offset`.
    public func limit(_ count: Int, offset: Int = 0) -> Self {
        var query = self
        (query.top, query.skip) = (count, offset)
        return query
    }

    /// The same query with names in place of properties.
    public var dataQuery: DataQuery {
        DataQuery(filter: filter?.dataFilter, orderBy: orderBy, top: top, skip: skip)
    }
}

extension DescribedRecord {
    /// The records for which the condition holds.
    public static func `where`(
        _ condition: (PropertyPath<Self, Self>) -> RecordFilter<Self>
    ) -> RecordQuery<Self> {
        .where(condition)
    }

    /// Every record, in an order.
    public static func sorted<Value: AttributeValue>(
        by property: RecordQuery<Self>.Property<Value>,
        _ order: RecordQuery<Self>.Order = .ascending
    ) -> RecordQuery<Self> {
        .all.sorted(by: property, order)
    }
}
