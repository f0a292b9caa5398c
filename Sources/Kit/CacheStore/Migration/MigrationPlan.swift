import DataAccess

/// Where the tables of a new version get their rows from.
struct MigrationPlan {
    /// A table whose rows come from an old one.
    struct Copy {
        var table: TableShape
        var source: TableShape
        var columns: [ColumnCopy]
        /// What the entities of a shared table are called now, by their old names; nil where the table
        /// is one entity's. Rows of others go.
        var kinds: [String: String]?
        /// Whether the old table is the new one, and stays.
        var isInPlace: Bool
    }

    struct ColumnCopy {
        var name: String
        var source: Source
        /// Stands in for an absent value where one is required.
        var initial: StoredValue
        var isRequired: Bool
        /// The entities, of those that share the table, that have it; nil where all do.
        var kinds: [String]?
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
    private let newModel: KeptModel
    private let tables: [String: String]
    private let entities: [String: String]

    init(old: [TableShape], new: [TableShape], oldModel: KeptModel?, model: StoreModel) {
        self.old = old
        self.new = new
        self.oldModel = oldModel
        self.model = model
        let newModel = KeptModel(model)
        self.newModel = newModel
        let entities = matches(
            old: (oldModel?.entities ?? []).map { ($0.name, $0.renamingIdentifier) },
            new: newModel.entities.map { ($0.name, $0.renamingIdentifier) }
        )
        self.entities = entities
        tables = matches(
            old: old.map { ($0.name, oldModel?.entity(named: $0.name)?.renamingIdentifier) },
            new: new.map { table in
                let pairs = pairs(table.name, newModel, entities, oldModel)
                return (
                    table.name,
                    pairs?.old.table ?? newModel.entity(named: table.name)?.renamingIdentifier
                )
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
        for (new, old) in entities.sorted(by: { $0.key < $1.key }) { checkTable(new, old, &plan) }
        for entity in newModel.entities where entity.root != nil && entities[entity.name] == nil {
            if entity.name != entity.root { plan.changes.append(.addedEntity(entity.name)) }
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
            let declarations = declarations(of: column.name, in: table)
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
                    initial: declarations.first?.attribute.initial ?? .null,
                    isRequired: column.isRequired
                        || declarations.contains { !$0.attribute.isOptional && $0.kinds != nil },
                    kinds: declarations.allSatisfy { $0.kinds != nil } && !declarations.isEmpty
                        ? declarations.flatMap { $0.kinds ?? [] } : nil
                )
            )
        }
        let kinds = kinds(of: table, source)
        let isSame =
            source.name == table.name && source.sql == table.sql
            && kinds?.allSatisfy { $0.key == $0.value } ?? true
            && (kinds?.count == oldModel?.entities(inTable: source.name).count || kinds == nil)
            && source.additions == table.additions
            && copies.allSatisfy { $0.source == .column($0.name) }
        return .init(
            table: table,
            source: source,
            columns: copies,
            kinds: kinds,
            isInPlace: isSame
        )
    }

    /// The old column of each new one.
    private func columns(of table: TableShape, _ source: TableShape) -> [String: String] {
        if let pairs = pairs(table.name, newModel, entities, oldModel) {
            return [pairs.new.own: pairs.old.own, pairs.new.other: pairs.old.other]
        }
        // What both versions describe goes by entity and property.
        var found: [String: String] = [:]
        var described: Set<String> = []
        for entity in newModel.entities(inTable: table.name) {
            guard let old = entities[entity.name].flatMap({ oldModel?.entity(named: $0) }) else {
                continue
            }
            described.formUnion(entity.columns.map(\.name))
            let pairs = matches(
                old: old.columns.map { ($0.property ?? $0.name, $0.renamingIdentifier) },
                new: entity.columns.map { ($0.property ?? $0.name, $0.renamingIdentifier) }
            )
            for column in entity.columns {
                let property = pairs[column.property ?? column.name]
                let before = old.columns.first { ($0.property ?? $0.name) == property }
                if let before { found[column.name] = before.name }
            }
        }
        let used = Set(found.values)
        let others = matches(
            old: source.columns.filter { !used.contains($0.name) }.map { ($0.name, nil) },
            new: table.columns.filter { found[$0.name] == nil && !described.contains($0.name) }.map
            {
                ($0.name, newModel.column($0.name, ofTable: table.name)?.renamingIdentifier)
            }
        )
        return found.merging(others) { first, _ in first }
    }

    /// What the entities that share the table were called, where some do.
    private func kinds(of table: TableShape, _ source: TableShape) -> [String: String]? {
        let sharing = newModel.entities(inTable: table.name)
        guard sharing.contains(where: { $0.root != nil }) else { return nil }
        let pairs = sharing.compactMap { entity in
            entities[entity.name].map { ($0, entity.name) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The attributes that a column holds, each with the entities that have it; nil for those of the
    /// root, which all have.
    private func declarations(
        of column: String,
        in table: TableShape
    ) -> [(attribute: AttributeDescription, kinds: [String]?)] {
        let found = model.entities.filter { ($0.hierarchy?.root ?? $0.name) == table.name }
            .compactMap { entity in
                entity.attributes.first { entity.tableColumn($0.name) == column }.map {
                    (attribute: $0, kinds: entity.hierarchy?.kinds, entity: entity.name)
                }
            }
        return found.map { ($0.attribute, $0.entity == table.name ? nil : $0.kinds) }
            .filter { declaration in
                declaration.1 == nil || !found.contains { $0.entity == table.name }
            }
    }

    private func checkTable(_ new: String, _ old: String, _ plan: inout MigrationPlan) {
        guard let now = newModel.entity(named: new), let before = oldModel?.entity(named: old)
        else { return }
        if tables[now.table] != before.table {
            plan.obstacles.append(
                "\(new) was kept in the table of \(before.table) and is kept in that of \(now.table)"
            )
        } else if new != old, now.table != new {
            plan.changes.append(.renamedEntity(from: old, to: new))
        }
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

    private func obstacle(
        _ column: String,
        of table: TableShape,
        _ oldColumn: String,
        _ source: TableShape
    ) -> String? {
        guard let before = oldModel?.column(oldColumn, ofTable: source.name),
            let after = newModel.column(column, ofTable: table.name)
        else { return nil }
        let name = "\(table.name).\(column)"
        switch (before.kind, after.kind, before.destination, after.destination) {
        case (let old?, let new?, _, _):
            return canHold(old, in: new)
                ? nil : "\(name) was of the type \(old) and is of the type \(new)"
        case (_, _, let old?, let new?):
            return entities[new] == old ? nil : "\(name) led to \(old) and leads to \(new)"
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

/// The relationship that a table of pairs keeps, and what kept it before.
private func pairs(
    _ table: String,
    _ newModel: KeptModel,
    _ entities: [String: String],
    _ oldModel: KeptModel?
) -> (new: KeptModel.Pairs, old: KeptModel.Pairs)? {
    for entity in newModel.entities {
        for new in entity.pairs ?? [] where new.table == table {
            let before = entities[entity.name].flatMap { oldModel?.entity(named: $0)?.pairs } ?? []
            let old = before.first {
                [$0.name, $0.renamingIdentifier].contains(new.renamingIdentifier ?? new.name)
            }
            if let old { return (new, old) }
        }
    }
    return nil
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
