public import Foundation

/// The columns of a row, read by position from 0. nil is an absent value, or one of another type.
///
/// A record reads itself from a store and from memory by one generic initialiser.
public protocol ColumnReader {
    func string(_ column: Int32) -> String?
    func int64(_ column: Int32) -> Int64?
    /// nil, too, for a number beyond the type.
    func int32(_ column: Int32) -> Int32?
    /// nil, too, for a number beyond the type.
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
}

extension ColumnReader {
    public func int32(_ column: Int32) -> Int32? { int64(column).flatMap(Int32.init(exactly:)) }

    public func int16(_ column: Int32) -> Int16? { int64(column).flatMap(Int16.init(exactly:)) }

    /// Whether the number is not 0.
    public func bool(_ column: Int32) -> Bool? { int64(column).map { $0 != 0 } }

    /// The nearest one to the number kept.
    public func float(_ column: Int32) -> Float? { double(column).map(Float.init) }

    /// Kept as text.
    public func decimal(_ column: Int32) -> Decimal? {
        string(column).flatMap { Decimal(string: $0) }
    }

    /// Kept as seconds since 2001-01-01 00:00 UTC.
    public func date(_ column: Int32) -> Date? {
        double(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Kept as text.
    public func uuid(_ column: Int32) -> UUID? { string(column).flatMap(UUID.init(uuidString:)) }

    /// Kept as text.
    public func url(_ column: Int32) -> URL? { string(column).flatMap { URL(string: $0) } }

    /// Returns the value of a column that the model does not let be absent.
    ///
    /// - Throws: `StoreError.unexpectedValue` when it is.
    @inlinable @inline(__always)
    public func required<T>(_ value: T?, _ column: Int32) throws -> T {
        guard let value else { throw absentColumn(column) }
        return value
    }
}

@usableFromInline
func absentColumn(_ column: Int32) -> any Error { StoreError.unexpectedValue(column: Int(column)) }
