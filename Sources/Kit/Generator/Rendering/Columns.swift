import Schema

/// Returns the column list of a `SELECT` statement, in the order in which records read the columns.
func selectedColumns(_ entity: EntityContext, alias: String) -> String {
    wrapped(entity.columns.map { "\(alias)." + sqlName($0) })
}

/// Returns the arguments for the record's initializer. Each argument is code that reads one value
/// from `row` by its position in the row.
func readArguments(_ entity: EntityContext) -> [Code] {
    var arguments: [Code] = []
    if entity.identity.property == nil {
        arguments.append("identity: row.int64(0).map(Identity.init)")
    }
    for property in entity.properties {
        let value = reading(property, at: arguments.count)
        arguments.append("\(property.name.asLabel): \(value)")
    }
    return arguments
}

private func reading(_ property: PropertyContext, at position: Int) -> Code {
    let value: Code = "row.\(property.reader)(\(position))"
    if let absent = property.absentValue { return "\(value) ?? \(absent)" }
    switch (property.destination, property.isOptional) {
    case (nil, true): return value
    case (nil, false): return "row.required(\(value), \(position))"
    case (_?, true): return "\(value).map(\(property.type).init)"
    case (_?, false): return "\(property.type)(row.required(\(value), \(position)))"
    }
}

/// Returns the `bind` statements of all properties, and of the identity if the store assigns it.
/// Each statement binds up to eight values that fit on one line. The last argument of a statement is
/// the placeholder number of its first value.
func boundProperties(_ entity: EntityContext) -> Code {
    var lines: [Code] = []
    var values: [Code] = []
    var width = 0
    var position = 1
    func end() {
        if values.isEmpty { return }
        lines.append("try row.bind(\(.joined(values, by: ", ")), at: \(position))")
        position += values.count
        (values, width) = ([], 0)
    }
    func add(_ value: Code) {
        // `bind` accepts up to eight values at once.
        if values.count == 8 || width + value.width > 68 { end() }
        values.append(value)
        width += value.width + 2
    }
    if entity.identity.property == nil { add("identity?.value") }
    for property in entity.properties {
        let mark = property.isOptional ? "?" : ""
        let value = property.destination == nil ? "" : "\(mark).value"
        // The parameter `row` hides a property of that name.
        let name = property.name == "row" ? "self.row" : property.name
        add(property.isCollection ? "JSONText(\(name))" : "\(name)\(value)")
    }
    end()
    return .joined(lines, by: "\n")
}

extension EntityContext {
    /// Whether reading a record can fail: a required value may be missing, or a stored text may not
    /// be a valid collection.
    var needsTry: Bool {
        properties.contains { $0.isCollection || !$0.isOptional && $0.absentValue == nil }
    }
}
