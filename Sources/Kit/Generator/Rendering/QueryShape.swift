package import QueryCompiler
import QueryLanguage
import QueryWords
import Schema

/// Generates the file of a query whose result has the given shape. The file is named after the
/// method. The default shape, a list of all records found, gives the same file as ``generate(_:)``.
///
/// An attribute in the shape must belong to the query's entity. If a part of the predicate is
/// evaluated in memory, the shape must not be an aggregate.
package func generate(_ query: QueryContext, _ shape: QueryShape) -> GeneratedFile {
    var context = query
    context.sentence = shape.sentence(query.sentence)
    if shape == QueryShape() { return generate(context) }
    return GeneratedFile(
        name: "\(query.name.trimmingBackticks).swift",
        query.options.backend == .coredata
            ? renderManagedQuery(context, shape) : renderQuery(context, shape)
    )
}

/// Returns the SQL statement that the generated method runs.
package func sql(_ context: QueryContext, _ shape: QueryShape) -> String {
    let query = context.query
    let from = "FROM \(query.source)\(query.condition.map { "\nWHERE \($0)" } ?? "")"
    let order = "\nORDER BY \(query.order)"
    // If records are filtered in memory, the limit applies to the filtered records, not to the SQL.
    let limit = query.remainder == nil ? shape.limitSQL.map { "\n\($0)" } ?? "" : ""
    let records = "SELECT \(selectedColumns(context.entity, alias: query.alias))\n\(from)\(order)"
    if query.remainder != nil { return records }
    switch shape.result {
    case .list, .first: return records + limit
    case .count: return "SELECT count(*)\n\(from)"
    case .attribute(let name): return "SELECT \(column(name, context))\n\(from)\(order)\(limit)"
    case .aggregate(let op, let name):
        let column = column(name, context)
        guard context.query.entity.attribute(named: name)?.type == .decimal else {
            return "SELECT \(op.rawValue.dropFirst())(\(column))\n\(from)"
        }
        // Decimals are stored as text. The generated code combines them, because SQL would compute
        // with the nearest `Double`.
        let terms = (query.condition.map { ["(\($0))"] } ?? []) + ["\(column) NOTNULL"]
        let condition = terms.joined(separator: " AND ")
        return "SELECT \(column)\nFROM \(query.source)\nWHERE \(condition)"
    }
}

private func renderQuery(_ context: QueryContext, _ shape: QueryShape) -> Code {
    let query = context.query
    let method = ManagerMethod(context, shape)
    let taken = Set(query.parameters.map { propertyName($0.name) })
    let store = taken.contains("store") ? "self.store" : "store"
    let connection = ["connection", "database"].first { !taken.contains($0) } ?? "storeConnection"
    let body = ReadingBody(
        context: context,
        shape: shape,
        connection: connection,
        found: taken.contains("found") ? "foundRecords" : "found"
    )
    return """
        \(queryHead(of: context.source))

        \(queryImports(context, method, ["CacheStore"], needsFoundation: query.bindings.contains(.now)))

        extension \(context.managerName) {
        \(indented: method.beginning(context.options.access), 1)\(timing(query))
                \(timeName(query) == nil ? "" : "return ")try await \(store).read { \(connection) in
        \(indented(body.text, 3))
                }
            }
        }

        """
}

func resultType(_ context: QueryContext, _ shape: QueryShape) -> String {
    switch shape.result {
    case .list: return "[\(context.entity.type)]"
    case .first: return "\(context.entity.type)?"
    case .count: return "Int"
    case .attribute(let name):
        guard let property = property(name, context) else { return "[\(context.entity.type)]" }
        return "[\(property.type)\(property.isOptional ? "?" : "")]"
    case .aggregate(let op, let name):
        let type = context.query.entity.attribute(named: name)?.type
        let swift = aggregateType(op, type)
        return op == .sum ? swift : "\(swift)?"
    }
}

func aggregateType(_ op: CollectionOperator, _ type: AttributeType?) -> String {
    if type == .decimal { return "Decimal" }
    guard let type, op != .average else { return "Double" }
    if op == .sum { return type.isInteger ? "Int64" : "Double" }
    return type.swiftType
}

/// The body of a method that reads a query's result through a database connection.
private struct ReadingBody {
    let context: QueryContext
    let shape: QueryShape
    /// Name of the parameter through which the generated closure receives the database connection.
    let connection: String
    /// Name of the variable for the records or values that SQL finds, before they are filtered or
    /// combined in memory.
    let found: String

    var text: String {
        guard let remainder = context.query.remainder else { return reading }
        return """
            let \(found) = \(records(QueryShape()))
            // SQL cannot express this part. It is evaluated in memory for each row found.
            return try \(connection).records(
                \(found),
                matching: \(filter(remainder, context.query))
            )\(rest)
            """
    }

    /// The calls that follow the filtering in memory and convert the records to the result.
    private var rest: String {
        let skipped = shape.offset.map { $0 > 0 ? ".dropFirst(\($0))" : "" } ?? ""
        let limited = skipped + (shape.limit.map { ".prefix(\($0))" } ?? "")
        switch shape.result {
        case .list: return limited.isEmpty ? "" : "\(limited).map { $0 }"
        case .first: return "\(skipped).first"
        case .count: return ".count"
        case .attribute(let name):
            let key = property(name, context)?.name ?? propertyName(name)
            return "\(limited).map(\\.\(key.trimmingBackticks))"
        case .aggregate: return ""
        }
    }

    private func records(_ shape: QueryShape) -> String {
        call("rows", sql(context, shape), "try \(context.entity.type)(row: $0)")
    }

    private var reading: String {
        let text = sql(context, shape)
        switch shape.result {
        case .list: return records(shape)
        case .first: return call("firstRow", text, "try \(context.entity.type)(row: $0)")
        case .count: return call("firstRow", text, "Int($0.int64(0) ?? 0)") + " ?? 0"
        case .attribute(let name):
            guard let property = property(name, context) else { return records(shape) }
            let value = "$0.\(property.reader)(0)"
            let row =
                !property.isOptional
                ? "try $0.required(\(value), 0)" : property.isCollection ? "try \(value)" : value
            return call("rows", text, row)
        case .aggregate(let op, let name):
            let type = context.query.entity.attribute(named: name)?.type
            if type == .decimal {
                return """
                    let \(found) = \(call("rows", text, "try $0.required($0.decimal(0), 0)"))
                    return \(combined(found, op, "Decimal", "Decimal"))
                    """
            }
            let reader =
                switch aggregateType(op, type) {
                case "Double": "double"
                case "Int64": "int64"
                default: property(name, context)?.reader ?? "double"
                }
            let none = op == .sum ? " ?? 0" : ""
            return call("firstRow", text, "$0.\(reader)(0)\(none)")
                + (op == .sum ? " ?? 0" : " ?? nil")
        }
    }

    /// Returns the generated code that calls the connection's method named `method` with the
    /// query's SQL and values.
    private func call(_ method: String, _ sql: String, _ row: String) -> String {
        """
        try \(connection).\(method)(
        \(indented(sqlLiteral(sql), 1))
        )\(bindings(context, label: " read:")) {
            \(row)
        }
        """
    }
}

/// Returns the property of the query's entity for the attribute with this name; nil if there is
/// none.
func property(_ name: String, _ context: QueryContext) -> PropertyContext? {
    context.entity.properties.first { $0.column == name && $0.destination == nil }
}

/// Returns the SQL of an attribute's column. The SQL reads a child entity through its view. The
/// column therefore has the attribute's name, even if its name in the shared table is different.
private func column(_ name: String, _ context: QueryContext) -> String {
    "\(context.query.alias).\(sqlName(name))"
}

/// Returns a Swift expression that combines the values in the array `values`. The expression is nil
/// if the array is empty, except for a sum.
///
/// - Parameters:
///   - element: the type of the values.
///   - type: the type of the result, see ``aggregateType(_:_:)``.
func combined(
    _ values: String,
    _ op: CollectionOperator,
    _ element: String,
    _ type: String
) -> String {
    let sum = "\(values).reduce(0) { $0 + \(element == type ? "$1" : "\(type)($1)") }"
    switch op {
    // The operator + would end the program if the sum does not fit in 64 bits.
    case .sum: return type == "Int64" ? "try FormattedQuery.sum(\(values))" : sum
    case .average:
        return "\(values).isEmpty\n    ? nil : \(sum) / \(type)(\(values).count)"
    case .minimum, .maximum: return "\(values).\(op == .minimum ? "min" : "max")()"
    case .count: return "\(values).count"
    }
}
