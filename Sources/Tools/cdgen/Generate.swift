import ArgumentParser
import Diagnostics
import Foundation
import Generator
import Schema
import SchemaReader

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the models, the mappings and the manager of a model.",
        discussion: """
            Only files whose text changes are written, and files that cdgen did not make are never \
            touched.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(name: .shortAndLong, help: "The folder for the Swift files; it is made where needed.")
    var output: String

    func run() throws {
        try reportingDiagnostics {
            let read = try readModel(at: model)
            let result = modelContext(for: read.declared, source: read.source, locate: read.locate)
            if result.diagnostics.contains(where: { $0.severity == .error }) {
                throw DiagnosticError(result.diagnostics)
            }
            say(warnings: result.diagnostics)
            let files = generate(result.context)
            let summary = try write(files, to: output, source: read.source)
            try Output.write(report(summary, result.context) + "\n")
        }
    }

    private func report(_ summary: WriteSummary, _ context: ModelContext) -> String {
        var lines = summary.written.map { "wrote \(output)/\($0)" }
        if !summary.unchanged.isEmpty {
            let count = summary.unchanged.count
            lines.append("\(count) \(count == 1 ? "file" : "files") already up to date")
        }
        lines += summary.stale.map { "no longer made by this model: \(output)/\($0)" }
        if let first = context.entities.first {
            lines += [
                "", "Begin with:", "",
                "    let manager = try \(context.managerName).shared",
                "    let \(first.plural) = try await manager.\(first.plural).list()", "",
                "\(output)/\(context.managerName).swift lists everything you can call.",
            ]
        }
        return lines.joined(separator: "\n")
    }
}
