import Schema

/// Returns SQL that creates the join tables. A to-many relationship has a join table if its inverse
/// is also to-many, or if it has no inverse. Each row of the table is a pair of related records.
/// The row is deleted when either record is deleted.
func joinTables(for schema: Schema, _ whole: Schema) -> [String] {
    var made: Set<String> = []
    return declaredJoins(in: schema).flatMap { entity, relationship, join -> [String] in
        guard join.own == "source", made.insert(join.table).inserted,
            let destination = whole.entity(named: relationship.destination)
        else { return [] }
        let source = whole.entity(named: entity.name) ?? entity
        let sides = sides(of: join, relationship, entity, whole)
        let further =
            sides.compactMap(\.join.positionColumn)
            + (sides.contains { $0.rule == .cascade } ? [cascadeColumn] : [])
        let columns = further.map { "    \(sqlName($0)) INTEGER,\n" }.joined()
        let table = """
            CREATE TABLE \(sqlName(join.table)) (
                \(column("source", source, schema, whole)),
                \(column("target", destination, schema, whole)),
            \(columns)    PRIMARY KEY ("source", "target")
            )
            """
        let index = """
            CREATE INDEX \(sqlName(join.table + ":target")) ON \(sqlName(join.table)) ("target")
            """
        return [table, index]
    }
}

/// Column of a join table that implements the deletion rule Cascade. Each row of the join table is
/// a pair of related records. The deletion of a record has these steps for each of its pairs:
///
/// - A trigger stores in the column which of the pair's two foreign keys refers to the record.
/// - This foreign key deletes the pair.
/// - A trigger deletes the record at the other end of the pair.
///
/// Because the pair is deleted before the other record, deletion ends even if records form a cycle.
private let cascadeColumn = "cascades"

/// Returns triggers for the deletion rules of relationships in join tables. The triggers need not
/// delete the rows of the join tables, because the foreign keys delete these rows.
func joinTriggers(for schema: Schema) -> [String] {
    declaredJoins(in: schema).flatMap { entity, relationship, join -> [String] in
        guard let destination = schema.entity(named: relationship.destination) else { return [] }
        let root = schema.root(of: destination)
        let hierarchy = schema.hierarchy(of: entity)
        let (pairs, own, other) = (sqlName(join.table), sqlName(join.own), sqlName(join.other))
        let identity = sqlName(schema.root(of: entity).identityColumn)
        func beforeDeletion(_ action: String) -> String {
            trigger(
                sqlName("\(entity.name).\(relationship.name):\(relationship.deletionRule)"),
                "BEFORE DELETE ON \(sqlName(hierarchy?.root ?? entity.name))",
                when: kindCondition("OLD", entity, hierarchy),
                [action]
            )
        }
        switch relationship.deletionRule {
        case .deny:
            let others = "SELECT \(other) FROM \(pairs) WHERE \(own) = OLD.\(identity)"
            return [beforeDeletion(deny(root, others))]
        case .cascade:
            let (column, side) = (sqlName(cascadeColumn), join.own == "source" ? 1 : 2)
            let name = sqlName("\(entity.name).\(relationship.name):pair")
            return [
                beforeDeletion(
                    "UPDATE \(pairs) SET \(column) = \(side) WHERE \(own) = OLD.\(identity)"
                ),
                trigger(
                    name,
                    "AFTER DELETE ON \(pairs)",
                    when: "OLD.\(column) = \(side)",
                    [
                        "DELETE FROM \(sqlName(root.name))"
                            + " WHERE \(sqlName(root.identityColumn)) = OLD.\(other)"
                    ]
                ),
            ]
        case .nullify, .noAction: return []
        }
    }
}

/// Returns both sides of a join table, each with its deletion rule. Returns only one side if the
/// relationship has no inverse or is its own inverse.
private func sides(
    of join: JoinTable,
    _ relationship: Relationship,
    _ entity: Entity,
    _ schema: Schema
) -> [(join: JoinTable, rule: Relationship.DeletionRule)] {
    let own = (join: join, rule: relationship.deletionRule)
    guard !join.isSymmetric, let inverse = schema.inverse(of: relationship),
        let destination = schema.entity(named: relationship.destination),
        case .join(let other) = schema.storage(of: inverse, in: destination)
    else { return [own] }
    return [own, (other, inverse.deletionRule)]
}

/// Returns the relationships that are stored in join tables, each with its declaring entity and its
/// join table.
func declaredJoins(in schema: Schema) -> [(Entity, Relationship, JoinTable)] {
    declaredRelationships(in: schema).compactMap { entity, relationship in
        guard case .join(let join) = schema.storage(of: relationship, in: entity) else {
            return nil
        }
        return (entity, relationship, join)
    }
}

/// Returns all relationships, each with the entity that declares it. A relationship that child
/// entities inherit or declare again is returned only once.
func declaredRelationships(in schema: Schema) -> [(Entity, Relationship)] {
    schema.entities.flatMap { entity in
        let inherited = Set(schema.ancestors(of: entity).flatMap(\.propertyNames))
        return entity.relationships.filter { !inherited.contains($0.name) }.map { (entity, $0) }
    }
}

private func column(_ name: String, _ entity: Entity, _ schema: Schema, _ whole: Schema) -> String {
    let root = schema.root(of: entity)
    return "\(sqlName(name)) \(sqlType(whole.identityType(of: entity))) NOT NULL"
        + " REFERENCES \(sqlName(root.name)) (\(sqlName(root.identityColumn)))"
        + " ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
}
