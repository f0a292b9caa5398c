import Schema

extension DescribedContext {
    init(_ entity: Entity, in schema: Schema) {
        attributes = entity.attributes.map { described($0, of: entity, in: schema) }
        relationships = entity.relationships.map { described($0, of: entity, in: schema) }
        renamingIdentifier = entity.renamingIdentifier
    }
}

private func described(
    _ attribute: Attribute,
    of entity: Entity,
    in schema: Schema
) -> Code {
    var arguments: [Code] = ["\(swiftLiteral(attribute.name))", ".\(kind(attribute.type))"]
    if !attribute.isOptional { arguments.append("isOptional: false") }
    if let text = initialText(of: attribute) {
        arguments.append("initial: StoredValue(\(swiftLiteral(text)))")
    } else if let initial = initialValue(of: attribute), initial != "nil" {
        arguments.append("initial: \(stored(initial, attribute))")
    }
    if let info = literal(attribute.userInfo) { arguments.append("userInfo: \(info)") }
    if let old = attribute.renamingIdentifier {
        arguments.append("renamingIdentifier: \(swiftLiteral(old))")
    }
    if let text = attribute.derivation,
        let derivation = Derivation(attribute, of: entity, in: schema)
    {
        arguments.append("derivation: \(swiftLiteral(text))")
        arguments.append("computation: \(computationLiteral(derivation.computation))")
    }
    return call("AttributeDescription", arguments)
}

/// On one line where it is short enough.
private func computationLiteral(_ sql: String) -> Code {
    let line = swiftLiteral(sql)
    if fits("computation: \(line)", 16) { return "\(line)" }
    let lines = sqlLiteral(sql).split(separator: "\n", omittingEmptySubsequences: false)
    return .joined(lines.enumerated().map { "\($0 == 0 ? "" : "    ")\(String($1))" }, by: "\n")
}

/// A literal that takes the attribute's type, so that it is kept as the record's property is.
private func stored(_ initial: String, _ attribute: Attribute) -> Code {
    let isLiteral = attribute.type.isNumeric || attribute.type == .boolean
    return "StoredValue(\(initial)\(isLiteral ? " as \(attribute.type.swiftType)" : ""))"
}

private func kind(_ type: AttributeType) -> String {
    switch type {
    case .integer16: "integer16"
    case .integer32: "integer32"
    case .integer64: "integer64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "boolean"
    case .date: "date"
    case .binary, .transformable, .composite, .undefined: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    }
}

private func described(
    _ relationship: Relationship,
    of entity: Entity,
    in schema: Schema
) -> Code {
    var arguments: [Code] = [
        "\(swiftLiteral(relationship.name))", "to: \(swiftLiteral(relationship.destination))",
    ]
    if relationship.isToMany { arguments.append("isToMany: true") }
    if !relationship.isOptional { arguments.append("isOptional: false") }
    var (isOrdered, isOneToOne) = (false, false)
    let own = relationship.deletionRule
    let whenDeleted: [Code] =
        [.cascade, .deny].contains(own) ? ["whenDeleted: .\(word(own))"] : []
    switch schema.storage(of: relationship, in: entity) {
    case .column:
        let rule = schema.inverse(of: relationship)?.deletionRule ?? .nullify
        if rule != .nullify { arguments.append("whenDestinationIsDeleted: .\(word(rule))") }
        arguments += whenDeleted + ["storage: .column"]
        isOneToOne = schema.isOneToOne(relationship)
    case .inverseColumn(let column):
        arguments.append("storage: .inverse(\(swiftLiteral(column)))")
        if relationship.isToMany, relationship.isOrdered { isOrdered = true }
    case .join: arguments += whenDeleted + ["storage: .none"]
    case .none: arguments.append("storage: .none")
    }
    if let info = literal(relationship.userInfo) { arguments.append("userInfo: \(info)") }
    if let old = relationship.renamingIdentifier {
        arguments.append("renamingIdentifier: \(swiftLiteral(old))")
    }
    if case .join(let join) = schema.storage(of: relationship, in: entity) {
        let more =
            (join.isOrdered ? ["isOrdered: true"] : [])
            + (join.isSymmetric ? ["isSymmetric: true"] : [])
        let pairs =
            [swiftLiteral(join.table), "own: \"\(join.own)\"", "other: \"\(join.other)\""] + more
        arguments.append("join: PairTable(\(pairs.joined(separator: ", ")))")
    }
    if isOrdered { arguments.append("isOrdered: true") }
    if isOneToOne { arguments.append("isOneToOne: true") }
    if isOneToOne, schema.isSymmetric(relationship, in: entity) {
        arguments.append("isSymmetric: true")
    }
    return call("RelationshipDescription", arguments)
}

private func word(_ rule: Relationship.DeletionRule) -> String {
    switch rule {
    case .noAction: "noAction"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
}

/// On one line where it is short enough.
private func call(_ function: String, _ arguments: [Code]) -> Code {
    let line: Code = "\(function)(\(.joined(arguments, by: ", ")))"
    if fits(line, 16) { return line }
    return "\(function)(\n\(indented: .joined(arguments, by: ",\n"), 1)\n)"
}

/// In the order of the keys; nil for nothing.
private func literal(_ info: [String: String]) -> String? {
    if info.isEmpty { return nil }
    let pairs = info.sorted { $0.key < $1.key }
        .map { "\(swiftLiteral($0.key)): \(swiftLiteral($0.value))" }
    return "[\(pairs.joined(separator: ", "))]"
}
