import Diagnostics
import QueryCompiler
import QueryLanguage
import Schema

/// Returns a query for each fetch request and fetched property of the model. If no method can be
/// generated for one of them, returns a problem instead of a query.
///
/// - Parameters:
///   - schema: the schema without inherited properties.
///   - isSingleFile: whether all code is written to one file.
func requestContexts(
    for schema: Schema,
    source: String,
    options: GenerationOptions,
    isSingleFile: Bool
) -> (queries: [QueryContext], problems: [ModelProblem]) {
    var queries: [QueryContext] = []
    var problems: [ModelProblem] = []
    if schema.fetchRequests.isEmpty, schema.entities.allSatisfy(\.fetchedProperties.isEmpty) {
        return (queries, problems)
    }
    // The names of the other generated files, in lowercase. The file of a request must not have any
    // of these names. In a single file, only the names of the methods must differ.
    let types =
        modelTypes(modelTypeName(schema.name), options)
        + schema.entities.flatMap { entityTypes(typeName($0.name)) }
    var names: Set<String> = isSingleFile ? [] : Set(types.map { ".\($0)".lowercased() })
    func add(_ request: FetchRequest, _ name: String, of owner: Entity?, at index: Int? = nil) {
        do {
            var context = try context(request, name, of: owner, in: schema, source)
            context.options = options
            if let problem = context.nameProblem ?? context.coreDataProblem {
                throw LeftOut(problem)
            }
            // With an interface module, the static property `statements` of the store's code hides
            // a property with this name.
            let hidden = "\(sourceVariable)_statements"
            if options.backend == .store, options.interface != nil,
                context.owner?.values[hidden] != nil
            {
                throw LeftOut(
                    "with an interface module, the method cannot read the property \"statements\", because the store adds another property with this name"
                )
            }
            let key = "\(owner?.name ?? "").\(context.name)"
            if !isSingleFile, key.lowercased() == ".main" {
                throw LeftOut("the file main.swift would make the target an executable")
            }
            if !names.insert(isSingleFile ? key : key.lowercased()).inserted {
                throw LeftOut.sameName
            }
            queries.append(context)
        } catch let error as DiagnosticError {
            let first = error.diagnostics.first
            problems.append(leftOut(name, owner, index, first?.problem ?? "", fix: first?.fix))
        } catch {
            let fix = (error as? LeftOut)?.fix
            problems.append(leftOut(name, owner, index, "\(error)", fix: fix))
        }
    }
    for (index, request) in schema.fetchRequests.enumerated() {
        add(request, request.name, of: nil, at: index)
    }
    for entity in schema.entities {
        for property in entity.fetchedProperties {
            guard let request = property.request else { continue }
            add(request, property.name, of: entity)
        }
    }
    return (queries, problems)
}

private struct LeftOut: Error, CustomStringConvertible {
    var description: String
    var fix: String?

    init(_ reason: String, fix: String? = nil) {
        description = reason
        self.fix = fix
    }

    static var sameName: LeftOut { LeftOut("other generated code has the same name") }
}

/// Returns a warning that cdgen generates no method for `name`. If `owner` is nil, `name` is the
/// model's fetch request at `index`. Otherwise, it is a fetched property of `owner`.
private func leftOut(
    _ name: String,
    _ owner: Entity?,
    _ index: Int?,
    _ reason: String,
    fix: String?
) -> ModelProblem {
    let what =
        owner.map { "the fetched property \"\(name)\" of \"\($0.name)\"" }
        ?? "the fetch request \"\(name)\""
    // Changes `$FETCH_SOURCE_name` back to the model's notation, `$FETCH_SOURCE.name`.
    func written(_ text: String) -> String {
        owner == nil ? text : text.replacing("$\(sourceVariable)_", with: sourceStart)
    }
    return ModelProblem(
        id: "request-left-out",
        severity: .warning,
        part: owner.map { ModelPart.property(name, of: $0.name) }
            ?? index.map(ModelPart.fetchRequest),
        problem: "cdgen generates no method for \(what): \(written(reason))",
        fix: fix.map(written)
    )
}

private func context(
    _ request: FetchRequest,
    _ name: String,
    of owner: Entity?,
    in schema: Schema,
    _ source: String
) throws -> QueryContext {
    guard canBeNamed(name) else { throw LeftOut("the name cannot be converted to a Swift name") }
    if request.entity.isEmpty { throw LeftOut("the request has no entity") }
    let written = request.predicate ?? ""
    let text = owner == nil ? written : replacingSource(in: written)
    let query = try compile(
        QueryRequest(entity: request.entity, predicate: try predicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "predicate"),
        // The variables of a fetched property are the values of a record, which may be nil.
        hasValues: owner != nil
    )
    var context = QueryContext(name: name, query: query, schema: schema, source: source)
    if let found = context.problems.first { throw LeftOut(found.problem) }
    if request.includesSubentities == false, let kinds = schema.hierarchy(of: query.entity)?.kinds,
        let child = kinds.first(where: { $0 != request.entity })
    {
        throw LeftOut(
            "the request excludes records of the child entity \"\(child)\", which the method would include"
        )
    }
    if let limit = request.limit, limit > 0 { context.limit = limit }
    if let owner {
        if query.remainder != nil {
            throw LeftOut("a part of the predicate cannot be expressed in SQL")
        }
        context.owner = try ownerContext(owner, named: context.name, query, schema)
    }
    return context
}

private func predicate(_ text: String) throws -> PredicateNode? {
    if text.allSatisfy(\.isWhitespace) { return nil }
    let reading = readPredicate(text)
    guard let node = reading.node else {
        let first = reading.errors.first
        throw LeftOut(first?.problem ?? "", fix: first?.fix)
    }
    if reading.placeholderCount > 0 { throw LeftOut("the predicate contains placeholders") }
    return node
}

private let sourceVariable = "FETCH_SOURCE"
/// The prefix `$FETCH_SOURCE.` of key paths in the predicate of a fetched property. A key path with
/// this prefix refers to a property of the record that has the fetched property.
private let sourceStart = "$\(sourceVariable)."

/// Replaces `$FETCH_SOURCE.name` with the variable `$FETCH_SOURCE_name`, except in string literals.
private func replacingSource(in text: String) -> String {
    let wanted = Array(sourceStart.utf8)
    var bytes = Array(text.utf8)
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if byte == quote {
            quote = nil
        } else if quote != nil {
            // A backslash escapes the next character.
            if byte == UInt8(ascii: "\\") { index += 1 }
        } else if [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(byte) {
            quote = byte
        } else if bytes[index...].starts(with: wanted) {
            bytes[index + wanted.count - 1] = UInt8(ascii: "_")
        }
        index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns the record that has the fetched property whose Swift name is `name`.
private func ownerContext(
    _ entity: Entity,
    named name: String,
    _ query: CompiledQuery,
    _ schema: Schema
) throws -> OwnerContext {
    let context = EntityContext(
        schema.withInheritedProperties.entity(named: entity.name) ?? entity,
        in: schema.withInheritedProperties
    )
    // The method for a relationship with this name has the same signature as the query's method.
    if context.links.contains(where: { $0.name == name }) { throw LeftOut.sameName }
    var values: [String: String] = [:]
    var needsIdentity = false
    if query.parameters.contains(where: \.isList) {
        throw LeftOut("a variable of the predicate is a list")
    }
    // A variable that is compared only with nil has a binding but no type. A variable that is used
    // only in memory has a type but no binding.
    var names = Set(query.parameters.map(\.name))
    for case .parameter(let name) in query.bindings { names.insert(name) }
    for name in names.sorted() {
        if name == sourceVariable {
            values[name] = "identity.value"
            needsIdentity = true
            continue
        }
        let prefix = "\(sourceVariable)_"
        let key = name.dropFirst(prefix.count)
        guard name.hasPrefix(prefix),
            let property = context.properties.first(where: { $0.column == key })
        else {
            throw LeftOut("\"\(context.name)\" has no property for $\(name)")
        }
        let mark = property.isOptional ? "?" : ""
        let access = "\(context.singular).\(property.name.trimmingBackticks)"
        values[name] = property.destination == nil ? access : "\(access)\(mark).value"
    }
    return OwnerContext(
        type: context.type,
        variable: context.singular,
        noun: context.noun,
        values: values,
        needsIdentity: needsIdentity
    )
}
