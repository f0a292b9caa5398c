/// Cache of the tables that each SQL statement writes, including the tables that deletion rules
/// change. The tables are read from the bytecode into which SQLite compiles the statement.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the writer's connection
/// uses this object.
final class StatementEffects: @unchecked Sendable {
    private var tables: [ExactText: Set<String>] = [:]

    func tables(of sql: String, _ connection: SQLiteConnection) throws -> Set<String> {
        if let known = tables[ExactText(sql)] { return known }
        let found = try explained(sql, connection)
        // Without a limit, SQL texts that are never repeated would fill the memory.
        if tables.count > 500 { tables = [:] }
        tables[ExactText(sql)] = found
        return found
    }

    private func explained(_ sql: String, _ connection: SQLiteConnection) throws -> Set<String> {
        let roots = try connection.program(of: sql).compactMap { instruction in
            // The number of the main database is 0; temporary tables are in database 1.
            switch instruction.name {
            case "OpenWrite" where instruction.third == 0: instruction.second
            case "Clear" where instruction.second == 0: instruction.first
            default: nil
            }
        }
        if roots.isEmpty { return [] }
        // The tables of the store itself and of SQLite hold no records.
        let names = StoreStatement(
            try PreparedStatement(
                """
                SELECT rootpage, tbl_name FROM sqlite_master
                WHERE tbl_name NOT LIKE 'store\\_%' ESCAPE '\\'
                AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """,
                connection
            )
        )
        var found: Set<String> = []
        while try names.step() {
            if let root = names.row.int64(0), roots.contains(root), let name = names.row.string(1) {
                found.insert(name)
            }
        }
        return found
    }
}

extension SQLiteConnection {
    struct Instruction {
        var name: String
        var first: Int64?
        var second: Int64?
        var third: Int64?
    }

    /// Returns the bytecode instructions into which SQLite compiles `sql`. Does not run `sql`, so
    /// its parameters need no values.
    func program(of sql: String) throws -> [Instruction] {
        let statement = StoreStatement(try PreparedStatement("EXPLAIN \(sql)", self))
        var program: [Instruction] = []
        while try statement.step() {
            let row = statement.row
            program.append(
                Instruction(
                    name: row.string(1) ?? "",
                    first: row.int64(2),
                    second: row.int64(3),
                    third: row.int64(4)
                )
            )
        }
        return program
    }
}

/// The tables that one transaction has written so far.
///
/// Each transaction has its own object, which is used only while the transaction runs.
final class WriteWork {
    let effects: StatementEffects
    /// Number that distinguishes this transaction from the store's other transactions.
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
