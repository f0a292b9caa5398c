import Foundation
import GRDB

/// Functions that read typed values from a row. If a damaged file contains a value of another type,
/// they throw an error; GRDB's subscripts would terminate the process.
extension Row {
    func get<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ index: Int
    ) throws -> Value {
        try decode(atIndex: index)
    }

    func get<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: String
    ) throws -> Value {
        try decode(forColumn: column)
    }

    /// Returns the stamp that is stored in three adjacent columns, beginning with the column
    /// `index`; nil if that column is NULL.
    func stamp(_ index: Int) throws -> Stamp? {
        try (get(index) as Int64?).map {
            Stamp(monotonic: $0, wall: try get(index + 1), boot: try get(index + 2))
        }
    }

    /// Returns the complete text of a column, including NUL characters. Reading the text as a C
    /// string would cut it off at the first NUL character.
    func whole(_ index: Int) throws -> String {
        try withUnsafeData(atIndex: index) { data in
            String(decoding: data ?? Data(), as: UTF8.self)
        }
    }
}

/// Functions that run a statement from the cache of compiled statements.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the values in the first column of all rows of a query.
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the value in the first column of a query's first row; nil if there is no row or the
    /// value is NULL.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

/// Returns the error `SQLITE_CORRUPT`, for a stored value that evalrun never writes.
func damaged(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
}
