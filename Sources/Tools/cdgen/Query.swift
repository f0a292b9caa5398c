import ArgumentParser
import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryLanguage
import SchemaReader

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a fetch method from a predicate.",
        discussion: """
            Prints a method in an extension of the model's manager, or writes it to a file. Values \
            that the caller gives are variables: name BEGINSWITH[c] $text.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "The version of the model; without it, the current one.")
    var version: String?

    @Option(help: "The entity whose records are fetched.")
    var entity: String

    @Option(help: "Which records: a predicate. Without it, every one.")
    var predicate: String?

    @Option(help: "The key to sort by; \"key:descending\" for the reverse. May be repeated.")
    var sort: [String] = []

    @Option(help: "The name of the method.")
    var name: String

    @Option(name: .shortAndLong, help: "A Swift file to write; without it the method is printed.")
    var output: String?

    func run() throws {
        try reportingDiagnostics {
            let read = try readModel(at: model, version: version)
            try checkName()
            let source = QuerySource(text: predicate ?? "", file: "--predicate")
            let request = QueryRequest(
                entity: entity,
                predicate: try parsed(source),
                sorts: try sort.map(parsedSort)
            )
            let query = try compile(request, in: read.schema, source: source)
            say(warnings: query.warnings)
            try checkTypes(of: query)
            let file = generate(
                QueryContext(name: name, query: query, schema: read.schema, source: read.source)
            )
            try deliver(file, read.source)
        }
    }

    private func parsed(_ source: QuerySource) throws -> PredicateNode? {
        guard predicate != nil else { return nil }
        let reading = readPredicate(source.text)
        say(
            warnings: reading.warnings.map {
                $0.diagnostic(in: source.text, file: source.file, severity: .warning)
            }
        )
        if let node = reading.node { return node }
        throw DiagnosticError(
            reading.errors.map { $0.diagnostic(in: source.text, file: source.file) }
        )
    }

    /// A method has a type for each parameter.
    private func checkTypes(of query: CompiledQuery) throws {
        let typed = Set(query.parameters.map(\.name))
        let untyped = query.remainderVariables.filter { !typed.contains($0) }
        guard !untyped.isEmpty else { return }
        throw DiagnosticError(
            untyped.map {
                Diagnostic(
                    "untyped-variable",
                    at: .init(file: "--predicate"),
                    "nothing says of which type $\($0) is",
                    fix: "compare it with a key of \"\(entity)\""
                )
            }
        )
    }

    private func parsedSort(_ text: String) throws -> QueryRequest.Sort {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let direction = parts.count == 2 ? parts[1] : "ascending"
        guard parts.count <= 2, !parts[0].isEmpty, ["ascending", "descending"].contains(direction)
        else {
            throw DiagnosticError(
                "bad-sort",
                at: .init(file: "--sort"),
                "\"\(text)\" is not a sort key",
                expected: "key, key:ascending or key:descending",
                status: .usage
            )
        }
        return QueryRequest.Sort(
            path: parts[0].split(separator: ".").map(String.init),
            isDescending: direction == "descending"
        )
    }

    private func checkName() throws {
        let isName =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isName { return }
        throw DiagnosticError(
            "bad-name",
            at: .init(file: "--name"),
            "\"\(name)\" cannot name a Swift method",
            expected: "a letter, then letters and digits",
            status: .usage
        )
    }

    private func deliver(_ file: GeneratedFile, _ source: String) throws {
        guard let output else { return try Output.write(file.text) }
        let url = URL(fileURLWithPath: output)
        let named = GeneratedFile(name: url.lastPathComponent, text: file.text)
        let summary = try write(
            [named],
            to: url.deletingLastPathComponent().path,
            source: source
        )
        try Output.write(
            summary.written.isEmpty ? "\(output) is already up to date\n" : "wrote \(output)\n"
        )
    }
}
