import DataAccess

/// Finds the locations of column values in the old version.
extension MigrationPlanner {
    /// Returns the locations of each column's values in the old version, keyed by the column's
    /// name.
    func origins(
        of table: TableShape,
        _ source: TableShape
    ) -> [String: [MigrationPlan.Origin]] {
        // Columns that both versions describe are matched first, by entity and property.
        var found: [String: [MigrationPlan.Origin]] = [:]
        let described = Set(
            newModel.entities(inTable: table.name).filter { entities[$0.name] != nil }
                .flatMap(\.columns).map(\.name)
        )
        for column in table.columns where described.contains(column.name) {
            found[column.name] = origins(of: column.name, in: table)
        }
        for column in table.columns {
            guard let base = relationship(placedBy: column.name, in: table),
                let origins = found[base]
            else { continue }
            found[column.name] = origins.compactMap { place($0, source) }
        }
        let used = found.values.joined().compactMap(\.column)
        let others = matches(
            old: source.columns.filter { !used.contains($0.name) }.map { ($0.name, nil) },
            new: table.columns.filter { found[$0.name] == nil }.map {
                ($0.name, newModel.column($0.name, ofTable: table.name)?.renamingIdentifier)
            }
        )
        return found.merging(others.mapValues { [.init(source: .column($0))] }) { first, _ in first
        }
    }

    /// Returns the locations of a column's values in the old version. There may be several, because
    /// entities that share the table may have stored the property in different columns.
    private func origins(of column: String, in table: TableShape) -> [MigrationPlan.Origin] {
        var groups: [(source: MigrationPlan.Source?, kinds: [String])] = []
        for entity in newModel.entities(inTable: table.name) {
            guard let old = before(entity.name), let kept = entity.column(named: column) else {
                continue
            }
            let source = source(of: kept, of: entity, old)
            if let index = groups.firstIndex(where: { $0.source == source }) {
                groups[index].kinds.append(entity.name)
            } else {
                groups.append((source, [entity.name]))
            }
        }
        // If the column has no initial value, entities without the old property need no group. In
        // their rows, the columns of the other entities are NULL.
        let hasInitial = declarations(of: column, in: table).contains { $0.initial != .null }
        if !hasInitial { groups.removeAll { $0.source == nil } }
        return groups.compactMap { group in
            guard let source = group.source else { return nil }
            let isAll = groups.count == 1 && !isLeft(source, by: column, in: table)
            return .init(source: source, kinds: isAll ? nil : group.kinds)
        }
    }

    /// Returns whether an entity of the table had values in `source` but does not have the new
    /// column.
    private func isLeft(
        _ source: MigrationPlan.Source,
        by column: String,
        in table: TableShape
    ) -> Bool {
        newModel.entities(inTable: table.name).contains { entity in
            if entity.column(named: column) != nil { return false }
            return switch source {
            case .column(let name): before(entity.name)?.column(named: name) != nil
            case .related: before(entity.name) != nil
            case .given: false
            }
        }
    }

    private func source(
        of column: PersistedModel.Column,
        of entity: PersistedModel.Entity,
        _ old: PersistedModel.Entity
    ) -> MigrationPlan.Source? {
        let property = column.propertyName
        if let before = properties[entity.name]?[property].flatMap(old.column(of:)) {
            return isReplaced(before, of: old, by: property, of: entity.name)
                ? nil : .column(before.name)
        }
        guard let described = model.entity(named: entity.name),
            let relationship = described.relationships.first(where: { $0.name == property }),
            let links = links(relationship, of: described)
        else { return nil }
        return .related(links, links.other)
    }

    /// Returns whether an old property was not derived, but became a derived attribute. Its values
    /// are lost. Returns false if the file does not record derivations; such a file does not list
    /// inverses either.
    private func isReplaced(
        _ before: PersistedModel.Column,
        of old: PersistedModel.Entity,
        by property: String,
        of entity: String
    ) -> Bool {
        guard before.derivation == nil, old.inverses != nil,
            let entity = model.entity(named: entity),
            let attribute = entity.attributes.first(where: { $0.name == property })
        else { return false }
        return isComputed(attribute, entity)
    }

    /// Returns the name of the column that stores a relationship, given the column that contains
    /// the relationship's positions. Returns nil if `column` does not contain positions.
    func relationship(placedBy column: String, in table: TableShape) -> String? {
        newModel.entities(inTable: table.name).lazy.flatMap(\.columns).first {
            $0.destination != nil && positionColumn(of: $0.name) == column
        }?.name
    }

    /// Returns the old location of an ordered relationship's positions; nil if the relationship was
    /// not ordered, or if a hook provides its values.
    ///
    /// - Parameter origin: old location of the relationship itself.
    private func place(
        _ origin: MigrationPlan.Origin,
        _ source: TableShape
    ) -> MigrationPlan.Origin? {
        switch origin.source {
        case .column(let name):
            let position = positionColumn(of: name)
            return source.has(position)
                ? .init(source: .column(position), kinds: origin.kinds) : nil
        case .related(let links, _):
            return links.inversePlace.map {
                .init(source: .related(links, $0), kinds: origin.kinds)
            }
        case .given: return nil
        }
    }
}
