import DataAccess
import Foundation
import QueryCompiler
import QueryLanguage
import Schema

/// A query compiled to SQL. The part of its filter that SQL cannot express is in `remainder`.
struct QueryPlan: Sendable {
    let select: String
    /// SQL that counts the rows that `select` returns.
    let count: String
    /// SQL that counts all rows that match the SQL condition, regardless of the query's limit and
    /// offset. SQLite may need only an index to count them.
    let countOfAll: String
    /// SQL that returns only the identities of the records that `select` finds.
    let identities: String
    /// The part of the filter that SQL cannot express. It is evaluated in memory for each row. nil
    /// if the SQL expresses the whole filter.
    let remainder: PredicateNode?
    private let bindings: [CompiledQuery.Binding]
    private let lists: Set<String>
    /// Names of the variables whose values are regular expressions.
    private let patterns: Set<String>
    /// Types of the attributes with which the filter compares its variables, keyed by the
    /// variable's name.
    private let kinds: [String: AttributeDescription.Kind]

    init(_ query: CompiledQuery, _ entity: EntityDescription) {
        bindings = query.bindings
        remainder = query.remainder
        lists = Set(query.parameters.filter(\.isList).map(\.name))
        patterns = query.patterns
        var kinds: [String: AttributeDescription.Kind] = [:]
        for parameter in query.parameters {
            guard case .attribute(let type) = parameter.type else { continue }
            kinds[parameter.name] = AttributeDescription.Kind(rawValue: type.rawValue)
        }
        self.kinds = kinds
        let columns = entity.columns.map { "\(query.alias).\(quoted($0))" }
        let place = bindings.count
        let condition = query.condition.map { " WHERE \($0)" } ?? ""
        let limits = remainder == nil ? " LIMIT ?\(place + 1) OFFSET ?\(place + 2)" : ""
        let rest = " FROM \(query.source)\(condition) ORDER BY \(query.order)\(limits)"
        select = "SELECT \(columns.joined(separator: ", "))\(rest)"
        identities = "SELECT \(query.alias).\(quoted(entity.identity))\(rest)"
        count = "SELECT count(*) FROM (\(select))"
        countOfAll = "SELECT count(*) FROM \(query.source)\(condition)"
    }

    func bind(_ query: DataQuery, to places: StoreBindings) throws {
        try bindValues(query, to: places)
        if remainder != nil { return }
        let first = Int32(bindings.count + 1)
        try places.bind(Int64(query.top.map { max(0, $0) } ?? -1), at: first)
        try places.bind(Int64(max(0, query.skip)), at: first + 1)
    }

    /// Binds the values of the filter, but not the query's limit and offset.
    func bindValues(_ query: DataQuery, to places: StoreBindings) throws {
        let values = query.filter?.values ?? [:]
        for (index, binding) in bindings.enumerated() {
            let place = Int32(index + 1)
            switch binding {
            case .now: try places.bind(query.filter?.now ?? Date(), at: place)
            case .literal(let literal): try places.bind(stored(literal), at: place)
            case .parameter(let name):
                guard var value = values[name] else {
                    throw StoreError.badQuery("filter: the variable $\(name) has no value")
                }
                if let kind = kinds[name] { value = try value.fitted(to: kind, name) }
                if patterns.contains(name), case .text(let pattern) = value, !isPattern(pattern) {
                    throw StoreError.badQuery(
                        "filter: the value of $\(name) is not a valid regular expression"
                    )
                }
                if lists.contains(name) {
                    try places.bind(try listText(value, name), at: place)
                } else {
                    try places.bind(try stored(value, name), at: place)
                }
            }
        }
    }
}

private func stored(_ literal: Literal) -> StoredValue {
    switch literal {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .boolean(let value): StoredValue(value)
    case .null: .null
    }
}

private func stored(_ value: DataQuery.Argument, _ name: String) throws -> StoredValue {
    switch value {
    case .null: .null
    case .boolean(let value): StoredValue(value)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .date(let date): StoredValue(date)
    case .data(let data): .data(data)
    case .record(let identity): identity
    case .list:
        throw StoreError.badQuery("filter: $\(name) is a list, but a single value is expected")
    }
}

/// Returns a list as JSON text, which the query expands with `json_each`. Throws if `value` is not
/// a list.
private func listText(_ value: DataQuery.Argument, _ name: String) throws -> String {
    guard case .list(let values) = value else {
        throw StoreError.badQuery("filter: $\(name) is a single value, but a list is expected")
    }
    let texts = try values.map { value -> String in
        if value.isNull { return "null" }
        return switch try stored(value, name) {
        case .null: "null"
        case .data(let data): listElementText(data)
        case .integer(let number): String(number)
        case .real(let number): listElementText(number)
        case .text(let text): listElementText(text)
        }
    }
    return "[\(texts.joined(separator: ","))]"
}
