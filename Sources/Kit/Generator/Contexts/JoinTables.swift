import Schema

/// The tables of relationships that are to-many on both sides, or have no inverse: a row for each
/// pair, which goes with either record.
func joinTables(for schema: Schema, _ whole: Schema) -> [String] {
    var made: Set<String> = []
    return declaredJoins(in: schema).flatMap { entity, relationship, join -> [String] in
        guard join.own == "source", made.insert(join.table).inserted,
            let destination = whole.entity(named: relationship.destination)
        else { return [] }
        let source = whole.entity(named: entity.name) ?? entity
        let positions = positionColumns(of: join, relationship, entity, whole)
            .map { "    \(sqlName($0)) INTEGER,\n" }.joined()
        let table = """
            CREATE TABLE \(sqlName(join.table)) (
                \(column("source", source, schema, whole)),
                \(column("target", destination, schema, whole)),
            \(positions)    PRIMARY KEY ("source", "target")
            )
            """
        let index = """
            CREATE INDEX \(sqlName(join.table + ":target")) ON \(sqlName(join.table)) ("target")
            """
        return [table, index]
    }
}

/// What deletion rules ask of pairs, besides that they go.
func joinTriggers(for schema: Schema) -> [String] {
    declaredJoins(in: schema).compactMap { entity, relationship, join in
        guard let destination = schema.entity(named: relationship.destination),
            let action = action(relationship, join, entity, schema.root(of: destination), schema)
        else { return nil }
        let hierarchy = schema.hierarchy(of: entity)
        let table = sqlName(hierarchy?.root ?? entity.name)
        let name = sqlName("\(entity.name).\(relationship.name):\(relationship.deletionRule)")
        let isOfKind = deletedIsOfKind(entity, hierarchy)
        return """
            CREATE TRIGGER \(name) BEFORE DELETE ON \(table)
            \(isOfKind.map { "WHEN \($0)\n" } ?? "")BEGIN
                \(action);
            END
            """
    }
}

private func action(
    _ relationship: Relationship,
    _ join: JoinTable,
    _ entity: Entity,
    _ root: Entity,
    _ schema: Schema
) -> String? {
    let identity = sqlName(schema.root(of: entity).identityColumn)
    let others =
        "SELECT \(sqlName(join.other)) FROM \(sqlName(join.table))"
        + " WHERE \(sqlName(join.own)) = OLD.\(identity)"
    return switch relationship.deletionRule {
    case .deny: deny(root, others)
    case .cascade:
        """
        DELETE FROM \(sqlName(root.name)) WHERE \(sqlName(root.identityColumn)) IN (
                \(others)
            )
        """
    case .nullify, .noAction: nil
    }
}

/// Of both sides.
private func positionColumns(
    of join: JoinTable,
    _ relationship: Relationship,
    _ entity: Entity,
    _ schema: Schema
) -> [String] {
    var sides = [join]
    if !join.isSymmetric, let inverse = schema.inverse(of: relationship),
        let destination = schema.entity(named: relationship.destination),
        case .join(let other) = schema.storage(of: inverse, in: destination)
    {
        sides.append(other)
    }
    return sides.compactMap(\.positionColumn)
}

/// Relationships in tables of pairs, each with the entity that declares it.
func declaredJoins(in schema: Schema) -> [(Entity, Relationship, JoinTable)] {
    schema.entities.flatMap { entity in
        let inherited = Set(schema.ancestors(of: entity).flatMap(\.propertyNames))
        return entity.relationships.compactMap {
            relationship -> (Entity, Relationship, JoinTable)? in
            guard !inherited.contains(relationship.name),
                case .join(let join) = schema.storage(of: relationship, in: entity)
            else { return nil }
            return (entity, relationship, join)
        }
    }
}

private func column(
    _ name: String,
    _ entity: Entity,
    _ schema: Schema,
    _ whole: Schema
) -> String {
    let root = schema.root(of: entity)
    return "\(sqlName(name)) \(sqlType(whole.identityType(of: entity))) NOT NULL"
        + " REFERENCES \(sqlName(root.name)) (\(sqlName(root.identityColumn)))"
        + " ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
}
