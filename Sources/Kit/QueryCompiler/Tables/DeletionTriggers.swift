import Schema

/// Returns triggers for the deletion rules of relationships that are stored in the deleted record's
/// own columns or in join tables. Foreign keys cannot implement these rules, because a foreign key
/// acts only when the row that it references is deleted.
func deletionTriggers(for schema: Schema, _ whole: Schema) -> [String] {
    joinTriggers(for: schema)
        + HeldRelationship.all(in: schema, whole).compactMap { trigger($0, schema) }
}

private func trigger(_ held: HeldRelationship, _ schema: Schema) -> String? {
    let root = schema.root(of: held.destination)
    let (related, identity) = (sqlName(root.name), sqlName(root.identityColumn))
    let value = "OLD.\(held.column)"
    switch held.relationship.deletionRule {
    case .cascade:
        return trigger(
            held.triggerName("cascade"),
            "AFTER DELETE ON \(held.table)",
            when: "\(value) NOTNULL" + (held.isOfKind.map { " AND \($0)" } ?? ""),
            ["DELETE FROM \(related) WHERE \(identity) = \(value)"]
        )
    case .deny:
        return trigger(
            held.triggerName("deny"),
            "BEFORE DELETE ON \(held.table)",
            when: held.isOfKind,
            [deny(root, "SELECT \(identity) FROM \(related) WHERE \(identity) = \(value)")]
        )
    case .nullify, .noAction: return nil
    }
}

// MARK: - Deny

/// Returns SQL that creates the denial tables, which implement the deletion rule Deny. A root
/// entity has a denial table if its records can deny the deletion of a related record. A row of the
/// table means that the transaction fails unless it also deletes the record `target`.
///
/// A row has two columns. `target` references the record that must be deleted; deleting this record
/// deletes the row. `refused` references an identity that no record has, so the transaction fails
/// if the row still exists at its end.
///
/// No denial table is needed for records that refer to the deleted record, because their foreign
/// keys deny the deletion. Foreign keys are checked at the end of the transaction, so records may
/// be deleted in any order.
func denialTables(for schema: Schema, _ whole: Schema) -> [String] {
    let held = HeldRelationship.all(in: schema, whole).filter {
        $0.relationship.deletionRule == .deny
    }
    let joined = declaredJoins(in: schema).map(\.1).filter { $0.deletionRule == .deny }
    let destinations = Set((held.map(\.relationship) + joined).map(\.destination))
    let roots = Set(
        whole.entities.filter { destinations.contains($0.name) }.map { schema.root(of: $0).name }
    )
    return whole.entities.filter { roots.contains($0.name) }.flatMap { root -> [String] in
        let table = sqlName(denials(root))
        let reference = "REFERENCES \(sqlName(root.name)) (\(sqlName(root.identityColumn)))"
        return [
            """
            CREATE TABLE \(table) (
                "target" \(sqlType(whole.identityType(of: root))) PRIMARY KEY
                    \(reference) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' \(reference) DEFERRABLE INITIALLY DEFERRED
            )
            """,
            "CREATE INDEX \(sqlName(denials(root) + ":refused")) ON \(table) (\"refused\")",
        ]
    }
}

/// Returns the statement that inserts the records selected by `identities` into the denial table of
/// `root`. The transaction then fails unless these records are also deleted.
func deny(_ root: Entity, _ identities: String) -> String {
    "INSERT INTO \(sqlName(denials(root))) (\"target\") \(identities) ON CONFLICT DO NOTHING"
}

private func denials(_ root: Entity) -> String { "\(root.name):denials" }
