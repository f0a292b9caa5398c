import Diagnostics
package import QueryLanguage
package import Schema

/// The text of a query's predicate, and the names that diagnostics use for the text, the sort keys
/// and the entity.
package struct QuerySource: Sendable {
    package var text: String
    /// The name that diagnostics show in place of a file name for the predicate's text, for example
    /// `--predicate`.
    package var file: String
    /// The name that diagnostics show in place of a file name for the sort keys.
    package var sorts: String
    /// The name that diagnostics show in place of a file name for the entity.
    package var entity: String

    package init(
        text: String,
        file: String,
        sorts: String = "--sort",
        entity: String = "--entity"
    ) {
        self.text = text
        self.file = file
        self.sorts = sorts
        self.entity = entity
    }
}

/// Checks `request` against `schema` and translates it into SQL.
///
/// - Parameters:
///   - indexes: the indexes of the store; nil for the indexes that the model declares. The indexes
///     affect the warnings and the form of the SQL, but not the query's result.
///   - nullable: names of the variables whose value may be nil or may be a list that contains nil.
///   - lists: names of the variables whose value is known to be a list. For any other variable, the
///     predicate determines whether the value is a list.
///   - tables: name of the table of each entity, keyed by entity, for a schema whose entities do not
///     name their parents. Records of entities with the same table can be compared.
///   - hasValues: whether the query is compiled for variables that have values. A variable that is
///     compared with nil then needs no type. False for a query that becomes a method, because each
///     parameter of a method needs a type.
///   - phrasing: a function that returns an error or a warning about the predicate in the words of
///     the request's author, such as the words of a form.
/// - Throws: `DiagnosticError` with an error for every part of the request that does not fit the
///   model.
package func compile(
    _ request: QueryRequest,
    in schema: Schema,
    source: QuerySource,
    indexes: [DeclaredIndex]? = nil,
    nullable: Set<String> = [],
    lists: Set<String> = [],
    tables: [String: String] = [:],
    hasValues: Bool = false,
    phrasing: (PredicateTextError) -> PredicateTextError = { $0 }
) throws -> CompiledQuery {
    let schema = schema.withInheritedProperties
    guard let entity = schema.entity(named: request.entity) else {
        throw DiagnosticError(
            "unknown-entity",
            at: Diagnostic.Place(file: source.entity),
            "the model \"\(schema.name)\" has no entity \"\(request.entity)\"",
            fix: suggestion(for: request.entity, among: schema.entities.map(\.name))
        )
    }
    let start = Compiler(
        schema: schema,
        entity: entity,
        indexes: indexes ?? schema.declaredIndexes,
        nullable: nullable,
        lists: lists,
        tables: tables,
        hasValues: hasValues
    )
    let predicate = request.predicate?
        .roundingFloats(of: entity.name, in: SchemaFormats(schema))
    var compiler = start
    var condition = predicate.flatMap { compiler.whole($0) }
    // In `$n == 0 OR age == $n`, the key determines the type of the variable, not the literal. Each
    // translation adds the type of at least one variable.
    while compiler.isOutdated {
        let types = compiler.types
        compiler = start
        compiler.types = types
        condition = predicate.flatMap { compiler.whole($0) }
    }
    if let remainder = compiler.remainder { compiler.typeVariables(of: remainder) }
    var found = compiler.errors.sorted { $0.range.start < $1.range.start }
        .map { phrasing($0).diagnostic(in: source.text, file: source.file) }
    var order = ""
    do throws(PredicateTextError) {
        order = try compiler.order(request.sorts)
    } catch {
        found.append(error.diagnostic(at: source.sorts))
    }
    if !found.isEmpty { throw DiagnosticError(found) }
    let scans = compiler.scanWarnings(request.predicate)
    return CompiledQuery(
        entity: entity,
        request: request,
        alias: "t0",
        source: compiler.scopes[0].source,
        condition: condition,
        order: order,
        bindings: compiler.bindings,
        parameters: compiler.parameters,
        patterns: compiler.patterns,
        remainder: compiler.remainder,
        remainderVariables: compiler.remainderVariables,
        warnings: (compiler.warnings + scans).map {
            phrasing($0).diagnostic(in: source.text, file: source.file, severity: .warning)
        }
    )
}

extension PredicateTextError {
    fileprivate func diagnostic(at file: String) -> Diagnostic {
        Diagnostic(id, at: Diagnostic.Place(file: file), problem, expected: expected, fix: fix)
    }
}
