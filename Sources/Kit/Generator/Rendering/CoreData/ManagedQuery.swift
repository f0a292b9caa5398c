import QueryCompiler
import QueryLanguage
import Schema

/// A documented method in an extension of the manager, on Core Data.
func renderManagedQuery(_ context: QueryContext, _ shape: QueryShape = QueryShape()) -> Code {
    let query = context.query
    let parameters =
        context.owner.map { ["of \($0.variable): \($0.type)"] }
        ?? query.parameters.map { "\(propertyName($0.name)): \(swiftType($0))" }
    let names = LocalNames(context)
    let type = resultType(context, shape)
    let signature = signature(context.name, parameters, "async throws -> \(type) {")
    return """
        \(queryHead(of: context.source))
        \(coreDataLabel)

        import CoreData
        import DataAccess

        extension \(context.managerName) {
        \(indented(comment(sentence(context)), 1))
        \(indented(signature, 1))\(guarding(context))
                \(context.owner?.needsIdentity == true ? "return " : "")try await \(names.stack).read { \(names.records) in
        \(indented(body(context, shape, names), 3))
                }
            }
        }

        """
}

/// What the body calls its values: a parameter may have any name.
private struct LocalNames {
    var stack, records, request, rest, values: String

    init(_ context: QueryContext) {
        let taken = Set(context.query.parameters.map { propertyName($0.name) })
        func free(_ name: String, _ other: String) -> String {
            taken.contains(name) ? (taken.contains(other) ? "\(other)OfThis" : other) : name
        }
        stack = taken.contains("stack") ? "self.stack" : "stack"
        records = free("records", "allRecords")
        request = free("request", "fetchRequest")
        rest = free("rest", "remainder")
        values = free("values", "foundValues")
    }
}

private func body(_ context: QueryContext, _ shape: QueryShape, _ names: LocalNames) -> String {
    let parts = context.query.request.predicate?.dividedForFetching(
        of: context.query.entity.name,
        in: SchemaFormats(context.schema.withInheritedProperties),
        nullable: Set((context.owner?.values ?? [:]).filter { $0.value != "identity.value" }.keys)
    )
    var lines = [
        "let \(names.request) = NSFetchRequest<NSManagedObject>(entityName: \(swiftLiteral(context.query.entity.name)))"
    ]
    if let fetched = parts?.fetched {
        lines.append(predicate("\(names.request).predicate", fetched, context, names))
    }
    if !shape.isSummary { lines += sorts(context, names) }
    var arguments = [names.request]
    if let rest = parts?.rest {
        lines.append("// What SQL lacks, or answers otherwise, is evaluated for each object found.")
        lines.append(predicate("let \(names.rest)", rest, context, names))
        arguments.append("matching: \(names.rest)")
    }
    return (lines + [result(context, shape, names, arguments)]).joined(separator: "\n")
}

private func result(
    _ context: QueryContext,
    _ shape: QueryShape,
    _ names: LocalNames,
    _ arguments: [String]
) -> String {
    func list(_ arguments: [String]) -> String {
        let all = arguments + ["\(context.entity.type)Mapping.self"]
        return called("try \(names.records).list", all, depth: 3)
    }
    var limited = arguments
    let limit = shape.result == .first ? 1 : shape.limit ?? context.limit
    if let limit { limited.append("limit: \(limit)") }
    if let offset = shape.offset, offset > 0 { limited.append("offset: \(offset)") }
    switch shape.result {
    case .list: return "return \(list(limited))"
    case .first: return "return \(list(limited)).first"
    case .count:
        return arguments.count == 1
            ? "return try \(names.records).context.count(for: \(names.request))"
            : "return \(called("try \(names.records).objects", arguments, depth: 3)).count"
    case .attribute(let name):
        let key = property(name, context)?.name ?? propertyName(name)
        return "return \(list(limited)).map(\\.\(key.trimmingBackticks))"
    case .aggregate(let op, let name):
        guard let property = property(name, context) else { return "return nil" }
        let map = property.isOptional ? "compactMap" : "map"
        let values = "\(list(arguments)).\(map)(\\.\(property.name.trimmingBackticks))"
        let value = aggregate(op, property, context, names)
        return "let \(names.values) = \(values)\nreturn \(value)"
    }
}

private func aggregate(
    _ op: CollectionOperator,
    _ property: PropertyContext,
    _ context: QueryContext,
    _ names: LocalNames
) -> String {
    let type = aggregateType(op, context.query.entity.attribute(named: property.column)?.type)
    let values = names.values
    let isDecimal = property.type == "Decimal"
    func number(_ value: String) -> String {
        isDecimal
            ? "NSDecimalNumber(decimal: \(value)).doubleValue"
            : property.type == type ? value : "\(type)(\(value))"
    }
    let sum = "\(values).reduce(0) { $0 + \(number("$1")) }"
    switch op {
    case .sum: return sum
    case .average:
        return
            "\(values).isEmpty\n    ? nil : \(sum) / Double(\(values).count)"
    case .minimum, .maximum:
        let call = "\(values).\(op == .minimum ? "min" : "max")()"
        return isDecimal ? "\(call).map { \(number("$0")) }" : call
    case .count: return "\(values).count"
    }
}

private func property(_ name: String, _ context: QueryContext) -> PropertyContext? {
    context.entity.properties.first { $0.column == name && $0.destination == nil }
}

/// The identity last, where an attribute holds it.
private func sorts(_ context: QueryContext, _ names: LocalNames) -> [String] {
    let entity = context.query.entity
    var keys = context.query.request.sorts.map { ($0.path.joined(separator: "."), $0.isDescending) }
    if let identity = entity.identityAttribute?.name, !keys.contains(where: { $0.0 == identity }) {
        keys.append((identity, false))
    }
    let descriptors = keys.map {
        "NSSortDescriptor(key: \(swiftLiteral($0.0)), ascending: \(!$0.1))"
    }
    if descriptors.isEmpty { return [] }
    let line = "\(names.request).sortDescriptors = [\(descriptors.joined(separator: ", "))]"
    if line.count <= 88 { return [line] }
    // The formatter wants no comma behind a single element.
    let list =
        descriptors.count == 1
        ? descriptors[0] : descriptors.map { "\($0)," }.joined(separator: "\n")
    return ["\(names.request).sortDescriptors = [\n\(indented(list, 1))\n]"]
}

/// `target` is given the predicate.
private func predicate(
    _ target: String,
    _ tree: PredicateNode,
    _ context: QueryContext,
    _ names: LocalNames
) -> String {
    let format = tree.format(
        of: context.query.entity.name,
        in: SchemaFormats(context.schema.withInheritedProperties)
    )
    let values = format.arguments.map { value($0, context, names) }
    let arguments = [
        "format: \(formatLiteral(format.text))",
        "argumentArray: [\(values.joined(separator: ", "))]",
    ]
    let checks = format.patterns.filter { context.owner?.values[$0] == nil }.map {
        "try FormattedQuery.check(pattern: \(propertyName($0)))\n"
    }
    return checks.joined() + called("\(target) = NSPredicate", arguments, depth: 3)
}

/// On one line where it is short, else over several that make one.
private func formatLiteral(_ text: String) -> String {
    let literal = swiftLiteral(text)
    if literal.count <= 76 { return literal }
    let lines = wrapped(
        literal.dropFirst().dropLast().split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init),
        width: 70,
        separator: ""
    )
    // In such a literal quotation marks need no escape, which does no harm.
    return "\"\"\"\n\(indented(lines.replacing("\n", with: " \\\n"), 1))\n    \"\"\""
}

private func value(
    _ argument: PredicateFormat.Argument,
    _ context: QueryContext,
    _ names: LocalNames
) -> String {
    func isList(_ name: String) -> Bool {
        context.query.parameters.contains { $0.name == name && $0.isList }
    }
    switch argument {
    case .text(let text): return swiftLiteral(text)
    case .variable(let name), .typed(let name, _, _):
        if let value = context.owner?.values[name] { return "\(value) as Any" }
        return propertyName(name)
    case .identity(let name, _, _):
        if let value = context.owner?.values[name] { return "\(value) as Any" }
        return "\(propertyName(name))\(isList(name) ? ".map(\\.value)" : ".value")"
    case .record(let name, let entity):
        let object = "try \(names.records).object"
        let entity = swiftLiteral(entity)
        if let value = context.owner?.values[name] { return "\(object)(\(value), of: \(entity))" }
        if isList(name) {
            return "try \(propertyName(name)).map { \(object)($0.value, of: \(entity)) }"
        }
        return "\(object)(\(propertyName(name)).value, of: \(entity))"
    }
}

/// What a schema says of key paths.
private struct SchemaFormats: FormatModel {
    private let schema: Schema

    init(_ schema: Schema) { self.schema = schema }

    func destination(of key: String, in entity: String) -> String? {
        schema.entity(named: entity)?.relationship(named: key)?.destination
    }

    func identityKey(of entity: String) -> String? {
        schema.entity(named: entity)?.identityAttribute?.name
    }

    func isToMany(_ key: String, in entity: String) -> Bool {
        schema.entity(named: entity)?.relationship(named: key)?.isToMany == true
    }

    func isRequired(_ key: String, in entity: String) -> Bool {
        let entity = schema.entity(named: entity)
        return entity?.attribute(named: key)?.isOptional == false
            || entity?.relationship(named: key)?.isOptional == false
    }
}
