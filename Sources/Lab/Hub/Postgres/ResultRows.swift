import CPostgres
import Diagnostics
import Foundation

/// The rows that one statement returned; their values are in binary format. The instance owns and
/// frees libpq's result. It is `@unchecked Sendable`, because any thread may read a result of
/// libpq, and nothing changes this result.
final class ResultRows: @unchecked Sendable {
    private let library: libpq
    private let result: OpaquePointer

    init(_ result: OpaquePointer, _ library: libpq) {
        (self.result, self.library) = (result, library)
    }

    deinit { library.clear(result) }

    var count: Int { Int(library.ntuples(result)) }

    /// Number of rows that the statement inserted, updated or deleted.
    var changes: Int { library.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    var rows: LazyMapSequence<Range<Int>, ResultRow> {
        (0..<count).lazy.map { ResultRow(self, row: $0) }
    }

    /// Returns the bytes of a value; nil for a null, or if there is no such column.
    fileprivate func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        let (row, column) = (Int32(row), Int32(column))
        guard column < library.nfields(result), library.getisnull(result, row, column) == 0 else {
            return nil
        }
        return UnsafeRawBufferPointer(
            start: library.getvalue(result, row, column),
            count: Int(library.getlength(result, row, column))
        )
    }
}

/// A row whose values are read by column position.
struct ResultRow {
    private let rows: ResultRows
    private let row: Int

    fileprivate init(_ rows: ResultRows, row: Int) { (self.rows, self.row) = (rows, row) }

    func textIfAny(_ column: Int) -> String? {
        rows.bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    func text(_ column: Int) throws(DiagnosticError) -> String {
        guard let text = textIfAny(column) else { throw unexpected(column, "a text") }
        return text
    }

    func dataIfAny(_ column: Int) -> Data? { rows.bytes(row, column).map { Data($0) } }

    func data(_ column: Int) throws(DiagnosticError) -> Data {
        guard let bytes = dataIfAny(column) else { throw unexpected(column, "bytes") }
        return bytes
    }

    /// Returns a value of any of PostgreSQL's integer types; nil for a null, or if the value does
    /// not have 2, 4 or 8 bytes.
    func integerIfAny(_ column: Int) -> Int64? {
        guard let bytes = rows.bytes(row, column), [2, 4, 8].contains(bytes.count) else {
            return nil
        }
        let isNegative = bytes[0] >= 0x80
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    func integer(_ column: Int) throws(DiagnosticError) -> Int64 {
        guard let number = integerIfAny(column) else { throw unexpected(column, "a number") }
        return number
    }

    func uuid(_ column: Int) throws(DiagnosticError) -> UUID {
        guard let uuid = rows.bytes(row, column).flatMap({ UUID(bytes: $0) }) else {
            throw unexpected(column, "a UUID")
        }
        return uuid
    }

    private func unexpected(_ column: Int, _ expected: String) -> DiagnosticError {
        DiagnosticError(
            "hub-value",
            "the hub sent an unexpected type in column \(column + 1) of a result",
            expected: expected,
            fix: "check the hub with: evalrun hub status URL"
        )
    }
}
