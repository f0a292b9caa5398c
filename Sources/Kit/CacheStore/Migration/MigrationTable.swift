import DataAccess
import GRDBSQLite

/// Description of an entity's rows in a table of the old or the new version.
struct MigrationTable {
    let entity: String
    /// The table's name in the database.
    let table: String
    /// The names of the stored properties, each with the name of its column.
    let columns: [(property: String, column: String)]
    let identity: String
    /// SQL condition for the rows that belong to the entity or a descendant; nil if all rows do.
    let condition: String?
    /// SQL name of SQLite's row ID: the first of `rowid`, `_rowid_` and `oid` that is not the name
    /// of a column.
    let number: String

    /// Creates a description of the entity's rows in the new version; nil if the model has no
    /// entity with this name.
    init?(_ name: String, in model: StoreModel) {
        guard let entity = model.entity(named: name) else { return nil }
        self.init(
            name,
            table: entity.tableName,
            columns: entity.heldProperties.map { ($0, entity.tableColumn($0)) },
            identity: entity.tableColumn(entity.identity),
            kinds: entity.hierarchy?.root == name ? nil : entity.hierarchy?.kinds
        )
    }

    /// Creates a description of the entity's rows in the old version; nil if the model is unknown
    /// or has no entity with this name.
    ///
    /// - Parameter kinds: old names of the entity and its descendants, used if the table is shared.
    init?(_ name: String, in model: PersistedModel?, kinds: [String]) {
        guard let entity = model?.entity(named: name) else { return nil }
        self.init(
            name,
            table: entity.table,
            columns: entity.columns.map { ($0.propertyName, $0.name) },
            identity: entity.identity,
            kinds: entity.root == nil || entity.root == name ? nil : kinds
        )
    }

    private init(
        _ name: String,
        table: String,
        columns: [(String, String)],
        identity: String,
        kinds: [String]?
    ) {
        entity = name
        self.table = table
        self.columns = columns
        self.identity = identity
        condition = kinds.map { isOneOf($0, "\(quoted(table)).\(kindColumn)") }
        number = rowNumber(besides: columns.map(\.1) + [identity])
    }

    /// Calls `body` with SQLite's row ID and the values of each row, ordered by row ID.
    func forEach(
        _ connection: RawConnection,
        _ body: (Int64, MigrationRow) throws -> Void
    ) throws {
        let names = MigrationRow.Columns(columns.map(\.property))
        // SQLite reads a quoted name that is not a column as text, unless the name is qualified.
        let qualified = columns.map { "\(quoted(table)).\(quoted($0.column))" }
        let list = ([number] + qualified).joined(separator: ", ")
        let sql = """
            SELECT \(list) FROM \(quoted(table)) WHERE \(number) > ?1\(condition.map { " AND \($0)" } ?? "")
            ORDER BY \(number) LIMIT 500
            """
        let select = try connection.prepared(sql)
        defer { sqlite3_finalize(select) }
        var last = Int64.min
        while true {
            // The rows of a batch are read before any of these rows is changed.
            var batch: [(Int64, MigrationRow)] = []
            try StoreBindings(statement: select).bind(last, at: 1)
            while try connection.step(select) {
                let row = StoreRow(statement: select)
                let values = columns.indices.map { row.value(Int32($0) + 1) }
                batch.append((row.int64(0) ?? 0, MigrationRow(columns: names, values: values)))
            }
            sqlite3_reset(select)
            guard let end = batch.last?.0 else { return }
            for (number, row) in batch {
                try body(number, row)
                if let name = names.unknown {
                    throw StoreError.refused(reason: "\(entity) has no property \(name)")
                }
            }
            last = end
        }
    }

    /// Stores the values of `row` that differ from those of `before`.
    ///
    /// - Returns: the names of the changed columns.
    func store(
        _ row: MigrationRow,
        _ number: Int64,
        before: MigrationRow,
        _ connection: RawConnection
    ) throws -> [String] {
        let changed = columns.indices.filter { row.values[$0] != before.values[$0] }
        if changed.isEmpty { return [] }
        if changed.contains(where: { columns[$0].column == identity }) {
            throw StoreError.refused(
                reason:
                    "the closure changes the identity of a record of \(entity), which is not allowed"
            )
        }
        let changes = changed.enumerated().map { "\(quoted(columns[$1].column)) = ?\($0 + 1)" }
        let update = try connection.prepared(
            "UPDATE \(quoted(table)) SET \(changes.joined(separator: ", ")) WHERE \(self.number) = \(number)"
        )
        defer { sqlite3_finalize(update) }
        try StoreBindings(statement: update).bind(changed.map { row.values[$0] })
        _ = try connection.step(update)
        return changed.map { columns[$0].column }
    }
}

/// Returns an SQL condition for the rows that belong to one of these entities.
///
/// - Parameter kind: SQL for the name of a row's entity.
func isOneOf(_ kinds: [String], _ kind: String = kindColumn) -> String {
    "\(kind) IN (\(kinds.map(sqlText).joined(separator: ", ")))"
}

/// Returns the SQL name of SQLite's row ID: the first of `rowid`, `_rowid_` and `oid` that is not
/// the name of a column.
func rowNumber(besides columns: [String]) -> String {
    let taken = Set(columns.map { $0.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"
}
