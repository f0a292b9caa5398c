import DataAccess

/// Plans the migration of tables whose identifying attribute has changed.
extension MigrationPlanner {
    /// Returns the description of the records' new identities; nil if the records keep their
    /// identities.
    func newIdentities(
        of table: TableShape,
        _ source: TableShape
    ) -> MigrationPlan.NewIdentities? {
        guard let now = newModel.entity(named: table.name),
            let before = oldModel?.entity(named: source.name)
        else { return nil }
        let origins = origins(of: table, source)[now.identity] ?? []
        if origins.map(\.source) == [.column(before.identity)] { return nil }
        let kind = now.kind(of: now.identity)
        return MigrationPlan.NewIdentities(
            map: "store_identities_of_\(table.name)",
            column: now.identity,
            kind: kind,
            keepsNumbers: kind.isInteger && before.kind(of: before.identity).isInteger
                && origins.isEmpty
        )
    }

    /// Changes the plan for each table that refers to records with new identities: the table is
    /// copied with the new identities instead of being kept.
    func moveTablesWithNewIdentities(_ plan: inout MigrationPlan) {
        for index in plan.copies.indices {
            let references = plan.references(in: plan.copies[index].table.name, model)
            for (name, map) in references {
                plan.copies[index].isInPlace = false
                for column in plan.copies[index].columns.indices
                where plan.copies[index].columns[column].name == name {
                    plan.copies[index].columns[column].map = map
                }
            }
        }
        for index in plan.pairCopies.indices {
            var copy = plan.pairCopies[index]
            copy.owners.map = plan.map(ofTable: copy.owners.table)
            copy.elements.map = plan.map(ofTable: copy.elements.table)
            if copy.owners.map != nil || copy.elements.map != nil { copy.isInPlace = false }
            plan.pairCopies[index] = copy
        }
    }
}

extension MigrationPlan {
    /// Returns the name of the table that maps old to new identities for the new table `name`; nil
    /// if the records keep their identities.
    fileprivate func map(ofTable name: String) -> String? {
        let identities = copies.first { $0.table.name == name }?.newIdentities
        return identities.flatMap { $0.keepsNumbers ? nil : $0.map }
    }

    /// Returns the columns of `table` that refer to records with new identities. The value for each
    /// column is the name of the table that maps the old identities to the new ones.
    fileprivate func references(in table: String, _ model: StoreModel) -> [String: String] {
        var found: [String: String] = [:]
        for entity in model.entities where entity.tableName == table {
            for relationship in entity.relationships where relationship.isColumn {
                let destination = model.entity(named: relationship.destination)
                guard let map = destination.flatMap({ map(ofTable: $0.tableName) }) else {
                    continue
                }
                found[entity.tableColumn(relationship.name)] = map
            }
        }
        return found
    }
}

extension PersistedModel.Entity {
    /// Returns the type of the attribute stored in a column; `integer64` for an automatic identity,
    /// which is not an attribute.
    fileprivate func kind(of column: String) -> AttributeDescription.Kind {
        self.column(named: column)?.kind.flatMap(AttributeDescription.Kind.init) ?? .integer64
    }
}

extension AttributeDescription.Kind {
    fileprivate var isInteger: Bool { [.integer16, .integer32, .integer64].contains(self) }
}
