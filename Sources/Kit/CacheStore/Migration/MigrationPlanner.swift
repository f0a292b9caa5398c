import DataAccess

/// Planner of a migration. It matches the tables, entities and properties of the new version with
/// those of the old version.
struct MigrationPlanner {
    let old: [TableShape]
    let new: [TableShape]
    /// The old version's model; nil if an early release, which did not record models, created the
    /// store.
    let oldModel: PersistedModel?
    let model: StoreModel
    let newModel: PersistedModel
    /// The old names of the tables, except join tables, keyed by their new names.
    let tables: [String: String]
    /// The old names of the entities, keyed by their new names. Entities that are stored in another
    /// table than before are not included.
    let entities: [String: String]
    /// The old names of entities that are now stored in a different table, keyed by their new
    /// names. Only a hook can move the records of these entities.
    let moved: [String: String]
    /// Values that a hook provides, keyed by `table.column` of the new version.
    var given: [String: [MigrationPlan.Given]] = [:]
    /// The old names of the properties, keyed by the new names of the entity and the property.
    let properties: [String: [String: String]]

    init(old: [TableShape], new: [TableShape], oldModel: PersistedModel?, model: StoreModel) {
        self.old = old
        self.new = new
        self.oldModel = oldModel
        self.model = model
        let newModel = PersistedModel(model)
        self.newModel = newModel
        let matched = ModelMatches(oldModel, newModel)
        let (oldPairs, newPairs) = (oldModel?.pairTables ?? [], newModel.pairTables)
        let tables = matches(
            old: old.filter { !oldPairs.contains($0.name) }
                .map { ($0.name, oldModel?.entity(named: $0.name)?.renamingIdentifier) },
            new: new.filter { !newPairs.contains($0.name) }
                .map { ($0.name, newModel.entity(named: $0.name)?.renamingIdentifier) }
        )
        self.tables = tables
        let entities = matched.entities.filter { new, old in
            let table = newModel.entity(named: new).flatMap { tables[$0.table] }
            return table == oldModel?.entity(named: old)?.table
        }
        self.entities = entities
        moved = matched.entities.filter { entities[$0.key] == nil }
        properties = matched.properties.filter { entities[$0.key] != nil }
    }

    func plan() -> MigrationPlan {
        var plan = MigrationPlan(old: old)
        let pairTables = newModel.pairTables
        for table in new where !pairTables.contains(table.name) { add(table, &plan) }
        for table in new where pairTables.contains(table.name) { addPairs(table, &plan) }
        for (new, old) in entities.sorted(by: { $0.key < $1.key }) { noteName(new, old, &plan) }
        plan.moves = moved.sorted { $0.key < $1.key }
            .compactMap { move(of: $0.key, from: $0.value) }
        for entity in newModel.entities where entity.root != nil && isNew(entity.name) {
            if entity.name != entity.root { plan.changes.append(.addedEntity(entity.name)) }
        }
        checkDestinations(&plan)
        moveTablesWithNewIdentities(&plan)
        // The migration may change the values from which attributes are derived.
        plan.derivedColumns = model.derivedColumns(where: isComputed)
        let used = Set(tables.values).union(plan.movedLinks.map(\.table))
        plan.removals = old.filter { !used.contains($0.name) }
        return plan
    }

    func oldTable(_ name: String) -> TableShape? { old.first { $0.name == name } }

    /// Returns the old entity that matches the new entity with this name. Returns nil if there is
    /// none, or if it was stored in another table.
    func before(_ entity: String) -> PersistedModel.Entity? {
        entities[entity].flatMap { oldModel?.entity(named: $0) }
    }

    private func add(_ table: TableShape, _ plan: inout MigrationPlan) {
        guard let source = tables[table.name].flatMap(oldTable) else {
            plan.additions.append(table)
            if newModel.holdsRecords(table.name), moved[table.name] == nil {
                plan.changes.append(.addedEntity(table.name))
            }
            return
        }
        if source.name != table.name, newModel.holdsRecords(table.name) {
            plan.changes.append(.renamedEntity(from: source.name, to: table.name))
        }
        plan.copies.append(copy(table, source, &plan))
    }

    private func noteName(_ new: String, _ old: String, _ plan: inout MigrationPlan) {
        if new != old, newModel.entity(named: new)?.table != new {
            plan.changes.append(.renamedEntity(from: old, to: new))
        }
    }

    /// Returns whether the entity with this name is new: the old version has no matching entity.
    func isNew(_ entity: String) -> Bool { entities[entity] == nil && moved[entity] == nil }

    private func move(of new: String, from old: String) -> MigrationPlan.Move? {
        guard let now = newModel.entity(named: new), let before = oldModel?.entity(named: old)
        else { return nil }
        return MigrationPlan.Move(
            obstacle: MigrationObstacle(
                "\(new) was stored in the table of \(before.table) and is now stored in the table of \(now.table)",
                .move
            ),
            entity: old,
            table: before.table,
            isShared: before.root != nil
        )
    }

    /// Returns whether the migration computes the values of an attribute. False if the attribute is
    /// not derived, if the store does not support its derivation, or if it keeps its old values.
    func isComputed(_ attribute: AttributeDescription, _ entity: EntityDescription) -> Bool {
        attribute.computation != nil && !isKept(attribute, entity)
    }

    /// Returns whether the migration computes the values of the attribute in this column.
    func isComputed(column: String, of table: String) -> Bool {
        model.entities.contains { entity in
            entity.tableName == table
                && entity.attributes.contains {
                    entity.tableColumn($0.name) == column && isComputed($0, entity)
                }
        }
    }

    /// Returns whether a derived attribute keeps its old values instead of being recomputed. True
    /// if it is derived from `now()`, existed in the old version, and had the same derivation
    /// there. If the old file records no derivation, the derivation counts as unchanged.
    private func isKept(_ attribute: AttributeDescription, _ entity: EntityDescription) -> Bool {
        guard attribute.derivation?.hasPrefix("now(") == true,
            let name = properties[entity.name]?[attribute.name],
            let column = before(entity.name)?.column(of: name)
        else { return false }
        return column.derivation == nil || column.derivation == attribute.derivation
    }
}

extension PersistedModel {
    var pairTables: Set<String> { Set(entities.flatMap { $0.pairs ?? [] }.map(\.table)) }

    func isShared(_ table: String) -> Bool {
        entities.contains { $0.table == table && $0.root != nil }
    }

    /// Returns whether the table stores the records of an entity. Returns false for join tables and
    /// for tables that only triggers use. Returns true for every table if the model lists no
    /// entities.
    func holdsRecords(_ table: String) -> Bool {
        entities.isEmpty || entities.contains { $0.table == table }
    }
}

/// Matches new entities, properties, tables or columns with old ones, first by renaming identifier
/// and then by name. Items that have kept both their renaming identifier and their name are matched
/// before all others.
///
/// - Returns: the old names, keyed by the new names.
func matches(
    old: [(name: String, identifier: String?)],
    new: [(name: String, identifier: String?)]
) -> [String: String] {
    var found: [String: String] = [:]
    var free = old
    func take(_ name: String, _ isMatch: ((name: String, identifier: String?)) -> Bool) {
        guard found[name] == nil, let index = free.firstIndex(where: isMatch) else { return }
        found[name] = free.remove(at: index).name
    }
    let renamed = new.compactMap { name, identifier in identifier.map { (name, $0) } }
    for (name, identifier) in renamed {
        take(name) { $0.name == name && $0.identifier == identifier }
    }
    for (name, identifier) in renamed { take(name) { ($0.identifier ?? $0.name) == identifier } }
    for (name, identifier) in renamed { take(name) { $0.name == identifier } }
    for (name, _) in new { take(name) { $0.name == name } }
    for (name, identifier) in new where identifier == nil { take(name) { $0.identifier == name } }
    return found
}
