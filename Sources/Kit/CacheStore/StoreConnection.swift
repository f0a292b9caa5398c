import GRDB
import GRDBSQLite

/// A connection to the store while a `read` or `write` runs; of no use afterwards.
///
/// Statements are prepared once for each connection and text, so give constant SQL and bind every
/// value.
public struct StoreConnection {
    let database: Database

    /// The rows that `sql` yields, each turned into a value by `read`.
    public func rows<T>(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in },
        read: (StoreRow) throws -> T
    ) throws -> [T] {
        try run(sql, bind) { statement in
            var result: [T] = []
            while try step(statement) { result.append(try read(StoreRow(statement: statement))) }
            return result
        }
    }

    /// The first row that `sql` yields, or nil when it yields none.
    public func firstRow<T>(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in },
        read: (StoreRow) throws -> T
    ) throws -> T? {
        try run(sql, bind) { statement in
            try step(statement) ? try read(StoreRow(statement: statement)) : nil
        }
    }

    /// Runs `sql` to its end.
    ///
    /// - Returns: how many rows it inserted, updated or deleted itself.
    @discardableResult
    public func execute(
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in }
    ) throws -> Int {
        try run(sql, bind) { statement in
            while try step(statement) {}
            return Int(sqlite3_changes(database.sqliteConnection))
        }
    }

    /// The row number that the last insert of this connection was given.
    public var lastInsertedNumber: Int64 { database.lastInsertedRowID }

    private func run<T>(
        _ sql: String,
        _ bind: (StoreBindings) throws -> Void,
        _ body: (OpaquePointer) throws -> T
    ) throws -> T {
        let statement = try database.cachedStatement(sql: sql).sqliteStatement
        // A statement left open would keep its snapshot and refuse its next bindings.
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(StoreBindings(statement: statement))
        return try body(statement)
    }

    /// Whether there is a row.
    private func step(_ statement: OpaquePointer) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let connection = sqlite3_db_handle(statement)
            throw DatabaseError(
                resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
                message: sqlite3_errmsg(connection).map { String(cString: $0) }
            )
        }
    }
}
