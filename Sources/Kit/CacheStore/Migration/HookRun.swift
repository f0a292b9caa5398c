import DataAccess
import Diagnostics
import GRDBSQLite

/// Part of a hook, for messages.
enum HookPart {
    case before(Int)
    case value(String)
    case after(Int)

    var text: String {
        switch self {
        case .before(let number): "step \(number) before the migration"
        case .value(let name): "the value of \(name)"
        case .after(let number): "step \(number) after the migration"
        }
    }
}

/// A hook at work, in the transaction of its migration.
struct HookRun {
    let hook: MigrationHook
    let connection: RawConnection
    let path: String

    /// Runs the steps on the tables of the old version.
    func before(_ planner: MigrationPlanner) throws {
        let names = Set((planner.old + planner.new).map { $0.name.lowercased() })
        for (index, step) in hook.before.enumerated() {
            try run(step, .before(index + 1)) { MigrationTable($0, in: planner.oldModel) }
            // The steps of the migration would find it in place of the table.
            let made = try connection.texts("SELECT lower(name) FROM sqlite_temp_master")
            if let name = made.first(where: names.contains) {
                throw failure(.before(index + 1), "a temporary table has the table's name \(name)")
            }
        }
    }

    /// Runs the steps on the tables of the new version.
    func after(_ model: StoreModel) throws {
        for (index, step) in hook.after.enumerated() {
            try run(step, .after(index + 1)) { MigrationTable($0, in: model) }
        }
    }

    private func run(
        _ step: MigrationHook.Step,
        _ part: HookPart,
        _ table: (String) -> MigrationTable?
    ) throws {
        try naming(part) {
            switch step {
            case .sql(let text):
                try connection.withHookRights { try connection.runAll(text) }
            case .rows(let entity, let body):
                guard let table = table(entity) else {
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

    /// Computes the values of the hook, each into a temporary table.
    ///
    /// - Returns: the tables by the column of the new version, as `table.column`.
    func values(_ planner: MigrationPlanner) throws -> [String: String] {
        var tables: [String: String] = [:]
        for (index, (name, value)) in hook.values.sorted(by: { $0.key < $1.key }).enumerated() {
            let target = try target(name, planner)
            guard let source = target.source else { continue }
            let table = "store_values_\(index)"
            try naming(.value(name)) {
                try connection.run("CREATE TEMP TABLE \(table) (old INTEGER PRIMARY KEY, value)")
                try fill(table, value, source)
            }
            try check(table, name, target.kind)
            tables[target.column] = table
        }
        return tables
    }

    /// A property of the new version that a hook gives a value.
    private struct Target {
        /// `table.column`.
        var column: String
        /// nil for a relationship.
        var kind: AttributeDescription.Kind?
        /// Its records in the version before; nil if the entity is new.
        var source: MigrationTable?
    }

    private func target(_ name: String, _ planner: MigrationPlanner) throws -> Target {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let entity = planner.model.entity(named: parts[0]),
            entity.columns.contains(parts[1]), parts[1] != "_id"
        else {
            throw failure(
                .value(name),
                "the version has no attribute or to-one relationship of this name"
            )
        }
        if parts[1] == entity.identity {
            throw failure(.value(name), "it identifies the records")
        }
        let attribute = entity.attributes.first { $0.name == parts[1] }
        return Target(
            column: "\(entity.tableName).\(entity.tableColumn(parts[1]))",
            kind: attribute?.kind,
            source: planner.entities[entity.name].flatMap {
                MigrationTable($0, in: planner.oldModel)
            }
        )
    }

    private func fill(
        _ table: String,
        _ value: MigrationHook.Value,
        _ source: MigrationTable
    ) throws {
        switch value {
        case .sql(let expression):
            let filter = source.condition.map { " WHERE \($0)" } ?? ""
            let from = "FROM \(quoted(source.table))\(filter)"
            // Alone, so that it is one expression and nothing else.
            try connection.withHookRights {
                sqlite3_finalize(try connection.prepared("SELECT (\n\(expression)\n) \(from)"))
            }
            try connection.run(
                "INSERT INTO temp.\(table) SELECT \(source.number), (\n\(expression)\n) \(from)"
            )
        case .row(let body):
            let insert = try connection.prepared("INSERT INTO temp.\(table) VALUES (?1, ?2)")
            defer { sqlite3_finalize(insert) }
            try source.forEach(connection) { number, row in
                let bindings = StoreBindings(statement: insert)
                try bindings.bind(number, at: 1)
                try bindings.bind(try body(row), at: 2)
                _ = try connection.step(insert)
                sqlite3_reset(insert)
            }
        }
    }

    private func check(
        _ table: String,
        _ name: String,
        _ kind: AttributeDescription.Kind?
    ) throws {
        guard let types = kind?.storedTypes else { return }
        let list = types.map { "'\($0)'" }.joined(separator: ", ")
        let wrong = try connection.texts(
            "SELECT typeof(value) FROM temp.\(table) WHERE typeof(value) NOT IN (\(list), 'null') LIMIT 1"
        )
        if let type = wrong.first {
            throw failure(
                .value(name),
                "it is of SQLite's type \(type), and the attribute is stored as \(types[0])"
            )
        }
    }

    /// Runs `body`, and makes errors of SQL and of names the hook's. Other errors, such as those that a
    /// closure throws, stay as they are.
    private func naming<T>(_ part: HookPart, _ body: () throws -> T) throws -> T {
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

    private func failure(_ part: HookPart, _ reason: String) -> StoreError {
        .migrationHook(
            path: path,
            from: hook.from,
            to: hook.to,
            reason: "\(part.text): \(reason)"
        )
    }
}

extension AttributeDescription.Kind {
    /// The types of SQLite that values of the attribute have, the usual one first.
    fileprivate var storedTypes: [String] {
        switch self {
        case .integer16, .integer32, .integer64, .boolean: ["integer"]
        case .double, .float, .date: ["real", "integer"]
        case .string, .decimal, .uuid, .uri: ["text"]
        default: ["blob"]
        }
    }
}

extension RawConnection {
    /// - Returns: the statement, which the caller finalizes.
    func prepared(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else { throw StoreError.refused(reason: "there is no statement") }
        return statement
    }

    /// Whether there is a row.
    func step(_ statement: OpaquePointer) throws -> Bool {
        let code = sqlite3_step(statement)
        if code == SQLITE_ROW { return true }
        if code != SQLITE_DONE { try check(code) }
        return false
    }

    /// Runs every statement of the text.
    func runAll(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }
}
