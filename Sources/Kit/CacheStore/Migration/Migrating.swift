import DataAccess
import GRDBSQLite

/// Makes the store at the file fit `model`, in one transaction and alone: a kill leaves it as it was.
///
/// - Returns: nil where another process has done it meanwhile.
/// - Throws: `StoreError.cannotMigrate` with every obstacle, `StoreError.busy` while another
///   connection has the file open.
func migrate(_ file: StoreFile, to model: StoreModel, timeout: Double) throws -> StoreMigration? {
    let connection = try RawConnection(path: file.path, isImmutable: false, isReadOnly: false)
    defer { connection.close() }
    addQueryFunctions(to: connection.handle)
    sqlite3_busy_timeout(connection.handle, Int32(timeout * 1000))
    // Whoever reads by the old version's SQL must not find the new one's tables.
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    try connection.run("PRAGMA foreign_keys = OFF")
    // References to a table that is renamed keep its old name, which its successor takes.
    try connection.run("PRAGMA legacy_alter_table = ON")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("BEGIN EXCLUSIVE")
    do {
        guard let kept = try KeptStore(connection) else {
            throw StoreError.foreignDatabase(path: file.path)
        }
        if kept.fits(model) {
            try connection.run("ROLLBACK")
            return nil
        }
        var migration = try Migration(connection, kept, model, path: file.path)
        let result = try migration.run()
        try connection.run("COMMIT")
        return result
    } catch {
        // SQLite may have rolled back itself.
        if sqlite3_get_autocommit(connection.handle) == 0 { try? connection.run("ROLLBACK") }
        throw error
    }
}

/// One migration, inside its transaction.
private struct Migration {
    let connection: RawConnection
    let kept: KeptStore
    let model: StoreModel
    let path: String
    private var plan: MigrationPlan
    private var changes: [StoreMigration.Change]
    private var obstacles: [String]

    init(_ connection: RawConnection, _ kept: KeptStore, _ model: StoreModel, path: String) throws {
        self.connection = connection
        self.kept = kept
        self.model = model
        self.path = path
        let planner = MigrationPlanner(
            old: try TableShape.all(in: connection),
            new: try TableShape.all(madeBy: model.statements),
            oldModel: kept.history.last?.model,
            model: model
        )
        plan = planner.plan()
        changes = plan.changes
        obstacles = plan.obstacles
    }

    mutating func run() throws -> StoreMigration {
        try look()
        if !obstacles.isEmpty { throw impossible(obstacles) }
        do {
            try copy()
        } catch StoreError.constraint(let reason) {
            throw impossible([reason])
        }
        try clearDanglingReferences()
        if !obstacles.isEmpty { throw impossible(obstacles) }
        try keep(model, in: connection)
        return StoreMigration(from: kept.versionName, to: model.versionName, changes: changes)
    }

    private func impossible(_ obstacles: [String]) -> StoreError {
        .cannotMigrate(
            path: path,
            from: kept.versionName,
            to: model.versionName,
            obstacles: obstacles
        )
    }

    // MARK: - Looking

    /// What the rows say: what is lost, and whether something required is not there.
    private mutating func look() throws {
        for copy in plan.copies where !copy.isInPlace {
            for column in copy.columns { try look(column, copy) }
        }
        let turned = plan.copies.flatMap(\.columns).map(\.source)
        for copy in plan.copies {
            let used = copy.columns.map(\.source)
            for column in copy.source.columns where !used.contains(.column(column.name)) {
                let isTurned = turned.contains {
                    if case .inverse(copy.source.name, column.name, _) = $0 { true } else { false }
                }
                if isTurned { continue }
                let count = try count(copy.source, "\(quoted(column.name)) NOT NULL")
                changes.append(
                    .removed(entity: copy.table.name, property: column.name, values: count)
                )
            }
        }
        for table in plan.removals {
            changes.append(.removedEntity(table.name, records: try count(table, "1")))
        }
    }

    private mutating func look(
        _ column: MigrationPlan.ColumnCopy,
        _ copy: MigrationPlan.Copy
    ) throws {
        let name = "\(copy.table.name).\(column.name)"
        switch column.source {
        case .column(let old):
            if !column.isRequired { return }
            let absent = try count(copy.source, "\(quoted(old)) IS NULL")
            if absent == 0 { return }
            if column.initial == .null {
                obstacles.append(
                    "\(name) is required now, has no default, and \(absent) records have no value"
                )
            } else {
                changes.append(
                    .filled(entity: copy.table.name, property: column.name, records: absent)
                )
            }
        case .nothing:
            if !column.isRequired || column.initial != .null { return }
            let records = try count(copy.source, "1")
            if records > 0 {
                obstacles.append(
                    "\(name) is new and required, has no default, and there are \(records) records"
                )
            }
        case .inverse(let table, let old, _):
            let several = try connection.text(
                """
                SELECT count(*) FROM (SELECT 1 FROM \(quoted(table)) WHERE \(quoted(old)) NOT NULL
                GROUP BY \(quoted(old)) HAVING count(*) > 1)
                """
            )
            if several != "0" {
                obstacles.append("\(name) holds one record now, where several were related")
            }
        }
    }

    private func count(_ table: TableShape, _ condition: String) throws -> Int {
        let sql = "SELECT count(*) FROM \(quoted(table.name)) WHERE \(condition)"
        return Int(try connection.text(sql) ?? "") ?? 0
    }

    // MARK: - Copying

    private func copy() throws {
        let copies = plan.copies.filter { !$0.isInPlace }
        var places: [String: String] = [:]
        // A child of an entity is a view, which holds nothing.
        let views = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'view'")
        for case let name?? in views.map(\.first) { try connection.run("DROP VIEW \(quoted(name))") }
        for (number, table) in (copies.map(\.source) + plan.removals).enumerated() {
            for addition in table.additions.keys {
                let isTrigger = table.additions[addition]?.uppercased().hasPrefix("CREATE TRIGGER")
                try connection.run(
                    "DROP \(isTrigger == true ? "TRIGGER" : "INDEX") \(quoted(addition))"
                )
            }
            let place = "store_old_\(number)"
            try connection.run("ALTER TABLE \(quoted(table.name)) RENAME TO \(place)")
            places[table.name] = place
        }
        for table in plan.additions + copies.map(\.table) { try connection.run(table.sql) }
        for copy in copies {
            let place = places[copy.source.name] ?? quoted(copy.source.name)
            let names = copy.columns.map { quoted($0.name) }.joined(separator: ", ")
            let values = copy.columns.map { expression($0, copy, place, places) }
            try connection.run(
                """
                INSERT INTO \(quoted(copy.table.name)) (\(names))
                SELECT \(values.joined(separator: ", ")) FROM \(place)
                """
            )
        }
        for place in places.values.sorted() { try connection.run("DROP TABLE \(place)") }
        for table in plan.additions + copies.map(\.table) {
            for addition in table.additions.sorted(by: { $0.key < $1.key }) {
                try connection.run(addition.value)
            }
        }
        for statement in model.statements where statement.hasPrefix("CREATE VIEW") {
            try connection.run(statement)
        }
    }

    private func expression(
        _ column: MigrationPlan.ColumnCopy,
        _ copy: MigrationPlan.Copy,
        _ place: String,
        _ places: [String: String]
    ) -> String {
        switch column.source {
        case .nothing: return sqlLiteral(column.initial)
        case .column(let old):
            if !column.isRequired || column.initial == .null { return quoted(old) }
            return "coalesce(\(quoted(old)), \(sqlLiteral(column.initial)))"
        case .inverse(let table, let old, let identity):
            let other = places[table] ?? quoted(table)
            let own = kept.history.last?.model.entity(named: copy.source.name)?.identity ?? "_id"
            return """
                (SELECT o.\(quoted(identity)) FROM \(other) o \
                WHERE o.\(quoted(old)) = \(place).\(quoted(own)))
                """
        }
    }

    /// A reference that was not watched before may lead nowhere.
    private mutating func clearDanglingReferences() throws {
        let rows = try connection.rows(
            """
            SELECT DISTINCT c."table", l."from", l."table", l."to", i."notnull"
            FROM pragma_foreign_key_check c JOIN pragma_foreign_key_list(c."table") l
            ON l.id = c.fkid JOIN pragma_table_info(c."table") i ON i.name = l."from"
            """
        )
        for row in rows {
            guard let table = row[0], let column = row[1], let other = row[2], let identity = row[3]
            else { continue }
            let condition =
                "\(quoted(column)) NOT IN (SELECT \(quoted(identity)) FROM \(quoted(other)))"
            let records =
                Int(
                    try connection.text(
                        "SELECT count(*) FROM \(quoted(table)) WHERE \(condition)"
                    ) ?? ""
                ) ?? 0
            if row[4] == "1" {
                obstacles.append(
                    "\(table).\(column) is required, and \(records) records lead to one that is not there"
                )
            } else {
                try connection.run(
                    "UPDATE \(quoted(table)) SET \(quoted(column)) = NULL WHERE \(condition)"
                )
                changes.append(
                    .cleared(entity: table, relationship: column, records: records)
                )
            }
        }
    }
}

/// Notes in the file that it is of `model` now.
func keep(_ model: StoreModel, in connection: RawConnection) throws {
    for statement in try keepingStatements(model) { try connection.run(statement) }
}

/// The SQL that notes in a file that it is of `model` now.
func keepingStatements(_ model: StoreModel) throws -> [String] {
    [
        "CREATE TABLE IF NOT EXISTS store_model (name TEXT NOT NULL, definition TEXT NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS store_history (
            number INTEGER PRIMARY KEY, definition TEXT NOT NULL, description TEXT NOT NULL
        )
        """,
        "DELETE FROM store_model",
        "INSERT INTO store_model VALUES (\(sqlText(model.name)), \(sqlText(model.definition)))",
        """
        INSERT INTO store_history (definition, description)
        VALUES (\(sqlText(model.definition)), \(sqlText(try KeptModel(model).text())))
        """,
    ]
}
