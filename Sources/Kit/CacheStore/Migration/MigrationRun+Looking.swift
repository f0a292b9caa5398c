import DataAccess
import Diagnostics

/// Examines the old rows before they are copied. Finds values that the migration would remove, and
/// records without a value for a property that is now required.
extension MigrationRun {
    mutating func look() throws {
        try lookAtTypes()
        for copy in plan.copies where !copy.isInPlace {
            for column in copy.columns { try look(column, copy) }
        }
        try lookAtMoves()
        try lookAtRelationships()
        try noteOrders()
        for copy in plan.copies {
            try noteColumns(of: copy)
            try noteEntities(of: copy)
        }
        for table in plan.removals { try noteRemoval(of: table) }
    }

    private mutating func look(
        _ column: MigrationPlan.ColumnCopy,
        _ copy: MigrationPlan.Copy
    ) throws {
        if let identities = copy.newIdentities, column.name == identities.column {
            return try noteIdentities(identities, column, copy)
        }
        if !column.isRequired { return }
        let property = model.property(inColumn: column.name, of: copy.table.name)
        let name = "\(property)"
        let lack = model.lackOfDefault(column.name, of: copy.table.name)
        let owners = column.kinds.map { copy.isOf($0) } ?? copy.takes ?? "1"
        guard let old = copy.old(column, [:]) else {
            if column.initial != .null { return }
            let count = try count(copy.source.name, owners)
            if count > 0 {
                let text =
                    "\(name) is new and required and \(lack), but \(counted(count, "existing record")) \(count == 1 ? "needs" : "need") a value"
                obstacles.append(MigrationObstacle(text, .values(name)))
            }
            return
        }
        let absent = try count(copy.source.name, "\(old) IS NULL AND \(owners)")
        if absent == 0 { return }
        if column.initial == .null {
            let text =
                "\(name) is now required and \(lack), but \(counted(absent, "record")) \(absent == 1 ? "has" : "have") no value"
            obstacles.append(MigrationObstacle(text, .values(name)))
        } else {
            changes.append(
                .filled(entity: property.entity, property: property.name, records: absent)
            )
        }
    }

    /// Adds to `changes` the number of records that get a new identity because they have no value
    /// for the new identifying attribute.
    private mutating func noteIdentities(
        _ identities: MigrationPlan.NewIdentities,
        _ column: MigrationPlan.ColumnCopy,
        _ copy: MigrationPlan.Copy
    ) throws {
        guard !identities.keepsNumbers,
            let property = model.describedProperty(inColumn: column.name, of: copy.table.name)
        else { return }
        let isAbsent = copy.old(column, [:]).map { "\($0) IS NULL" } ?? "1"
        let records = try count(copy.source.name, "\(isAbsent) AND \(copy.takes ?? "1")")
        if records == 0 { return }
        changes.append(
            .identified(entity: property.entity, property: property.name, records: records)
        )
    }

    /// Adds an obstacle for each column with values that do not fit the new version.
    private mutating func lookAtTypes() throws {
        for unfit in plan.unfitValues {
            guard let copy = plan.copies.first(where: { $0.table.name == unfit.table }) else {
                continue
            }
            let owners = unfit.kinds.map { copy.isOf($0) } ?? copy.takes ?? "1"
            let condition = "\(quoted(unfit.column)) NOT NULL AND \(owners)"
            if try count(copy.source.name, condition) > 0 { obstacles.append(unfit.obstacle) }
        }
    }

    private mutating func lookAtMoves() throws {
        for move in plan.moves {
            let condition = move.isShared ? "\(kindColumn) = \(sqlText(move.entity))" : "1"
            if try count(move.table, condition) > 0 { obstacles.append(move.obstacle) }
        }
    }

    private mutating func lookAtRelationships() throws {
        for limit in plan.limits.sorted(by: { $0.name < $1.name }) {
            let count = try count(groupsOf: limit.links)
            if count > 0 {
                let obstacle = MigrationObstacle(
                    "\(limit.name) is now to-one, and \(counted(count, "record")) \(count == 1 ? "has" : "have") several related records",
                    .before
                )
                if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
            }
        }
        for misfit in plan.misfits.sorted(by: { $0.obstacle.text < $1.obstacle.text })
        where !obstacles.contains(where: { $0.text == misfit.obstacle.text }) {
            let condition =
                "\(quoted(misfit.links.own)) NOT NULL AND \(quoted(misfit.links.other)) NOT NULL"
            let count = try count(misfit.links.table, condition)
            if count > 0 { obstacles.append(misfit.obstacle) }
        }
    }

    /// Adds to `changes` each relationship that is no longer ordered and therefore loses its stored
    /// order.
    private mutating func noteOrders() throws {
        for copy in plan.pairCopies {
            for links in copy.sources {
                let lost = [
                    copy.target.place == nil ? links.place : nil,
                    copy.target.inversePlace == nil ? links.inversePlace : nil,
                ]
                for place in lost.compactMap({ $0 }) {
                    try noteOrder(place, links, copy.entity, copy.relationship)
                }
            }
        }
        for copy in plan.copies {
            for column in copy.columns where !copy.table.has(positionColumn(of: column.name)) {
                for case .related(let links, let taken) in column.origins.map(\.source) {
                    guard taken == links.other, let place = links.inversePlace else { continue }
                    let property = model.property(inColumn: column.name, of: copy.table.name)
                    try noteOrder(place, links, property.entity, property.name)
                }
            }
        }
    }

    private mutating func noteOrder(
        _ place: String,
        _ links: Links,
        _ entity: String,
        _ relationship: String
    ) throws {
        let values = try count(links.table, "\(quoted(place)) NOT NULL")
        noteRemoved(positionColumn(of: relationship), of: entity, values)
    }

    private mutating func noteColumns(of copy: MigrationPlan.Copy) throws {
        let own = copy.columns.flatMap { $0.origins + $0.replaced }.compactMap(\.column)
        let moved = plan.movedLinks.filter { $0.table == copy.source.name }.flatMap(\.columns)
            .filter { $0 != copy.identity }
        let used = Set(own + moved + (isIdentityKept(by: copy) ? [copy.identity] : []))
        for column in copy.source.columns
        where !used.contains(column.name) && !copy.tellsKinds(column) {
            let values = try count(copy.source.name, "\(quoted(column.name)) NOT NULL")
            let property = removedProperty(column.name, of: copy)
            changes.append(
                .removed(entity: property.entity, property: property.name, values: values)
            )
        }
        for loss in copy.losses where used.contains(loss.column) {
            let isOfKind = copy.soleKind == nil ? "\(kindColumn) = \(sqlText(loss.kind)) AND " : ""
            let condition = "\(isOfKind)\(quoted(loss.column)) NOT NULL"
            let values = try count(copy.source.name, condition)
            noteRemoved(loss.property, of: loss.entity, values)
        }
    }

    /// Returns whether the records get new identities, but no attribute value is lost. This is the
    /// case if the old identities become values of the new identifying attribute, or were not
    /// values of an attribute. Returns false if the records keep their identities.
    private func isIdentityKept(by copy: MigrationPlan.Copy) -> Bool {
        guard let identities = copy.newIdentities else { return false }
        let old = kept.history.last?.model
        return identities.keepsNumbers
            || old?.column(copy.identity, ofTable: copy.source.name) == nil
    }

    /// Returns the property that was stored in a column of the old table. If the property's entity
    /// still exists, the result has the entity's new name.
    private func removedProperty(
        _ column: String,
        of copy: MigrationPlan.Copy
    ) -> DeclaredProperty {
        let old = kept.history.last?.model
        guard var property = old?.property(inColumn: column, of: copy.source.name) else {
            return DeclaredProperty(entity: copy.table.name, name: column)
        }
        if property.entity == copy.source.name {
            property.entity = copy.table.name
        } else {
            property.entity = copy.kinds?[property.entity] ?? property.entity
        }
        return property
    }

    private mutating func noteEntities(of copy: MigrationPlan.Copy) throws {
        guard let kinds = copy.kinds else { return }
        let before = kept.history.last?.model.entities(inTable: copy.source.name) ?? []
        for entity in before where kinds[entity.name] == nil && !isMoved(entity.name) {
            let condition = "\(kindColumn) = \(sqlText(entity.name))"
            let records = try count(copy.source.name, condition)
            changes.append(.removedEntity(entity.name, records: records))
        }
    }

    private mutating func noteRemoval(of table: TableShape) throws {
        let rows = try count(table.name, "1")
        let owner = kept.history.last?.model.entities.lazy.compactMap { entity in
            entity.pairs?.first { $0.table == table.name }.map { (entity.name, $0.name) }
        }.first
        if let (entity, relationship) = owner {
            changes.append(.removed(entity: entity, property: relationship, values: rows))
        } else if kept.history.last?.model.holdsRecords(table.name) ?? true, !isMoved(table.name) {
            changes.append(.removedEntity(table.name, records: rows))
        }
    }

    private func isMoved(_ entity: String) -> Bool {
        plan.moves.contains { $0.entity == entity }
    }
}
