import Schema

/// Deletion rules of relationships that are columns of the record to be deleted: a foreign key acts
/// on the records that point to a row, not on those that the row points to.
func deletionTriggers(for schema: Schema, _ whole: Schema) -> [String] {
    schema.entities.flatMap { entity -> [String] in
        let inherited = Set(schema.ancestors(of: entity).flatMap(\.propertyNames))
        return entity.relationships.compactMap { relationship in
            guard !inherited.contains(relationship.name),
                schema.storage(of: relationship, in: entity) == .column,
                let destination = whole.entity(named: relationship.destination)
            else { return nil }
            return trigger(relationship, of: entity, to: destination, schema)
        }
    }
}

private func trigger(
    _ relationship: Relationship,
    of entity: Entity,
    to destination: Entity,
    _ schema: Schema
) -> String? {
    let hierarchy = schema.hierarchy(of: entity)
    let held = "OLD.\(sqlName(hierarchy?.column(relationship.name) ?? relationship.name))"
    let root = schema.root(of: destination)
    let found = "\(sqlName(root.name)) WHERE \(sqlName(root.identityColumn)) = \(held)"
    let name = "\(entity.name).\(relationship.name):"
    let table = sqlName(hierarchy?.root ?? entity.name)
    let condition = hierarchy.flatMap {
        $0.root == entity.name
            ? nil : "OLD.\(sqlName(Hierarchy.kindColumn)) IN (\(kindList($0.kinds)))"
    }
    switch relationship.deletionRule {
    case .cascade:
        return """
            CREATE TRIGGER \(sqlName(name + "cascade")) AFTER DELETE ON \(table)
            WHEN \((["\(held) NOTNULL"] + (condition.map { [$0] } ?? [])).joined(separator: " AND "))
            BEGIN
                DELETE FROM \(found);
            END
            """
    case .deny:
        let conditions = ["EXISTS (SELECT 1 FROM \(found))"] + (condition.map { [$0] } ?? [])
        return """
            CREATE TRIGGER \(sqlName(name + "deny")) BEFORE DELETE ON \(table)
            WHEN \(conditions.joined(separator: " AND "))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """
    case .nullify, .noAction: return nil
    }
}
