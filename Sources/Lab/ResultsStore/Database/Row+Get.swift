import Foundation
import GRDB

/// Functions that read typed values from a row and throw errors. GRDB's subscripts would terminate
/// the process if a damaged file contains a value of another type.
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

    /// Returns the complete text; reading it as a C string would cut it off at a NUL.
    func whole(_ index: Int) throws -> String {
        try withUnsafeData(atIndex: index) { data in
            String(decoding: data ?? Data(), as: UTF8.self)
        }
    }
}

/// Returns the error for a value that evalrun never writes.
func damaged(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
}
