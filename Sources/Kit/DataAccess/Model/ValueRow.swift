public import Foundation

/// The values of one record in the order of its entity's columns, read by position, from 0.
public struct ValueRow: Sendable, Hashable {
    /// One for each column.
    public var values: [StoredValue]

    public init(_ values: [StoredValue]) {
        self.values = values
    }

    /// Text, or nil for a value of another type.
    public func string(_ column: Int) -> String? {
        if case .text(let text) = values[column] { text } else { nil }
    }

    /// A whole number, or nil.
    public func int64(_ column: Int) -> Int64? {
        if case .integer(let number) = values[column] { number } else { nil }
    }

    /// nil, too, for a number beyond the type.
    public func int32(_ column: Int) -> Int32? { int64(column).flatMap(Int32.init(exactly:)) }

    /// nil, too, for a number beyond the type.
    public func int16(_ column: Int) -> Int16? { int64(column).flatMap(Int16.init(exactly:)) }

    /// Whether the number is not 0.
    public func bool(_ column: Int) -> Bool? { int64(column).map { $0 != 0 } }

    /// A number, whole or not.
    public func double(_ column: Int) -> Double? {
        switch values[column] {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// The nearest one to the number kept.
    public func float(_ column: Int) -> Float? { double(column).map(Float.init) }

    /// Kept as text.
    public func decimal(_ column: Int) -> Decimal? {
        string(column).flatMap { Decimal(string: $0) }
    }

    /// Kept as seconds since 2001-01-01 00:00 UTC.
    public func date(_ column: Int) -> Date? {
        double(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Bytes, or nil for a value of another type.
    public func data(_ column: Int) -> Data? {
        if case .data(let data) = values[column] { data } else { nil }
    }

    /// Kept as text.
    public func uuid(_ column: Int) -> UUID? { string(column).flatMap(UUID.init(uuidString:)) }

    /// Kept as text.
    public func url(_ column: Int) -> URL? { string(column).flatMap { URL(string: $0) } }

    /// The value of a column that the model does not let be absent.
    ///
    /// - Throws: `StoreError.unexpectedValue` when it is.
    public func required<T>(_ value: T?, _ column: Int) throws -> T {
        guard let value else { throw StoreError.unexpectedValue(column: column) }
        return value
    }
}
