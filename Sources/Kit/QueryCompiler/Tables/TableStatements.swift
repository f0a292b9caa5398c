package import Schema

/// Returns the statements that create a model's tables, their indexes, the views of child entities,
/// and the triggers for rules that foreign keys cannot express.
///
/// The database itself applies the deletion rules. Foreign keys are checked at the end of a
/// transaction, so records that require each other can be saved and deleted in any order.
///
/// - Parameter schema: the schema as read from the model file, without inherited properties.
package func createStatements(for schema: Schema) -> [String] {
    let whole = schema.withInheritedProperties
    let roots = schema.entities.filter { schema.ancestors(of: $0).isEmpty }
    let tables = roots.flatMap { root in
        let members = schema.members(ofHierarchyOf: root)
        return Table(root: root, schema: schema, whole: whole, members: members).statements
    }
    let views = whole.entities.compactMap { entity in
        schema.hierarchy(of: entity).flatMap {
            $0.root == entity.name ? nil : view(entity, $0, whole)
        }
    }
    return tables + joinTables(for: schema, whole) + denialTables(for: schema, whole) + views
        + deletionTriggers(for: schema, whole) + oneToOneTriggers(for: schema, whole)
        + kindTriggers(for: schema, whole) + derivationTriggers(for: schema, whole)
}

/// Returns SQL that creates the view of a child entity. The view selects the child's records from
/// the root entity's table, and names the columns after the child's properties.
private func view(_ entity: Entity, _ hierarchy: Hierarchy, _ schema: Schema) -> String {
    let positions = entity.relationships.filter { schema.positionColumn(of: $0) != nil }.map {
        ("\($0.name).position", hierarchy.positionColumn($0.name))
    }
    let properties = columnNames(of: entity, in: schema).map { ($0, hierarchy.column($0)) }
    let columns = (properties + positions).map { name, column in
        column == name ? sqlName(name) : "\(sqlName(column)) AS \(sqlName(name))"
    }
    return """
        CREATE VIEW \(sqlName(entity.name)) AS
        SELECT \(columns.joined(separator: ", "))
        FROM \(sqlName(hierarchy.root))
        WHERE \(sqlName(Hierarchy.kindColumn)) IN (\(kindList(hierarchy.kinds)))
        """
}

/// Returns the column names of an entity, in the order in which records are read and bound.
package func columnNames(of entity: Entity, in schema: Schema) -> [String] {
    let held = entity.relationships.filter { schema.storage(of: $0, in: entity) == .column }
    let stored = entity.attributes.map(\.name) + held.map(\.name)
    return entity.identityAttribute == nil ? [entity.identityColumn] + stored : stored
}

/// Returns the entity names as a list of SQL literals. If there are no names, returns NULL, so that
/// `IN (…)` is never true.
package func kindList(_ kinds: [String]) -> String {
    kinds.isEmpty ? "NULL" : kinds.map(sqlText).joined(separator: ", ")
}

/// Returns `text` as an SQL literal.
package func sqlText(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

/// The table of one entity, or the shared table of a root entity and its descendants.
private struct Table {
    let root: Entity
    let schema: Schema
    /// The schema with inherited properties.
    let whole: Schema
    let members: [Entity]
    private var isShared: Bool { members.count > 1 }

    var statements: [String] {
        var lines: [String] = []
        var (indexes, triggers): ([String], [String]) = ([], [])
        if root.identityAttribute == nil {
            lines.append("\(sqlName(root.identityColumn)) INTEGER PRIMARY KEY")
        }
        if isShared { lines.append("\(sqlName(Hierarchy.kindColumn)) TEXT NOT NULL") }
        for member in members {
            let inherited = Set(schema.ancestors(of: member).flatMap(\.propertyNames))
            lines += member.attributes.filter { !inherited.contains($0.name) }
                .map { column(for: $0, of: member) }
            for relationship in member.relationships
            where !inherited.contains(relationship.name)
                && schema.storage(of: relationship, in: member) == .column
            {
                guard let destination = whole.entity(named: relationship.destination) else {
                    continue
                }
                lines.append(column(for: relationship, of: member, to: destination))
                if schema.positionColumn(of: relationship) != nil {
                    lines.append("\(position(of: relationship, of: member)) INTEGER")
                    triggers.append(positionTrigger(for: relationship, of: member))
                }
                indexes.append(
                    "CREATE INDEX \(sqlName("\(member.name).\(relationship.name)"))"
                        + " ON \(table) (\(name(relationship.name, of: member)))"
                )
            }
        }
        indexes += members.flatMap(declaredIndexes) + members.flatMap(uniqueIndexes)
        return ["CREATE TABLE \(table) (\n    \(lines.joined(separator: ",\n    "))\n)"] + indexes
            + triggers
    }

    /// Returns the SQL identifier of the column for a record's position in an ordered to-many
    /// relationship. `relationship` is the to-one relationship from the record to its owner.
    private func position(of relationship: Relationship, of member: Entity) -> String {
        let hierarchy = schema.hierarchy(of: member)
        return sqlName(
            hierarchy?.positionColumn(relationship.name) ?? "\(relationship.name).position"
        )
    }

    /// Returns a trigger that sets the position of a record to NULL when the record's owner changes.
    private func positionTrigger(for relationship: Relationship, of member: Entity) -> String {
        let column = name(relationship.name, of: member)
        let identity = sqlName(root.identityColumn)
        let place = position(of: relationship, of: member)
        return trigger(
            sqlName("\(member.name).\(relationship.name):moved"),
            "AFTER UPDATE OF \(column) ON \(table)",
            when: "OLD.\(column) IS NOT NEW.\(column)",
            ["UPDATE \(table) SET \(place) = NULL WHERE \(identity) = NEW.\(identity)"]
        )
    }

    private var table: String { sqlName(root.name) }

    /// Returns the SQL identifier of a property's column.
    private func name(_ property: String, of member: Entity) -> String {
        sqlName(schema.hierarchy(of: member)?.column(property) ?? property)
    }

    private func column(for attribute: Attribute, of member: Entity) -> String {
        let isIdentity = root.identityRule == .attribute(attribute.name) && member.name == root.name
        let key = isIdentity ? " PRIMARY KEY" : ""
        let column = name(attribute.name, of: member)
        // An integer primary key may be omitted on insert: SQLite then assigns one.
        let isRequired = isIdentity ? !attribute.type.isInteger : !attribute.isOptional
        return "\(column) \(sqlType(attribute.type))\(key)"
            + required(isRequired, column, of: member)
    }

    private func column(
        for relationship: Relationship,
        of member: Entity,
        to destination: Entity
    ) -> String {
        let column = name(relationship.name, of: member)
        let declaration =
            "\(column) \(sqlType(whole.identityType(of: destination)))"
            + required(!relationship.isOptional, column, of: member)
        let rule = schema.inverse(of: relationship)?.deletionRule ?? .nullify
        guard let action = action(for: rule, relationship.isOptional) else { return declaration }
        let root = schema.root(of: destination)
        return declaration
            + " REFERENCES \(sqlName(root.name)) (\(sqlName(root.identityColumn)))"
            + " ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
    }

    /// Returns the SQL constraint for a required column; empty if the column is not required. If
    /// only a child entity requires the column, the constraint allows NULL in the rows of other
    /// entities.
    private func required(_ isRequired: Bool, _ column: String, of member: Entity) -> String {
        if !isRequired { return "" }
        guard member.name != root.name, let hierarchy = schema.hierarchy(of: member) else {
            return " NOT NULL"
        }
        let kind = sqlName(Hierarchy.kindColumn)
        return " CHECK (\(column) NOTNULL OR \(kind) NOT IN (\(kindList(hierarchy.kinds))))"
    }

    private func declaredIndexes(of member: Entity) -> [String] {
        // A child's index may include inherited properties.
        let complete = whole.entity(named: member.name) ?? member
        let parent = schema.ancestors(of: member).first.flatMap { whole.entity(named: $0.name) }
        let inherited = parent?.declaredIndexes(in: whole) ?? []
        let known = Set(inherited.map(withoutEntity))
        let own = complete.declaredIndexes(in: whole).filter { !known.contains(withoutEntity($0)) }
        return own.enumerated().map { number, columns in
            let name = sqlName("\(member.name)#\(inherited.count + number + 1)")
            let list = columns.map { expression($0, of: member) }.joined(separator: ", ")
            return "CREATE INDEX \(name) ON \(table) (\(list))"
        }
    }

    /// Returns the columns of an index without their entity names. An inherited index then equals
    /// the parent's index.
    private func withoutEntity(_ columns: [DeclaredIndex]) -> [DeclaredIndex] {
        columns.map { column in
            var column = column
            column.entity = ""
            return column
        }
    }

    private func expression(_ index: DeclaredIndex, of member: Entity) -> String {
        let column = name(index.attribute, of: member)
        return index.expression.replacing(sqlName(index.attribute), with: column)
    }

    /// Returns statements that create the uniqueness indexes of one entity.
    ///
    /// A child's constraint on inherited properties applies to all rows of the shared table.
    /// Constraints on the same columns share one index, because the conflict clause of an upsert
    /// identifies an index by its columns.
    private func uniqueIndexes(of member: Entity) -> [String] {
        let inherited = schema.ancestors(of: member).flatMap(\.uniquenessConstraints).map(Set.init)
        let own = uniqueness(of: member, whole.entity(named: member.name) ?? member, schema)
            .filter { !inherited.contains(Set($0)) }
        return own.enumerated().map { number, columns in
            let list = columns.map { name($0, of: member) }.joined(separator: ", ")
            return
                "CREATE UNIQUE INDEX \(sqlName("\(member.name)!\(number + 1)")) ON \(table) (\(list))"
        }
    }
}

/// Returns the uniqueness constraints that the entity itself declares. Omits a constraint in these
/// cases:
///
/// - A property of the constraint is not stored in a column.
/// - The constraint repeats an earlier constraint.
/// - The constraint includes the identity, because the primary key then implies the constraint.
///
/// - Parameter whole: the entity `declared` with inherited properties.
package func uniqueness(of declared: Entity, _ whole: Entity, _ schema: Schema) -> [[String]] {
    var found: [[String]] = []
    for constraint in declared.uniquenessConstraints {
        let names = constraint.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let isKept = names.allSatisfy { name in
            if let attribute = whole.attribute(named: name) { return attribute.isStored }
            return whole.relationship(named: name).map {
                schema.storage(of: $0, in: whole) == .column
            } ?? false
        }
        let isImplied =
            names.contains(whole.identityColumn) || found.contains { Set($0) == Set(names) }
        if isKept, !names.isEmpty, !isImplied { found.append(names) }
    }
    return found
}

/// Returns the ON DELETE action of a relationship's foreign key. If the action is SQL's NO ACTION,
/// the deletion fails if the row with the foreign key still exists at the end of the transaction.
///
/// Returns nil for the model's deletion rule No Action. A relationship with this rule has no
/// foreign key, because its column may keep the identity of a deleted record.
private func action(for rule: Relationship.DeletionRule, _ isOptional: Bool) -> String? {
    switch rule {
    case .nullify: isOptional ? "SET NULL" : "NO ACTION"
    case .cascade: "CASCADE"
    case .deny: "NO ACTION"
    case .noAction: nil
    }
}

package func sqlType(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float, .date: "REAL"
    case .binary, .transformable, .composite, .undefined: "BLOB"
    case .string, .decimal, .uuid, .uri: "TEXT"
    }
}
