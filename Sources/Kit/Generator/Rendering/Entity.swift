/// Returns the declaration of a static property with the description of a record's entity. The
/// property is named `statements` if `isStored` is true, and otherwise `entity`. `statements` also
/// contains the SQL for `CacheStore`.
func description(of entity: EntityContext, _ access: String, isStored: Bool) -> Code {
    let head = "\(access)static let \(isStored ? "statements" : "entity") = "
    let tail = isStored ? ".statements" : ""
    return "\(head)\(describing(entity, after: head, tail.count))\(tail)"
}

/// Returns the expression for the entity's description. The last line of the expression leaves
/// space for `tail` more characters.
private func describing(_ entity: EntityContext, after head: String, _ tail: Int) -> Code {
    let relationships = entity.described.relationships
    let arguments = arguments(entity).map { "\($0)" as Code }
    // Leaves room for `.attributes([` or `.relationships([`.
    let begun = entity.described.attributes.isEmpty ? 16 : 15
    var text = called("EntityDescription", arguments, at: 4 + head.count + begun)
    // A list on one line leaves room for the beginning of the next call.
    let room = relationships.isEmpty ? tail : ".relationships([".count
    for (name, items, room) in [
        ("attributes", entity.described.attributes, room), ("relationships", relationships, tail),
    ] where !items.isEmpty {
        text = "\(text).\(name)(\(listed(items, after: text, head, name.count + 3 + room)))"
    }
    return text
}

/// Returns an array literal. The literal is on one line if `further` columns remain free after it.
/// Otherwise, each of its lines contains as many elements as fit.
private func listed(_ items: [Code], after text: Code, _ head: String, _ further: Int) -> Code {
    let start = text.contains(UInt8(ascii: "\n")) ? 4 : 4 + head.count
    let line: Code = "[\(.joined(items, by: ", "))]"
    let isOneLine = !line.contains(UInt8(ascii: "\n"))
    if isOneLine, fits(line, start + text.lastWidth + further) { return line }
    // The formatter removes a comma after a single element.
    let comma = items.count == 1 ? "" : ","
    return "[\n\(indented: filled(items), 1)\(comma)\n]"
}

/// Joins the items with commas into lines of up to 92 columns. Breaks lines only between items.
private func filled(_ items: [Code]) -> Code {
    var lines: [Code] = []
    var line: [Code] = []
    var width = 0
    func isMultiline(_ item: Code) -> Bool { item.contains(UInt8(ascii: "\n")) }
    for item in items {
        let isAlone = isMultiline(item) || line.last.map(isMultiline) == true
        if !line.isEmpty, isAlone || width + item.width + 2 > 91 {
            lines.append(.joined(line, by: ", "))
            (line, width) = ([], 0)
        }
        line.append(item)
        width += item.width + 2
    }
    lines.append(.joined(line, by: ", "))
    return .joined(lines, by: ",\n")
}

private func arguments(_ entity: EntityContext) -> [String] {
    var arguments = [swiftLiteral(entity.name)]
    if entity.identity.column != "_id" {
        arguments.append("identity: \(swiftLiteral(entity.identity.column))")
    }
    if let old = entity.described.renamingIdentifier {
        arguments.append("renamingIdentifier: \(swiftLiteral(old))")
    }
    if !entity.uniqueness.isEmpty {
        let groups = entity.uniqueness.map { "[\($0.map(swiftLiteral).joined(separator: ", "))]" }
        arguments.append("uniqueness: [\(groups.joined(separator: ", "))]")
    }
    let indexes = entity.described.indexes
    if !indexes.isEmpty { arguments.append("indexes: [\(indexes.joined(separator: ", "))]") }
    if let hierarchy = entity.hierarchy { arguments.append(described(hierarchy)) }
    return arguments
}

private func described(_ hierarchy: HierarchyContext) -> String {
    let kinds = "[\(hierarchy.kinds.map(swiftLiteral).joined(separator: ", "))]"
    var arguments = ["root: \(swiftLiteral(hierarchy.root))", "kinds: \(kinds)"]
    if hierarchy.isAbstract { arguments.append("isAbstract: true") }
    if let parent = hierarchy.parent { arguments.append("parent: \(swiftLiteral(parent))") }
    if !hierarchy.columns.isEmpty {
        arguments.append("columns: \(dictionaryLiteral(hierarchy.columns))")
    }
    return called("hierarchy: EntityHierarchy", arguments, depth: 2)
}

/// Returns the declaration of `violations`, which lists the rules of the model that a record
/// violates. Returns an empty string if the entity has no rules.
func violations(_ entity: EntityContext, _ access: String) -> String {
    if entity.validations.isEmpty { return "" }
    let calls = entity.validations.count > mostTerms ? added(entity) : summed(entity)
    let text = """


        \(comment("The rules of the model that the \(entity.noun) breaks."))
        \(access)var violations: [Violation] {
        \(indented(calls.joined(separator: "\n"), 1))
        }
        """
    return indented(text, 1)
}

/// Maximum number of terms in one sum. The compiler checks the types of the whole sum at once, and
/// rejects an expression that takes too long. Both `+` and `Violation.check` are overloaded.
private let mostTerms = 8

private func summed(_ entity: EntityContext) -> [String] {
    entity.validations.enumerated().map { index, arguments in
        index == 0
            ? called("Violation.check", arguments, depth: 2)
            : indented(called("+ Violation.check", arguments, depth: 3), 1)
    }
}

/// Returns the body of the property `violations`, with one statement for each rule. The local
/// variable `violations` hides no property of the model, because none has this name in Swift.
private func added(_ entity: EntityContext) -> [String] {
    let calls = entity.validations.map { called("violations += Violation.check", $0, depth: 2) }
    return ["var violations: [Violation] = []"] + calls + ["return violations"]
}
