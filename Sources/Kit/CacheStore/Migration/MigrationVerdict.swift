package import DataAccess

/// A version of a model, with its tables. The tables are derived from the model's SQL only once, in
/// the initializer.
package struct VersionTables: Sendable {
    package let model: StoreModel
    let tables: [TableShape]
    let kept: PersistedModel

    package init(_ model: StoreModel) throws {
        self.model = model
        tables = try TableShape.all(madeBy: model.statements)
        kept = PersistedModel(model)
    }
}

/// Result of comparing two versions of a model: whether stores of the old version can be migrated
/// to the new one. If this depends on the records of a store, the reasons are in `conditions`.
package struct MigrationVerdict: Sendable, Hashable {
    /// Reason why a migration may be impossible: a change between the two versions.
    package struct Reason: Sendable, Hashable {
        package var text: String
        /// Advice on making the migration possible; nil for a change in `conditions`.
        package var fix: String?
    }

    /// Changes of a property or an entity. Each change makes the migration impossible for every
    /// file that has a value of the changed property or a record of the changed entity.
    package var obstacles: [Reason]
    /// Changes that make the migration impossible only for files with certain records.
    package var conditions: [Reason]

    /// Compares the two versions by planning a migration without a store.
    package init(from old: VersionTables, to new: VersionTables) {
        (obstacles, conditions) = ([], [])
        if old.model.statements == new.model.statements, old.kept.entities == new.kept.entities {
            return
        }
        let planner = MigrationPlanner(
            old: old.tables,
            new: new.tables,
            oldModel: old.kept,
            model: new.model
        )
        let plan = planner.plan()
        let reasons =
            plan.unfitValues.map(\.obstacle) + plan.misfits.map(\.obstacle)
            + plan.moves.map(\.obstacle)
        var refusing = reasons.map { Reason($0) }
        var limiting =
            planner.limits(of: plan) + planner.newKeys(since: old.model)
            + planner.newSymmetries(since: old.model)
        for copy in plan.copies where !copy.isInPlace {
            for column in copy.columns where column.isRequired && column.initial == .null {
                guard planner.hadRecords(column), column.name != copy.newIdentities?.column else {
                    continue
                }
                let property = new.model.property(inColumn: column.name, of: copy.table.name)
                let name = "\(property)"
                let lack = new.model.lackOfDefault(column.name, of: copy.table.name)
                if column.origins.isEmpty {
                    let described = planner.newModel.column(column.name, ofTable: copy.table.name)
                    let value =
                        if described?.destination != nil {
                            // A relationship has no default.
                            "make \(name) optional"
                        } else if new.model.fillsKey(column.name, of: copy.table.name) {
                            "make \(name) optional, or provide values[\"\(name)\"] in a migration hook"
                        } else if !new.model.keys(with: column.name, of: copy.table.name).isEmpty {
                            // In the model, all attributes of the key may have defaults.
                            "give \(name) a default value if another attribute of its unique key has none, or provide values[\"\(name)\"] in a migration hook"
                        } else {
                            "give \(name) a default value"
                        }
                    refusing.append(
                        Reason(
                            text: "\(name) is new and required, and \(lack)",
                            fix: """
                                \(value) (if \(name) was renamed, set the renaming identifier \
                                instead)
                                """
                        )
                    )
                } else if !copy.wasRequired(column) {
                    limiting.append(
                        "\(name) is now required and \(lack), but some records may have no value"
                    )
                }
            }
        }
        obstacles = Set(refusing).sorted { $0.text < $1.text }
        conditions = Set(limiting).sorted().map { Reason(text: $0) }
    }
}

extension MigrationVerdict.Reason {
    fileprivate init(_ obstacle: MigrationObstacle) {
        text = obstacle.text
        fix = obstacle.instruction
    }
}

extension MigrationPlan.Copy {
    /// Returns whether all old columns from which this column is filled required a value.
    fileprivate func wasRequired(_ column: MigrationPlan.ColumnCopy) -> Bool {
        column.origins.allSatisfy { origin in
            guard case .column(let name) = origin.source else { return false }
            // SQLite does not list the primary key as required.
            return name == identity || source.columns.contains { $0.name == name && $0.isRequired }
                || source.sql.contains("CHECK (\(quoted(name)) NOTNULL ")
        }
    }
}

extension MigrationPlanner {
    /// Returns whether an entity with this column existed in the old version. If so, there may be
    /// old records that need a value in the column.
    fileprivate func hadRecords(_ column: MigrationPlan.ColumnCopy) -> Bool {
        column.kinds?.contains { entities[$0] != nil } ?? true
    }

    fileprivate func limits(of plan: MigrationPlan) -> [String] {
        plan.limits.filter { canHaveSeveral($0.links) }.map {
            "\($0.name) is now to-one, and some records may have several related records"
        }
    }

    /// Returns whether the relationship stored in `links` could have several related records for
    /// one owner in the old version.
    private func canHaveSeveral(_ links: Links) -> Bool {
        guard let owner = oldModel?.entities.first(where: { $0.table == links.table }) else {
            return true
        }
        if links.own == owner.identity { return false }
        let inverse = oldModel?.entities.lazy.flatMap { $0.inverses ?? [] }.first {
            $0.relationship == links.own
                && self.oldModel?.entity(named: $0.destination)?.table == owner.table
        }
        return inverse?.isToMany ?? true
    }

    /// Returns a condition for each uniqueness rule that records of the old version may violate. A
    /// rule is a set of properties whose combined values must be unique. A new property makes no
    /// difference if all records get the same value. Skips rules with other new properties.
    fileprivate func newKeys(since old: StoreModel) -> [String] {
        model.entities.flatMap { entity -> [String] in
            guard let before = entities[entity.name].flatMap(old.entity(named:)) else { return [] }
            let known = before.keys
            let former = properties[entity.name] ?? [:]
            return entity.keys.filter { key in
                if key.contains(where: { former[$0] == nil && !entity.hasSameValue(of: $0) }) {
                    return false
                }
                let names = key.compactMap { former[$0] }
                return !known.contains { $0.isSubset(of: names) }
            }.map { key in
                "some \(entity.name) records could have the same \(key.sorted().joined(separator: " and ")), which the new version requires to be unique"
            }
        }
    }

    /// Returns a condition for each to-one relationship that became its own inverse.
    fileprivate func newSymmetries(since old: StoreModel) -> [String] {
        model.entities.flatMap { entity -> [String] in
            let before = entities[entity.name].flatMap(old.entity(named:))
            return entity.relationships.filter { relationship in
                let name = properties[entity.name]?[relationship.name]
                guard relationship.isSymmetric,
                    let former = before?.relationships.first(where: { $0.name == name })
                else { return false }
                return !former.isSymmetric && former.join?.isSymmetric != true
            }.map { relationship in
                let column = entity.tableColumn(relationship.name)
                return
                    "\(model.property(inColumn: column, of: entity.tableName)) is now its own inverse, and some records may refer to a record that does not refer back"
            }
        }
    }
}

extension StoreModel {
    fileprivate typealias KeyRest = (entity: EntityDescription, others: Set<String>)

    /// Returns the unique keys that contain the attribute in this column, each as the key's entity
    /// and its other properties.
    fileprivate func keys(with column: String, of table: String) -> [KeyRest] {
        entities.flatMap { entity -> [KeyRest] in
            guard entity.tableName == table, let name = entity.property(inColumn: column),
                entity.attributes.contains(where: { $0.name == name })
            else { return [] }
            return entity.keys.filter { $0.contains(name) }
                .map { KeyRest(entity: entity, others: $0.subtracting([name])) }
        }
    }

    /// Returns whether a unique key would consist of default values if the attribute in this column
    /// had one.
    fileprivate func fillsKey(_ column: String, of table: String) -> Bool {
        keys(with: column, of: table).contains { $0.others.allSatisfy($0.entity.hasSameValue) }
    }

    /// Returns the reason why a required property has no default, as a clause for messages. In a
    /// model, all attributes of a key may have defaults, but generated code leaves them out.
    func lackOfDefault(_ column: String, of table: String) -> String {
        fillsKey(column, of: table)
            ? "a unique key cannot consist of default values" : "has no default"
    }
}

extension EntityDescription {
    /// Sets of properties whose combined values are unique: the uniqueness constraints and the
    /// identifying attribute.
    fileprivate var keys: [Set<String>] {
        uniqueness.map(Set.init) + (isIdentityAssigned ? [] : [[identity]])
    }

    /// Returns whether all existing records get the same value of a new property, its default. New
    /// identities are all different.
    fileprivate func hasSameValue(of property: String) -> Bool {
        property != identity
            && attributes.contains { $0.name == property && $0.storedInitial != .null }
    }
}
