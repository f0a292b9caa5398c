import Foundation
import QueryLanguage

/// A query for Apple's Core Data, or for another store that accepts predicates as format strings.
/// The query has been checked against the model. Its predicates have placeholders instead of
/// variables.
public struct FormattedQuery: Sendable {
    /// A format string and its arguments.
    public struct Predicate: Sendable {
        /// The format string, with a placeholder for each argument, as in
        /// `NSPredicate(format:argumentArray:)`.
        public let format: String
        /// Arguments for the placeholders, in order.
        public let arguments: [Argument]

        public init(_ format: String, _ arguments: [Argument] = []) {
            self.format = format
            self.arguments = arguments
        }
    }

    /// Argument for a placeholder.
    public enum Argument: Sendable {
        /// A number, text, date, data, UUID or URL, as a Foundation type.
        case value(any Sendable)
        /// An absent value.
        case none
        /// The record of `entity` with the identity `number`, which the store assigned.
        case record(entity: String, number: Int64)
        /// A list, for `IN` and `BETWEEN`.
        case list([Argument])

        /// Returns an argument for a value that may be absent.
        public static func optional(_ value: (some Sendable)?) -> Argument {
            value.map { .value($0) } ?? .none
        }

        /// Returns an argument for the record of `entity` with the identity `number`. If `number`
        /// is nil, the argument is an absent value.
        public static func record(_ number: Int64?, of entity: String) -> Argument {
            number.map { .record(entity: entity, number: $0) } ?? .none
        }

        /// Returns an argument for the pattern of `MATCHES`. `NSPredicate` would raise an exception
        /// for an empty regular expression, so an equivalent one replaces it.
        ///
        /// - Throws: `StoreError.badQuery` if the pattern is not a valid regular expression.
        public static func pattern(_ pattern: String?) throws -> Argument {
            guard let pattern else { return .none }
            if pattern.isEmpty { return .value(emptyPattern) }
            if isPattern(pattern) { return .value(pattern) }
            throw StoreError.badQuery("the value for MATCHES is not a valid regular expression")
        }
    }

    /// Returns the sum of integers. Like SQL's `sum`, adds them in order.
    ///
    /// - Throws: `StoreError.refused` if a partial sum does not fit in 64 bits.
    public static func sum(_ values: [some SignedInteger & FixedWidthInteger]) throws -> Int64 {
        try values.reduce(0) { total, value in
            let (sum, isTooLarge) = total.addingReportingOverflow(Int64(value))
            if isTooLarge { throw StoreError.sumTooLarge }
            return sum
        }
    }

    /// Predicate that the store evaluates; nil selects every record.
    public let fetched: Predicate?
    /// Predicate for the part of the filter that cannot be expressed in SQL; nil if there is no
    /// such part. This predicate is evaluated in memory for each fetched record.
    public let rest: Predicate?
    /// The query's sort keys. If the query does not sort by the identity attribute, this attribute
    /// is added as the last key. An identity that the store assigns is not added.
    public let orderBy: [DataQuery.SortKey]
    /// Maximum number of matching records; nil for no limit.
    public let top: Int?
    /// Number of matching records to skip.
    public let skip: Int

    public init(
        fetched: Predicate? = nil,
        rest: Predicate? = nil,
        orderBy: [DataQuery.SortKey] = [],
        top: Int? = nil,
        skip: Int = 0
    ) {
        self.fetched = fetched
        self.rest = rest
        self.orderBy = orderBy
        self.top = top
        self.skip = skip
    }
}

extension DataQuery {
    /// Returns the query for a store that accepts predicates as format strings.
    ///
    /// - Throws: `StoreError.badQuery` if the filter is invalid, or if the query names an unknown
    ///   property.
    public func formatted(
        for entity: EntityDescription,
        in model: StoreModel
    ) throws -> FormattedQuery {
        let entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        let described = DescribedModel { entities[$0] }
        let tree = try filter?.tree()
        if let tree {
            try described.check(tree, of: entity, filter?.values ?? [:], filter?.text ?? "")
        }
        let rounded = tree?.roundingFloats(of: entity.name, in: described)
        let parts = rounded?.dividedForFetching(
            of: entity.name,
            in: described,
            nullable: filter?.nullable ?? []
        )
        let now = filter?.now ?? Date()
        func format(_ tree: PredicateNode?) throws -> FormattedQuery.Predicate? {
            guard let tree else { return nil }
            let format = tree.format(of: entity.name, in: described, dates: filter?.dates ?? [])
            return FormattedQuery.Predicate(
                format.text,
                try format.arguments.map { try described.argument($0, filter?.values ?? [:], now) }
            )
        }
        let keys = try sortKeys().map { key in
            guard let path = described.attributePath(key.path, of: entity) else {
                throw StoreError.badQuery(
                    "orderBy: \"\(entity.name)\" has no attribute \"\(key.path)\""
                )
            }
            return SortKey(path: path, isDescending: key.isDescending)
        }
        let identity =
            entity.isIdentityAssigned || keys.contains { $0.path == entity.identity }
            ? [] : [SortKey.ascending(entity.identity)]
        return FormattedQuery(
            fetched: try format(parts?.fetched),
            rest: try format(parts?.rest),
            orderBy: keys + identity,
            top: top.map { max(0, $0) },
            skip: max(0, skip)
        )
    }
}

/// Property lookup for predicates, based on the entity descriptions of a model.
struct DescribedModel: FormatModel {
    /// Whether predicates are checked for a `MemoryStore` rather than for Core Data. Only a
    /// `MemoryStore` supports an index after an unordered relationship, and a collection operator
    /// after an attribute, as in `books.pages.@sum`.
    var isInMemory = false
    let entity: (_ name: String) -> EntityDescription?

    func kind(of key: String, in entity: String) -> AttributeDescription.Kind? {
        self.entity(entity)?.attributes.first { $0.name == key }?.kind
    }

    func destination(of key: String, in entity: String) -> String? {
        self.entity(entity)?.relationships.first { $0.name == key }?.destination
    }

    func identityKey(of entity: String) -> String? {
        guard let entity = self.entity(entity), !entity.isIdentityAssigned else { return nil }
        return entity.identity
    }

    func isToMany(_ key: String, in entity: String) -> Bool {
        self.entity(entity)?.relationships.contains { $0.name == key && $0.isToMany } == true
    }

    func isRequired(_ key: String, in entity: String) -> Bool {
        self.entity(entity)?.isRequired(key) == true
    }

    func isDate(_ key: String, in entity: String) -> Bool { kind(of: key, in: entity) == .date }

    func isFloat(_ key: String, in entity: String) -> Bool { kind(of: key, in: entity) == .float }

    /// Returns the key path of the attribute to sort by. If `path` leads to a record, appends the
    /// record's identity attribute. Returns nil if a key is unknown or to-many, or if the store
    /// assigns the record's identity.
    func attributePath(_ path: String, of entity: EntityDescription) -> String? {
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var current = entity
        for (place, key) in keys.enumerated() {
            guard let next = destination(of: key, in: current.name).flatMap(self.entity) else {
                let isLast = place == keys.count - 1
                return isLast && current.attributes.contains { $0.name == key } ? path : nil
            }
            if isToMany(key, in: current.name) { return nil }
            current = next
        }
        return current.isIdentityAssigned ? nil : "\(path).\(current.identity)"
    }

    /// Returns whether the key path leads to an attribute or through to-one relationships to a
    /// record, so that it has at most one value for each record of `entity`.
    func canSort(by path: String, _ entity: EntityDescription) -> Bool {
        var owner: EntityDescription? = entity
        for key in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let name = owner?.name, !isToMany(key, in: name) else { return false }
            if let next = destination(of: key, in: name) {
                owner = self.entity(next)
            } else if kind(of: key, in: name) != nil {
                owner = nil
            } else {
                return false
            }
        }
        return true
    }

    func argument(
        _ argument: PredicateFormat.Argument,
        _ values: [String: DataQuery.Argument],
        _ now: Date
    ) throws -> FormattedQuery.Argument {
        switch argument {
        case .text(let text): return .value(text)
        case .time(let time):
            let start = time.isFromNow ? now : Date(timeIntervalSinceReferenceDate: 0)
            return .value(start.addingTimeInterval(time.seconds))
        case .pattern(let name):
            guard case .text(let pattern) = try value(name, values).fitted(to: .string, name)
            else { return .none }
            return try .pattern(pattern)
        case .variable(let name): return try value(name, values).formatted()
        case .typed(let name, let entity, let key), .identity(let name, let entity, let key):
            let value = try value(name, values)
            guard let kind = kind(of: key, in: entity) else { return value.formatted() }
            return try value.fitted(to: kind, name).formatted(as: kind)
        case .record(let name, let entity): return try value(name, values).formatted(of: entity)
        }
    }

    private func value(
        _ name: String,
        _ values: [String: DataQuery.Argument]
    ) throws -> DataQuery.Argument {
        if let value = values[name] { return value }
        throw StoreError.badQuery("the variable $\(name) has no value")
    }
}

extension DataQuery.Argument {
    /// Converts the argument for comparison with an attribute of type `kind`, or with a record of
    /// `entity`.
    fileprivate func formatted(
        as kind: AttributeDescription.Kind? = nil,
        of entity: String? = nil
    ) -> FormattedQuery.Argument {
        if isNull { return .none }
        switch self {
        case .null: return .none
        case .boolean(let value): return .value(value)
        case .integer(let value):
            return entity.map { .record(entity: $0, number: value) } ?? .value(value)
        case .real(let value): return .value(value)
        case .date(let value): return .value(value)
        case .data(let value): return .value(value)
        case .text(let text): return typed(text, kind)
        case .list(let values):
            return .list(values.map { $0.formatted(as: kind, of: entity) })
        case .record(.integer(let number)):
            return entity.map { .record(entity: $0, number: number) } ?? .value(number)
        case .record(.text(let text)): return typed(text, kind)
        case .record: return .none
        }
    }

    private func typed(
        _ text: String,
        _ kind: AttributeDescription.Kind?
    ) -> FormattedQuery.Argument {
        switch kind {
        case .uuid: UUID(uuidString: text).map { .value($0) } ?? .none
        case .uri: URL(string: text).map { .value($0) } ?? .none
        case .decimal: Decimal(string: text).map { .value($0) } ?? .none
        default: .value(text)
        }
    }
}
