import Schema

/// The statements that make an entity's table and indexes.
///
/// Foreign keys are checked at the end of a transaction, so records that need each other can be
/// saved in any order. Deletion rules are the database's own.
func createStatements(for entity: Entity, in schema: Schema) -> [String] {
    var lines: [String] = []
    if entity.identityAttribute == nil {
        lines.append("\(sqlName(entity.identityColumn)) INTEGER PRIMARY KEY")
    }
    lines += entity.attributes.map { column(for: $0, of: entity) }
    var indexes: [String] = []
    for relationship in entity.relationships
    where schema.storage(of: relationship, in: entity) == .column {
        guard let destination = schema.entity(named: relationship.destination) else { continue }
        lines.append(column(for: relationship, to: destination, in: schema))
        indexes.append(
            "CREATE INDEX \(sqlName("\(entity.name).\(relationship.name)"))"
                + " ON \(sqlName(entity.name)) (\(sqlName(relationship.name)))"
        )
    }
    let table =
        "CREATE TABLE \(sqlName(entity.name)) (\n    \(lines.joined(separator: ",\n    "))\n)"
    return [table] + indexes
}

private func column(for attribute: Attribute, of entity: Entity) -> String {
    let isIdentity = entity.identityRule == .attribute(attribute.name)
    let key = isIdentity ? " PRIMARY KEY" : ""
    // A number that is the primary key may be absent on insert: SQLite then gives one out.
    let isRequired = isIdentity ? !attribute.type.isInteger : !attribute.isOptional
    let type = sqlType(attribute.type)
    return "\(sqlName(attribute.name)) \(type)\(key)\(isRequired ? " NOT NULL" : "")"
}

private func column(
    for relationship: Relationship,
    to destination: Entity,
    in schema: Schema
) -> String {
    let type = sqlType(schema.identityType(of: destination))
    let required = relationship.isOptional ? "" : " NOT NULL"
    let inverse = relationship.inverse.flatMap { destination.relationship(named: $0) }
    let declaration = "\(sqlName(relationship.name)) \(type)\(required)"
    guard let action = action(for: inverse?.deletionRule ?? .nullify), !destination.isAbstract
    else {
        return declaration
    }
    return declaration
        + " REFERENCES \(sqlName(destination.name)) (\(sqlName(destination.identityColumn)))"
        + " ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
}

/// nil where the column may keep the identity of a record that is gone.
private func action(for rule: Relationship.DeletionRule) -> String? {
    switch rule {
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    case .deny: "RESTRICT"
    case .noAction: nil
    }
}

private func sqlType(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .double, .float, .date: "REAL"
    case .binary, .transformable, .composite, .undefined: "BLOB"
    case .string, .decimal, .uuid, .uri: "TEXT"
    }
}
