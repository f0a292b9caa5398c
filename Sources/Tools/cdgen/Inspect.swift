import ArgumentParser
import Diagnostics
import SchemaReader

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints a model's contents, as JSON or YAML.",
        discussion: """
            Prints everything that could be read, with the line and column of each part, and \
            diagnostics for the rest. The exit status is 0 for every model that is well-formed XML.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "The output format: json or yaml.")
    var format: DocumentFormat = .json

    @Option(
        name: .customLong("version"),
        help: "The version to read, or \"all\" (default: the current one)."
    )
    var chosen: String?

    func run() throws {
        try reportingDiagnostics {
            let broken = chosen == "all" ? try inspectAll() : try inspectOne()
            if !broken.isEmpty { throw DiagnosticError(broken) }
        }
    }

    /// Inspects one model. Returns the errors that prevented it from being read completely.
    private func inspectOne() throws -> [Diagnostic] {
        let read = try readSchema(at: model, version: chosen)
        try Output.write(bytes: inspection(of: read, as: format))
        return read.isWellFormed ? [] : read.diagnostics
    }

    private func inspectAll() throws -> [Diagnostic] {
        var failure: (any Error)?
        let broken = try inspectVersions(at: model, as: format) { text in
            if failure != nil { return }
            do { try Output.write(bytes: text) } catch { failure = error }
        }
        if let failure { throw failure }
        return broken
    }
}

extension DocumentFormat: ExpressibleByArgument {}
