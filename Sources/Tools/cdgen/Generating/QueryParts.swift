import Diagnostics
import Generator
import QueryCompiler
import QueryLanguage
import Schema

/// A query as written on the command line or in `.cdgen.yml`.
struct QueryParts: Sendable {
    /// The names that diagnostics use for the parts of a query.
    struct Labels: Sendable {
        var entity = "--entity"
        var predicate = "--predicate"
        var sort = "--sort"
        var name = "--name"

        /// Returns the names of the parts of a query in `.cdgen.yml`. They include the name of the
        /// query, because the file can contain several queries.
        static func ofQuery(_ name: String) -> Labels {
            Labels(
                entity: "\(name), entity",
                predicate: "\(name), predicate",
                sort: "\(name), sort",
                name: "name"
            )
        }
    }

    var name: String
    var entity = ""
    var predicate: String?
    var sort: [String] = []
    /// The path of a form, which is a JSON file that describes a query. It replaces the entity, the
    /// predicate and the sort keys.
    var form: String?
    var labels = Labels()

    /// Checks the query against the model, and returns all data for generating its method. Writes
    /// warnings to standard error.
    ///
    /// - Throws: `DiagnosticError` with all parts that do not match the model, or with the reason
    ///   why no method can be generated.
    func context(
        in read: NamedSchema,
        _ options: GenerationOptions,
        isQuiet: Bool = false
    ) throws -> QueryContext {
        try checkMethodName(name, at: .init(file: labels.name))
        let source = QuerySource(
            text: predicate ?? "",
            file: labels.predicate,
            sorts: labels.sort,
            entity: labels.entity
        )
        let reading = try predicate.map { _ in try parsed(source) }
        let request = QueryRequest(
            entity: entity,
            predicate: reading?.predicate,
            sorts: try sort.map(parsedSort)
        )
        var query = try compile(request, in: read.schema, source: source)
        query.warnings = (reading?.warnings ?? []) + query.warnings
        if !isQuiet { say(warnings: query.warnings) }
        let place = Diagnostic.Place(file: labels.predicate)
        try checkParameters(of: query, at: place)
        let context = read.context(name, query, options)
        try checkMethod(of: context, name: .init(file: labels.name), predicate: place)
        return context
    }

    private func parsed(
        _ source: QuerySource
    ) throws -> (predicate: PredicateNode, warnings: [Diagnostic]) {
        let reading = readPredicate(source.text)
        let warnings = reading.warnings.map {
            $0.diagnostic(in: source.text, file: source.file, severity: .warning)
        }
        if let node = reading.node { return (node, warnings) }
        throw DiagnosticError(
            warnings + reading.errors.map { $0.diagnostic(in: source.text, file: source.file) }
        )
    }

    private func parsedSort(_ text: String) throws -> QueryRequest.Sort {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let direction = parts.count == 2 ? parts[1] : "ascending"
        let path = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, !path.contains(""), ["ascending", "descending"].contains(direction)
        else {
            throw DiagnosticError(
                "bad-sort",
                at: .init(file: labels.sort),
                "\"\(text)\" is not a sort key",
                expected: "key, key:ascending or key:descending",
                status: .usage
            )
        }
        return QueryRequest.Sort(
            path: path.map(String.init),
            isDescending: direction == "descending"
        )
    }
}

/// Checks that each parameter of the method has a type and a unique name.
func checkParameters(of query: CompiledQuery, at place: Diagnostic.Place) throws {
    if let problem = parameterProblem(of: query) {
        throw DiagnosticError("bad-variable", at: place, problem, fix: "rename the variable")
    }
    let typed = Set(query.parameters.map(\.name))
    let untyped = query.remainderVariables.filter { !typed.contains($0) }
    guard !untyped.isEmpty else { return }
    throw DiagnosticError(
        untyped.map {
            Diagnostic(
                "untyped-variable",
                at: place,
                "the type of $\($0) is not known",
                fix: "compare the variable with an attribute of \"\(query.entity.name)\""
            )
        }
    )
}

/// Checks that the manager can have the query's method, and that the query does not make Core Data
/// raise an exception.
///
/// - Parameters:
///   - name: the position of the method's name, for the error.
///   - predicate: the position of the predicate, for the error.
func checkMethod(
    of context: QueryContext,
    name: Diagnostic.Place,
    predicate: Diagnostic.Place
) throws {
    if let problem = context.nameProblem {
        throw DiagnosticError(
            "name-of-manager",
            at: name,
            problem,
            fix: "give the query another name",
            status: .usage
        )
    }
    if let problem = context.coreDataProblem {
        throw DiagnosticError("not-for-core-data", at: predicate, problem)
    }
}

func checkMethodName(_ name: String, at place: Diagnostic.Place) throws {
    try checkName(name, of: "method", "bad-name", at: place)
}

func checkName(
    _ name: String,
    of what: String,
    _ id: String,
    at place: Diagnostic.Place,
    fix: String? = nil
) throws {
    if isSwiftName(name) { return }
    throw DiagnosticError(
        id,
        at: place,
        "\"\(name)\" is not a valid name for a Swift \(what)",
        expected: "a letter, then letters and digits",
        fix: fix,
        status: .usage
    )
}
