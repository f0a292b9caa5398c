public import DataAccess
public import Foundation
import GRDB
import GRDBSQLite

/// The values bound to the parameters of a statement. A position is the number of a parameter: 1
/// for `?1`, 2 for `?2`, and so on. A nil value is bound as NULL.
///
/// No member is inlinable: inlining would make compilation much slower and the program hardly
/// faster.
public final class StoreBindings: ColumnBinder {
    let statement: OpaquePointer
    /// Whether NaN has been bound; SQLite stores NaN as NULL. Set this to false before binding the
    /// values that are to be checked for NaN.
    var hasNaN = false

    package init(statement: OpaquePointer) { self.statement = statement }

    /// Binds a string as its exact UTF-8 bytes, including any NUL characters. Like all `bind`
    /// methods, throws if the statement has no parameter at this position.
    public func bind(_ value: String?, at position: Int32) throws {
        guard let text = value else { return try bindNull(at: position) }
        // SQLite treats a null pointer as NULL, and the pointer of an empty buffer may be null.
        if text.isEmpty {
            return try check(sqlite3_bind_text(statement, position, "", 0, transient))
        }
        // Almost every text is contiguous in memory, so the mutable copy below is rarely needed.
        if let code = text.utf8.withContiguousStorageIfAvailable({ bind($0, at: position) }) {
            return try check(code)
        }
        var copy = text
        try check(copy.withUTF8 { bind($0, at: position) })
    }

    private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int32) -> Int32 {
        bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(
                statement,
                position,
                $0.baseAddress,
                UInt64($0.count),
                transient,
                UInt8(SQLITE_UTF8)
            )
        }
    }

    /// Binds an integer.
    public func bind(_ value: Int64?, at position: Int32) throws {
        guard let value else { return try bindNull(at: position) }
        try check(sqlite3_bind_int64(statement, position, value))
    }

    /// Binds a real number; NaN is bound as NULL.
    public func bind(_ value: Double?, at position: Int32) throws {
        guard let value else { return try bindNull(at: position) }
        if value.isNaN { hasNaN = true }
        try check(sqlite3_bind_double(statement, position, value))
    }

    /// Binds bytes; empty data is bound as an empty BLOB, not as NULL.
    public func bind(_ value: Data?, at position: Int32) throws {
        guard let value else { return try bindNull(at: position) }
        if value.isEmpty { return try check(sqlite3_bind_zeroblob(statement, position, 0)) }
        try check(
            value.withUnsafeBytes {
                sqlite3_bind_blob64(
                    statement,
                    position,
                    $0.baseAddress,
                    UInt64($0.count),
                    transient
                )
            }
        )
    }

    /// Binds an integer.
    public func bind(_ value: Int32?, at position: Int32) throws {
        try bind(value.map(Int64.init), at: position)
    }

    /// Binds an integer.
    public func bind(_ value: Int16?, at position: Int32) throws {
        try bind(value.map(Int64.init), at: position)
    }

    /// Binds a Boolean as 1 or 0.
    public func bind(_ value: Bool?, at position: Int32) throws {
        try bind(value.map { $0 ? Int64(1) : 0 }, at: position)
    }

    /// Binds a number in double precision.
    public func bind(_ value: Float?, at position: Int32) throws {
        try bind(value.map(Double.init), at: position)
    }

    /// Binds a decimal as text, so that no digit is lost; NaN is bound as NULL.
    public func bind(_ value: Decimal?, at position: Int32) throws {
        guard let value else { return try bindNull(at: position) }
        if value.isNaN {
            hasNaN = true
            return try bindNull(at: position)
        }
        try bind("\(value)", at: position)
    }

    /// Binds a date as a real number: seconds since 2001-01-01 00:00 UTC.
    public func bind(_ value: Date?, at position: Int32) throws {
        try bind(value?.timeIntervalSinceReferenceDate, at: position)
    }

    /// Binds a UUID as uppercase text.
    public func bind(_ value: UUID?, at position: Int32) throws {
        try bind(value?.uuidString, at: position)
    }

    /// Binds a URL as text.
    public func bind(_ value: URL?, at position: Int32) throws {
        try bind(value?.absoluteString, at: position)
    }

    private func bindNull(at position: Int32) throws {
        try check(sqlite3_bind_null(statement, position))
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> any Error {
        let message =
            code == SQLITE_RANGE
            ? "a value is bound to a parameter that the SQL text does not contain"
            : sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
}

/// `SQLITE_TRANSIENT`, which tells SQLite to copy the bytes before the binding call returns. A
/// computed property is faster than a global constant, whose initialization Swift checks at each
/// use.
var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension StoreBindings {
    /// Binds a value of one of SQLite's types; a NaN is bound as NULL.
    public func bind(_ value: StoredValue, at position: Int32) throws {
        switch value {
        case .null: try bindNull(at: position)
        case .integer(let number): try bind(number, at: position)
        case .real(let number): try bind(number, at: position)
        case .text(let text): try bind(text, at: position)
        case .data(let data): try bind(data, at: position)
        }
    }

    /// Binds the values in order, from position 1.
    func bind(_ values: [StoredValue]) throws {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }
}
