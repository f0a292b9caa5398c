import DataAccess
import GRDBSQLite

/// Part of a hook, for messages.
enum HookPart {
    case before(Int)
    case value(String)
    case after(Int)
    case result

    var text: String {
        switch self {
        case .before(let number): "step \(number) before the migration"
        case .value(let name): "the value of \(name)"
        case .after(let number): "step \(number) after the migration"
        case .result: "the steps after the migration"
        }
    }
}

/// A running hook, in the transaction of its migration.
struct HookRun {
    let hook: MigrationHook
    let connection: RawConnection
    let path: String

    /// Runs the hook's "before" steps on the tables of the old version.
    func before(_ planner: MigrationPlanner) throws {
        let names = Set((planner.old + planner.new).map { $0.name.lowercased() })
        for (index, step) in hook.before.enumerated() {
            try run(step, .before(index + 1)) {
                MigrationTable($0, in: planner.oldModel, kinds: try kinds(of: $0))
            }
            // Otherwise the migration's steps would use the temporary table instead of the real
            // one.
            let made = try connection.texts("SELECT lower(name) FROM sqlite_temp_master")
            if let name = made.first(where: names.contains) {
                throw failure(.before(index + 1), "a temporary table has the table's name \(name)")
            }
        }
    }

    /// Returns the entities whose records an old entity includes: itself and its descendants, as
    /// listed by its view.
    private func kinds(of entity: String) throws -> [String] {
        let views = try connection.texts("SELECT name FROM sqlite_master WHERE type = 'view'")
        if !views.contains(entity) { return [entity] }
        return try connection.texts("SELECT DISTINCT \(kindColumn) FROM \(quoted(entity))")
    }

    /// Runs the hook's "after" steps on the tables of the new version.
    func after(_ model: StoreModel) throws {
        for (index, step) in hook.after.enumerated() {
            try run(step, .after(index + 1)) { MigrationTable($0, in: model) }
        }
        if !hook.after.isEmpty { try checkTypes(model) }
    }

    /// Throws if a column holds values of a wrong type. SQLite stores any value in any column, so
    /// reading the record would fail later.
    private func checkTypes(_ model: StoreModel) throws {
        for entity in model.entities where entity.hierarchy?.isAbstract != true {
            let names = entity.attributes.map(\.name)
            let tests = entity.attributes.map { attribute in
                let types = (attribute.kind.storedTypes + ["null"]).map { "'\($0)'" }
                let column = quoted(entity.tableColumn(attribute.name))
                return "ifnull(max(typeof(\(column)) NOT IN (\(types.joined(separator: ", ")))), 0)"
            }
            if tests.isEmpty { continue }
            let filter =
                entity.hierarchy == nil ? "" : " WHERE \(kindColumn) = \(sqlText(entity.name))"
            let found = try connection.rows(
                "SELECT \(tests.joined(separator: ", ")) FROM \(quoted(entity.tableName))\(filter)"
            )
            if let wrong = found.first?.firstIndex(of: "1") {
                throw failure(
                    .result,
                    "\(entity.name).\(names[wrong]) has values of another type"
                )
            }
        }
    }

    private func run(
        _ step: MigrationHook.Step,
        _ part: HookPart,
        _ table: (String) throws -> MigrationTable?
    ) throws {
        try naming(part) {
            switch step {
            case .sql(let text):
                try connection.withHookRights { try connection.runAll(text) }
            case .rows(let entity, let body):
                guard let table = try table(entity) else {
                    throw failure(part, "the version has no entity \(entity)")
                }
                try table.forEach(connection) { number, row in
                    var changed = row
                    try body(&changed)
                    try table.store(changed, number, before: row, connection)
                }
            }
        }
    }

    /// Runs `body` and attributes errors of SQL and of unknown names to the hook. Other errors,
    /// such as those that a closure throws, are passed on unchanged.
    func naming<T>(_ part: HookPart, _ body: () throws -> T) throws -> T {
        do {
            return try translatingErrors(at: path) { try body() }
        } catch StoreError.refused(let reason) {
            throw failure(part, reason)
        } catch StoreError.constraint(let reason) {
            throw failure(part, reason)
        } catch StoreError.cannotOpen(_, "not authorized") {
            throw failure(
                part,
                "it may not control transactions, pragmas or files, nor make or remove tables that are not temporary"
            )
        } catch let error as UnknownProperty {
            throw failure(part, "\(error.entity) has no property \(error.name)")
        } catch let error as ChangedIdentity {
            throw failure(part, "it changes the identity of a \(error.entity)")
        }
    }

    func failure(_ part: HookPart, _ reason: String) -> StoreError {
        .migrationHook(
            path: path,
            from: hook.from,
            to: hook.to,
            reason: "\(part.text): \(reason)"
        )
    }
}

extension RawConnection {
    /// - Returns: the statement; the caller must finalize it.
    func prepared(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else { throw StoreError.refused(reason: "there is no statement") }
        return statement
    }

    /// Advances to the next row and returns whether there is one.
    func step(_ statement: OpaquePointer) throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        if code != SQLITE_DONE { try check(code) }
        return false
    }

    /// Runs every statement of `sql`.
    func runAll(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }
}
