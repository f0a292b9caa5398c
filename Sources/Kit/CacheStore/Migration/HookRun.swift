import DataAccess
import GRDBSQLite

/// One run of a hook, in the transaction of its migration. In the methods, the parameter `part`
/// describes a part of the hook for error messages, for example `step 2 before the migration`.
struct HookRun {
    let hook: MigrationHook
    let connection: RawConnection
    let path: String
    let written = WrittenColumns()

    /// Runs the hook's "before" steps on the tables of the old version.
    func before(_ planner: MigrationPlanner) throws {
        let names = (planner.old + planner.new).map { ($0.name.lowercased(), $0.name) }
        let tables = Dictionary(names) { first, _ in first }
        for (index, step) in hook.before.enumerated() {
            let part = "step \(index + 1) before the migration"
            try run(step, part) {
                MigrationTable($0, in: planner.oldModel, kinds: try kinds(of: $0, planner.oldModel))
            }
            // If a temporary table had the name of a real table, the migration's SQL would use the
            // temporary table.
            let made = try connection.texts("SELECT name FROM sqlite_temp_master")
            if let name = made.lazy.compactMap({ tables[$0.lowercased()] }).first {
                throw failure(part, "a temporary table has the same name as the table \(name)")
            }
        }
        // The old model does not state which entities are abstract. A record of an entity that the
        // new model states to be abstract would be read as no entity's record.
        let abstract = planner.model.entities.filter { $0.hierarchy?.isAbstract == true }
            .compactMap { planner.entities[$0.name] }
        let shared = (planner.oldModel?.entities ?? []).filter {
            $0.root != nil && !abstract.contains($0.name)
        }
        try checkKinds(
            Dictionary(grouping: shared, by: \.table).mapValues { $0.map(\.name) },
            "the steps before the migration"
        )
    }

    /// Returns the names of the entities whose records are in the SQL view of the old entity
    /// `name`: the entity itself and its descendants. If there is no such view, returns only
    /// `name`.
    private func kinds(of name: String, _ model: PersistedModel?) throws -> [String] {
        let views = try connection.texts("SELECT name FROM sqlite_master WHERE type = 'view'")
        guard views.contains(name), let entity = model?.entity(named: name) else { return [name] }
        let identity = quoted(entity.identity)
        return try connection.texts(
            """
            SELECT DISTINCT t.\(kindColumn) FROM \(quoted(entity.table)) t
            WHERE t.\(identity) IN (SELECT v.\(identity) FROM \(quoted(name)) v)
            """
        )
    }

    /// Runs the hook's "after" steps on the tables of the new version.
    func after(_ model: StoreModel) throws {
        for (index, step) in hook.after.enumerated() {
            try run(step, "step \(index + 1) after the migration") {
                MigrationTable($0, in: model)
            }
        }
        let part = "the steps after the migration"
        let shared = model.entities.filter { $0.hierarchy?.isAbstract == false }
        try checkKinds(
            Dictionary(grouping: shared, by: \.tableName).mapValues { $0.map(\.name) },
            part
        )
        try check(model, part) { table, column in written.contains(column, of: table) }
    }

    private func run(
        _ step: MigrationHook.Step,
        _ part: String,
        _ table: (String) throws -> MigrationTable?
    ) throws {
        try naming(part) {
            switch step {
            case .sql(let text):
                try connection.withHookRights(noting: written) { try connection.runAll(text) }
            case .rows(let entity, let body):
                guard let table = try table(entity) else {
                    throw failure(part, "this version of the model has no entity \(entity)")
                }
                try table.forEach(connection) { number, row in
                    var changed = row
                    try callingClosure { try body(&changed) }
                    for column in try table.store(changed, number, before: row, connection) {
                        written.insert(column, of: table.table)
                    }
                }
            }
        }
    }

    /// Runs `body` and adds the name of the hook's part to its errors. This applies to SQL errors,
    /// including errors of triggers that check relationships, and to errors for unknown property
    /// names and changed identities. Other errors, such as `HookClosureError`, are thrown unchanged.
    func naming<T>(_ part: String, _ body: () throws -> T) throws -> T {
        do {
            return try translatingErrors(at: path) { try body() }
        } catch StoreError.refused(let reason), StoreError.constraint(let reason) {
            throw failure(part, reason)
        } catch StoreError.brokenRelationship {
            throw failure(
                part,
                "a relationship refers to a record of the wrong entity, or takes a record from a required one-to-one relationship of another record"
            )
        } catch StoreError.cannotOpen(_, "not authorized") {
            throw failure(
                part,
                "a hook's SQL may not use transactions, pragmas or attached files, and may not change the store's internal tables. The SQL may create, alter or drop only temporary tables and their indexes"
            )
        }
    }

    func failure(_ part: String, _ reason: String) -> StoreError {
        .migrationHook(path: path, from: hook.from, to: hook.to, reason: "\(part): \(reason)")
    }
}

/// Wrapper for an error that a hook's closure threw. It distinguishes this error from the store's
/// own errors. After an error of a closure, the migration is not repeated and the file is not moved
/// aside.
struct HookClosureError: Error {
    let thrown: any Error
}

/// Calls a closure of a hook and wraps any error that it throws.
func callingClosure<T>(_ body: () throws -> T) throws(HookClosureError) -> T {
    do {
        return try body()
    } catch {
        throw HookClosureError(thrown: error)
    }
}

extension RawConnection {
    /// Prepares `sql`.
    ///
    /// - Returns: the statement, which the caller must finalize.
    func prepared(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else {
            throw StoreError.refused(reason: "the SQL text contains no statement")
        }
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
