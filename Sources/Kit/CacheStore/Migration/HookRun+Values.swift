import DataAccess
import GRDBSQLite

extension HookRun {
    /// Computes the values that the hook provides for properties. The values of each property are
    /// stored in a temporary table.
    ///
    /// - Returns: the temporary tables, keyed by `table.column` of the new version.
    func values(_ planner: MigrationPlanner) throws -> [String: [MigrationPlan.Given]] {
        var given: [String: [MigrationPlan.Given]] = [:]
        for (index, (name, value)) in hook.values.sorted(by: { $0.key < $1.key }).enumerated() {
            let part = "the value of \(name)"
            let target = try target(name, part, planner)
            guard let source = target.source else { continue }
            let table = "store_values_\(index)"
            try naming(part) {
                try connection.run("CREATE TEMP TABLE \(table) (old INTEGER PRIMARY KEY, value)")
                try fill(table, value, source)
            }
            if let attribute = target.attribute {
                let values = Values(
                    entity: target.entity,
                    attribute: attribute,
                    table: "temp.\(table)",
                    column: "value",
                    number: "old"
                )
                try check(values, part, planner.model)
            }
            given[target.column, default: []].append(
                .init(table: table, kinds: target.kinds, depth: target.depth)
            )
        }
        return given
    }

    /// A property of the new version for which a hook provides the values.
    private struct Target {
        /// The property's column, as `table.column`.
        var column: String
        var entity: EntityDescription
        /// The attribute; nil for a relationship.
        var attribute: AttributeDescription?
        /// Names of the property's entity and its descendants; nil if all rows of the table belong
        /// to the entity.
        var kinds: [String]?
        /// Number of the entity's ancestors.
        var depth: Int
        /// The entity's records in the old version; nil if the entity is new or was stored in
        /// another table.
        var source: MigrationTable?
    }

    private func target(
        _ name: String,
        _ part: String,
        _ planner: MigrationPlanner
    ) throws -> Target {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let entity = planner.model.entity(named: parts[0]),
            entity.columns.contains(parts[1]), parts[1] != "_id"
        else {
            throw failure(
                part,
                "the new version has no attribute or to-one relationship with this name"
            )
        }
        if parts[1] == entity.identity {
            throw failure(
                part,
                "\"values\" cannot set the identity: in an \"after\" step, use SQL that changes the columns that refer to the record, and then the identity"
            )
        }
        let attribute = entity.attributes.first { $0.name == parts[1] }
        if let attribute, planner.isComputed(attribute, entity) {
            throw failure(
                part,
                "\"values\" cannot set a derived attribute, because the store computes it: remove this value from the hook"
            )
        }
        let isPart = entity.tableName != entity.name
        let kinds = isPart ? entity.hierarchy?.kinds : nil
        let ancestors = sequence(first: entity) {
            $0.hierarchy?.parent.flatMap(planner.model.entity(named:))
        }.dropFirst()
        return Target(
            column: "\(entity.tableName).\(entity.tableColumn(parts[1]))",
            entity: entity,
            attribute: attribute,
            kinds: kinds,
            depth: ancestors.reduce(0) { count, _ in count + 1 },
            source: planner.entities[entity.name].flatMap {
                MigrationTable(
                    $0,
                    in: planner.oldModel,
                    kinds: (kinds ?? []).compactMap { planner.entities[$0] }
                )
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
            // The statement is only prepared, not run, to check that the text is a single
            // expression.
            let alone = try connection.withHookRights {
                try connection.prepared("SELECT (\n\(expression)\n) \(from)")
            }
            sqlite3_finalize(alone)
            try connection.run(
                "INSERT INTO temp.\(table) SELECT \(source.number), (\n\(expression)\n) \(from)"
            )
        case .row(let body):
            let insert = try connection.prepared("INSERT INTO temp.\(table) VALUES (?1, ?2)")
            defer { sqlite3_finalize(insert) }
            try source.forEach(connection) { number, row in
                let value = try callingClosure { try body(row) }
                let bindings = StoreBindings(statement: insert)
                try bindings.bind(number, at: 1)
                try bindings.bind(value, at: 2)
                _ = try connection.step(insert)
                sqlite3_reset(insert)
            }
        }
    }
}
