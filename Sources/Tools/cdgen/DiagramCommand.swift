import ArgumentParser
import Diagnostics
import Generator

struct DiagramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Prints a Mermaid class diagram of a model or of its generated code.",
        discussion: """
            To show the diagram on a Markdown page, put it in a code block marked "mermaid". With \
            --of code, the diagram shows the manager and its queries, the records, and the data \
            access objects.
            """
    )

    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case schema, code
    }

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(name: .customLong("of"), help: "The subject of the diagram: schema or code.")
    var subject: Subject = .schema

    @Option(name: .customLong("version"), help: "The version to read (default: the current one).")
    var chosen: String?

    func run() throws {
        try reportingDiagnostics {
            let file = try Configuration.about(modelAt: model)
            let read = try readModel(at: model, version: chosen, identity: file)
            switch subject {
            case .schema: try Output.write(schemaDiagram(read.declared))
            case .code:
                let made = modelContext(
                    for: read.declared,
                    source: read.source,
                    options: file?.options ?? GenerationOptions(),
                    locate: read.locate
                )
                if made.diagnostics.contains(where: { $0.severity == .error }) {
                    throw DiagnosticError(made.diagnostics)
                }
                try Output.write(codeDiagram(made.context))
            }
        }
    }
}

extension Configuration {
    /// The options that change the names and types of generated code. An invalid value counts as
    /// absent.
    var options: GenerationOptions {
        GenerationOptions(
            types: types.flatMap { .init(rawValue: $0) } ?? .strict,
            backend: backend.flatMap { .init(rawValue: $0) } ?? .store,
            transformables: transformable.flatMap { .init(rawValue: $0) } ?? .typed
        )
    }
}
