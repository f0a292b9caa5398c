import Foundation
import GRDB

/// Values of a row through forms that throw: a subscript of GRDB's ends the process where a damaged
/// file holds another type.
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

    /// A text with all its characters: read as a C string it would end at a NUL.
    func whole(_ index: Int) throws -> String {
        try withUnsafeData(atIndex: index) { data in
            String(decoding: data ?? Data(), as: UTF8.self)
        }
    }
}

/// An error for a value that evalrun never writes.
func damaged(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
}
