import CacheStore

/// A table, with the SQL that records its rows in a log and restores them. In the log, each value
/// is an SQL literal, a row is a JSON array of literals, and a key is a comma-separated list of
/// literals.
struct ChangedTable: Sendable {
    let name: String
    let columns: [String]
    private let keys: [String]
    /// Name of the key column; nil if the key has several columns.
    var key: String? { keys.count == 1 ? keys[0] : nil }

    private init(name: String, columns: [String], keys: [String]) {
        self.name = name
        self.columns = columns
        self.keys = keys.isEmpty ? ["rowid"] : keys
    }

    /// Returns all tables of the store's model.
    static func all(_ connection: StoreConnection) throws -> [ChangedTable] {
        let names = try connection.rows(
            """
            SELECT name FROM main.sqlite_master WHERE type = 'table'
            AND name NOT LIKE 'store\\_%' ESCAPE '\\'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """
        ) { try $0.required($0.string(0), 0) }
        return try names.map { name in
            let sql = "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid"
            let columns = try connection.rows(sql) {
                try $0.bind(name, at: 1)
            } read: { row in
                (name: try row.required(row.string(0), 0), place: row.int64(1) ?? 0)
            }
            let keys = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }
            return ChangedTable(name: name, columns: columns.map(\.name), keys: keys.map(\.name))
        }
    }

    /// Returns SQL expressions for placeholder values, keyed by column index. While rows are
    /// restored, placeholders replace unique values and references. Each column of a unique index
    /// or foreign key has a placeholder, except key columns. The placeholder is NULL or, if the
    /// column requires a value, text that no row contains.
    func placeholders(_ connection: StoreConnection) throws -> [Int: String] {
        let sql = """
            SELECT name, "notnull" FROM pragma_table_info(?1) WHERE name IN (
            SELECT "from" FROM pragma_foreign_key_list(?1) UNION
            SELECT info.name FROM pragma_index_list(?1) AS list
            JOIN pragma_index_info(list.name) AS info WHERE list."unique")
            """
        let found = try connection.rows(sql) {
            try $0.bind(name, at: 1)
        } read: { row in
            (name: row.string(0) ?? "", isRequired: row.int64(1) != 0)
        }
        var result: [Int: String] = [:]
        for column in found where !keys.contains(column.name) {
            guard let index = columns.firstIndex(of: column.name) else { continue }
            result[index] = column.isRequired ? "'undo ' || hex(randomblob(16))" : "NULL"
        }
        return result
    }

    /// Returns a hash (FNV-1a) of the names, columns and keys of the tables. It is used to detect a
    /// change of the model.
    static func fingerprint(of tables: [ChangedTable]) -> Int64 {
        let text = tables.map { "\($0.name) \($0.columns) \($0.keys)" }.joined(separator: "\n")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }

    /// Returns SQL for temporary triggers that record each row as it was before its first
    /// modification. The triggers store the row in the table `log`, with the model's fingerprint
    /// `schema`. They store an empty string as the change's key, which is set later.
    func triggers(schema: Int64, log: String) -> [String] {
        let events = [
            ("INSERT", [note("new", "NULL")]),
            ("DELETE", [note("old", image("old"))]),
            ("UPDATE", [note("old", image("old")), note("new", "NULL")]),
        ]
        func note(_ row: String, _ old: String) -> String {
            """
            INSERT INTO \(log) (change, schema, name, id, old)
            SELECT '', \(schema), \(quotedText(name)), \(id(row)), \(old) WHERE NOT EXISTS (
                SELECT 1 FROM \(log)
                WHERE change = '' AND name = \(quotedText(name)) AND id = \(id(row))
            );
            """
        }
        return events.map { event, notes in
            """
            CREATE TEMP TRIGGER \(quoted("\(log) \(event) \(name)")) AFTER \(event)
            ON main.\(quoted(name)) BEGIN \(notes.joined(separator: " ")) END
            """
        }
    }

    func triggerRemovals(log: String) -> [String] {
        ["INSERT", "DELETE", "UPDATE"].map {
            "DROP TRIGGER temp.\(quoted("\(log) \($0) \(name)"))"
        }
    }

    /// Returns a query for the row with this key as a JSON array of literals. The query has no
    /// result if the key does not exist.
    func selection(_ id: String) -> String {
        "SELECT \(image("record")) FROM main.\(quoted(name)) AS record WHERE \(condition(id))"
    }

    func deletion(_ id: String) -> String {
        "DELETE FROM main.\(quoted(name)) WHERE \(condition(id))"
    }

    func insertion(_ row: [String]) -> String {
        let names = columns.map(quoted).joined(separator: ", ")
        return "INSERT INTO main.\(quoted(name)) (\(names)) VALUES (\(row.joined(separator: ", ")))"
    }

    /// Returns a statement that sets the columns with the given indexes to the given literals.
    func update(_ id: String, _ values: [Int: String]) -> String {
        let changes = values.sorted { $0.key < $1.key }.map {
            "\(quoted(columns[$0.key])) = \($0.value)"
        }
        return
            "UPDATE main.\(quoted(name)) SET \(changes.joined(separator: ", ")) WHERE \(condition(id))"
    }

    private func condition(_ id: String) -> String {
        "(\(keys.map(quoted).joined(separator: ", "))) = (\(id))"
    }

    private func id(_ row: String) -> String {
        keys.map { literal("\(row).\(quoted($0))") }.joined(separator: " || ',' || ")
    }

    private func image(_ row: String) -> String {
        "json_array(\(columns.map { literal("\(row).\(quoted($0))") }.joined(separator: ", ")))"
    }
}

/// Returns SQL that converts a value into a literal. The SQL function `quote` alone would truncate
/// text at a NUL character. Some versions of SQLite would also write infinity as `Inf`, which is
/// not a literal.
private func literal(_ value: String) -> String {
    """
    CASE typeof(\(value)) WHEN 'text' THEN 'CAST(' || quote(CAST(\(value) AS BLOB)) || ' AS TEXT)' \
    WHEN 'real' THEN replace(quote(\(value)), 'Inf', '9.0e+999') ELSE quote(\(value)) END
    """
}
