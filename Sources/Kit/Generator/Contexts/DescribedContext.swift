import QueryCompiler
import QueryLanguage
import Schema

extension DescribedContext {
    init(_ entity: Entity, in schema: Schema) {
        attributes = entity.attributes.map { described($0, of: entity, in: schema) }
        relationships = entity.relationships.map { described($0, of: entity, in: schema) }
        renamingIdentifier = entity.renamingIdentifier
        indexes = entity.declaredIndexes(in: schema).map { columns in
            "[\(columns.map(indexed).joined(separator: ", "))]"
        }
    }
}

private func indexed(_ column: DeclaredIndex) -> String {
    let name = swiftLiteral(column.attribute)
    if column.folding.isEmpty { return name }
    let isFolded = column.folding.contains(.diacriticInsensitive)
    return "IndexedColumn(\(name), ignoresCase: true\(isFolded ? ", ignoresDiacritics: true" : ""))"
}

private func described(_ attribute: Attribute, of entity: Entity, in schema: Schema) -> Code {
    var arguments: [Code] = ["\(swiftLiteral(attribute.name))"]
    if !attribute.isOptional { arguments.append(".required") }
    if let value = defaultLiteral(of: attribute) { arguments.append("default: \(value)") }
    var further = notes(attribute.userInfo, attribute.renamingIdentifier)
    if let text = attribute.derivation,
        let derivation = Derivation(attribute, of: entity, in: schema)
    {
        further.append("derivation: \(swiftLiteral(text))")
        further.append("computation: \(computationLiteral(derivation.computation))")
    }
    return with(called(".\(kind(of: attribute))", arguments, at: 9), further)
}

/// Returns a Swift expression for the stored form of the attribute's default value, such as a
/// number of seconds for a date. Returns nil if the attribute has no default value, or if the value
/// does not have the attribute's type.
private func defaultLiteral(of attribute: Attribute) -> String? {
    if let text = initialText(of: attribute) { return swiftLiteral(text) }
    guard let initial = initialValue(of: attribute), initial != "nil" else { return nil }
    switch attribute.type {
    case .decimal: return swiftLiteral(initial)
    case .date: return attribute.defaultText.flatMap(Double.init).map { "\($0)" }
    default: return initial
    }
}

/// Returns the SQL as a string literal: on one line if the SQL is short enough, otherwise on
/// several lines.
private func computationLiteral(_ sql: String) -> Code {
    let line = swiftLiteral(sql)
    if fits("computation: \(line)", 16) { return "\(line)" }
    let lines = sqlLiteral(sql).split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap(continued)
    return .joined(lines.enumerated().map { "\($0 == 0 ? "" : "    ")\($1)" }, by: "\n")
}

/// Splits a line of a multi-line string literal after spaces if the line is too long. The line
/// breaks are escaped, so that the value of the literal stays the same.
private func continued(_ line: Substring) -> [String] {
    var (rest, lines) = (line, [String]())
    while !fits(String(rest), 16),
        let space = rest.prefix(100 - 16 - 1).lastIndex(of: " "), space > rest.startIndex
    {
        lines.append("\(rest[...space])\\")
        rest = rest[space...].dropFirst()
    }
    return lines + [String(rest)]
}

private func kind(of attribute: Attribute) -> String {
    if attribute.collectionType != nil { return "transformable" }
    return switch attribute.type {
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

private func described(_ relationship: Relationship, of entity: Entity, in schema: Schema) -> Code {
    let function = relationship.isToMany ? ".toMany" : ".toOne"
    var arguments: [Code] = [
        "\(swiftLiteral(relationship.name))", "\(swiftLiteral(relationship.destination))",
    ]
    if !relationship.isOptional { arguments.append(".required") }
    let own = relationship.deletionRule
    let whenDeleted: [Code] = [.cascade, .deny].contains(own) ? ["whenDeleted: .\(word(own))"] : []
    switch schema.storage(of: relationship, in: entity) {
    case .column:
        let rule = schema.inverse(of: relationship)?.deletionRule ?? .nullify
        if rule != .nullify { arguments.append("onDelete: .\(word(rule))") }
        arguments += whenDeleted
        if schema.isOneToOne(relationship) {
            arguments.append("isOneToOne: true")
            if schema.isSymmetric(relationship, in: entity) {
                arguments.append("isSymmetric: true")
            }
        }
    case .inverseColumn(let column):
        arguments.append("by: \(swiftLiteral(column))")
        if relationship.isToMany, relationship.isOrdered { arguments.append("isOrdered: true") }
    case .join(let join):
        let more =
            (join.isOrdered ? ["isOrdered: true"] : [])
            + (join.isSymmetric ? ["isSymmetric: true"] : [])
        let pairs = [swiftLiteral(join.table), "own: \"\(join.own)\""] + more
        arguments.append("in: PairTable(\(pairs.joined(separator: ", ")))")
        arguments += whenDeleted
    case .none: arguments.append("by: nil")
    }
    let further = notes(relationship.userInfo, relationship.renamingIdentifier)
    return with(called("\(function)", arguments, at: 9), further)
}

private func notes(_ info: [String: String], _ old: String?) -> [Code] {
    var notes: [Code] = []
    if !info.isEmpty { notes.append("userInfo: \(dictionaryLiteral(info))") }
    if let old { notes.append("renamingIdentifier: \(swiftLiteral(old))") }
    return notes
}

private func word(_ rule: Relationship.DeletionRule) -> String {
    switch rule {
    case .noAction: "noAction"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
}

private func with(_ description: Code, _ arguments: [Code]) -> Code {
    if arguments.isEmpty { return description }
    let newline = UInt8(ascii: "\n")
    let call = called("\(description).with", arguments, at: 9)
    let isLong = !description.contains(newline) && !fits("\(description).with(", 8)
    guard isLong, call.contains(newline) else { return call }
    return "\(description)\n\(indented: called(".with", arguments, at: 12), 1)"
}

/// Returns `values` as a dictionary literal, sorted by key. `values` must not be empty.
func dictionaryLiteral(_ values: [String: String]) -> String {
    let pairs = values.sorted { $0.key < $1.key }
        .map { "\(swiftLiteral($0.key)): \(swiftLiteral($0.value))" }
    return "[\(pairs.joined(separator: ", "))]"
}
