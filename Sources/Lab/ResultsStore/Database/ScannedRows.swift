import Foundation
import GRDB
import GRDBSQLite

/// The rows of a query. ``bytes(_:)`` reads a string without copying it out of SQLite. Used for
/// tables with hundreds of thousands of rows, in which most values are only compared as bytes.
struct ScannedRows {
    /// The statement that owns `handle`.
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ db: Database, sql: String) throws {
        statement = try db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Advances to the next row. Returns false if there is no further row.
    func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = sqlite3_db_handle(handle).map { String(cString: sqlite3_errmsg($0)) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func number(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns the bytes of a text, including NULs. The pointer is valid until the next row is
    /// read.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // The order matters: requesting the text may change its encoding, and with it the length.
        let start = sqlite3_column_text(handle, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        )
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func integerIfAny(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func textIfAny(_ column: Int32) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
    }
}

extension UnsafeRawBufferPointer {
    func isEqual(to other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return other.withUnsafeBytes { other in
            guard let one = baseAddress, let two = other.baseAddress else { return true }
            return memcmp(one, two, count) == 0
        }
    }
}
