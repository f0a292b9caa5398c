import DataAccess

/// Where the tables of a new version get their rows from.
struct MigrationPlan {
    /// A table whose rows come from an old one.
    struct Copy {
        var table: TableShape
        var source: TableShape
        var columns: [ColumnCopy]
        /// Whether the old table is the new one, and stays.
        var isInPlace: Bool
    }

    struct ColumnCopy {
        var name: String
        var source: Source
        /// Stands in for an absent value where one is required.
        var initial: StoredValue
        var isRequired: Bool
    }

    enum Source: Equatable {
        case column(String)
        /// None: the value is the initial one.
        case nothing
        /// The relationship was a column of the other table, and is turned round.
        case inverse(table: String, column: String, identity: String)
    }

    var copies: [Copy] = []
    /// Tables that start empty.
    var additions: [TableShape] = []
    var removals: [TableShape] = []
    var changes: [StoreMigration.Change] = []
    /// Why it cannot be done; empty where it can, as far as the models tell.
    var obstacles: [String] = []
}

/// Finds out which table and column of a new version was which of the old one.
struct MigrationPlanner {
    let old: [TableShape]
    let new: [TableShape]
    /// nil for a store made before descriptions were kept.
    let oldModel: KeptModel?
    let model: StoreModel
    private let tables: [String: String]

    init(old: [TableShape], new: [TableShape], oldModel: KeptModel?, model: StoreModel) {
        self.old = old
        self.new = new
        self.oldModel = oldModel
        self.model = model
        tables = matches(
            old: old.map {
                (name: $0.name, identifier: oldModel?.entity(named: $0.name)?.renamingIdentifier)
            },
            new: new.map {
                (name: $0.name, identifier: model.entity(named: $0.name)?.renamingIdentifier)
            }
        )
    }

    func plan() -> MigrationPlan {
        var plan = MigrationPlan()
        for table in new {
            guard let source = source(of: table) else {
                plan.additions.append(table)
                plan.changes.append(.addedEntity(table.name))
                continue
            }
            if source.name != table.name {
                plan.changes.append(.renamedEntity(from: source.name, to: table.name))
            }
            checkIdentity(of: table, source, &plan)
            plan.copies.append(copy(table, source, &plan))
        }
        let used = Set(tables.values)
        plan.removals = old.filter { !used.contains($0.name) }
        return plan
    }

    private func source(of table: TableShape) -> TableShape? {
        tables[table.name].flatMap { name in old.first { $0.name == name } }
    }

    private func copy(
        _ table: TableShape,
        _ source: TableShape,
        _ plan: inout MigrationPlan
    ) -> MigrationPlan.Copy {
        let columns = columns(of: table, source)
        var copies: [MigrationPlan.ColumnCopy] = []
        for column in table.columns {
            let attribute = attribute(column.name, of: table)
            if let name = columns[column.name] {
                if name != column.name {
                    plan.changes.append(
                        .renamed(entity: table.name, from: name, to: column.name)
                    )
                }
                if let obstacle = obstacle(column.name, of: table, name, source) {
                    plan.obstacles.append(obstacle)
                }
            } else {
                plan.changes.append(.added(entity: table.name, property: column.name))
            }
            copies.append(
                .init(
                    name: column.name,
                    source: columns[column.name].map { .column($0) }
                        ?? turned(column.name, of: table) ?? .nothing,
                    initial: attribute?.initial ?? .null,
                    isRequired: column.isRequired
                )
            )
        }
        let isSame =
            source.name == table.name && source.sql == table.sql
            && source.additions == table.additions
            && copies.allSatisfy { $0.source == .column($0.name) }
        return .init(table: table, source: source, columns: copies, isInPlace: isSame)
    }

    /// The old column of each new one.
    private func columns(of table: TableShape, _ source: TableShape) -> [String: String] {
        let before = oldModel?.entity(named: source.name)
        let after = model.entity(named: table.name).map(KeptModel.Entity.init)
        return matches(
            old: source.columns.map {
                (name: $0.name, identifier: before?.column(named: $0.name)?.renamingIdentifier)
            },
            new: table.columns.map {
                (name: $0.name, identifier: after?.column(named: $0.name)?.renamingIdentifier)
            }
        )
    }

    /// Where a relationship is now a column here and was one of its destination's table.
    private func turned(_ column: String, of table: TableShape) -> MigrationPlan.Source? {
        let relationship = model.entity(named: table.name)?.relationships.first {
            $0.name == column && $0.isColumn
        }
        guard let relationship, let destination = model.entity(named: relationship.destination),
            let inverse = destination.relationships.first(where: {
                $0.storage == .inverse(column) && $0.destination == table.name
            }),
            let source = tables[destination.name].flatMap({ oldModel?.entity(named: $0) }),
            let found = source.columns.first(where: {
                $0.destination != nil && $0.destination == tables[table.name]
                    && [$0.name, $0.renamingIdentifier]
                        .contains(inverse.renamingIdentifier ?? inverse.name)
            })
        else { return nil }
        return .inverse(table: source.name, column: found.name, identity: source.identity)
    }

    private func checkIdentity(
        of table: TableShape,
        _ source: TableShape,
        _ plan: inout MigrationPlan
    ) {
        guard let identity = model.entity(named: table.name)?.identity,
            let old = oldModel?.entity(named: source.name)?.identity
        else { return }
        if columns(of: table, source)[identity] != old {
            plan.obstacles.append(
                "records of \(table.name) were told apart by \(old) and now are by \(identity)"
            )
        }
    }

    private func attribute(_ name: String, of table: TableShape) -> AttributeDescription? {
        model.entity(named: table.name)?.attributes.first { $0.name == name }
    }

    private func obstacle(
        _ column: String,
        of table: TableShape,
        _ oldColumn: String,
        _ source: TableShape
    ) -> String? {
        guard let before = oldModel?.entity(named: source.name)?.column(named: oldColumn),
            let after = model.entity(named: table.name).map(KeptModel.Entity.init)?
                .column(named: column)
        else { return nil }
        let name = "\(table.name).\(column)"
        switch (before.kind, after.kind, before.destination, after.destination) {
        case (let old?, let new?, _, _):
            return canHold(old, in: new)
                ? nil : "\(name) was of the type \(old) and is of the type \(new)"
        case (_, _, let old?, let new?):
            return tables[new] == old ? nil : "\(name) led to \(old) and leads to \(new)"
        case (nil, nil, nil, nil): return nil
        default: return "\(name) was an attribute and is a relationship, or the other way round"
        }
    }

    /// Whether each value of the type `old` is one of the type `new`, as it is kept.
    private func canHold(_ old: String, in new: String) -> Bool {
        if old == new { return true }
        let wider: [String: Set<String>] = [
            "Boolean": ["Integer 16", "Integer 32", "Integer 64"],
            "Integer 16": ["Integer 32", "Integer 64", "Double", "Float"],
            "Integer 32": ["Integer 64", "Double"],
            "Float": ["Double"],
            "UUID": ["String"],
            "URI": ["String"],
        ]
        return wider[old]?.contains(new) ?? false
    }
}

/// What each new thing was called: the renaming identifier says so; a thing without one keeps its
/// name.
private func matches(
    old: [(name: String, identifier: String?)],
    new: [(name: String, identifier: String?)]
) -> [String: String] {
    var found: [String: String] = [:]
    var free = old
    func take(_ name: String, _ isMatch: ((name: String, identifier: String?)) -> Bool) {
        guard found[name] == nil, let index = free.firstIndex(where: isMatch) else { return }
        found[name] = free.remove(at: index).name
    }
    for (name, identifier) in new {
        guard let identifier else { continue }
        take(name) { ($0.identifier ?? $0.name) == identifier }
        take(name) { $0.name == identifier }
    }
    for (name, identifier) in new {
        take(name) { $0.name == name }
        if identifier == nil { take(name) { $0.identifier == name } }
    }
    return found
}
