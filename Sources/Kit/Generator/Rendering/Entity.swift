/// What a record tells of itself, so that any implementation can keep it.
func description(of entity: EntityContext) -> Code {
    """
    /// What \(entity.plural.trimmingBackticks) are made of.
    extension \(entity.type): DescribedRecord {
        static let entity = EntityDescription(
            name: \(swiftLiteral(entity.name)),
            identity: \(swiftLiteral(entity.identity.column)),
    \(indented: .joined(further(entity), by: ",\n"), 2)
        )

        static func blank() -> \(entity.type) {
    \(indented: called(entity.type, blankArguments(entity), depth: 2), 2)
        }

        init(columnValues values: ValueRow) throws {
    \(indented: reading(entity), 2)
        }

        var columnValues: ValueRow {
            ValueRow([
    \(indented: values(entity), 3)
            ])
        }\(violations(entity))
    }
    """
}

private func further(_ entity: EntityContext) -> [Code] {
    var arguments: [Code] = [
        "attributes: \(list(entity.described.attributes))",
        "relationships: \(list(entity.described.relationships))",
    ]
    if let old = entity.described.renamingIdentifier {
        arguments.append("renamingIdentifier: \(swiftLiteral(old))")
    }
    if !entity.uniqueness.isEmpty {
        let groups = entity.uniqueness.map { "[\($0.map(swiftLiteral).joined(separator: ", "))]" }
        arguments.append("uniqueness: [\(groups.joined(separator: ", "))]")
    }
    if let hierarchy = entity.hierarchy { arguments.append("\(described(hierarchy))") }
    return arguments
}

private func described(_ hierarchy: HierarchyContext) -> String {
    let kinds = "[\(hierarchy.kinds.map(swiftLiteral).joined(separator: ", "))]"
    var arguments = ["root: \(swiftLiteral(hierarchy.root))", "kinds: \(kinds)"]
    if hierarchy.isAbstract { arguments.append("isAbstract: true") }
    if !hierarchy.columns.isEmpty {
        let pairs = hierarchy.columns.sorted { $0.key < $1.key }
            .map { "\(swiftLiteral($0.key)): \(swiftLiteral($0.value))" }
        arguments.append("columns: [\(pairs.joined(separator: ", "))]")
    }
    let line = "hierarchy: EntityHierarchy(\(arguments.joined(separator: ", ")))"
    if fits(line, 16) { return line }
    return "hierarchy: EntityHierarchy(\n\(indented(arguments.joined(separator: ",\n"), 1))\n)"
}

private func list(_ items: [Code]) -> Code {
    if items.isEmpty { return "[]" }
    // The formatter wants no comma behind a single element.
    let comma = items.count == 1 ? "" : ","
    return "[\n\(indented: .joined(items, by: ",\n"), 1)\(comma)\n]"
}

private func violations(_ entity: EntityContext) -> String {
    if entity.validations.isEmpty { return "" }
    let calls = entity.validations.enumerated().map { index, arguments in
        index == 0
            ? called("Violation.check", arguments, depth: 2)
            : indented(called("+ Violation.check", arguments, depth: 3), 1)
    }
    let text = """


        /// The rules of the model that the \(entity.singular.trimmingBackticks) breaks, every one of them.
        var violations: [Violation] {
        \(indented(calls.joined(separator: "\n"), 1))
        }
        """
    return indented(text, 1)
}

private func blankArguments(_ entity: EntityContext) -> [String] {
    entity.properties.filter { $0.initialValue == nil }.map { property in
        let empty = emptyValue(property.type, of: property.destination != nil, entity)
        return "\(property.name.asLabel): \(empty)"
    }
}

/// An empty value of a required type.
private func emptyValue(_ type: String, of isIdentity: Bool, _ entity: EntityContext) -> String {
    if isIdentity {
        let property = entity.properties.first { $0.type == type && $0.destination != nil }
        let value = property.map { emptyValue(ofReader: $0.reader) } ?? "0"
        return "\(type)(\(value))"
    }
    let property = entity.properties.first { $0.type == type && $0.destination == nil }
    return emptyValue(ofReader: property?.reader ?? "string")
}

private func emptyValue(ofReader reader: String) -> String {
    switch reader {
    case "string": "\"\""
    case "bool": "false"
    case "date": "Date(timeIntervalSinceReferenceDate: 0)"
    case "data": "Data()"
    case "uuid": "UUID()"
    case "url": "URL(fileURLWithPath: \"/\")"
    default: "0"
    }
}

private func reading(_ entity: EntityContext) -> Code {
    """
    \(entity.needsTry ? "try " : "")self.init(
    \(indented: readArguments(entity, from: "values"), 1)
    )
    """
}

private func values(_ entity: EntityContext) -> Code {
    // The formatter wants no comma behind a single element.
    let count = entity.properties.count + (entity.identity.property == nil ? 1 : 0)
    let comma = count == 1 ? "" : ","
    var lines: [Code] = []
    if entity.identity.property == nil { lines.append("StoredValue(identity?.value)\(comma)") }
    for property in entity.properties {
        let mark = property.isOptional ? "?" : ""
        let value = property.destination == nil ? "" : "\(mark).value"
        lines.append("StoredValue(\(property.name)\(value))\(comma)")
    }
    return .joined(lines, by: "\n")
}
