package import QueryCompiler
import QueryLanguage
import Schema

/// Returns the file of a query. It extends the manager with one documented method.
func renderQuery(_ context: QueryContext) -> Code {
    let (query, options) = (context.query, context.options)
    let method = ManagerMethod(context, QueryShape())
    // A parameter named `store` hides the manager's property.
    let isHidden = query.parameters.contains { propertyName($0.name) == "store" }
    let hasStatements = context.owner?.needsIdentity == true || timeName(query) != nil
    return """
        \(queryHead(of: context.source))

        \(queryImports(context, method, ["CacheStore"], needsFoundation: query.bindings.contains(.now)))

        extension \(context.managerName) {
        \(indented: method.beginning(options.access), 1)\(guarding(context))\(timing(query))
                \(hasStatements ? "return " : "")\(indented(listing(context, isHidden ? "self.store" : "store"), 2).dropFirst(8))
            }
        }

        """
}

extension ManagerMethod {
    /// Creates the method of a query, without its body.
    init(_ context: QueryContext, _ shape: QueryShape) {
        sentence = Code(Generator.sentence(context))
        name = context.name
        parameters =
            context.owner.map { ["of \($0.variable): \($0.type)"] }
            ?? context.query.parameters.map { "\(propertyName($0.name)): \(swiftType($0))" }
        let type = resultType(context, shape)
        result = Code(type)
        let types = context.owner == nil ? context.query.parameters.map(\.type) : []
        isOfFoundation =
            Generator.isOfFoundation(type)
            || types.contains { Generator.isOfFoundation(swiftType($0)) }
        namesIdentity = types.contains { if case .identity = $0 { true } else { false } }
        let records = ["[\(context.entity.type)]", "\(context.entity.type)?"]
        namesRecords = namesIdentity || context.owner != nil || records.contains(type)
    }
}

/// Returns the imports of a query's file, including all of `modules`. The first of `modules`
/// declares the types of identities. This module is imported publicly if the method is public and
/// its signature contains the type of an identity.
func queryImports(
    _ context: QueryContext,
    _ method: ManagerMethod,
    _ modules: [String],
    needsFoundation: Bool
) -> String {
    let foundation = method.isOfFoundation ? ["Foundation"] : []
    let isExposed = method.namesIdentity && context.options.access.exposesAliasedTypes
    let related = context.query.parameters.compactMap { parameter -> String? in
        if case .identity(let entity, _) = parameter.type { typeName(entity) } else { nil }
    }
    return implementationImports(
        context.options,
        exposed: (isExposed ? [modules[0]] : []) + foundation,
        used: modules + (needsFoundation ? ["Foundation"] : []),
        exposesRecords: method.namesRecords,
        records: [context.entity.type] + (context.owner.map { [$0.type] } ?? related)
    )
}

/// Returns the English sentence that describes the query. For a fetched property, the variables are
/// replaced by the values of the record that has the property.
func sentence(_ context: QueryContext) -> String {
    guard let owner = context.owner else { return context.sentence }
    let record = "the \(owner.noun)"
    return owner.values.keys.sorted(by: >).reduce(context.sentence) { text, name in
        let key = name.split(separator: "_").dropFirst(2).joined(separator: "_")
        return text.replacing("*\(name)*", with: key.isEmpty ? record : "\(record)'s \(key)")
    }
}

func guarding(_ context: QueryContext) -> String {
    guard let owner = context.owner, owner.needsIdentity else { return "" }
    return "\n        guard let identity = \(owner.variable).knownIdentity else { return [] }"
}

/// Returns the name of the variable with the time at which the query runs. SQL and the part of the
/// predicate that is evaluated in memory use the same time. Returns nil if no variable is needed.
func timeName(_ query: CompiledQuery) -> String? {
    guard query.remainder != nil, query.bindings.contains(.now) else { return nil }
    let taken = Set(query.parameters.map { propertyName($0.name) })
    return ["now", "currentTime"].first { !taken.contains($0) } ?? "timeOfQuery"
}

/// Returns the statement that sets the variable ``timeName(_:)``; empty if no variable is needed.
func timing(_ query: CompiledQuery) -> String {
    timeName(query).map { "\n        let \($0) = Date()" } ?? ""
}

/// Returns the call that fetches the query's records. The call selects rows with SQL. It then
/// evaluates in memory any part of the predicate that SQL cannot express.
private func listing(_ context: QueryContext, _ store: String) -> String {
    let query = context.query
    // If records are filtered in memory, the limit applies to the filtered records, not to the SQL.
    let limit = query.remainder == nil ? context.limit.map { "\nLIMIT \($0)" } ?? "" : ""
    let text = """
        SELECT \\(\(context.entity.type).columns)
        \(sqlInterpolated("\(rest(of: query))\(limit)"))
        """
    let matching = query.remainder.map { remainder in
        """
        ,
            // SQL cannot express this part. It is evaluated in memory for each row found.
            matching: \(filter(remainder, query))\(context.limit.map { ",\n    limit: \($0)" } ?? "")
        """
    }
    return """
        try await \(store).list(
            \"\"\"
        \(indented(text, 1))
            \"\"\"\(matching ?? "")
        )\(bindings(context))
        """
}

private func rest(of query: CompiledQuery) -> String {
    """
    FROM \(query.source)\(query.condition.map { "\nWHERE \($0)" } ?? "")
    ORDER BY \(query.order)
    """
}

func filter(_ remainder: PredicateNode, _ query: CompiledQuery) -> String {
    let used = Set(query.remainderVariables)
    let values = query.parameters.filter { used.contains($0.name) }.map { parameter in
        let name = propertyName(parameter.name)
        let value = parameter.isList ? ".list(\(name).map { .init($0) })" : ".init(\(name))"
        return "\(swiftLiteral(parameter.name)): \(value)"
    }
    let text = swiftLiteral(remainder.text)
    let time = timeName(query).map { "now: \($0)" }
    if values.isEmpty { return "DataQuery.Filter(\(text)\(time.map { ", \($0)" } ?? ""))" }
    // The formatter has a comma after the last of several elements, but not after a single one.
    let end = values.count == 1 ? "" : ","
    return """
        DataQuery.Filter(
                \(text),
                [
        \(indented(values.joined(separator: ",\n"), 3))\(end)
                ]\(time.map { ",\n        \($0)" } ?? "")
            )
        """
}

/// Returns the code of the closure that binds the query's values, with `label` appended. Returns an
/// empty string if the query has no values.
///
/// - Parameter label: the label of the next closure in the same call; empty if there is none.
func bindings(_ context: QueryContext, label: String = "") -> String {
    let query = context.query
    let lines = query.bindings.enumerated().map { index, binding in
        "try $0.bind(\(listLabel(binding, query))\(value(binding, context)), at: \(index + 1))"
    }
    return lines.isEmpty ? "" : " {\n\(indented(lines.joined(separator: "\n"), 1))\n}\(label)"
}

private func listLabel(_ binding: CompiledQuery.Binding, _ query: CompiledQuery) -> String {
    if case .parameter(let name) = binding, query.isList(name) { "list: " } else { "" }
}

extension CompiledQuery {
    /// Returns whether the parameter with this name is a list.
    func isList(_ name: String) -> Bool { parameters.contains { $0.name == name && $0.isList } }
}

private func value(_ binding: CompiledQuery.Binding, _ context: QueryContext) -> String {
    let query = context.query
    switch binding {
    case .literal(.string(let text)): return swiftLiteral(text)
    case .literal(.integer(let number)): return "Int64(\(number))"
    case .literal(.real(let number)): return swiftExpression(number)
    case .literal(.boolean(let value)): return "\(value)"
    case .literal(.null): return "String?.none"
    case .now: return timeName(query) ?? "Date()"
    case .parameter(let name):
        if let value = context.owner?.values[name] { return value }
        let parameter = query.parameters.first { $0.name == name }
        guard case .identity = parameter?.type else { return propertyName(name) }
        return "\(propertyName(name))\(parameter?.isList == true ? ".map(\\.value)" : ".value")"
    }
}

/// Returns the parameters of the method that runs the query, with their Swift types.
package func methodParameters(of query: CompiledQuery) -> [(name: String, type: String)] {
    query.parameters.map { (propertyName($0.name), swiftType($0)) }
}

package func swiftType(_ parameter: CompiledQuery.Parameter) -> String {
    let type = swiftType(parameter.type)
    return parameter.isList ? "[\(type)]" : type
}

private func swiftType(_ type: ValueType) -> String {
    switch type {
    case .attribute(let attribute): attribute.swiftType
    case .identity(let entity, _): "\(typeName(entity)).Identity"
    }
}
