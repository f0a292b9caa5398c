import ArgumentParser
import Diagnostics
import Foundation
import SchemaReader

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints what a model says, as JSON or YAML.",
        discussion: """
            Everything that the reader understood, with the line and column of each part, and the \
            diagnostics of what it did not. The exit status is 0 for any model of well-formed XML.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "json or yaml.")
    var format: DocumentFormat = .json

    @Option(
        name: .customLong("version"),
        help: "The version to read, or \"all\"; without it, the current one."
    )
    var chosen: String?

    func run() throws {
        try reportingDiagnostics {
            let versions =
                chosen == "all"
                ? try readVersions(at: model) : [try readSchema(at: model, version: chosen)]
            let text =
                chosen == "all"
                ? inspection(of: versions, as: format) : inspection(of: versions[0], as: format)
            FileHandle.standardOutput.write(Data(text))
            let broken = versions.filter { !$0.isWellFormed }
            if !broken.isEmpty { throw DiagnosticError(broken.flatMap(\.diagnostics)) }
        }
    }
}

extension DocumentFormat: ExpressibleByArgument {}
