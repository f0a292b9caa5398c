import QueryCompiler
import Schema

/// The columns of `SELECT` in the order that records read them.
func selectedColumns(_ entity: EntityContext, alias: String) -> String {
    wrapped(entity.columns.map { "\(alias)." + sqlName($0) })
}

/// The arguments of the record's initialiser, read by position from `row`.
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

/// A line for as many columns as it holds, with the position of the first.
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
    func add(_ value: Code, isAlone: Bool = false) {
        // A binder takes up to eight at once.
        let isFull = values.count == 8 || width + value.width > 68
        if isAlone || isFull { end() }
        values.append(value)
        width += value.width + 2
        if isAlone { end() }
    }
    if entity.identity.property == nil { add("identity?.value") }
    for property in entity.properties {
        let mark = property.isOptional ? "?" : ""
        let value = property.destination == nil ? "" : "\(mark).value"
        // The parameter hides a property of its name.
        let name = property.name == "row" ? "self.row" : property.name
        let label = property.isCollection ? "json: " : ""
        add("\(label)\(name)\(value)", isAlone: property.isCollection)
    }
    end()
    return .joined(lines, by: "\n")
}

extension EntityContext {
    /// Whether reading a record can find a required value absent, or text that is no collection.
    var needsTry: Bool {
        properties.contains { $0.isCollection || !$0.isOptional && $0.absentValue == nil }
    }
}
