import Diagnostics
import QueryLanguage
package import Schema

/// What the predicate of a request was read from, for the places of diagnostics.
package struct QuerySource: Sendable {
    package var text: String
    /// What diagnostics call the text: `--predicate`.
    package var file: String

    package init(text: String, file: String) {
        self.text = text
        self.file = file
    }
}

/// Checks `request` against `schema` and translates it.
///
/// - Parameter indexes: the indexes that the store has; those that the model declares, if nil. They
///   decide the form of the SQL and what is warned of; nothing is ever added to the schema.
/// - Throws: `DiagnosticError` with every place that does not fit the model.
package func compile(
    _ request: QueryRequest,
    in schema: Schema,
    source: QuerySource,
    indexes: [DeclaredIndex]? = nil
) throws -> CompiledQuery {
    let schema = schema.withInheritedProperties
    guard let entity = schema.entity(named: request.entity) else {
        throw DiagnosticError(
            "unknown-entity",
            at: Diagnostic.Place(file: "--entity"),
            "the model \"\(schema.name)\" has no entity \"\(request.entity)\"",
            fix: suggestion(for: request.entity, among: schema.entities.map(\.name))
        )
    }
    if entity.isAbstract { throw abstractEntity(entity, schema) }
    var compiler = Compiler(
        schema: schema,
        entity: entity,
        indexes: indexes ?? schema.declaredIndexes
    )
    let condition = request.predicate.flatMap { compiler.whole($0) }
    if let remainder = compiler.remainder { compiler.typeVariables(of: remainder) }
    var found = compiler.errors.map { $0.diagnostic(in: source.text, file: source.file) }
    var order = ""
    do throws(PredicateTextError) {
        order = try compiler.order(request.sorts)
    } catch {
        found.append(error.diagnostic(at: "--sort"))
    }
    if !found.isEmpty { throw DiagnosticError(found) }
    if let warning = childrenLeftOut(entity, schema) { compiler.warnings.append(warning) }
    let scans = compiler.scanWarnings(request.predicate)
    return CompiledQuery(
        entity: entity,
        alias: "t0",
        source: compiler.scopes[0].source,
        condition: condition,
        order: order,
        bindings: compiler.bindings,
        parameters: compiler.parameters,
        sentence: sentence(for: request, in: schema),
        remainder: compiler.remainder,
        remainderVariables: compiler.remainderVariables,
        warnings: (compiler.warnings + scans).map {
            $0.diagnostic(in: source.text, file: source.file, severity: .warning)
        }
    )
}

private func abstractEntity(_ entity: Entity, _ schema: Schema) -> DiagnosticError {
    let children = concreteChildren(of: entity, schema)
    return DiagnosticError(
        "abstract-entity",
        at: Diagnostic.Place(file: "--entity"),
        "\"\(entity.name)\" is abstract: it has no records of its own, and no table",
        fix: children.isEmpty ? nil : "ask for \(children.joined(separator: " or "))"
    )
}

private func childrenLeftOut(_ entity: Entity, _ schema: Schema) -> PredicateTextError? {
    let children = concreteChildren(of: entity, schema)
    if children.isEmpty { return nil }
    return PredicateTextError(
        "children-left-out",
        SourceRange(),
        "records of \(children.joined(separator: " and ")) have their own tables, and are not among those of \"\(entity.name)\" that this query yields",
        fix: "make a query for each"
    )
}

private func concreteChildren(of entity: Entity, _ schema: Schema) -> [String] {
    schema.entities
        .filter { child in
            !child.isAbstract && schema.ancestors(of: child).contains { $0.name == entity.name }
        }
        .map(\.name)
}

extension PredicateTextError {
    fileprivate func diagnostic(at file: String) -> Diagnostic {
        Diagnostic(
            id,
            at: Diagnostic.Place(file: file),
            problem,
            expected: expected,
            fix: fix
        )
    }
}
