import GRDB
import GRDBSQLite

/// Which tables each statement writes, deletion rules included: read once from SQLite's own program
/// for it.
///
/// Used only on the writer's queue, which runs one transaction at a time; hence unchecked.
final class StatementEffects: @unchecked Sendable {
    private var tables: [String: Set<String>] = [:]

    func tables(of sql: String, _ database: Database) throws -> Set<String> {
        if let known = tables[sql] { return known }
        let found = try explained(sql, database)
        // Text that is made anew each time would fill the memory.
        if tables.count > 500 { tables = [:] }
        tables[sql] = found
        return found
    }

    /// Through SQLite's own interface: the parameters stay without values.
    private func explained(_ sql: String, _ database: Database) throws -> Set<String> {
        guard let connection = database.sqliteConnection else { return [] }
        var program: OpaquePointer?
        defer { sqlite3_finalize(program) }
        let code = sqlite3_prepare_v2(connection, "EXPLAIN \(sql)", -1, &program, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        var roots: Set<Int> = []
        while sqlite3_step(program) == SQLITE_ROW {
            let operation = sqlite3_column_text(program, 1).map { String(cString: $0) }
            switch operation {
            case "OpenWrite": roots.insert(Int(sqlite3_column_int64(program, 3)))
            case "Clear": roots.insert(Int(sqlite3_column_int64(program, 2)))
            default: continue
            }
        }
        // Tables of the store and of SQLite have no records.
        let sql = """
            SELECT rootpage, tbl_name FROM sqlite_master
            WHERE tbl_name NOT LIKE 'store\\_%' ESCAPE '\\'
            AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        let names = try Row.fetchAll(database, sql: sql)
        return Set(names.filter { roots.contains($0["rootpage"]) }.map { $0["tbl_name"] })
    }
}

/// What one transaction does to the store.
///
/// Made for each transaction and used only while it runs.
final class WriteWork {
    let effects: StatementEffects
    /// Tells it from other transactions of the store.
    let turn: Int
    private(set) var tables: Set<String> = []

    init(_ effects: StatementEffects, turn: Int) {
        self.effects = effects
        self.turn = turn
    }

    func note(_ tables: Set<String>) {
        if self.tables.isEmpty { self.tables = tables } else { self.tables.formUnion(tables) }
    }
}
