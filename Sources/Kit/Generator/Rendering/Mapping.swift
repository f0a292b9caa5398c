import Schema

/// The way between rows and records, by position.
func mapping(of entity: EntityContext) -> Code {
    """
    /// How \(entity.plural.trimmingBackticks) stand in the table `\(entity.name)`.
    nonisolated enum \(entity.type)Mapping {
    \(indented: readFunction(entity), 1)

    \(indented: bindFunction(entity), 1)

    \(indented: statements(entity), 1)
    }

    \(conformance(entity))
    """
}

private func conformance(_ entity: EntityContext) -> Code {
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
    guard let alias else { return entity.selection }
    return wrapped(entity.columns.map { "\(alias)." + sqlName($0) })
}

/// The arguments of the record's initialiser, read by position from `row`.
func readArguments(_ entity: EntityContext, from row: String = "row") -> Code {
    var arguments: [Code] = []
    if entity.identity.property == nil {
        arguments.append("identity: \(row).int64(0).map(\(entity.type).Identity.init)")
    }
    for property in entity.properties {
        let value = reading(property, from: row, at: arguments.count)
        arguments.append("\(property.name.asLabel): \(value)")
    }
    return .joined(arguments, by: ",\n")
}

private func readFunction(_ entity: EntityContext) -> Code {
    """
    static func record(from row: StoreRow) throws -> \(entity.type) {
        \(entity.needsTry ? "try " : "")\(entity.type)(
    \(indented: readArguments(entity), 2)
        )
    }
    """
}

private func reading(
    _ property: PropertyContext,
    from row: String,
    at position: Int
) -> Code {
    let value: Code = "\(row).\(property.reader)(\(position))"
    if let absent = property.absentValue { return "\(value) ?? \(absent)" }
    switch (property.destination, property.isOptional) {
    case (nil, true): return value
    case (nil, false): return "\(row).required(\(value), \(position))"
    case (_?, true): return "\(value).map(\(property.type).init)"
    case (_?, false): return "\(property.type)(\(row).required(\(value), \(position)))"
    }
}

private func bindFunction(_ entity: EntityContext) -> Code {
    let singular = entity.singular
    var lines: [Code] = []
    if entity.identity.property == nil {
        lines.append("try bindings.bind(\(singular).identity?.value, at: 1)")
    }
    for property in entity.properties {
        let mark = property.isOptional ? "?" : ""
        let value = property.destination == nil ? "" : "\(mark).value"
        let name = property.name.trimmingBackticks
        lines.append("try bindings.bind(\(singular).\(name)\(value), at: \(lines.count + 1))")
    }
    return """
        static func bind(_ \(singular): \(entity.type), to bindings: StoreBindings) throws {
        \(indented: .joined(lines, by: "\n"), 1)
        }
        """
}

private func statements(_ entity: EntityContext) -> Code {
    let source = sqlName(entity.name)
    let identity = sqlName(entity.identity.column)
    let table = entity.table
    let all: [(name: String, sql: Code)] = [
        ("list", "SELECT \(entity.selection)\nFROM \(source)\nORDER BY \(identity)"),
        ("retrieve", "SELECT \(entity.selection)\nFROM \(source)\nWHERE \(identity) = ?1"),
        ("save", entity.hierarchy?.isAbstract == true ? update(entity) : upsert(entity)),
        ("delete", "DELETE FROM \(table) WHERE \(identity) = ?1\(entity.kindCondition("AND"))"),
        ("deleteAll", "DELETE FROM \(table)\(entity.kindCondition("WHERE"))"),
        ("count", "SELECT count(*) FROM \(source)"),
    ]
    let constants = all.map { name, sql -> Code in
        "static let \(name) = \(behind: sqlLiteral(sql))"
    }
    return .joined(constants, by: "\n\n")
}

private func upsert(_ entity: EntityContext) -> Code {
    let kind = entity.hierarchy == nil ? [] : [sqlName(Hierarchy.kindColumn)]
    let name = entity.hierarchy == nil ? [] : [sqlText(entity.name)]
    let columns =
        kind.isEmpty ? entity.selection : wrapped(kind + entity.columns.map(entity.stored))
    let places = wrapped(name + entity.columns.indices.map { "?" + String($0 + 1) })
    let updates = kept(entity) + entity.others.map { "\($0) = excluded.\($0)" as Code }
    let action: Code =
        updates.isEmpty ? "DO NOTHING" : "DO UPDATE SET\n    \(.joined(updates, by: ",\n    "))"
    let conflicts = ([[entity.identity.column]] + entity.uniqueness).map { columns -> Code in
        "ON CONFLICT (\(columns.map(entity.stored).joined(separator: ", "))) \(action)"
    }
    let returned: [Code] =
        entity.returnsIdentity ? ["RETURNING \(sqlName(entity.identity.column))"] : []
    return """
        INSERT INTO \(entity.table) (
        \(indented: columns, 1)
        ) VALUES (
        \(indented: places, 1)
        )
        \(.joined(conflicts + returned, by: "\n"))
        """
}

/// A record of another entity with this identity stays what it is: its kind becomes NULL, which the
/// table refuses.
private func kept(_ entity: EntityContext) -> [Code] {
    guard let hierarchy = entity.hierarchy else { return [] }
    let kind = sqlName(Hierarchy.kindColumn)
    return ["\(kind) = CASE WHEN \(kind) IN (\(kindList(hierarchy.kinds))) THEN \(kind) END"]
}

/// Of an abstract entity, whose records are made by its children.
private func update(_ entity: EntityContext) -> Code {
    let identity = sqlName(entity.identity.column)
    let place = (entity.columns.firstIndex(of: entity.identity.column) ?? 0) + 1
    let changes = entity.columns.enumerated().map { "\(entity.stored($1)) = ?\($0 + 1)" }
    return """
        UPDATE \(entity.table) SET
            \(changes.joined(separator: ",\n    "))
        WHERE \(identity) = ?\(place)\(entity.kindCondition("AND"))
        """
}

extension EntityContext {
    /// Whether reading a record can find a required value absent.
    var needsTry: Bool { properties.contains { !$0.isOptional && $0.absentValue == nil } }

    /// The table, as an SQL identifier; a child's records are in that of its root.
    var table: String { sqlName(hierarchy?.root ?? name) }

    /// The column of the table that holds what records call `column`, as an SQL identifier.
    func stored(_ column: String) -> String { sqlName(hierarchy?.columns[column] ?? column) }

    /// The same for the column of places beside the relationship `column`.
    func stored(position: String, of column: String) -> String {
        sqlName(hierarchy?.columns[column].map { "\($0).position" } ?? position)
    }

    /// Whether the record that was there keeps its identity when one that is equal is saved.
    var returnsIdentity: Bool { !uniqueness.isEmpty && hierarchy?.isAbstract != true }

    fileprivate var others: [String] {
        columns.filter { $0 != identity.column }.map(stored)
    }

    /// What keeps a statement to the records of this entity; nothing where the table is all its own.
    func kindCondition(_ word: String) -> String {
        guard let hierarchy, hierarchy.identityOwner != nil else { return "" }
        return " \(word) \(sqlName(Hierarchy.kindColumn)) IN (\(kindList(hierarchy.kinds)))"
    }
}
