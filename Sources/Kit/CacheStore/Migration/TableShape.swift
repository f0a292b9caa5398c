import DataAccess

/// Structure of a table, read from SQLite.
struct TableShape: Equatable {
    struct Column: Equatable {
        var name: String
        var isRequired: Bool
    }

    var name: String
    /// The statement that creates the table.
    var sql: String
    /// The statements that create the table's indexes and triggers, keyed by index or trigger name.
    var additions: [String: String]
    var columns: [Column]

    func has(_ column: String) -> Bool { columns.contains { $0.name == column } }

    /// Returns the tables of the database, except internal tables of the store and of SQLite.
    static func all(in connection: RawConnection) throws -> [TableShape] {
        let rows = try connection.rows(
            """
            SELECT name, sql FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'store\\_%' ESCAPE '\\'
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        )
        return try rows.map { row in
            let name = row[0] ?? ""
            let columns = try connection.rows(
                "SELECT name, \"notnull\" FROM pragma_table_info(\(sqlText(name)))"
            )
            let additions = try connection.rows(
                """
                SELECT name, sql FROM sqlite_master
                WHERE tbl_name = \(sqlText(name)) AND type IN ('index', 'trigger') AND sql NOT NULL
                """
            )
            return TableShape(
                name: name,
                sql: row[1] ?? "",
                additions: Dictionary(additions.map { ($0[0] ?? "", $0[1] ?? "") }) { $1 },
                columns: columns.map { Column(name: $0[0] ?? "", isRequired: $0[1] == "1") }
            )
        }
    }

    /// Returns the tables that `statements` create.
    static func all(madeBy statements: [String]) throws -> [TableShape] {
        let connection = try RawConnection(path: ":memory:", isImmutable: false, isReadOnly: false)
        defer { connection.close() }
        addQueryFunctions(to: connection.handle)
        for statement in statements { try connection.run(statement) }
        return try all(in: connection)
    }
}

/// Returns `value` as an SQL expression. A string becomes a cast of its hexadecimal bytes, so that
/// no character can end the literal. Integers and bytes have the format of SQLite's `quote`.
func sqlLiteral(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? "\(number)" : "NULL"
    case .text(let text): sqlText(text)
    case .data(let data): "X'\(hexadecimal(data))'"
    }
}

func sqlText(_ text: String) -> String { "CAST(X'\(hexadecimal(text.utf8))' AS TEXT)" }

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
