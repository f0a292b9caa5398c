import DataAccess

extension MigrationPlanner {
    // MARK: - Join tables

    func addPairs(_ table: TableShape, _ plan: inout MigrationPlan) {
        let sides = sides(of: table.name)
        guard let (entity, relationship, join) = sides.first,
            let target = pairLinks(in: table, join),
            let owners = records(of: entity.name),
            let elements = records(of: relationship.destination)
        else {
            plan.additions.append(table)
            return
        }
        var sources: [Links] = []
        for (entity, relationship, side) in sides {
            guard let found = links(relationship, of: entity) else { continue }
            let isSameSide = side.own == join.own
            let links = isSameSide ? found : found.reversed(to: entities[entity.name])
            if !sources.contains(where: links.areSame) { sources.append(links) }
            noteName(of: relationship, entity, &plan)
        }
        if sources.isEmpty, let links = undescribed(table, join) { sources = [links] }
        if sources.isEmpty {
            plan.additions.append(table)
            plan.changes.append(.added(entity: entity.name, property: relationship.name))
            return
        }
        plan.pairCopies.append(
            .init(
                table: table,
                entity: entity.name,
                relationship: relationship.name,
                target: target,
                owners: owners,
                elements: elements,
                sources: sources,
                isSymmetric: join.isSymmetric,
                isInPlace: isInPlace(table, target, sources)
            )
        )
    }

    /// Returns the relationships stored in the join table. The relationship of a parent entity
    /// precedes the same relationship of a child entity, because the parent's records include the
    /// child's records.
    private func sides(
        of table: String
    ) -> [(EntityDescription, RelationshipDescription, PairTable)] {
        let sides = model.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                relationship.join.flatMap { $0.table == table ? (entity, relationship, $0) : nil }
            }
        }
        func breadth(_ entity: EntityDescription) -> Int { entity.hierarchy?.kinds.count ?? 1 }
        return sides.sorted { breadth($0.0) > breadth($1.0) }
    }

    private func records(of name: String) -> MigrationPlan.Records? {
        model.entity(named: name).map { entity in
            let root = entity.tableName
            return .init(
                table: root,
                identity: entity.tableColumn(entity.identity),
                kinds: root == name ? nil : entity.hierarchy?.kinds
            )
        }
    }

    /// Returns the location of the links in the old join table that has the same name as `table`;
    /// nil if there is no such table. Also returns nil if the file describes its join tables.
    /// Described join tables are found by their relationships instead.
    private func undescribed(_ table: TableShape, _ join: PairTable) -> Links? {
        if oldModel?.pairTables.isEmpty == false { return nil }
        return oldTable(table.name).flatMap { pairLinks(in: $0, join) }
    }

    private func isInPlace(_ table: TableShape, _ target: Links, _ sources: [Links]) -> Bool {
        guard let links = sources.first, sources.count == 1,
            let source = oldTable(links.table)
        else { return false }
        var same = target
        same.destination = links.destination
        return source == table && links == same
    }

    private func noteName(
        of relationship: RelationshipDescription,
        _ entity: EntityDescription,
        _ plan: inout MigrationPlan
    ) {
        guard let old = properties[entity.name]?[relationship.name], old != relationship.name else {
            return
        }
        plan.note(.renamed(entity: entity.name, from: old, to: relationship.name))
    }

    // MARK: - Obstacles

    /// Adds a `Limit` to the plan for each relationship that may have referred to several records
    /// but can now refer to only one. Checks the relationships stored in the column and their
    /// to-one inverses.
    func addLimits(
        of column: MigrationPlan.ColumnCopy,
        in table: TableShape,
        _ plan: inout MigrationPlan
    ) {
        let isMoved = column.origins.contains { $0.links != nil }
        for entity in model.entities where entity.tableName == table.name {
            guard let relationship = entity.relationship(inColumn: column.name),
                let links = links(relationship, of: entity)
            else { continue }
            if isMoved {
                plan.limits.insert(.init(name: "\(entity.name).\(relationship.name)", links: links))
            }
            guard let inverse = inverse(of: relationship, entity), !inverse.isToMany,
                isMoved || wasToMany(inverse, relationship.destination)
            else { continue }
            plan.limits.insert(
                .init(
                    name: "\(relationship.destination).\(inverse.name)",
                    links: links.reversed(to: nil)
                )
            )
        }
    }

    /// Returns whether a record could have several related records in the old version.
    ///
    /// A relationship that was not stored in a column of its destination counts as to-many. Returns
    /// false if the entity is new or was stored in another table. Also returns false if the old
    /// file does not list the relationships that are stored in columns of their destinations.
    private func wasToMany(_ relationship: RelationshipDescription, _ entity: String) -> Bool {
        guard let inverses = before(entity)?.inverses else { return false }
        let name = properties[entity]?[relationship.name]
        return inverses.first { $0.name == name }?.isToMany ?? true
    }

    /// Adds a `Misfit` to the plan for each relationship whose destination entity has changed.
    /// Skips relationships whose values come from a hook or whose column the new version keeps.
    func checkDestinations(_ plan: inout MigrationPlan) {
        for entity in model.entities {
            for relationship in entity.relationships {
                let destination = relationship.destination
                let column = "\(entity.tableName).\(entity.tableColumn(relationship.name))"
                guard given[column] == nil,
                    let links = links(named: relationship.name, ofEntity: entity.name),
                    let old = links.destination,
                    relationship.isColumn
                        ? !leads(old, to: destination) : !isRelated(old, to: destination),
                    !plan.keepsColumn(of: links)
                else { continue }
                var obstacle = ledElsewhere(
                    "\(entity.name).\(relationship.name)",
                    old,
                    destination,
                    isOptional: relationship.isOptional
                )
                // A hook's `values` cannot set a relationship that is not stored in the entity's
                // own column.
                if !relationship.isColumn { obstacle.remedy = .before }
                plan.misfits.insert(.init(obstacle: obstacle, links: links))
            }
        }
    }

    func ledElsewhere(
        _ name: String,
        _ old: String,
        _ new: String,
        isOptional: Bool
    ) -> MigrationObstacle {
        let text =
            "\(name) had the destination \(old) and now has the destination \(new)"
            + (isNew(new) ? ", which matches no entity of the previous version" : "")
        return MigrationObstacle(text, remedy(for: name, to: new, isOptional: isOptional))
    }

    /// Returns the remedy: a hook that sets the to-one relationship `name` to records of the entity
    /// `destination`.
    func remedy(
        for name: String,
        to destination: String,
        isOptional: Bool
    ) -> MigrationObstacle.Remedy {
        entities[destination] != nil
            ? .identities(name)
            : .newRecords(
                of: destination,
                for: name,
                placeholder: isOptional ? "NULL" : "0"
            )
    }
}

extension MigrationPlan {
    /// Returns whether the links were stored in a column that the new version keeps.
    fileprivate func keepsColumn(of links: Links) -> Bool {
        copies.contains { copy in
            let names = [links.own, links.other].filter { $0 != copy.identity }
            return copy.source.name == links.table
                && copy.columns.flatMap(\.origins).contains { origin in
                    names.contains { origin.source == .column($0) }
                }
        }
    }
}
