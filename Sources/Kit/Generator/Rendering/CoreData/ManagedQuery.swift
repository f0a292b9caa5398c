import QueryCompiler
import QueryLanguage
import Schema

/// Returns the file of a query for Core Data. It extends the manager with one documented method.
func renderManagedQuery(_ context: QueryContext, _ shape: QueryShape = QueryShape()) -> Code {
    let method = ManagerMethod(context, shape)
    let body = body(context, shape, LocalNames(context))
    let modules = ["DataAccess", "ManagedStore"]
    return """
        \(queryHead(of: context.source))

        \(queryImports(context, method, modules, needsFoundation: body.contains("Date(")))

        extension \(context.managerName) {
        \(indented: method.beginning(context.options.access), 1)\(guarding(context))
        \(indented(body, 2))
            }
        }

        """
}

/// Names of variables in the body of a query's method. They differ from the names of the method's
/// parameters, which come from the query.
private struct LocalNames {
    var stack, query, values, now: String

    init(_ context: QueryContext) {
        let taken = Set(
            context.query.parameters.map { propertyName($0.name) }
                + (context.owner.map { [$0.variable] } ?? [])
        )
        func free(_ name: String, _ other: String) -> String {
            taken.contains(name) ? (taken.contains(other) ? "\(other)OfThis" : other) : name
        }
        stack = taken.contains("stack") ? "self.stack" : "stack"
        query = free("query", "formattedQuery")
        values = free("values", "foundValues")
        now = free("now", "currentTime")
    }
}

private func body(_ context: QueryContext, _ shape: QueryShape, _ names: LocalNames) -> String {
    let parts = context.query.request.predicate?
        .roundingFloats(of: context.query.entity.name, in: context.formats)
        .dividedForFetching(
            of: context.query.entity.name,
            in: context.formats,
            nullable: Set(
                (context.owner?.values ?? [:]).filter { $0.value != "identity.value" }.keys
            )
        )
    var arguments: [String] = []
    var lines: [String] = []
    let fetched = parts?.fetched.map { format($0, context) }
    let rest = parts?.rest.map { format($0, context) }
    let isTimed = [fetched, rest].compactMap { $0 }.flatMap(\.arguments).contains { argument in
        if case .time(let time) = argument { time.isFromNow } else { false }
    }
    if isTimed { lines.append("let \(names.now) = Date()") }
    if let fetched { arguments.append("fetched: \(predicate(fetched, context, names))") }
    if let rest {
        lines.append(
            "// `rest` is evaluated in memory: SQL cannot express it, or gives another result."
        )
        arguments.append("rest: \(predicate(rest, context, names))")
    }
    if !shape.isSummary, let sorts = sorts(context) { arguments.append("orderBy: \(sorts)") }
    if !shape.isSummary {
        let limit = shape.result == .first ? 1 : shape.limit ?? context.limit
        if let limit { arguments.append("top: \(limit)") }
        if let offset = shape.offset, offset > 0 { arguments.append("skip: \(offset)") }
    }
    lines.append(called("let \(names.query) = FormattedQuery", arguments, depth: 2))
    return (lines + [result(context, shape, names)]).joined(separator: "\n")
}

private func result(_ context: QueryContext, _ shape: QueryShape, _ names: LocalNames) -> String {
    let arguments = "(\(context.entity.type).self, \(names.query))"
    let list = "try await \(names.stack).list\(arguments)"
    switch shape.result {
    case .list: return "return \(list)"
    case .first: return "return \(list).first"
    case .count: return "return try await \(names.stack).count\(arguments)"
    case .attribute(let name):
        let key = property(name, context)?.name ?? propertyName(name)
        return "return \(list).map(\\.\(key.trimmingBackticks))"
    case .aggregate(let op, let name):
        guard let property = property(name, context) else { return "return nil" }
        let map = property.isOptional ? "compactMap" : "map"
        let values = "\(list).\(map)(\\.\(property.name.trimmingBackticks))"
        let type = aggregateType(op, context.query.entity.attribute(named: name)?.type)
        let value = combined(names.values, op, property.type, type)
        return "let \(names.values) = \(values)\nreturn \(value)"
    }
}

/// Returns the sort keys as a Swift array literal. The array always includes the identity
/// attribute, if there is one. Returns nil if there are neither sort keys nor an identity
/// attribute. Records are then sorted by the numbers that the store assigned to them.
private func sorts(_ context: QueryContext) -> String? {
    let entity = context.query.entity
    var keys = context.query.request.sorts.map { (sortPath($0.path, context), $0.isDescending) }
    if let identity = entity.identityAttribute?.name, !keys.contains(where: { $0.0 == identity }) {
        keys.append((identity, false))
    }
    if keys.isEmpty { return nil }
    let sorts = keys.map { "\($0.1 ? ".descending" : ".ascending")(\(swiftLiteral($0.0)))" }
    let line = "[\(sorts.joined(separator: ", "))]"
    if fits("orderBy: \(line),", 12) { return line }
    // The formatter removes a comma after a single element.
    let list = sorts.count == 1 ? sorts[0] : sorts.map { "\($0)," }.joined(separator: "\n")
    return "[\n\(indented(list, 1))\n]"
}

/// Returns the key path of a sort key. A key path to a record is extended to the record's identity
/// attribute, if there is one, because Core Data cannot compare records.
private func sortPath(_ keys: [String], _ context: QueryContext) -> String {
    let formats = context.formats
    var entity = context.query.entity.name
    for key in keys {
        guard let next = formats.destination(of: key, in: entity) else {
            return keys.joined(separator: ".")
        }
        entity = next
    }
    let identity = formats.identityKey(of: entity).map { [$0] } ?? []
    return (keys + identity).joined(separator: ".")
}

private func format(_ tree: PredicateNode, _ context: QueryContext) -> PredicateFormat {
    tree.format(
        of: context.query.entity.name,
        in: context.formats,
        dates: Set(
            context.query.parameters.filter { $0.type == .attribute(.date) }.map(\.name)
        )
    )
}

private func predicate(
    _ format: PredicateFormat,
    _ context: QueryContext,
    _ names: LocalNames
) -> String {
    let values = format.arguments.map { value($0, context, names) }
    let list = values.isEmpty ? [] : ["[\(values.joined(separator: ", "))]"]
    return called(".init", [formatLiteral(format.text)] + list, depth: 3)
}

/// Returns the predicate format as a string literal. A long format becomes a multi-line literal
/// with escaped line breaks, so that its value contains no line break.
private func formatLiteral(_ text: String) -> String {
    let literal = swiftLiteral(text)
    if literal.count <= 76 { return literal }
    let lines = wrapped(
        literal.dropFirst().dropLast().split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init),
        width: 70,
        separator: ""
    )
    // A multi-line literal needs no escapes for quotation marks, but they do no harm.
    return "\"\"\"\n\(lines.replacing("\n", with: " \\\n"))\n\"\"\""
}

private func value(
    _ argument: PredicateFormat.Argument,
    _ context: QueryContext,
    _ names: LocalNames
) -> String {
    let query = context.query
    switch argument {
    case .text(let text): return ".value(\(swiftLiteral(text)))"
    case .time(let time):
        let seconds = swiftExpression(time.seconds)
        if !time.isFromNow { return ".value(Date(timeIntervalSinceReferenceDate: \(seconds)))" }
        let moved = time.seconds == 0 ? "" : ".addingTimeInterval(\(seconds))"
        return ".value(\(names.now)\(moved))"
    case .pattern(let name):
        return "try .pattern(\(context.owner?.values[name] ?? propertyName(name)))"
    case .variable(let name), .typed(let name, _, _):
        if let value = context.owner?.values[name] { return ".optional(\(value))" }
        return ".value(\(propertyName(name)))"
    case .identity(let name, _, _):
        if let value = context.owner?.values[name] { return ".optional(\(value))" }
        return ".value(\(propertyName(name))\(query.isList(name) ? ".map(\\.value)" : ".value"))"
    case .record(let name, let entity):
        let entity = swiftLiteral(entity)
        if let value = context.owner?.values[name] { return ".record(\(value), of: \(entity))" }
        if query.isList(name) {
            return ".list(\(propertyName(name)).map { .record($0.value, of: \(entity)) })"
        }
        return ".record(\(propertyName(name)).value, of: \(entity))"
    }
}

extension QueryContext {
    fileprivate var formats: SchemaFormats { SchemaFormats(schema.withInheritedProperties) }
}
