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
            let read = try readModel(
                at: model,
                version: chosen,
                identity: try Configuration.about(modelAt: model)
            )
            switch subject {
            case .schema: try Output.write(schemaDiagram(read.declared))
            case .code:
                let made = modelContext(
                    for: read.declared,
                    source: read.source,
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
