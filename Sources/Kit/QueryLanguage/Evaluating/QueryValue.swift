/// A value that a predicate meets while it is evaluated.
package indirect enum QueryValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data([UInt8])
    case list([QueryValue])
    case object(any QueryObject)

    /// `a string`, for diagnostics: never the value itself, which may be somebody's data.
    package var words: String {
        switch self {
        case .null: "nil"
        case .boolean: "a truth value"
        case .integer, .real: "a number"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// Something with keys.
package protocol QueryObject: Sendable {
    /// The value under `key`; `.null` if it is absent, nil if there is no such key.
    func value(forKey key: String) -> QueryValue?

    /// A number that no other object of the evaluation has; nil without one.
    var number: Int? { get }

    /// Whether `==` holds between the two.
    func isEqual(to other: any QueryObject) -> Bool
}

extension QueryObject {
    package var number: Int? { nil }
}

/// An object as JSON writes it. A key that it does not have is absent, not wrong.
package struct KeyedValues: QueryObject {
    package var values: [String: QueryValue]

    package init(_ values: [String: QueryValue]) {
        self.values = values
    }

    package func value(forKey key: String) -> QueryValue? { values[key] ?? .null }

    package func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? KeyedValues, other.values.count == values.count else {
            return false
        }
        return values.allSatisfy { key, value in
            other.values[key].map { areEqual(value, $0, []) } == true
        }
    }
}
