import DataAccess
import GRDBSQLite

/// Finds records whose references prevent a transaction from being committed.
extension SQLiteConnection {
    /// Returns a record that refers to a missing record, or that prevents the deletion of a related
    /// record (deletion rule `deny`). Searches the tables that the transaction has written and the
    /// tables that refer to them.
    ///
    /// - Returns: nil if no such record is found within a quarter of a second. The time is limited
    ///   because SQLite scans whole tables.
    func brokenRelationship(in model: StoreModel, written: Set<String>) -> BrokenRelationship? {
        budget.begin(atMost: .milliseconds(250))
        defer { budget.end() }
        do {
            // Denial tables are searched first, so that a violated deny rule is reported rather
            // than a missing record.
            let tables = try tables(referringTo: written).sorted {
                (isDenials($0) ? 0 : 1, $0) < (isDenials($1) ? 0 : 1, $1)
            }
            for table in tables {
                if let broken = try brokenRelationship(of: table, model) { return broken }
            }
        } catch {
            return nil
        }
        return nil
    }

    private func tables(referringTo written: Set<String>) throws -> [String] {
        let names = written.map(sqlText).joined(separator: ", ")
        return try texts(
            """
            SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) l
            WHERE m.type = 'table' AND (m.name IN (\(names)) OR l."table" IN (\(names)))
            """
        )
    }

    private func brokenRelationship(
        of table: String,
        _ model: StoreModel
    ) throws -> BrokenRelationship? {
        let found = try values(
            """
            SELECT c.rowid, l."from", l."table" FROM pragma_foreign_key_check(\(sqlText(table))) c
            JOIN pragma_foreign_key_list(\(sqlText(table))) l ON l.id = c.fkid LIMIT 1
            """
        ).first
        guard let found, case .integer(let row) = found[0], case .text(let column) = found[1],
            case .text(let related) = found[2]
        else { return nil }
        func broken(
            _ relationship: String?,
            ofRecordIn owner: String,
            identifiedBy column: String
        ) throws -> BrokenRelationship {
            let identity = try value(column, of: row, in: table)
            let entity = try entity(of: identity, in: owner, model)
            return .init(entity: entity, relationship: relationship, identity: identity)
        }
        if isDenials(table) {
            return try broken(nil, ofRecordIn: related, identifiedBy: "target")
        }
        for entity in model.entities where entity.tableName == table {
            guard let relationship = entity.relationship(inColumn: column) else { continue }
            let identity = entity.tableColumn(entity.identity)
            return try broken(relationship.name, ofRecordIn: table, identifiedBy: identity)
        }
        for entity in model.entities {
            guard
                let (relationship, pairs) = entity.relationships.lazy.compactMap({ relationship in
                    relationship.join.map { (relationship, $0) }
                }).first(where: { $1.table == table && $1.other == column })
            else { continue }
            let owner = entity.tableName
            return try broken(relationship.name, ofRecordIn: owner, identifiedBy: pairs.own)
        }
        return nil
    }

    private func value(_ column: String, of row: Int64, in table: String) throws -> StoredValue {
        let columns = try texts("SELECT name FROM pragma_table_info(\(sqlText(table)))")
        let number = rowNumber(besides: columns)
        return try values("SELECT \(quoted(column)) FROM \(quoted(table)) WHERE \(number) = \(row)")
            .first?.first ?? .null
    }

    /// Returns the name of the entity to which the record with this identity belongs.
    private func entity(
        of identity: StoredValue,
        in table: String,
        _ model: StoreModel
    ) throws -> String {
        guard let root = model.entities.first(where: { $0.tableName == table }),
            root.hierarchy != nil
        else { return table }
        let sql = """
            SELECT \(quoted(EntityHierarchy.kindColumn)) FROM \(quoted(table))
            WHERE \(quoted(root.tableColumn(root.identity))) = ?
            """
        let statement = StoreStatement(try PreparedStatement(sql, self))
        try statement.bindings.bind(identity, at: 1)
        return try statement.step() ? statement.row.string(0) ?? table : table
    }

    /// Returns the texts in the first column of a query's result.
    private func texts(_ sql: String) throws -> [String] {
        try values(sql).compactMap { if case .text(let text)? = $0.first { text } else { nil } }
    }

    /// Returns the rows that the query `sql` yields.
    private func values(_ sql: String) throws -> [[StoredValue]] {
        let statement = StoreStatement(try PreparedStatement(sql, self))
        let columns = sqlite3_column_count(statement.statement)
        var rows: [[StoredValue]] = []
        while try statement.step() { rows.append((0..<columns).map(statement.row.value)) }
        return rows
    }
}

/// Returns whether the table is a denial table, which enforces the deletion rule `deny`. Triggers
/// add its rows. Each row refers to a record that must be deleted before the transaction ends.
func isDenials(_ table: String) -> Bool { table.hasSuffix(":denials") }
