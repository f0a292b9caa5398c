import Schema

/// A relationship that is stored in a column of its entity's table. Provides the SQL identifiers
/// for its triggers.
struct HeldRelationship {
    let entity: Entity
    let relationship: Relationship
    let destination: Entity
    private let hierarchy: Hierarchy?
    let identity: String

    /// Returns all relationships in `schema` that are stored in columns of their own entities. An
    /// inherited relationship is included only for the entity that declares it.
    static func all(in schema: Schema, _ whole: Schema) -> [HeldRelationship] {
        declaredRelationships(in: schema).compactMap { entity, relationship in
            guard schema.storage(of: relationship, in: entity) == .column,
                let destination = whole.entity(named: relationship.destination)
            else { return nil }
            return HeldRelationship(
                entity: entity,
                relationship: relationship,
                destination: destination,
                hierarchy: schema.hierarchy(of: entity),
                identity: sqlName(schema.root(of: entity).identityColumn)
            )
        }
    }

    /// The table that contains ``column``, as a quoted SQL identifier. ``column`` and ``identity``
    /// are also quoted.
    var table: String { sqlName(hierarchy?.root ?? entity.name) }
    var column: String { sqlName(hierarchy?.column(relationship.name) ?? relationship.name) }
    var isOfKind: String? { kindCondition("OLD", entity, hierarchy) }

    func triggerName(_ purpose: String) -> String {
        sqlName("\(entity.name).\(relationship.name):\(purpose)")
    }
}

/// Returns an SQL condition that is true if `row` (`OLD` or `NEW`) belongs to the entity. Returns
/// nil if every row of the table belongs to the entity.
func kindCondition(_ row: String, _ entity: Entity, _ hierarchy: Hierarchy?) -> String? {
    guard let hierarchy, hierarchy.root != entity.name else { return nil }
    return "\(row).\(sqlName(Hierarchy.kindColumn)) IN (\(kindList(hierarchy.kinds)))"
}

/// Returns the statement that creates a trigger. `event` includes the table, as in `AFTER INSERT ON
/// "city"`.
func trigger(
    _ name: String,
    _ event: String,
    when condition: String?,
    _ statements: [String]
) -> String {
    """
    CREATE TRIGGER \(name) \(event)
    \(condition.map { "WHEN \($0)\n" } ?? "")BEGIN
        \(statements.map { "\($0);" }.joined(separator: "\n    "))
    END
    """
}

/// SQL that rejects a change in a trigger, with the same error message as a foreign key violation.
let refusal = "RAISE(ABORT, 'FOREIGN KEY constraint failed')"
