import CacheStore
import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import GRDBSQLite
#endif

/// The app's SQLite file. Values take the place of `?` in the SQL, in order.
final class Database {
    enum Value: Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
        var real: Double? { if case .real(let number) = self { number } else { nil } }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let connection: OpaquePointer

    /// Opens the app's file, and makes it where it is not there yet.
    init() throws {
        var connection: OpaquePointer?
        let path = DefaultStoreFile.path(forModel: "Sample")
        guard sqlite3_open(path, &connection) == SQLITE_OK, let connection else {
            throw Failure(description: "\(path) cannot be opened")
        }
        self.connection = connection
    }

    deinit { sqlite3_close(connection) }

    /// Carries out a statement; returns how many rows it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ values: [Value] = []) throws -> Int {
        _ = try rows(sql, values)
        return Int(sqlite3_changes(connection))
    }

    /// The rows of a query, each with its columns in order.
    func rows(_ sql: String, _ values: [Value] = []) throws -> [[Value]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure(sql)
        }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { bind(value, Int32(index + 1), statement) }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append((0..<sqlite3_column_count(statement)).map { column($0, statement) })
            case SQLITE_DONE: return rows
            default: throw failure(sql)
            }
        }
    }

    private func bind(_ value: Value, _ place: Int32, _ statement: OpaquePointer?) {
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .real(let number): sqlite3_bind_double(statement, place, number)
        case .text(let text):
            // SQLite copies the text (SQLITE_TRANSIENT).
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_bind_text(statement, place, text, -1, copies)
        }
    }

    private func column(_ index: Int32, _ statement: OpaquePointer?) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_NULL: .null
        default: .text(String(cString: sqlite3_column_text(statement, index)))
        }
    }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(connection))) in: \(sql)")
    }
}
