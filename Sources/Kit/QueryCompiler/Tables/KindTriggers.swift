import Schema

/// Returns triggers that reject a reference to a record of the wrong entity. If several entities
/// share a table, a foreign key alone would accept any row of the table. If a reference is stored
/// before the record to which it refers, the triggers check that record at its insertion.
func kindTriggers(for schema: Schema, _ whole: Schema) -> [String] {
    let held = HeldRelationship.all(in: schema, whole).filter {
        schema.inverse(of: $0.relationship)?.deletionRule != .noAction
    }
    return held.flatMap { held in
        triggers(held.triggerName, held.table, held.column, to: held.destination, schema)
    } + joinKindTriggers(for: schema)
}

private func joinKindTriggers(for schema: Schema) -> [String] {
    var made: Set<String> = []
    return declaredJoins(in: schema).flatMap { entity, relationship, join -> [String] in
        guard made.insert(join.table).inserted,
            let destination = schema.entity(named: relationship.destination)
        else { return [] }
        return [(join.own, entity), (join.other, destination)].flatMap { column, entity in
            triggers(
                { sqlName("\(join.table).\(column):\($0)") },
                sqlName(join.table),
                sqlName(column),
                to: entity,
                schema
            )
        }
    }
}

/// Returns triggers that reject a reference in `column` to a row outside the entity `destination`.
/// Returns no triggers if every row of the destination's table belongs to this entity.
private func triggers(
    _ name: (String) -> String,
    _ table: String,
    _ column: String,
    to destination: Entity,
    _ schema: Schema
) -> [String] {
    let root = schema.root(of: destination)
    guard let all = schema.hierarchy(of: root)?.kinds,
        let kinds = schema.hierarchy(of: destination)?.kinds
    else { return [] }
    let strangers = all.filter { !kinds.contains($0) }
    if strangers.isEmpty { return [] }
    let (related, identity) = (sqlName(root.name), sqlName(root.identityColumn))
    let isStranger = "\(sqlName(Hierarchy.kindColumn)) IN (\(kindList(strangers)))"
    let leadsAstray =
        "EXISTS (SELECT 1 FROM \(related) WHERE \(identity) = NEW.\(column) AND \(isStranger))"
    let isAwaited = "EXISTS (SELECT 1 FROM \(table) WHERE \(column) = NEW.\(identity))"
    return [
        ("kind", "INSERT ON \(table)", leadsAstray),
        ("kindAnew", "UPDATE OF \(column) ON \(table)", leadsAstray),
        ("kindLater", "INSERT ON \(related)", "NEW.\(isStranger) AND \(isAwaited)"),
    ].map { purpose, event, condition in
        trigger(name(purpose), "AFTER \(event)", when: condition, ["SELECT \(refusal)"])
    }
}
