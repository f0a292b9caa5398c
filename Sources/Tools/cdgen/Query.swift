import ArgumentParser
import Diagnostics
import Foundation
import Generator

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Generates a fetch method from a predicate.",
        discussion: """
            Prints a method in an extension of the model's manager, or writes it to a file. A \
            variable in the predicate, such as $text in "name BEGINSWITH[c] $text", becomes a \
            parameter of the method. With --form FILE, the query and its result type are read from \
            a form that the studio saved.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "The version of the model (default: the current one).")
    var version: String?

    @Option(help: "A file with the query as JSON, instead of --entity, --predicate and --sort.")
    var form: String?

    @Option(help: "The entity whose records are fetched.")
    var entity: String?

    @Option(
        parsing: .unconditional,
        help: "The predicate that the records must match (default: all records)."
    )
    var predicate: String?

    @Option(help: "The key to sort by: \"key\" or \"key:descending\". Can be given several times.")
    var sort: [String] = []

    @Option(help: "The name of the method (default: the form's name). Not needed with --sql.")
    var name: String?

    @Option(
        help:
            "The storage: \"store\" (CacheStore) or \"coredata\" (Apple's Core Data) (default: store)."
    )
    var backend: GenerationOptions.Backend?

    @Option(
        help:
            "How transformable attributes are declared: \"typed\" or \"data\", as in cdgen generate (default: typed)."
    )
    var transformable: GenerationOptions.Transformables?

    @Option(
        help: "The access level of the method: public, package or internal (default: internal)."
    )
    var access: GenerationOptions.Access?

    @Option(help: "The module of the records, if they were generated with --interface.")
    var module: String?

    @Option(name: .shortAndLong, help: "The Swift file to write (default: print the method).")
    var output: String?

    @Flag(help: "Print the SQL and SQLite's query plan instead of the method.")
    var sql = false

    @Option(help: "The .cdgen.yml to which the query is added, so that cdgen generate includes it.")
    var into: String?

    /// Arguments that belong to no option. The parser accepts them, so that `validate` can mention
    /// the first of them if both `--entity` and `--form` are missing. If `validate` finds no error,
    /// `run` reports the first of them.
    @Argument(help: .hidden)
    var unexpected: [String] = []

    /// A placeholder for the method's name if no method is generated; otherwise nil.
    private var unneededName: String? { sql ? "query" : nil }

    func validate() throws {
        if [sql, into != nil, output != nil].filter({ $0 }).count > 1 {
            throw ValidationError("give only one of --sql, --into and --output")
        }
        let ofFile = [
            ("backend", backend != nil), ("transformable", transformable != nil),
            ("access", access != nil), ("module", module != nil),
        ]
        if into != nil, let (key, _) = ofFile.first(where: { $0.1 }) {
            throw ValidationError(
                "--into cannot be combined with --\(key): cdgen generate takes \"\(key)\" from the file"
            )
        }
        guard form != nil else {
            if entity == nil {
                let problem = unexpected.first.map {
                    "\"\($0)\" must follow an option, such as --entity \($0)"
                }
                throw ValidationError(problem ?? "give --entity, or a form: --form FILE")
            }
            if name == nil, !sql { throw ValidationError("give --name, the name of the method") }
            return
        }
        if entity != nil || predicate != nil || !sort.isEmpty {
            throw ValidationError("--form cannot be combined with --entity, --predicate or --sort")
        }
    }

    func run() throws {
        try reportingDiagnostics {
            if let word = unexpected.first {
                throw DiagnosticError(
                    "unexpected-argument",
                    at: nil,
                    "unexpected argument \"\(word)\"",
                    fix: "put a value with spaces in quotation marks",
                    status: .usage
                )
            }
            if let module { try checkModuleName(module, at: .init(file: "--module")) }
            let addition = try into.map {
                try QueryAddition(to: $0, model: model, version: version)
            }
            let read = try readModel(
                at: model,
                version: version ?? addition?.version,
                identity: try addition?.configuration ?? Configuration.about(modelAt: model)
            )
            let options = GenerationOptions(
                backend: try backend ?? addition?.backend() ?? .store,
                transformables: transformable ?? .typed,
                access: access ?? .internal,
                interface: module
            )
            var parts = QueryParts(
                name: unneededName ?? name ?? "",
                entity: entity ?? "",
                predicate: predicate,
                sort: sort,
                form: form
            )
            let (context, shape) = try parts.checked(in: read, options: options)
            if sql { return try Output.write(try explained(context, shape)) }
            let file = generate(context, shape)
            guard let addition else {
                try checkMethod(file, read, options)
                return try deliver(file, read.source)
            }
            if let form {
                let name = (file.name as NSString).deletingPathExtension
                parts = QueryParts(name: name, form: relative(form, to: addition.path))
            }
            try addition.add(parts, read)
        }
    }

    /// Checks that no fetch request of the model has a method with the name of the query's method.
    private func checkMethod(
        _ file: GeneratedFile,
        _ read: NamedSchema,
        _ options: GenerationOptions
    ) throws {
        let model = modelContext(for: read.declared, source: read.source, options: options)
        let names = TakenNames(model.context)
        let name = (file.name as NSString).deletingPathExtension
        guard let reason = names.problem(of: name, isInOneFile: true) else { return }
        throw DiagnosticError(
            "taken-name",
            at: .init(file: self.name == nil ? form ?? "" : "--name"),
            reason,
            fix: "give the query another name",
            status: .usage
        )
    }

    /// Checks that the output file, if it exists, contains no generated code except that of a query
    /// with the same name.
    private func checkReplaced(by file: GeneratedFile, at url: URL, _ source: String) throws {
        let name = (file.name as NSString).deletingPathExtension
        guard let old = try? String(contentsOf: url, encoding: .utf8),
            old.hasPrefix("\(GeneratedFile.mark)\(source)")
        else { return }
        let isOfQuery = !old.hasPrefix(head(of: source))
        let heads = ["func \(name)(", "func `\(name)`("]
        if isOfQuery, heads.contains(where: { old.contains($0) }) { return }
        throw DiagnosticError(
            "other-code",
            at: .init(file: url.relativePath),
            "this file contains other generated code, which the query \"\(name)\" would replace",
            fix: "choose another file, or remove this one; nothing was written",
            status: .cannotCreate
        )
    }

    private func deliver(_ file: GeneratedFile, _ source: String) throws {
        guard let output else { return try Output.write(bytes: file.text.utf8) }
        let url = URL(fileURLWithPath: output)
        try OutputFolder(path: url.deletingLastPathComponent().path).checkOwner()
        try checkReplaced(by: file, at: url, source)
        let named = GeneratedFile(name: url.lastPathComponent, text: file.text)
        let done = try write([named], to: url.deletingLastPathComponent().path, source: source)
        try Output.write(
            done.written.isEmpty ? "\(output) is already up to date\n" : "wrote \(output)\n"
        )
    }
}
