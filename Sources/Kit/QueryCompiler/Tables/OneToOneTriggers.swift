import Schema

/// Returns triggers for relationships that are to-one on both sides. The triggers ensure that no
/// two records refer to the same record. If record B begins to refer to a record to which A already
/// refers, A's reference is removed. If the relationship is required, A must keep its reference, so
/// B's reference is rejected instead.
func oneToOneTriggers(for schema: Schema, _ whole: Schema) -> [String] {
    HeldRelationship.all(in: schema, whole)
        .filter { schema.isOneToOne($0.relationship) }
        .flatMap { held in
            let isSymmetric = schema.isSymmetric(held.relationship, in: held.entity)
            return isSymmetric ? symmetricTriggers(held) : exclusiveTriggers(held)
        }
}

private func exclusiveTriggers(_ held: HeldRelationship) -> [String] {
    let value = "NEW.\(held.column)"
    return [
        trigger(held, "taken", "AFTER INSERT", "\(value) NOTNULL", [taking(held)]),
        trigger(
            held,
            "takenOver",
            "AFTER UPDATE OF \(held.column)",
            "\(value) NOTNULL AND OLD.\(held.column) IS NOT \(value)",
            [taking(held)]
        ),
    ]
}

/// Returns triggers for a relationship that is its own inverse. Each of two related records stores
/// a reference to the other.
private func symmetricTriggers(_ held: HeldRelationship) -> [String] {
    let (table, column, identity) = (held.table, held.column, held.identity)
    let (own, value) = ("NEW.\(identity)", "NEW.\(column)")
    // Makes the other record refer to the new row. This statement must run first, so that the later
    // statements see this reference.
    let leadBack =
        "UPDATE \(table) SET \(column) = \(own) WHERE \(identity) = \(value) AND \(column) IS NOT \(own)"
    let leave = releasing(held, "\(column) = \(own) AND \(identity) IS NOT \(value)")
    let waiting = "FROM \(table) WHERE \(column) = \(own)"
    let answer =
        "UPDATE \(table) SET \(column) = (SELECT \(identity) \(waiting)) WHERE \(identity) = \(own)"
    return [
        trigger(
            held,
            "paired",
            "AFTER INSERT",
            "\(value) NOTNULL",
            [leadBack, leave, taking(held)]
        ),
        trigger(
            held,
            "awaited",
            "AFTER INSERT",
            "\(value) IS NULL AND EXISTS (SELECT 1 \(waiting))",
            [answer]
        ),
        trigger(
            held,
            "pairedAnew",
            "AFTER UPDATE OF \(column)",
            "OLD.\(column) IS NOT \(value)",
            [leadBack, leave, taking(held)]
        ),
    ]
}

/// Returns a statement for a trigger. The trigger's row `NEW` refers to a record; the statement
/// removes all other references to that record. If the relationship is required and there are other
/// references, the statement instead rejects the change.
private func taking(_ held: HeldRelationship) -> String {
    releasing(
        held,
        "\(held.column) = NEW.\(held.column) AND \(held.identity) <> NEW.\(held.identity)"
    )
}

private func releasing(_ held: HeldRelationship, _ condition: String) -> String {
    held.relationship.isOptional
        ? "UPDATE \(held.table) SET \(held.column) = NULL WHERE \(condition)"
        : "SELECT \(refusal) FROM \(held.table) WHERE \(condition)"
}

private func trigger(
    _ held: HeldRelationship,
    _ purpose: String,
    _ event: String,
    _ condition: String,
    _ statements: [String]
) -> String {
    trigger(held.triggerName(purpose), "\(event) ON \(held.table)", when: condition, statements)
}
