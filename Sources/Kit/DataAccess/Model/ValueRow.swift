public import Foundation

/// The values of one record, in the order of the entity's columns. Positions count from 0.
public struct ValueRow: Sendable, Hashable {
    /// The values, one for each column.
    public var values: [StoredValue]

    public init(_ values: [StoredValue]) {
        self.values = values
    }
}

extension ValueRow: ColumnReader {
    /// Returns the text in a column; nil if the value has another type.
    public func string(_ column: Int32) -> String? {
        if case .text(let text) = values[Int(column)] { text } else { nil }
    }

    /// Returns the number in a column. Discards its fraction, as SQLite does. Returns nil if the
    /// value is not a number, or if the number does not fit an `Int64`.
    public func int64(_ column: Int32) -> Int64? {
        switch values[Int(column)] {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number.rounded(.towardZero))
        default: nil
        }
    }

    /// Returns the number in a column, which may be an integer; nil if the value is not a number.
    public func double(_ column: Int32) -> Double? {
        switch values[Int(column)] {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// Returns the bytes in a column; nil if the value has another type.
    public func data(_ column: Int32) -> Data? {
        if case .data(let data) = values[Int(column)] { data } else { nil }
    }
}
