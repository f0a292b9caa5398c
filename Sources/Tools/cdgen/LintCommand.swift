import ArgumentParser
import Diagnostics
import Generator
import SchemaReader

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks a model for errors and risks.",
        discussion: """
            Prints each finding with its position, its rule and a fix. The exit status is 1 if a \
            finding has the severity given with --fail-on, or a higher severity.
            """
    )

    @Argument(help: "The .xcdatamodeld or .xcdatamodel folder.")
    var model: String

    @Option(help: "The lowest severity that makes the exit status 1: warning or error.")
    var failOn: Threshold = .warning

    @Option(help: "The output format: text, json or yaml.")
    var format: LintFormat = .text

    @Option(
        name: .customLong("version"),
        help: "The version to read, or \"all\" (default: the current one)."
    )
    var chosen: String?

    func run() throws {
        try reportingDiagnostics {
            let versions =
                chosen == "all"
                ? try readVersions(at: model) : [try readSchema(at: model, version: chosen)]
            let file = try Configuration.about(modelAt: model)
            var findings = versions.flatMap(lint) + versions.flatMap(texts)
            // Core Data computes every derived attribute.
            if file?.options.backend != .coredata {
                let invalid = findings.filter { $0.id.hasSuffix("-derivation") }.map(\.place)
                findings += versions.flatMap(derivations).filter { !invalid.contains($0.place) }
            }
            findings += try migrationFindings(
                at: model,
                to: chosen == "all" ? nil : chosen,
                isComplete: chosen == "all",
                identity: file,
                transformables: file?.options.transformables ?? .typed
            )
            try Output.write(bytes: report(findings))
            let isBad = findings.contains {
                $0.severity == .error || $0.severity == .warning && failOn == .warning
            }
            if isBad { throw ExitCode(1) }
        }
    }

    private func texts(of read: ReadSchema) -> [Diagnostic] {
        let read = read.forGeneration
        return read.hasErrors ? [] : textFindings(in: read.schema, locate: read.place(of:))
    }

    private func derivations(of read: ReadSchema) -> [Diagnostic] {
        let read = read.forGeneration
        return read.hasErrors ? [] : derivationFindings(in: read.schema, locate: read.place(of:))
    }

    private func report(_ findings: [Diagnostic]) -> [UInt8] {
        switch format {
        case .text: Array(lintReport(findings).inert.utf8)
        case .json: lintReport(findings, as: .json)
        case .yaml: lintReport(findings, as: .yaml)
        }
    }
}

enum Threshold: String, ExpressibleByArgument, CaseIterable {
    case warning, error
}

enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, yaml
}
