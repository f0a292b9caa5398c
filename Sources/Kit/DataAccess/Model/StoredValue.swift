public import Foundation

/// A value of one of the types that a store can save. As in SQL, two strings are equal only if
/// their code units are equal: `é` as one character differs from `e` followed by a combining
/// accent.
public enum StoredValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case data(Data)
}

extension StoredValue: Hashable {
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.text(let a), .text(let b)): hasSameBytes(a, b)
        case (.data(let a), .data(let b)): a == b
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .data(let value): hasher.combine(value)
        }
    }
}

extension StoredValue: Comparable {
    /// Returns whether `left` precedes `right` in SQL's order: absent values, numbers, text, data.
    /// Text is compared by its bytes.
    public static func < (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): a < b
        case (.integer(let a), .real(let b)): Double(a) < b
        case (.real(let a), .integer(let b)): a < Double(b)
        case (.real(let a), .real(let b)): a < b
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .data: 3
        }
    }
}

/// Access to the value by its type.
extension StoredValue {
    public var isNull: Bool { self == .null }

    /// The integer; nil if the value has another type.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The number, which may be an integer; nil if the value is not a number.
    public var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// The text; nil if the value has another type.
    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The data; nil if the value has another type.
    public var data: Data? { if case .data(let value) = self { value } else { nil } }
}

/// Conversions of Swift values to their stored forms; nil becomes a null value.
extension StoredValue {
    public init(_ value: String?) { self = value.map(StoredValue.text) ?? .null }
    public init(_ value: Int64?) { self = value.map(StoredValue.integer) ?? .null }
    public init(_ value: Int32?) { self.init(value.map(Int64.init)) }
    public init(_ value: Int16?) { self.init(value.map(Int64.init)) }
    public init(_ value: Bool?) { self.init(value.map { $0 ? Int64(1) : 0 }) }

    /// Creates a number, or a null value if the number is NaN, as in SQLite.
    public init(_ value: Double?) {
        self = value.flatMap { $0.isNaN ? nil : .real($0) } ?? .null
    }

    public init(_ value: Float?) { self.init(value.map(Double.init)) }
    /// Creates text from a decimal, or a null value if the decimal is NaN.
    public init(_ value: Decimal?) { self.init(value.flatMap { $0.isNaN ? nil : "\($0)" }) }
    /// Creates a number from a date: the seconds since 2001-01-01 00:00 UTC.
    public init(_ value: Date?) { self.init(value?.timeIntervalSinceReferenceDate) }
    public init(_ value: Data?) { self = value.map(StoredValue.data) ?? .null }
    public init(_ value: UUID?) { self.init(value?.uuidString) }
    public init(_ value: URL?) { self.init(value?.absoluteString) }
}
