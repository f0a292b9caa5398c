import ArgumentParser
import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryForm
import QueryLanguage
import SchemaReader

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a fetch method from a predicate.",
        discussion: """
            Prints a method in an extension of the model's manager, or writes it to a file. Values \
            that the caller gives are variables: name BEGINSWITH[c] $text. A form (--form FILE, which \
            the studio saves) holds all that the other options say, and what a query gives.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "The version of the model; without it, the current one.")
    var version: String?

    @Option(help: "A form, as JSON; instead of --entity, --predicate and --sort.")
    var form: String?

    @Option(help: "The entity whose records are fetched.")
    var entity: String?

    @Option(help: "Which records: a predicate. Without it, every one.")
    var predicate: String?

    @Option(help: "The key to sort by; \"key:descending\" for the reverse. May be repeated.")
    var sort: [String] = []

    @Option(help: "The name of the method; without it, the form's.")
    var name: String?

    @Option(name: .shortAndLong, help: "A Swift file to write; without it the method is printed.")
    var output: String?

    func run() throws {
        try reportingDiagnostics {
            let read = try readModel(at: model, version: version)
            let file = try form.map { try generated(from: $0, read) } ?? generated(read)
            try deliver(file, read.source)
        }
    }

    private func generated(_ read: NamedSchema) throws -> GeneratedFile {
        let name = try name ?? missing("--name", "name the method")
        try checkName(name, at: "--name")
        let entity =
            try entity ?? missing("--entity", "name the entity, or give a form: --form FILE")
        let source = QuerySource(text: predicate ?? "", file: "--predicate")
        let request = QueryRequest(
            entity: entity,
            predicate: try parsed(source),
            sorts: try sort.map(parsedSort)
        )
        let query = try compile(request, in: read.schema, source: source)
        say(warnings: query.warnings)
        try checkTypes(of: query, entity, at: "--predicate")
        return generate(
            QueryContext(name: name, query: query, schema: read.schema, source: read.source)
        )
    }

    private func generated(from path: String, _ read: NamedSchema) throws -> GeneratedFile {
        for (option, isGiven) in [
            ("--entity", entity != nil), ("--predicate", predicate != nil),
            ("--sort", !sort.isEmpty),
        ] where isGiven {
            throw DiagnosticError(
                "form-and-option",
                at: .init(file: option),
                "the form says that already",
                fix: "leave \(option) out, or change the form",
                status: .usage
            )
        }
        let file = try FormFile(try formText(at: path), file: path)
        let query = try file.compiled(in: read.schema)
        say(warnings: query.warnings)
        try checkTypes(of: query, file.form.entity, at: path)
        let given =
            try name ?? file.form.name
            ?? missing("--name", "name the method, or give the form a \"name\"")
        try checkName(given, at: name == nil ? path : "--name")
        return generate(
            QueryContext(name: given, query: query, schema: read.schema, source: read.source),
            file.form.shape
        )
    }

    private func formText(at path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DiagnosticError(
                "unreadable",
                at: .init(file: path),
                "the form cannot be read",
                fix: "check the name and the permissions of the file",
                status: .noInput
            )
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw DiagnosticError(
                "not-utf8",
                at: .init(file: path),
                "the form is not UTF-8 text",
                fix: "save it as UTF-8"
            )
        }
        return text
    }

    private func missing(_ option: String, _ fix: String) throws -> String {
        throw DiagnosticError(
            "missing-option",
            at: .init(file: option),
            "the option is missing",
            fix: fix,
            status: .usage
        )
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
    private func checkTypes(of query: CompiledQuery, _ entity: String, at file: String) throws {
        let typed = Set(query.parameters.map(\.name))
        let untyped = query.remainderVariables.filter { !typed.contains($0) }
        guard !untyped.isEmpty else { return }
        throw DiagnosticError(
            untyped.map {
                Diagnostic(
                    "untyped-variable",
                    at: .init(file: file),
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

    private func checkName(_ name: String, at place: String) throws {
        let isName =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isName { return }
        throw DiagnosticError(
            "bad-name",
            at: .init(file: place),
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
