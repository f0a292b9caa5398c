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

    /// Checks the entity, the predicate and the sort keys against the model.
    ///
    /// - Throws: `DiagnosticError` with all parts that do not match the model.
    func compiled(in schema: Schema) throws -> CompiledQuery {
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
        var query = try compile(request, in: schema, source: source)
        query.warnings = (reading?.warnings ?? []) + query.warnings
        return query
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

func checkName(
    _ name: String,
    of what: String,
    _ id: String,
    at place: Diagnostic.Place?,
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
