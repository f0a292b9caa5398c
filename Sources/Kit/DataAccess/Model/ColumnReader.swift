public import Foundation

/// A type that reads the columns of a row. Positions count from 0. The methods return nil if the
/// value is absent or has another type.
///
/// Each record type has one initializer, `init(row:)`, for the rows of all kinds of stores. The
/// initializer is generic over `ColumnReader`.
public protocol ColumnReader {
    func string(_ column: Int32) -> String?
    func int64(_ column: Int32) -> Int64?
    /// Returns a whole number; nil if the column has no whole number in the range of `Int32`.
    func int32(_ column: Int32) -> Int32?
    /// Returns a whole number; nil if the column has no whole number in the range of `Int16`.
    func int16(_ column: Int32) -> Int16?
    func bool(_ column: Int32) -> Bool?
    func double(_ column: Int32) -> Double?
    func float(_ column: Int32) -> Float?
    func decimal(_ column: Int32) -> Decimal?
    func date(_ column: Int32) -> Date?
    func data(_ column: Int32) -> Data?
    func uuid(_ column: Int32) -> UUID?
    func url(_ column: Int32) -> URL?
    func json<T: Decodable>(_ column: Int32) throws -> T?
    /// Returns the name of a column, for errors; nil if the row has no column names.
    func columnName(_ column: Int32) -> String?
}

extension ColumnReader {
    public func columnName(_ column: Int32) -> String? { nil }

    public func int32(_ column: Int32) -> Int32? { int64(column).flatMap(Int32.init(exactly:)) }

    public func int16(_ column: Int32) -> Int16? { int64(column).flatMap(Int16.init(exactly:)) }

    /// Returns whether the stored number is not 0; nil if the column has no whole number.
    public func bool(_ column: Int32) -> Bool? { int64(column).map { $0 != 0 } }

    /// Returns the `Float` nearest to the stored number; nil if the column has no number.
    public func float(_ column: Int32) -> Float? { double(column).map(Float.init) }

    /// Returns a decimal that is stored as text; nil if the column has no text that can be
    /// converted to a decimal.
    public func decimal(_ column: Int32) -> Decimal? {
        string(column).flatMap { Decimal(string: $0) }
    }

    /// Returns a date that is stored as seconds since 2001-01-01 00:00 UTC; nil if the column has
    /// no number.
    public func date(_ column: Int32) -> Date? {
        double(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Returns a UUID that is stored as text; nil if the column has no text that can be converted
    /// to a UUID.
    public func uuid(_ column: Int32) -> UUID? { string(column).flatMap(UUID.init(uuidString:)) }

    /// Returns a URL that is stored as text; nil if the column has no text that can be converted
    /// to a URL.
    public func url(_ column: Int32) -> URL? { string(column).flatMap { URL(string: $0) } }

    /// Returns the value of a required column.
    ///
    /// - Throws: `StoreError.unexpectedValue` if the value is absent.
    @inlinable @inline(__always)
    public func required<T>(_ value: T?, _ column: Int32) throws -> T {
        guard let value else { throw unexpectedValue(column) }
        return value
    }

    @usableFromInline
    func unexpectedValue(_ column: Int32) -> any Error {
        StoreError.unexpectedValue(column: Int(column), name: columnName(column))
    }
}
