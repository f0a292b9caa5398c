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
/// - Throws: `DiagnosticError` naming the first place that does not fit the model.
package func compile(
    _ request: QueryRequest,
    in schema: Schema,
    source: QuerySource
) throws -> CompiledQuery {
    guard let entity = schema.entity(named: request.entity) else {
        throw DiagnosticError(
            "unknown-entity",
            at: Diagnostic.Place(file: "--entity"),
            "the model \"\(schema.name)\" has no entity \"\(request.entity)\"",
            fix: suggestion(for: request.entity, among: schema.entities.map(\.name))
        )
    }
    do {
        var compiler = Compiler(schema: schema, entity: entity)
        let condition = try request.predicate.map { try compiler.condition($0) }
        let order = try sorted(request.sorts, &compiler)
        return CompiledQuery(
            entity: entity,
            alias: "t0",
            source: compiler.source,
            condition: condition,
            order: order,
            bindings: compiler.bindings,
            parameters: compiler.parameters,
            sentence: sentence(for: request, in: schema)
        )
    } catch let error as PredicateTextError {
        throw DiagnosticError([error.diagnostic(in: source.text, file: source.file)])
    }
}

private func sorted(
    _ sorts: [QueryRequest.Sort],
    _ compiler: inout Compiler
) throws -> String {
    do {
        return try compiler.order(sorts)
    } catch {
        throw DiagnosticError(
            error.id,
            at: Diagnostic.Place(file: "--sort"),
            error.problem,
            expected: error.expected,
            fix: error.fix
        )
    }
}
