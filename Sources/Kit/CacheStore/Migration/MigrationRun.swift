import DataAccess

/// One run of a migration, inside its transaction.
struct MigrationRun {
    let connection: RawConnection
    let kept: KeptStore
    let model: StoreModel
    let plan: MigrationPlan
    var changes: [StoreMigration.Change]
    var obstacles: [MigrationObstacle]
    private let path: String
    private let hook: HookRun?

    /// Prepares the migration: runs the hook's `before` steps, computes the values that the hook
    /// provides, and creates the plan.
    init(
        _ connection: RawConnection,
        _ kept: KeptStore,
        _ model: StoreModel,
        _ hook: MigrationHook?,
        path: String
    ) throws {
        self.connection = connection
        self.kept = kept
        self.model = model
        self.path = path
        self.hook = hook.map { HookRun(hook: $0, connection: connection, path: path) }
        var planner = MigrationPlanner(
            old: try TableShape.all(in: connection),
            new: try TableShape.all(madeBy: model.statements),
            oldModel: kept.history.last?.model,
            model: model
        )
        try self.hook?.before(planner)
        planner.given = try self.hook?.values(planner) ?? [:]
        plan = planner.plan()
        changes = plan.changes
        obstacles = []
    }

    mutating func run() throws -> StoreMigration {
        try look()
        if !obstacles.isEmpty { throw impossible(obstacles) }
        do {
            try copy()
            if !obstacles.isEmpty { throw impossible(try obstacles + wideIdentities()) }
            try hook?.checkBefore(plan, model)
            try hook?.after(model)
            // The SQL of the hook's `after` steps may have changed identities.
            obstacles += try wideIdentities()
            try clearDanglingReferences()
            try compute()
        } catch StoreError.constraint(let reason) {
            throw impossible([obstacle(for: reason)])
        }
        if !obstacles.isEmpty { throw impossible(obstacles) }
        for statement in try keepingStatements(model) { try connection.run(statement) }
        return StoreMigration(from: kept.versionName, to: model.versionName, changes: changes)
    }

    /// Converts SQLite's error message about a violated constraint to an obstacle.
    func obstacle(for message: String) -> MigrationObstacle {
        let error = ConstraintErrors(model.entities).error(for: message)
        return MigrationObstacle(error?.obstacle ?? message, .before)
    }

    private func impossible(_ obstacles: [MigrationObstacle]) -> StoreError {
        .cannotMigrate(
            path: path,
            from: kept.versionName,
            to: model.versionName,
            obstacles: obstacles.map(\.advice)
        )
    }

    func count(_ table: String, _ condition: String) throws -> Int {
        try count(in: quoted(table), condition)
    }

    /// Returns the number of rows that match the condition.
    ///
    /// - Parameter place: SQL for the rows: a quoted table name, or a query in parentheses.
    func count(in place: String, _ condition: String) throws -> Int {
        let sql = "SELECT count(*) FROM \(place) WHERE \(condition)"
        return Int(try connection.text(sql) ?? "") ?? 0
    }

    func count(groupsOf links: Links) throws -> Int {
        let groups = """
            (SELECT 1 FROM \(quoted(links.table))
            WHERE \(quoted(links.own)) NOT NULL AND \(quoted(links.other)) NOT NULL
            GROUP BY \(quoted(links.own)) HAVING count(DISTINCT \(quoted(links.other))) > 1)
            """
        return try count(in: groups, "1")
    }
}

extension MigrationPlan.Copy {
    /// Returns the SQL condition for the rows of the old table that belong to any of these
    /// entities.
    ///
    /// - Parameter kinds: new names of the entities.
    func isOf(_ kinds: [String]) -> String { isOneOf(kinds, kind) }

    /// SQL condition for the rows of the old table that are copied; nil if all rows are copied.
    var takes: String? { kinds.map { isOneOf($0.keys.sorted()) } }

    /// SQL that yields, for a row of a shared table, the new name of the row's entity.
    var kind: String {
        if let soleKind { return sqlText(soleKind) }
        let renamed = (kinds ?? [:]).filter { $0.key != $0.value }.sorted { $0.key < $1.key }
        if renamed.isEmpty { return kindColumn }
        let cases = renamed.map { "WHEN \(sqlText($0.key)) THEN \(sqlText($0.value))" }
        return "CASE \(kindColumn) \(cases.joined(separator: " ")) ELSE \(kindColumn) END"
    }

    /// Returns whether the old table is shared and this column contains the name of each row's
    /// entity.
    func tellsKinds(_ column: TableShape.Column) -> Bool {
        kinds != nil && quoted(column.name) == kindColumn
    }

    /// Returns an SQL expression that computes the column's value from a row of the old table.
    ///
    /// - Parameter places: temporary names of the old tables, keyed by their old names.
    func value(of column: MigrationPlan.ColumnCopy, _ places: [String: String]) -> String {
        if kinds != nil, quoted(column.name) == kindColumn { return kind }
        if let identities = newIdentities, identities.column == column.name {
            let old = "\(places[source.name] ?? quoted(source.name)).\(quoted(identity))"
            if identities.keepsNumbers { return old }
            return newIdentity(old, in: identities.map)
        }
        let initial = initial(of: column)
        guard let old = old(column, places, otherwise: initial) else { return initial }
        if let map = column.map { return newIdentity(old, in: map) }
        if !column.isRequired || column.initial == .null { return old }
        return "coalesce(\(old), \(initial))"
    }

    /// Returns an SQL expression for the column's old value; nil for a new column.
    ///
    /// - Parameter otherwise: SQL for the value in rows of entities that did not have the column.
    func old(
        _ column: MigrationPlan.ColumnCopy,
        _ places: [String: String],
        otherwise: String = "NULL"
    ) -> String? {
        if column.origins.isEmpty { return nil }
        let values = column.origins.map { (value(of: $0.source, places), $0.kinds) }
        if let (value, kinds) = values.first, kinds == nil { return value }
        let cases = values.map { value, kinds in "WHEN \(isOf(kinds ?? [])) THEN \(value)" }
        return "CASE \(cases.joined(separator: " ")) ELSE \(otherwise) END"
    }

    private func initial(of column: MigrationPlan.ColumnCopy) -> String {
        let initial = sqlLiteral(column.initial)
        return column.kinds.map { "CASE WHEN \(isOf($0)) THEN \(initial) END" } ?? initial
    }

    private func value(
        of source: MigrationPlan.Source,
        _ places: [String: String]
    ) -> String {
        let here = places[self.source.name] ?? quoted(self.source.name)
        switch source {
        case .column(let name): return "\(here).\(quoted(name))"
        case .related(let links, let column):
            let there = places[links.table] ?? quoted(links.table)
            return """
                (SELECT l.\(quoted(column)) FROM \(there) l \
                WHERE l.\(quoted(links.own)) = \(here).\(quoted(identity)) \
                AND l.\(quoted(links.other)) NOT NULL)
                """
        case .given(let table):
            let number = rowNumber(besides: self.source.columns.map(\.name))
            return "(SELECT value FROM temp.\(table) WHERE old = \(here).\(number))"
        }
    }
}

extension StoreError {
    /// Description of the violated constraint, used as the text of a migration obstacle.
    fileprivate var obstacle: String {
        switch self {
        case .constraint(let reason): reason
        case .invalid(let entity, let violations):
            violations.map { "\(entity).\($0.property) must be \($0.expected)" }
                .joined(separator: "; ")
        default: description
        }
    }
}
