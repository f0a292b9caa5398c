public import DataAccess
public import Foundation
public import GRDBSQLite

/// The current row of a statement. Columns are read by position, starting at 0. A method that reads
/// a particular type returns nil for NULL. It also returns nil for a number outside the range of an
/// integer type, and for text that is not a valid UUID, URL or decimal.
///
/// The methods for `Int64` and `Double` are inlinable, because calling them from another package
/// would take longer than reading the value. The other methods are not inlinable: inlining would
/// compile their code again for each column.
public struct StoreRow: ColumnReader {
    @usableFromInline let statement: OpaquePointer

    @usableFromInline init(statement: OpaquePointer) { self.statement = statement }

    /// Returns the column as text; a number is returned in decimal form.
    public func string(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Returns the column as an integer.
    @inlinable
    public func int64(_ column: Int32) -> Int64? {
        // SQLite reads NULL and non-numeric text as 0, so only 0 needs a check of the type.
        let number = sqlite3_column_int64(statement, column)
        return number == 0 && !isNumber(column) ? nil : number
    }

    /// Returns the column as a real number.
    @inlinable
    public func double(_ column: Int32) -> Double? {
        let number = sqlite3_column_double(statement, column)
        return number == 0 && !isNumber(column) ? nil : number
    }

    public func int32(_ column: Int32) -> Int32? { int64(column).flatMap(Int32.init(exactly:)) }

    public func int16(_ column: Int32) -> Int16? { int64(column).flatMap(Int16.init(exactly:)) }

    public func bool(_ column: Int32) -> Bool? { int64(column).map { $0 != 0 } }

    public func float(_ column: Int32) -> Float? { double(column).map(Float.init) }

    public func date(_ column: Int32) -> Date? {
        double(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Returns the bytes of the column; an empty BLOB is returned as empty data, not as nil.
    public func data(_ column: Int32) -> Data? {
        if sqlite3_column_type(statement, column) == SQLITE_NULL { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// Returns the name of the column in the statement's result; nil if there is no such column.
    public func columnName(_ column: Int32) -> String? {
        sqlite3_column_name(statement, column).map { String(cString: $0) }
    }

    /// Returns the column's value with the type that SQLite stores; `null` for NULL.
    public func value(_ column: Int32) -> StoredValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(string(column) ?? "")
        case SQLITE_BLOB: .data(data(column) ?? Data())
        default: .null
        }
    }

    @inlinable
    func isNumber(_ column: Int32) -> Bool {
        // INTEGER is 1 and REAL is 2.
        sqlite3_column_type(statement, column) <= SQLITE_FLOAT
    }
}
