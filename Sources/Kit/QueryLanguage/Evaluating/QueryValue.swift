/// A value in the evaluation of a predicate: read from an object, computed, or provided by the
/// caller.
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

    /// Whether the value is `.null`.
    var isNull: Bool { if case .null = self { true } else { false } }

    /// The type of the value in words, such as `a string`. Diagnostics contain these words instead
    /// of the value itself, which may be private data.
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

/// An object whose values are read by key.
package protocol QueryObject: Sendable {
    /// Returns the value for `key`. Returns `.null` if the value is missing, and nil if the object
    /// has no such key.
    func value(forKey key: String) -> QueryValue?

    /// A number that identifies the object within an ``EvaluationSession``. If the number is nil,
    /// values read from the object are not cached.
    var number: Int? { get }

    /// Returns whether the path `keys`, which starts at this object, contains a to-many
    /// relationship.
    func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool

    /// Returns whether this object and `other` are equal for the predicate operator `==`.
    func isEqual(to other: any QueryObject) -> Bool
}

extension QueryObject {
    package var number: Int? { nil }

    package func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool { false }
}

/// An object with the members of a JSON object. An unknown key is not an error: its value is
/// `.null`.
package struct KeyedValues: QueryObject {
    package var values: [String: QueryValue]

    package init(_ values: [String: QueryValue]) { self.values = values }

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
