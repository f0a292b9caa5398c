import Foundation
import GRDBSQLite

/// SQLite's C interface used by hand, for the tables and the SQL of the generated code.
final class Raw {
    struct Failed: Error {
        var code: Int32
    }

    /// A row of `Town` or of `Spot`: both have the same columns.
    struct Row {
        var id: Int64
        var name: String
        var latitude: Double
        var population: Int64?
        var country: String?
    }

    enum Value {
        case text(String)
        case integer(Int64)
        case real(Double)
    }

    private let connection: OpaquePointer

    init(_ path: String, _ statements: [String]) throws {
        var opened: OpaquePointer?
        // Without SQLite's own locks, as the store opens it: one thread uses the connection.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else { throw Failed(code: code) }
        connection = opened
        for pragma in ["journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"] {
            try run("PRAGMA \(pragma)")
        }
        for statement in statements { try run(statement) }
    }

    deinit { sqlite3_close_v2(connection) }

    func run(_ sql: String) throws {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        if code != SQLITE_OK { throw Failed(code: code) }
    }

    func prepared<T>(_ sql: String, _ body: (OpaquePointer) throws -> T) throws -> T {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Failed(code: code) }
        defer { sqlite3_finalize(statement) }
        return try body(statement)
    }

    func save(_ row: Row, _ statement: OpaquePointer) throws {
        sqlite3_bind_int64(statement, 1, row.id)
        bind(row.name, statement, 2)
        sqlite3_bind_double(statement, 3, row.latitude)
        if let population = row.population {
            sqlite3_bind_int64(statement, 4, population)
        } else {
            sqlite3_bind_null(statement, 4)
        }
        if let country = row.country {
            bind(country, statement, 5)
        } else {
            sqlite3_bind_null(statement, 5)
        }
        try step(statement)
    }

    /// To its end, and back to its start.
    func step(_ statement: OpaquePointer) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        if code != SQLITE_DONE { throw Failed(code: code) }
    }

    func rows(_ statement: OpaquePointer) -> [Row] {
        var rows: [Row] = []
        while sqlite3_step(statement) == SQLITE_ROW { rows.append(row(statement)) }
        sqlite3_reset(statement)
        return rows
    }

    func row(_ statement: OpaquePointer) -> Row {
        Row(
            id: sqlite3_column_int64(statement, 0),
            name: text(statement, 1) ?? "",
            latitude: sqlite3_column_double(statement, 2),
            population: sqlite3_column_type(statement, 3) == SQLITE_NULL
                ? nil : sqlite3_column_int64(statement, 3),
            country: text(statement, 4)
        )
    }

    func bind(_ values: [Value], _ statement: OpaquePointer) {
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            switch value {
            case .text(let text): bind(text, statement, position)
            case .integer(let number): sqlite3_bind_int64(statement, position, number)
            case .real(let number): sqlite3_bind_double(statement, position, number)
            }
        }
    }

    private func bind(_ text: String, _ statement: OpaquePointer, _ position: Int32) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(
                    statement,
                    position,
                    $0.baseAddress,
                    Int32($0.count),
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                )
            }
        }
    }

    private func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
