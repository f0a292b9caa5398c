import Schema

/// The way between rows and records, by position.
func renderMapping(_ entity: EntityContext, _ model: ModelContext) -> String {
    """
    \(head(of: model.source))

    import CacheStore

    /// How \(entity.plural.trimmingBackticks) stand in the table `\(entity.name)`.
    enum \(entity.type)Mapping {
    \(indented(readFunction(entity), 1))

    \(indented(bindFunction(entity), 1))

    \(indented(statements(entity), 1))
    }

    \(conformance(entity))

    """
}

private func conformance(_ entity: EntityContext) -> String {
    let type = entity.type
    return """
        extension \(type): StoredRecord {
            static let statements = RecordStatements(entity)

            init(row: StoreRow) throws {
                self = try \(type)Mapping.record(from: row)
            }

            func bind(to bindings: StoreBindings) throws {
                try \(type)Mapping.bind(self, to: bindings)
            }
        }
        """
}

/// The columns of `SELECT` in the order that the mapping reads them.
func selectedColumns(_ entity: EntityContext, alias: String? = nil) -> String {
    wrapped(entity.columns.map { (alias.map { "\($0)." } ?? "") + sqlName($0) })
}

/// The arguments of the record's initialiser, read by position from `row`.
func readArguments(_ entity: EntityContext) -> [String] {
    let assigned = entity.identity.property == nil
    return (assigned ? ["identity: row.int64(0).map(\(entity.type).Identity.init)"] : [])
        + entity.properties.enumerated().map { index, property in
            "\(property.name.trimmingBackticks): \(reading(property, at: index + (assigned ? 1 : 0)))"
        }
}

private func readFunction(_ entity: EntityContext) -> String {
    let arguments = readArguments(entity)
    return """
        static func record(from row: StoreRow) throws -> \(entity.type) {
            \(entity.properties.contains { !$0.isOptional } ? "try " : "")\(entity.type)(
        \(indented(arguments.joined(separator: ",\n"), 2))
            )
        }
        """
}

private func reading(_ property: PropertyContext, at position: Int) -> String {
    let value = "row.\(property.reader)(\(position))"
    switch (property.destination, property.isOptional) {
    case (nil, true): return value
    case (nil, false): return "row.required(\(value), \(position))"
    case (_?, true): return "\(value).map(\(property.type).init)"
    case (_?, false): return "\(property.type)(row.required(\(value), \(position)))"
    }
}

private func bindFunction(_ entity: EntityContext) -> String {
    let singular = entity.singular
    var lines: [String] = []
    if entity.identity.property == nil {
        lines.append("try bindings.bind(\(singular).identity?.value, at: 1)")
    }
    for (index, property) in entity.properties.enumerated() {
        let position = index + 1 + (entity.identity.property == nil ? 1 : 0)
        let access = "\(singular).\(property.name.trimmingBackticks)"
        let mark = property.isOptional ? "?" : ""
        let value = property.destination == nil ? access : "\(access)\(mark).value"
        lines.append("try bindings.bind(\(value), at: \(position))")
    }
    return """
        static func bind(_ \(singular): \(entity.type), to bindings: StoreBindings) throws {
        \(indented(lines.joined(separator: "\n"), 1))
        }
        """
}

private func statements(_ entity: EntityContext) -> String {
    let table = sqlName(entity.name)
    let identity = sqlName(entity.identity.column)
    let places = wrapped(entity.columns.indices.map { "?\($0 + 1)" })
    let others = entity.columns.filter { $0 != entity.identity.column }
    let updates = others.map { "\(sqlName($0)) = excluded.\(sqlName($0))" }.joined(
        separator: ",\n    "
    )
    let conflict = others.isEmpty ? "DO NOTHING" : "DO UPDATE SET\n    \(updates)"
    return [
        ("list", "SELECT \(selectedColumns(entity))\nFROM \(table)\nORDER BY \(identity)"),
        ("retrieve", "SELECT \(selectedColumns(entity))\nFROM \(table)\nWHERE \(identity) = ?1"),
        (
            "save",
            "INSERT INTO \(table) (\n\(indented(selectedColumns(entity), 1))\n) VALUES (\n\(indented(places, 1))\n)\nON CONFLICT (\(identity)) \(conflict)"
        ),
        ("delete", "DELETE FROM \(table) WHERE \(identity) = ?1"),
        ("deleteAll", "DELETE FROM \(table)"),
        ("count", "SELECT count(*) FROM \(table)"),
    ].map { "static let \($0) = \(indentedLiteral($1))" }.joined(separator: "\n\n")
}

/// A multi-line literal whose lines stand one level deeper than what it belongs to.
func indentedLiteral(_ sql: String) -> String {
    let lines = sqlLiteral(sql).split(separator: "\n", omittingEmptySubsequences: false)
    return ([String(lines[0])] + lines.dropFirst().map { "    \($0)" }).joined(separator: "\n")
}
