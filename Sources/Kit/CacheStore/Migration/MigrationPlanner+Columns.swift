import DataAccess

extension MigrationPlanner {
    func copy(
        _ table: TableShape,
        _ source: TableShape,
        _ plan: inout MigrationPlan
    ) -> MigrationPlan.Copy {
        let origins = origins(of: table, source)
        let soleKind = soleKind(of: table, source)
        let columns = table.columns.map { column in
            if let soleKind, quoted(column.name) == kindColumn { return kind(soleKind) }
            return copy(column, of: table, origins[column.name] ?? [])
        }
        for column in columns where soleKind == nil || quoted(column.name) != kindColumn {
            note(column, of: table, source, &plan)
        }
        let kinds = kinds(of: table, source)
        let isSame =
            source.name == table.name && source.sql == table.sql
            && kinds?.allSatisfy { $0.key == $0.value } ?? true
            && (kinds?.count == oldModel?.entities(inTable: source.name).count || kinds == nil)
            && source.additions == table.additions
            && columns.allSatisfy { $0.origins == [.init(source: .column($0.name))] }
        return .init(
            table: table,
            source: source,
            identity: oldModel?.entity(named: source.name)?.identity ?? "_id",
            columns: columns,
            kinds: kinds,
            soleKind: soleKind,
            losses: losses(of: table),
            isInPlace: isSame,
            newIdentities: newIdentities(of: table, source)
        )
    }

    private func copy(
        _ column: TableShape.Column,
        of table: TableShape,
        _ origins: [MigrationPlan.Origin]
    ) -> MigrationPlan.ColumnCopy {
        let declarations = declarations(of: column.name, in: table)
        let given = given["\(table.name).\(column.name)"] ?? []
        return .init(
            name: column.name,
            origins: given.isEmpty ? origins : replacing(origins, by: given, in: table),
            replaced: given.isEmpty ? [] : origins,
            initial: declarations.first?.initial ?? .null,
            isRequired: column.isRequired
                || declarations.contains { !$0.isOptional && $0.kinds != nil },
            kinds: declarations.allSatisfy { $0.kinds != nil } && !declarations.isEmpty
                ? declarations.flatMap { $0.kinds ?? [] } : nil
        )
    }

    /// Returns the origins of a column for which a hook provides values. The hook is the origin for
    /// the entities to which its values apply. If the hook provides values for an entity and for
    /// its ancestor, the entity's own values take precedence. The other entities that share the
    /// table keep their origins.
    private func replacing(
        _ origins: [MigrationPlan.Origin],
        by given: [MigrationPlan.Given],
        in table: TableShape
    ) -> [MigrationPlan.Origin] {
        let all = newModel.entities(inTable: table.name).map(\.name)
        var taken: Set<String> = []
        var values: [MigrationPlan.Origin] = []
        // Sorts each entity before its ancestors. An ancestor has more kinds, or equally many if it
        // is abstract.
        let ordered = given.sorted {
            ($0.kinds?.count ?? .max, -$0.depth) < ($1.kinds?.count ?? .max, -$1.depth)
        }
        for part in ordered {
            let isAlone = part.kinds == nil && taken.isEmpty
            let kinds = (part.kinds ?? all).filter { taken.insert($0).inserted }
            if !isAlone, kinds.isEmpty { continue }
            values.append(.init(source: .given(part.table), kinds: isAlone ? nil : kinds))
        }
        if given.contains(where: { $0.kinds == nil }) { return values }
        let rest = origins.map { origin in
            var origin = origin
            origin.kinds = (origin.kinds ?? all).filter { !taken.contains($0) }
            return origin
        }
        return values + rest.filter { $0.kinds?.isEmpty == false }
    }

    /// Adds the column's changes, obstacles and limits to the plan.
    private func note(
        _ column: MigrationPlan.ColumnCopy,
        of table: TableShape,
        _ source: TableShape,
        _ plan: inout MigrationPlan
    ) {
        let property = model.describedProperty(inColumn: column.name, of: table.name)
        for origin in column.origins {
            switch origin.source {
            case .column(let name):
                let old = oldModel?.column(name, ofTable: source.name)?.propertyName ?? name
                if let property, old != property.name {
                    plan.note(.renamed(entity: property.entity, from: old, to: property.name))
                }
                if let obstacle = obstacle(column.name, of: table, name, source) {
                    plan.unfitValues.append(
                        .init(
                            obstacle: obstacle,
                            table: table.name,
                            column: name,
                            kinds: origin.kinds
                        )
                    )
                }
            case .related: break
            case .given:
                if let property {
                    plan.note(.given(entity: property.entity, property: property.name))
                }
            }
        }
        if column.isGiven { return }
        if column.origins.isEmpty, let property, moved[property.entity] == nil,
            relationship(placedBy: column.name, in: table) == nil
        {
            plan.note(.added(entity: property.entity, property: property.name))
        }
        addLimits(of: column, in: table, &plan)
    }

    // MARK: - The model's description of a column

    struct Declaration {
        var isOptional: Bool
        var initial: StoredValue
        /// If several entities share the table, the entities that have the property; nil if the
        /// root entity, and therefore every entity, has it.
        var kinds: [String]?
    }

    /// Returns the properties that the new version stores in a column.
    func declarations(of column: String, in table: TableShape) -> [Declaration] {
        let found = model.entities.filter { $0.tableName == table.name }
            .flatMap { entity in
                let kinds = entity.name == table.name ? nil : entity.hierarchy?.kinds
                let attributes = entity.attributes.map {
                    ($0.name, $0.isOptional, $0.storedInitial)
                }
                let relationships = entity.relationships.filter(\.isColumn).map {
                    ($0.name, $0.isOptional, StoredValue.null)
                }
                return (attributes + relationships)
                    .filter { name, _, _ in entity.tableColumn(name) == column }
                    .map { Declaration(isOptional: $1, initial: $2, kinds: kinds) }
            }
        let root = found.filter { $0.kinds == nil }
        return root.isEmpty ? found : root
    }

    /// Returns the new names of the entities that shared the old table, keyed by their old names;
    /// nil if the old table was not shared. Leaves out entities that are not in the new table.
    private func kinds(of table: TableShape, _ source: TableShape) -> [String: String]? {
        guard let oldModel, oldModel.isShared(source.name) else { return nil }
        let pairs = newModel.entities(inTable: table.name).compactMap { entity in
            entities[entity.name].map { ($0, entity.name) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Returns the entity of all old rows, if only one entity used the old table and several
    /// entities share the new one; otherwise nil. The other entities in the new table are new, or
    /// are not listed in the old file.
    private func soleKind(of table: TableShape, _ source: TableShape) -> String? {
        let isShared = oldModel?.isShared(source.name) ?? source.has(EntityHierarchy.kindColumn)
        return newModel.isShared(table.name) && !isShared ? table.name : nil
    }

    private func kind(_ name: String) -> MigrationPlan.ColumnCopy {
        .init(
            name: EntityHierarchy.kindColumn,
            origins: [],
            initial: .text(name),
            isRequired: true
        )
    }

    /// Returns the properties that the entities of a shared table no longer have. Other entities of
    /// the table may still use the columns of these properties.
    private func losses(of table: TableShape) -> [MigrationPlan.Loss] {
        newModel.entities(inTable: table.name).filter { $0.root != nil }.flatMap { entity in
            let kept = Set(properties[entity.name]?.values.map { $0 } ?? [])
            let old = before(entity.name)
            return (old?.columns ?? []).filter { !kept.contains($0.propertyName) }.map { column in
                MigrationPlan.Loss(
                    entity: entity.name,
                    property: column.propertyName,
                    column: column.name,
                    kind: old?.name ?? ""
                )
            }
        }
    }

    // MARK: - Types

    private func obstacle(
        _ column: String,
        of table: TableShape,
        _ oldColumn: String,
        _ source: TableShape
    ) -> MigrationObstacle? {
        guard let before = oldModel?.column(oldColumn, ofTable: source.name),
            let after = newModel.column(column, ofTable: table.name)
        else { return nil }
        // The old values are replaced, so their type does not matter.
        if isComputed(column: column, of: table.name) { return nil }
        let name = "\(model.property(inColumn: column, of: table.name))"
        let isOptional = declarations(of: column, in: table).first?.isOptional ?? true
        // A hook's `values` cannot set the identity.
        let isIdentity = newModel.entity(named: table.name)?.identity == column
        switch (before.typeName, after.typeName, before.destination, after.destination) {
        case (let old?, let new?, _, _):
            return before.fits(after)
                ? nil
                : MigrationObstacle(
                    "\(name) had the type \(old) and now has the type \(new)",
                    isIdentity ? .insertAgain : .values(name)
                )
        case (_, _, let old?, let new?):
            return leads(old, to: new) ? nil : ledElsewhere(name, old, new, isOptional: isOptional)
        case (nil, nil, nil, nil): return nil
        case (_, nil, nil, let new?):
            return MigrationObstacle(
                "\(name) was an attribute and is now a relationship",
                remedy(for: name, to: new, isOptional: isOptional)
            )
        default:
            return MigrationObstacle(
                "\(name) was a relationship and is now an attribute",
                isIdentity ? .insertAgain : .values(name)
            )
        }
    }
}
