import Diagnostics
public import Foundation
package import QueryLanguage

/// A selection of an entity's records, with their order and limits.
public struct DataQuery: Sendable, Hashable {
    /// A key to sort by.
    public struct SortKey: Sendable, Hashable {
        /// The name of an attribute in the model, or a key path through to-one relationships. A
        /// path that leads to a record sorts by the record's identity. In Core Data, this identity
        /// must be an attribute.
        public var path: String
        /// Whether the order is descending. Absent values count as the smallest.
        public var isDescending: Bool

        /// Returns a key that sorts the smallest value first.
        public static func ascending(_ path: String) -> SortKey {
            SortKey(path: path, isDescending: false)
        }

        /// Returns a key that sorts the greatest value first.
        public static func descending(_ path: String) -> SortKey {
            SortKey(path: path, isDescending: true)
        }
    }

    /// A condition on records: predicate text with the values of its `$variables`.
    public struct Filter: Sendable, Hashable {
        package enum Source: Sendable, Hashable {
            case text(String)
            case tree(PredicateNode)
        }

        package var source: Source
        /// The values, keyed by the variables' names without the dollar sign.
        public var values: [String: Argument]
        /// The value of `now()`; nil for the time at which the query runs.
        public var now: Date?

        /// Creates a filter from predicate text, such as
        /// `Filter("name BEGINSWITH[c] $start", ["start": "ber"])`. The page "Grammar" in the
        /// documentation of QueryLanguage describes the syntax. If the text is invalid, the query
        /// throws when it runs.
        public init(_ text: String, _ values: [String: Argument] = [:], now: Date? = nil) {
            source = .text(text)
            self.values = values
            self.now = now
        }

        package init(_ tree: PredicateNode, _ values: [String: Argument] = [:]) {
            source = .tree(tree)
            self.values = values
        }
    }

    /// The value of a `$variable` in a predicate.
    public enum Argument: Sendable, Hashable {
        case null
        case boolean(Bool)
        case integer(Int64)
        /// A number; NaN has the same meaning as ``null``.
        case real(Double)
        case text(String)
        case date(Date)
        case data(Data)
        /// The identity of a record; see ``identity(_:)``.
        case record(StoredValue)
        case list([Argument])
    }

    /// The condition; nil selects every record.
    public var filter: Filter?
    /// Sort keys in order of precedence. Records with equal keys are ordered by identity, so the
    /// order is the same each time. Exception: the order of records with equal keys is undefined if
    /// Core Data assigns the identities.
    public var orderBy: [SortKey]
    /// Maximum number of records; nil for no limit.
    public var top: Int?
    /// Number of records to skip.
    public var skip: Int

    public init(
        filter: Filter? = nil,
        orderBy: [SortKey] = [],
        top: Int? = nil,
        skip: Int = 0
    ) {
        self.filter = filter
        self.orderBy = orderBy
        self.top = top
        self.skip = skip
    }

    /// All records, ordered by identity.
    public static let all = DataQuery()

    /// This query with a fixed value of `now()`, so that all parts of the query use the same time.
    package var atOneTime: DataQuery {
        var query = self
        if query.filter?.now == nil { query.filter?.now = Date() }
        return query
    }
}

extension DataQuery.Argument {
    /// Returns a record's identity as an argument, for comparison with a relationship.
    public static func identity<I: RecordIdentity>(_ identity: I) -> Self {
        .record(stored(identity))
    }

    /// Creates an argument from a value that is stored in the column with this name.
    public init(_ value: StoredValue, of column: String, in entity: EntityDescription) {
        if entity.relationships.contains(where: { $0.name == column }) {
            self = .record(value)
            return
        }
        let kind = entity.attributes.first { $0.name == column }?.kind
        switch value {
        case .null: self = .null
        case .integer(let number):
            self =
                switch kind {
                case .boolean: .boolean(number != 0)
                case .date: .date(Date(timeIntervalSinceReferenceDate: Double(number)))
                default: .integer(number)
                }
        case .real(let number):
            self =
                kind == .date
                ? .date(Date(timeIntervalSinceReferenceDate: number)) : .real(number)
        case .text(let text): self = .text(text)
        case .data(let data): self = .data(data)
        }
    }
}

extension DataQuery.Argument {
    /// Whether the value is absent. NaN counts as absent, because SQLite stores it as NULL.
    package var isNull: Bool {
        switch self {
        case .null: true
        case .real(let number): number.isNaN
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
    }

    fileprivate var canBeNull: Bool {
        if case .list(let values) = self { values.contains(where: \.canBeNull) } else { isNull }
    }
}

/// Initializers that generated queries use to convert their parameters.
extension DataQuery.Argument {
    public init(_ value: String) { self = .text(value) }
    public init(_ value: Bool) { self = .boolean(value) }
    /// Creates an argument from an integer. An integer outside the range of `Int64` becomes a real
    /// number that is also outside this range, so that comparisons with stored integers are
    /// correct.
    public init(_ value: some BinaryInteger) {
        if let integer = Int64(exactly: value) {
            self = .integer(integer)
        } else {
            // Rounding could give -2^63, the smallest integer that can be stored.
            let real = Double(value)
            self = .real(value < 0 ? min(real, (-0x1p63).nextDown) : real)
        }
    }
    public init(_ value: Double) { self = .real(value) }
    public init(_ value: Float) { self = .real(Double(value)) }
    /// Creates an argument from the double nearest to the decimal, because predicates compare
    /// decimals as doubles.
    public init(_ value: Decimal) { self = .real(Double("\(value)") ?? .nan) }
    public init(_ value: Date) { self = .date(value) }
    public init(_ value: Data) { self = .data(value) }
    public init(_ value: UUID) { self = .text(value.uuidString) }
    public init(_ value: URL) { self = .text(value.absoluteString) }
    public init(_ value: some RecordIdentity) { self = .identity(value) }
}

extension DataQuery.Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension DataQuery.Filter: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension DataQuery.Filter: CustomStringConvertible {
    /// The predicate text, with variables in place of the values.
    public var description: String {
        switch source {
        case .text(let text): text
        case .tree(let tree): tree.text
        }
    }
}

extension DataQuery.Filter {
    /// Maximum number of operators in each other in a typed query. SQLite's parser has space for
    /// 100 open symbols, and `a AND (b OR (` needs three for each level.
    static let depthLimit = 20

    /// Returns the predicate's syntax tree.
    ///
    /// - Throws: `StoreError.badQuery` if the text is invalid, or if a typed query is nested too
    ///   deeply or uses a property that is not stored. For invalid text, the error's description
    ///   states the first mistake and its position.
    package func tree() throws -> PredicateNode {
        switch source {
        case .tree(let tree):
            if tree.depth > Self.depthLimit { throw StoreError.filterTooDeep }
            for case .name(let key) in tree.keyPaths.joined() { try checkStored(key) }
            return tree
        case .text(let text):
            do {
                return try parsePredicate(text)
            } catch {
                throw badQuery(error, in: self)
            }
        }
    }

    /// Names of the variables whose value is nil or is a list that contains nil.
    package var nullable: Set<String> { Set(values.filter { $0.value.canBeNull }.keys) }

    /// Names of the variables whose value is a list.
    package var lists: Set<String> {
        // A loop, because calling `filter` on `values` would copy a dictionary at each fetch.
        var names: Set<String> = []
        for (name, value) in values { if case .list = value { names.insert(name) } }
        return names
    }

    /// Names of the variables whose value is a date.
    package var dates: Set<String> {
        Set(values.keys.filter { if case .date? = values[$0] { true } else { false } })
    }

    /// The predicate text, to which the positions in error messages refer; empty if the filter was
    /// created from a tree.
    package var text: String { if case .text(let text) = source { text } else { "" } }
}

/// Converts an error in the predicate of `filter` to a `StoreError`.
package func badQuery(_ error: PredicateTextError, in filter: DataQuery.Filter?) -> StoreError {
    .badQuery(error.diagnostic(in: filter?.text ?? "", file: "filter").text)
}
